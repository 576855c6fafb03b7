/** Where things are on the road. */

import type { Box, LaidSquare, Lane, Point, Scenery } from './types'

export const ASCENT = 'a'
export const DESCENT = 'd'

export interface Spot {
  x: number
  y: number
  heading: number
}

export interface Road {
  scenery: Scenery
  squares: LaidSquare[]
  box: Box
  width: number
}

function turn([x, y]: Point, cos: number, sin: number): Point {
  return [x * cos - y * sin, x * sin + y * cos]
}

/** The road turned clockwise by so many degrees. */
function turned(scenery: Scenery, degrees: number): Road {
  const radians = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)]
  const one = (point: Point) => turn(point, cos, sin)
  const squares = scenery.layout.squares.map((square) => ({
    ...square,
    start: one(square.start),
    end: one(square.end),
    heading: square.heading + degrees,
    outline: square.outline.map(one),
    divider: square.divider.map(one),
    right: one(square.right),
    left: one(square.left),
  }))
  return {
    scenery,
    squares,
    box: boxAround(squares.flatMap((square) => square.outline)),
    width: scenery.layout.road_width,
  }
}

export function boxAround(points: Point[]): Box {
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) }
}

/** How much better another turn must fill the page before a road that is being changed is turned. */
const LOTH = 1.3

/**
 * The road turned so that it fills a page of this shape best; one that starts to the right is preferred,
 * and even more one that starts as it did before.
 */
export function fitted(scenery: Scenery, aspect: number, before?: number): Road {
  const { squares } = scenery.layout
  const outline = squares.flatMap((square) => square.outline)
  const first = squares[0]?.heading ?? 0
  let best = 0
  let bestFit = 0
  for (let degrees = 0; degrees < 360; degrees += 15) {
    const { left, right, top, bottom } = boxTurned(outline, degrees)
    const heading = (((first + degrees) % 360) + 360) % 360
    const pleasing = heading === 0 ? 1.09 : heading % 45 === 0 ? 1.05 : 1
    const fit =
      Math.min(aspect / (right - left + 2.6), 1 / (bottom - top + 2.2)) * (degrees === before ? LOTH : pleasing)
    if (fit > bestFit) [best, bestFit] = [degrees, fit]
  }
  return turned(scenery, best)
}

/** The box around points once they are turned; nothing is kept of them, since it is asked for many turns. */
function boxTurned(points: Point[], degrees: number): Box {
  const radians = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)]
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (const [x, y] of points) {
    const across = x * cos - y * sin
    const down = x * sin + y * cos
    if (across < box.left) box.left = across
    if (across > box.right) box.right = across
    if (down < box.top) box.top = down
    if (down > box.bottom) box.bottom = down
  }
  return box
}

/** The place on the road at a fraction of squares, between the lanes: 0 the right one, 1 the left one. */
export function spotAt(road: Road, square: number, lane: number): Spot {
  const last = road.squares.length - 1
  const from = road.squares[Math.max(0, Math.min(last, Math.floor(square)))]
  const to = road.squares[Math.max(0, Math.min(last, Math.ceil(square)))]
  if (!from || !to) return { x: 0, y: 0, heading: 0 }
  const part = square - Math.floor(square)
  const mix = (a: number, b: number, share: number) => a + (b - a) * share
  const at = (each: LaidSquare): Point => [
    mix(each.right[0], each.left[0], lane),
    mix(each.right[1], each.left[1], lane),
  ]
  const [x0, y0] = at(from)
  const [x1, y1] = at(to)
  const bend = ((to.heading - from.heading + 540) % 360) - 180
  return { x: mix(x0, x1, part), y: mix(y0, y1, part), heading: from.heading + bend * part }
}

export const laneNumber = (lane: Lane | null): number => (lane === 'left' ? 1 : 0)

/** How high each square's ends lie: a step up on an ascent, a step down on a descent. */
export function heights(squares: string): number[] {
  const ends = [0]
  for (const terrain of squares) {
    const before = ends[ends.length - 1] ?? 0
    ends.push(before + (terrain === ASCENT ? 1 : terrain === DESCENT ? -1 : 0))
  }
  return ends
}

export const line = (points: Point[]): string => `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}`
export const closed = (points: Point[]): string => `${line(points)}Z`

/** Squares of the same terrain as one shape each: a page draws few shapes sooner than many. */
export function byTerrain<Square>(
  squares: Square[],
  terrainOf: (square: Square) => string,
  shapeOf: (square: Square) => string,
): [string, string][] {
  const shapes = new Map<string, string>()
  for (const square of squares) {
    const terrain = terrainOf(square)
    shapes.set(terrain, (shapes.get(terrain) ?? '') + shapeOf(square))
  }
  return [...shapes]
}

function n(number: number): string {
  return String(Math.round(number * 1000) / 1000)
}

/** A line just inside the right border of a square: with the border, the right lane's double line. */
export function rightEdge(square: LaidSquare): Point[] {
  const border = square.outline.slice(square.divider.length).reverse()
  return square.divider.map(([x, y], index) => {
    const [bx, by] = border[index] ?? [x, y]
    return [bx + (x - bx) * 0.16, by + (y - by) * 0.16]
  })
}

export function centre(square: LaidSquare): Point {
  return [(square.right[0] + square.left[0]) / 2, (square.right[1] + square.left[1]) / 2]
}

export interface Label {
  text: string
  x: number
  y: number
  kind: 'number' | 'line'
}

/** Square numbers and the two lines' names beside the road, where there is room. */
export function labels(road: Road, size: number, words: { start: string; finish: string }): Label[] {
  const taken: Point[] = road.squares.flatMap((square) => [square.right, square.left, square.start])
  const found: Label[] = []
  const put = (text: string, at: Point, towards: number, kind: Label['kind']) => {
    const half: Point = [size * (kind === 'line' ? 0.38 : 0.3) * text.length, size * 0.42]
    for (const way of [towards, towards + 180]) {
      const angle = (way * Math.PI) / 180
      const offset = road.width / 2 + 0.12 + half[0] * Math.abs(Math.cos(angle)) + half[1] * Math.abs(Math.sin(angle))
      const [x, y] = [at[0] + offset * Math.cos(angle), at[1] + offset * Math.sin(angle)]
      const ends: Point[] = [-1, -0.5, 0, 0.5, 1].map((part) => [x + part * half[0], y])
      if (ends.every(([ex, ey]) => taken.every(([a, b]) => Math.hypot(ex - a, ey - b) >= 0.4))) {
        taken.push(...ends)
        found.push({ text, x, y, kind })
        return
      }
    }
  }
  const first = road.squares[road.scenery.start_squares]
  const past = road.squares[road.scenery.line]
  if (first) put(words.start, first.start, first.heading - 90, 'line')
  if (past) put(words.finish, past.start, past.heading - 90, 'line')
  for (const square of road.squares) {
    if (square.index % 5 === 0) put(String(square.index), centre(square), square.heading + 90, 'number')
  }
  return found
}
