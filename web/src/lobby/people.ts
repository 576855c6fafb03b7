/** Who sits where, in words. */
import { has, t } from '../lib/i18n.svelte'
import { capital, teamName } from '../lib/sentences'
import type { PlayerInfo, Seat } from '../lib/types'

/** A level of bots as it is called in the reader's language, or by its own name. */
export function levelName(level: string): string {
  return has(`level.${level}`) ? t(`level.${level}`) : capital(level)
}

/** What is said of a level; the server's own words where the catalogue has none. */
export function levelText({ name, text }: PlayerInfo): string {
  return has(`level.${name}.text`) ? t(`level.${name}.text`) : text
}

/** The level a table begins with. */
export function usualLevel(players: PlayerInfo[]): string {
  return players.find(({ name }) => name === 'domestique')?.name ?? players.at(-1)?.name ?? 'domestique'
}

/** What others call whoever sits on a seat. */
export function seatName(seat: Seat): string {
  if (seat.kind === 'bot') return levelName(seat.level ?? seat.name)
  return seat.name || teamName(seat.team)
}
