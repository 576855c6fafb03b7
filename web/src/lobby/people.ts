/** Who sits where, in words. */
import { has, t } from '../lib/i18n.svelte'
import { capital, teamName } from '../lib/sentences'
import type { PlayerInfo, Seat } from '../lib/types'

/** A level of bots as it is called in the reader's language, or by its own name; whatever budget it has. */
export function levelName(named: string): string {
  const [level = ''] = named.split('@')
  return has(`level.${level}`) ? t(`level.${level}`) : capital(level)
}

/** What is said of a level; the server's own words where the catalogue has none. */
export function levelText({ name, text }: PlayerInfo): string {
  return has(`level.${name}.text`) ? t(`level.${name}.text`) : text
}

/** Those who can be met in a game. */
export function ridingIn(game: string, players: PlayerInfo[]): PlayerInfo[] {
  return players.filter(({ games }) => games.includes(game))
}

/** The level a table begins with. */
export function usualLevel(players: PlayerInfo[]): string {
  return players.find(({ name }) => name === 'domestique')?.name ?? players.at(-1)?.name ?? 'domestique'
}

/** A bot that goes by its level, as all did once and those from outside do. */
const isNameless = ({ name, level }: Seat): boolean => !name || name === level

/** The level of a bot that has a name besides. */
export const levelBeside = (seat: Seat): string =>
  seat.kind === 'bot' && seat.level && !isNameless(seat) ? levelName(seat.level) : ''

/** What a bot is like, in half a sentence. */
export function mannerOf({ level }: Seat): string {
  const key = `manner.${level?.split('@')[0]}`
  return has(key) ? t(key) : ''
}

/** What others call whoever sits on a seat. */
export function seatName(seat: Seat): string {
  if (seat.kind === 'bot' && isNameless(seat)) return levelName(seat.level ?? seat.name)
  return seat.name || teamName(seat.team)
}

/** Whether somebody sits there who can read and decide. */
export const isPerson = ({ kind }: Seat): boolean => kind === 'person' || kind === 'hotseat'
