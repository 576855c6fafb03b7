/** A table as it is being set up: who sits where, and how that is told to the server. */
import { t } from '../lib/i18n.svelte'
import { session } from '../lib/session.svelte'
import type { GameInfo, OptionSchema, SeatPlan } from '../lib/types'

export interface Chair {
  /** me, open, hotseat, muscle, peloton, or bot: and its level. */
  who: string
  name: string
  handicap: number
}

export const DUMMIES = ['muscle', 'peloton']
/** Options with a place of their own on the page. */
const PLACED = ['stage', 'stages', 'traits', 'cooperation', 'teams', 'handicap', 'first']

export const chair = (who: string): Chair => ({ who, name: '', handicap: 0 })
export const isDummy = ({ who }: Chair): boolean => DUMMIES.includes(who)
/** The level of a chair's bot, or nothing. */
export const levelOf = ({ who }: Chair): string => (who.startsWith('bot:') ? who.slice(4) : '')

export function propertiesOf(game: GameInfo | null): Record<string, OptionSchema> {
  return game?.schema.$defs.Options.properties ?? {}
}

/** The house rules of a game: every option that is a choice between words. */
export function rulesOf(game: GameInfo | null): [string, OptionSchema][] {
  return Object.entries(propertiesOf(game)).filter(([name, property]) => !PLACED.includes(name) && property.enum)
}

export function usualRules(game: GameInfo): Record<string, string> {
  return Object.fromEntries(rulesOf(game).map(([name, { default: usual }]) => [name, String(usual)]))
}

export function seatPlan(chair: Chair): SeatPlan {
  const level = levelOf(chair)
  if (level) return { kind: 'bot', level }
  if (chair.who === 'open') return { kind: 'open' }
  if (isDummy(chair)) return { kind: 'dummy', name: t(`dummy.${chair.who}`) }
  return { kind: 'hotseat', name: chair.who === 'me' ? session.name.trim() || t('lobby.me') : chair.name.trim() }
}

/** The road, and of the rest only what differs from the game as printed. */
export function optionsOf(
  game: GameInfo,
  road: { stage: string } | { stages: string[]; traits: boolean; cooperation: boolean },
  chosen: { chairs: Chair[]; house: Record<string, string>; first: string },
): Record<string, unknown> {
  const { chairs, house, first } = chosen
  const options: Record<string, unknown> = { ...road }
  for (const [name, property] of rulesOf(game)) if (house[name] !== property.default) options[name] = house[name]
  if (chairs.some(isDummy)) options['teams'] = chairs.map((one) => (isDummy(one) ? one.who : 'player'))
  if (chairs.some((one) => one.handicap)) options['handicap'] = chairs.map((one) => one.handicap)
  if (first !== 'random' && Number(first) < chairs.length) options['first'] = Number(first)
  return options
}
