/** A time trial that has been ridden: what every rider's tokens were, as the events told it. */

import type { Event } from '../lib/types'
import type { RiderId, View } from './types'

/** How a rider rode against the clock. */
export interface Rode {
  tokens: number
  points: number
  /** Seconds behind the best. */
  seconds: number
}

export type Ridden = Record<RiderId, Rode>

/** The time trial of a stage, from what has been told; a decision that was taken back (no event) untells it. */
export function riddenIn(told: (Event | null)[], stage = 1): Ridden {
  let ridden: Ridden = {}
  for (const event of told) {
    if (event?.type === 'RodeTrial') {
      const { rider, tokens, points, seconds } = event
      ridden = { ...ridden, [rider]: { tokens, points, seconds } }
    } else if (event?.type === 'StageBegan') {
      if (event.stage > stage) break
      ridden = {}
    } else if (!event) ridden = {}
  }
  return ridden
}

/** Whether the sheet of a time trial lies on the table: while one is ridden, and after one that was the end. */
export const isTrial = ({ phase, result }: View): boolean => phase === 'trial' || result?.ending === 'time trial'
