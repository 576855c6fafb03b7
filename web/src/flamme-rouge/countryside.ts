/** The land around a road: trees, houses and hills, always the same for the same road, never on it. */

import type { Road } from './geometry'
import { ASCENT, DESCENT, centre } from './geometry'
import type { Point } from './types'

export type Sight = 'tree' | 'poplars' | 'house' | 'field' | 'hill' | 'peak'

export interface Landmark {
  sight: Sight
  x: number
  y: number
}

const SPACING = 2.3
/** How far the land goes on beyond the road's box. */
const BEYOND = 9
/** Nothing stands nearer to the road than this; there the numbers are. */
const CLEAR = 1.75
const MOUNTAINS = 4.2
const FLATLAND: Sight[] = ['tree', 'tree', 'field', 'poplars', 'tree', 'house', 'field', 'poplars']
const HIGHLAND: Sight[] = ['peak', 'hill', 'peak', 'tree', 'hill']

/** A number from 0 to 1 that only two whole numbers decide. */
function chance(a: number, b: number): number {
  const mixed = Math.sin(a * 127.1 + b * 311.7) * 43758.5453
  return mixed - Math.floor(mixed)
}

export function countryside(road: Road): Landmark[] {
  const { left, top, right, bottom } = road.box
  const found: Landmark[] = []
  for (let row = 0; top - BEYOND + row * SPACING < bottom + BEYOND; row += 1) {
    for (let column = 0; left - BEYOND + column * SPACING < right + BEYOND; column += 1) {
      const x = left - BEYOND + (column + chance(column, row)) * SPACING
      const y = top - BEYOND + (row + chance(row + 71, column)) * SPACING
      const sight = sightAt(road, [x, y], chance(column + 13, row + 29))
      if (sight) found.push({ sight, x, y })
    }
  }
  return found
}

function sightAt(road: Road, [x, y]: Point, lot: number): Sight | null {
  let nearest = Infinity
  let mountains = Infinity
  for (const square of road.squares) {
    const [a, b] = centre(square)
    const away = Math.hypot(a - x, b - y)
    nearest = Math.min(nearest, away)
    if (square.terrain === ASCENT || square.terrain === DESCENT) mountains = Math.min(mountains, away)
  }
  if (nearest < CLEAR || lot > 0.62) return null
  const sights = mountains < MOUNTAINS ? HIGHLAND : FLATLAND
  return sights[Math.floor((lot / 0.62) * sights.length)] ?? 'tree'
}
