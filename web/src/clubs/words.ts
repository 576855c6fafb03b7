/** Days, times and people of a league, in the reader's language. */
import { has, language, t } from '../lib/i18n.svelte'
import { DAY, HOUR, MINUTE } from '../lib/time'
import { heading } from '../plain/facts'
import type { ClubMember } from './api'

/** A moment, as one writes it into a diary. */
export function moment(seconds: number): string {
  const form: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short' }
  return new Intl.DateTimeFormat(language(), { ...form, hour: 'numeric', minute: '2-digit' }).format(1000 * seconds)
}

/** How long a round may take. */
export function lasting(seconds: number): string {
  if (seconds >= DAY) return t('league.days', { n: Math.round(seconds / DAY) })
  if (seconds >= HOUR) return t('league.hours', { n: Math.round(seconds / HOUR) })
  return t('league.minutes', { n: Math.max(1, Math.round(seconds / MINUTE)) })
}

/** Whoever has a number; one who was forgotten has no name any more. */
export function nameOf(members: ClubMember[], number: number | null): string {
  if (number === null) return t('league.bot')
  return members.find((member) => member.number === number)?.name ?? t('league.forgotten')
}

export const coloursOf = (members: ClubMember[], number: number | null): string =>
  members.find((member) => member.number === number)?.colours ?? 'Black'

/** What a classification of a tour is called. */
export const jerseyOf = (name: string): string =>
  has(`league.jersey.${name}`) ? t(`league.jersey.${name}`) : heading(name)

/** Minutes and seconds, with hours where there are any. */
export function clock(seconds: number): string {
  const two = (part: number) => String(part).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / HOUR), Math.floor((seconds % HOUR) / MINUTE)]
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % MINUTE)}`
}
