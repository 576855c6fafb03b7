/** What the curve is drawn from. */

import type { Ground, Review } from '../lib/types'

/** How the line of a seat is broken: colours never alone. */
export const DASHES = ['', '13 5', '3 5', '13 4 3 4', '8 8', '1 6']

/** The chances of all seats before the first moment and after every one. */
export const rowsOf = ({ opening, public: rows }: Review): number[][] => [opening, ...rows]

/** The decisions after which the foremost rider was elsewhere, with the ends. */
export const stepsOf = (ground: Ground[]): { step: number; here: Ground }[] =>
  ground.flatMap((here, step) =>
    step === 0 || step === ground.length - 1 || here.at !== ground[step - 1]?.at ? [{ step, here }] : [],
  )

/** Where marks stand, pushed apart so that each can be read and none lies beyond the end. */
export function apart(wanted: number[], room: number, end: number): number[] {
  const order = wanted.map((_, index) => index).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0))
  const placed = wanted.slice()
  let before = -Infinity
  for (const index of order) before = placed[index] = Math.max(wanted[index] ?? 0, before + room)
  let after = end + room
  for (const index of order.toReversed()) after = placed[index] = Math.min(placed[index] ?? 0, after - room)
  return placed
}
