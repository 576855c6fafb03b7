/** Who sits where, in words. */
import { has, t } from '../lib/i18n.svelte'
import { teamName } from '../lib/sentences'
import type { Seat } from '../lib/types'

export const TEAMS = ['Blue', 'Red', 'Green', 'Black', 'Yellow', 'White']

export function levelName(level: string): string {
  return has(`level.${level}`) ? t(`level.${level}`) : level
}

/** What others call whoever sits on a seat. */
export function seatName(seat: Seat): string {
  if (seat.kind === 'bot') return levelName(seat.level ?? seat.name)
  return seat.name || teamName(seat.team)
}

export function teamColour(team: string): string {
  return `var(--${team.toLowerCase()})`
}

export function colourOf(rider: string): string {
  return teamColour(TEAMS[Number(rider[0])] ?? 'Black')
}

export const message = (error: unknown): string => (error instanceof Error ? error.message : String(error))
