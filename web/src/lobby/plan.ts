/** A table as it is being set up: who sits where, and how that is told to the server. */
import { kitOf } from '../boards/boards'
import { t } from '../lib/i18n.svelte'
import { session } from '../lib/session.svelte'
import type { GameInfo, House, OptionForm, PlayerInfo, SeatPlan } from '../lib/types'

export interface Chair {
  /** me, open, hotseat, the name of a team that nobody leads, or bot: and its level. */
  who: string
  name: string
  handicap: number
}

/** The preset that changes nothing. */
export const PRINTED = 'printed'

const LED = ['me', 'open', 'hotseat']

export const chair = (who: string): Chair => ({ who, name: '', handicap: 0 })
/** The level of a chair's bot, or nothing. */
export const levelOf = ({ who }: Chair): string => (who.startsWith('bot:') ? who.slice(4) : '')
/** Whether nobody leads a chair's team. */
export const isDummy = (one: Chair): boolean => !LED.includes(one.who) && !levelOf(one)

/** Whether a game has what a chair wants: its dummy team, or its bot. */
export function canSit(one: Chair, dummies: string[], players: PlayerInfo[]): boolean {
  if (levelOf(one)) return players.some(({ name }) => name === levelOf(one))
  return !isDummy(one) || dummies.includes(one.who)
}

export function propertiesOf(game: GameInfo | null): Record<string, OptionForm> {
  return game?.schema.$defs.Options.properties ?? {}
}

/** The house rules of a game: every option that is a choice between words, or yes and no. */
export function rulesOf(game: GameInfo): [string, OptionForm][] {
  const placed = kitOf(game.id)?.placed ?? []
  return Object.entries(propertiesOf(game)).filter(
    ([name, property]) => !placed.includes(name) && (property.enum || property.type === 'boolean'),
  )
}

export function usualRules(game: GameInfo): House {
  const usual = rulesOf(game).map(([name, { default: usual }]): [string, string | boolean] => [
    name,
    typeof usual === 'boolean' ? usual : String(usual),
  ])
  return Object.fromEntries(usual)
}

export function seatPlan(chair: Chair): SeatPlan {
  const level = levelOf(chair)
  if (level) return { kind: 'bot', level }
  if (chair.who === 'open') return { kind: 'open' }
  if (isDummy(chair)) return { kind: 'dummy', name: t(`dummy.${chair.who}`) }
  return { kind: 'hotseat', name: chair.who === 'me' ? session.name.trim() : chair.name.trim() }
}

/** What the game's own part of the page has chosen, and of the rest only what differs from the game as printed. */
export function optionsOf(
  game: GameInfo,
  own: Record<string, unknown>,
  chosen: { chairs: Chair[]; house: House; first: string },
): Record<string, unknown> {
  const { chairs, house, first } = chosen
  const options: Record<string, unknown> = { ...own }
  for (const [name, property] of rulesOf(game)) if (house[name] !== property.default) options[name] = house[name]
  if (chairs.some(isDummy)) options['teams'] = chairs.map((one) => (isDummy(one) ? one.who : 'player'))
  if (chairs.some((one) => one.handicap)) options['handicap'] = chairs.map((one) => one.handicap)
  if (first !== 'random' && Number(first) < chairs.length) options['first'] = Number(first)
  return options
}
