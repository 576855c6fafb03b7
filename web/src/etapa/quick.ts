/** Quick play: how much of what the room calls routine answers itself. */

import type { Choice, View } from './types'

/** Ask everything; give the room's routine answers; besides, ride the die without cards before the last kilometre. */
export const PACES = ['ask', 'wheel', 'tempo'] as const
export type Pace = (typeof PACES)[number]

/** The answer to a routine question, or nothing: then the player is asked. */
export function routine(view: View, choices: readonly Choice[], pace: Pace): Choice | null {
  if (pace === 'ask') return null
  const obvious = choices.find((choice) => choice.routine)
  if (obvious || pace !== 'tempo' || view.turn.last_kilometre || view.turn.second) return obvious ?? null
  return choices.find(({ message }) => message.type === 'Throw') ?? null
}
