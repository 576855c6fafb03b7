/** The stage of a day in words. */

import { has, language, t } from '../lib/i18n.svelte'
import { levelName } from '../lobby/people'
import type { Day } from './api'

const HOUR = 3600

/** What is ridden: the game and its stage. */
export function raceOf({ game, stage }: Day): string {
  return [has(`game.${game}`) ? t(`game.${game}`) : game, stage].filter(Boolean).join(' · ')
}

/** Against whom. */
export const againstOf = ({ seats, level }: Day): string =>
  t('day.against', { count: seats - 1, level: levelName(level) })

/** A day as it is written: 19 November. */
export const dateOf = (day: string): string =>
  new Intl.DateTimeFormat(language(), { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    Date.parse(day),
  )

/** How long it is until a moment, in hours or minutes. */
export function timeTo(moment: number, now: number): string {
  const left = Math.max(0, moment - now / 1000)
  return left >= HOUR
    ? t('day.hours', { count: Math.floor(left / HOUR) })
    : t('day.minutes', { count: Math.ceil(left / 60) })
}

/** The day before or after another. */
export const dayBeside = (day: string, by: number): string =>
  new Date(Date.parse(day) + by * 24 * HOUR * 1000).toISOString().slice(0, 10)

/** One's own place among all who rode, if one has one. */
export function placeOf({ mine, riders }: Day): string {
  return mine?.rank ? t('day.place', { rank: mine.rank, count: riders }) : ''
}
