/** Words that every game uses, in the reader's language. */
import { t } from './i18n.svelte'
import { TEAMS } from './types'

/** A word as it begins a line. */
export const capital = (word: string): string => word.charAt(0).toLocaleUpperCase() + word.slice(1)

/** “Blue” in the reader's language. */
export function teamName(team: string): string {
  return t(`team.${team}`)
}

/** The team of a seat. */
export function seatTeam(seat: number): string {
  return teamName(TEAMS[seat % TEAMS.length] ?? 'Blue')
}

/** A chance as it is written: 31 %. */
export function percent(chance: number): string {
  return `${Math.round(100 * chance)} %`
}
