/** What a chart of riders is made of. */
import type { RiderId } from './types'

export interface Column {
  /** Below the drawing, and in full for those who hear it read out. */
  label: string
  title: string
}

export interface Ride {
  rider: RiderId
  /** His place at the end, if he has one. */
  place: number | null
  /** One for each column; none where he was not there. */
  values: (number | null)[]
}

/** Heights of labels, from above, pushed apart so that each can be read and none lies below the bottom. */
export function apart(wanted: number[], room: number, bottom: number): number[] {
  let above = -Infinity
  const pushed = wanted.map((at) => (above = Math.max(at, above + room)))
  let below = bottom + room
  return pushed.reduceRight<number[]>((placed, at) => [(below = Math.min(at, below - room)), ...placed], [])
}
