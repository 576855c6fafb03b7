import { expect, it } from 'vitest'
import { countryside } from '../src/flamme-rouge/countryside'
import { centre, fitted } from '../src/flamme-rouge/geometry'
import type { LaidSquare, Scenery } from '../src/flamme-rouge/types'

/** A straight road of so many squares. */
function straight(terrains: string): Scenery {
  const squares = [...terrains].map((terrain, index) => ({
    index,
    terrain,
    heading: 0,
    start: [index, 0],
    end: [index + 1, 0],
    outline: [
      [index, -0.5],
      [index + 1, -0.5],
      [index + 1, 0.5],
      [index, 0.5],
    ],
    divider: [
      [index, 0],
      [index + 1, 0],
    ],
    right: [index + 0.5, 0.25],
    left: [index + 0.5, -0.25],
  }))
  return { layout: { road_width: 1, squares: squares as unknown as LaidSquare[] } } as Scenery
}

it('the land is the same every time and leaves the road free', () => {
  const road = fitted(straight('SSffffffaaaaaaFF'), 2)
  const sights = countryside(road)
  expect(sights).toEqual(countryside(road))
  expect(sights.length).toBeGreaterThan(10)
  expect(sights.some(({ sight }) => sight === 'peak' || sight === 'hill')).toBe(true)
  for (const { x, y } of sights)
    for (const [a, b] of road.squares.map(centre)) expect(Math.hypot(a - x, b - y)).toBeGreaterThan(1.5)
})
