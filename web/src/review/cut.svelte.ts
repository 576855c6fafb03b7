/** The race cut to a minute: how long every picture stays, and what is said under it. */

import { kitOf } from '../boards/boards'
import { t } from '../lib/i18n.svelte'
import { percent } from '../lib/sentences'
import type { Review, Table } from '../lib/types'
import type { Film } from '../replay/film.svelte'
import { choiceText, isMistake, nameAt, reasonsOf, signed, swingAt } from './words'

const WHOLE_MS = 60_000
/** A turning point stays on the screen so long. */
const HELD_MS = 2600
/** So much of the minute is for turning points at most. */
const MOST_HELD = 0.5
/** A picture that is gone sooner cannot be seen. */
const LEAST_MS = 16
const END = ['Ended', 'StageEnded', 'TourEnded']

export class Cut {
  /** Milliseconds for one beat of the film at its own pace. */
  private readonly pace: number
  private readonly held: Map<number, string>

  constructor(
    readonly film: Film,
    private readonly table: Table,
    private readonly review: Review | null,
  ) {
    const turns = (review?.turning_points ?? []).slice(0, Math.floor((WHOLE_MS * MOST_HELD) / HELD_MS))
    this.held = new Map(turns.map((number) => [number, this.sentence(number)]))
    this.pace = (WHOLE_MS - HELD_MS * this.held.size) / Math.max(1, wholeLength(film))
  }

  /** How long what is now shown stays. */
  get pause(): number {
    const held = this.film.told ? this.held.has(this.film.step - 1) : false
    return Math.max(LEAST_MS, this.film.pause * this.pace) + (held ? HELD_MS : 0)
  }

  /** What is said now: the turning point, or what has just happened. */
  get caption(): string {
    const { film } = this
    if (film.step === 0) return t('review.film.start')
    const turning = this.held.get(film.step - 1)
    if (turning) return turning
    const kit = kitOf(this.table.game)
    const last = film.events.findLast((event) => film.moves(event) || END.includes(event.type)) ?? film.events.at(-1)
    return last ? (kit?.sentence(last, film.moment) ?? last.text) : ''
  }

  /** Whether what is said is a turning point. */
  get turning(): boolean {
    return this.held.has(this.film.step - 1)
  }

  private sentence(number: number): string {
    const { review } = this
    const moment = review?.moments.find((one) => one.number === number)
    if (!review || !moment) return ''
    const name = nameAt(this.table, moment.seat)
    const choice = choiceText(this.table.game, moment.choice)
    if (!isMistake(moment) || !moment.best) {
      const { seat, by } = swingAt(review, moment)
      return t('review.film.luck', { turn: t('review.turn'), name: nameAt(this.table, seat), luck: signed(by) })
    }
    const [why = t('review.film.better', { best: choiceText(this.table.game, moment.best) })] = reasonsOf(
      this.table.game,
      moment,
    )
    return t('review.film.mistake', { name, choice, loss: percent(moment.loss), why })
  }
}

/** How long the whole film lasts at its own pace. */
function wholeLength(film: Film): number {
  const again = kitOf(film.story.table.game)?.film(film.story)
  if (!again) return 0
  let whole = 0
  again.playing = true
  while (again.playing) {
    whole += again.pause
    again.onward()
  }
  return whole
}
