/** Words that every game uses, in the reader's language. */
import { has, language, t } from './i18n.svelte'
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

/** A round, or what a game calls it. */
export function roundName(game: string, round: number): string {
  return has(`table.round.${game}`) ? t(`table.round.${game}`, { round }) : t('common.round', { round })
}

/** A chance as it is written: 31 %. */
export function percent(chance: number): string {
  return `${Math.round(100 * chance)} %`
}

/** A number to one decimal place: 2.5, or 2,5. */
export function decimal(number: number): string {
  return new Intl.NumberFormat(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(number)
}

/** A phrase of the server as a part of a key. */
export const slug = (words: string): string => words.replace(/[^\p{L}\p{N}]+/gu, '-')

/** What is to be said of a stage: the key of a note, with the number it names behind a dot. */
export function noteText(note: string): string {
  const [key = '', number = ''] = note.split('.')
  return t(`note.${key}`, { number })
}

/** The key of what happened. */
export const eventKey = (room: string, type: string, form: string): string =>
  [room, type, form].filter(Boolean).join('.')

/** The key of a choice: the short form of its sentence, where it has one for buttons. */
export function choiceKey(room: string, type: string, form: string): string {
  const key = eventKey(room, type, form)
  return has(`${key}.short`) ? `${key}.short` : key
}
