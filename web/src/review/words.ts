/** What a review says, in the reader's language. */

import { kitOf } from '../boards/boards'
import { has, t } from '../lib/i18n.svelte'
import { percent } from '../lib/sentences'
import type { Review, Reviewed, Table } from '../lib/types'
import { seatName } from '../lobby/people'
import type { Film } from '../replay/film.svelte'
import { rowsOf } from './curve'

export type Option = Reviewed['choice']

/** A chance gained or lost: +3 %, −11 %. */
export function signed(chance: number): string {
  const rounded = Math.round(100 * Math.abs(chance))
  return rounded === 0 ? '0 %' : `${chance < 0 ? '−' : '+'}${rounded} %`
}

/** A choice as a review, a hint or the table names it. */
type Named = Pick<Option, 'message'>

export const choiceText = (game: string, { message }: Named): string => kitOf(game)?.choiceText(message) ?? ''

/** Why a choice was worse, in sentences. */
export function reasonsOf(
  game: string,
  { reasons, choice, best }: Pick<Reviewed, 'reasons'> & { choice: Named; best: Named | null },
): string[] {
  if (!best) return []
  const said = { choice: choiceText(game, choice), best: choiceText(game, best) }
  return reasons.map(({ key, names, text }) => (has(key) ? t(key, { ...names, ...said }) : text))
}

export const isMistake = ({ verdict }: Reviewed): boolean =>
  verdict === 'inaccuracy' || verdict === 'mistake' || verdict === 'blunder'

/** The moments a seat can learn from, the dearest first. */
export const mistakesOf = (review: Pick<Review, 'moments'>, seat: number): Reviewed[] =>
  review.moments.filter((moment) => moment.seat === seat && isMistake(moment)).sort((a, b) => b.loss - a.loss)

/** Whom the curve has lifted or let fall most at a moment, and by how much. */
export function swingAt(review: Review, moment: Reviewed): { seat: number; by: number } {
  const rows = rowsOf(review)
  const at = review.moments.indexOf(moment)
  const swings = (rows[at + 1] ?? []).map((after, seat) => ({ seat, by: after - (rows[at]?.[seat] ?? 0) }))
  return swings.reduce((most, one) => (Math.abs(one.by) > Math.abs(most.by) ? one : most), { seat: moment.seat, by: 0 })
}

/** Of those who decide together the last one lets things happen: so many steps later at most. */
const TOGETHER = 12

/** What came of a moment, to a seat if anything did, in sentences. */
export function whatCame(film: Film, table: Table, moment: Reviewed, seat: number): string[] {
  const kit = kitOf(table.game)
  if (!kit) return []
  const steps = film.story.steps.slice(moment.number, moment.number + TOGETHER)
  const later = steps.findIndex(({ events }) => events.some((event) => film.moves(event)))
  const events = steps[Math.max(0, later)]?.events ?? []
  const moving = events.filter((event) => film.moves(event))
  const theirs = moving.filter((event) => 'rider' in event && kit.seatOf(String(event.rider)) === seat)
  const shown = [theirs, moving, events].find((some) => some.length) ?? []
  return shown.map((event) => kit.sentence(event, film.momentAt(moment.number)))
}

/** Who sat on a seat. */
export function nameAt(table: Table, seat: number): string {
  const place = table.seats[seat]
  return place ? seatName(place) : ''
}

/** How sure a loss is: twice its error to either side. */
export const give = ({ loss, error }: Reviewed): string =>
  t('review.loss', { loss: percent(loss), error: percent(2 * error) })
