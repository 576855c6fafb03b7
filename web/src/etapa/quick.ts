/** Quick play: which decisions answer themselves, and with what. */

import { baseAt } from './road'
import type { Choice, StageCard, View } from './types'

/** Ask everything; follow wheels and leave out what hardly matters; besides, ride the die without cards. */
export const PACES = ['ask', 'wheel', 'tempo'] as const
export type Pace = (typeof PACES)[number]

/** A wheel is worth following that goes at least as far as a throw of this. */
const MIDDLING = 3
/** In a time trial a throw of this or more is worth a thought about a card. */
const WORTH_A_CARD = 4

/** The obvious answer to a routine question, or nothing: then the player is asked. */
export function routine(view: View, card: StageCard, choices: readonly Choice[], pace: Pace): Choice | null {
  if (pace === 'ask' || !choices.length) return null
  const one = (type: string): Choice | null => choices.find(({ message }) => message.type === type) ?? null
  switch (view.phase) {
    case 'plan':
      return lastKilometre(view, card) ? null : (wheel(view, card, choices) ?? (pace === 'tempo' ? one('Throw') : null))
    case 'move':
      return one('StopForFood') || one('StopAtHelper') ? null : one('RideOn')
    case 'next':
      return choices[0] ?? null
    case 'raise':
      return anybodyNear(view, card) ? null : one('NoMore')
    case 'bonus':
      return one('TakeBonus')
    case 'contact':
      return one('TakeCard')
    case 'pick':
      return [...choices].sort((a, b) => (b.message.face ?? 0) - (a.message.face ?? 0))[0] ?? null
    case 'multiply':
      return view.turn.die < WORTH_A_CARD ? one('NoCard') : null
    case 'change':
      return view.teams[view.you ?? -1]?.spent ? null : one('KeepLead')
    default:
      return null
  }
}

/** The wheel that goes furthest, if it is not too slow. */
function wheel(view: View, card: StageCard, choices: readonly Choice[]): Choice | null {
  const wheels = choices.filter(({ message }) => message.type === 'Follow')
  const best = wheels.sort((a, b) => (b.message.fields ?? 0) - (a.message.fields ?? 0))[0]
  if (!best) return null
  const here = view.riders[view.turn.rider ?? '']?.field ?? 0
  return (best.message.fields ?? 0) >= MIDDLING + baseAt(card, here, view.weather) ? best : null
}

/** The sprint is not a routine: whoever is past the red flag is asked. */
function lastKilometre(view: View, card: StageCard): boolean {
  return (view.riders[view.turn.rider ?? '']?.field ?? 0) >= card.flag || view.turn.second
}

function anybodyNear(view: View, card: StageCard): boolean {
  return Object.values(view.riders).some(({ seat, field }) => seat === view.you && field >= card.flag)
}
