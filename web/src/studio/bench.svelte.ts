/** The workbench of the studio: the stage as it is now, every step of it, and what the server says of it. */

import { kitFor, kitOf } from '../boards/boards'
import { explain } from '../lib/faults'
import { t } from '../lib/i18n.svelte'
import { studio } from './api'
import { begun, changed, linkTo, redone, undone, type Course } from './course'
import { Drag, type Carried } from './drag.svelte'
import { keepStage } from './mine.svelte'
import type { Pieces, Sketch } from './types'
import type { Step, Workshop } from './workshop'

export const LONGEST_NAME = 40

export class Bench {
  course = $state.raw<Course>(begun(''))
  name = $state('')
  /** What the server makes of the stage, and of which one. */
  sketch = $state.raw<Sketch | null>(null)
  private sketched = $state('')
  /** What the game's roads are made of. */
  pieces = $state.raw<Pieces | null>(null)
  /** The chosen piece. */
  selected = $state<number | null>(null)
  /** The row of pieces, which what is carried may fall into. */
  area = $state<HTMLElement | null>(null)
  saved = $state(false)
  fault = $state('')
  readonly drag: Drag

  readonly stage = $derived(this.course.now)
  readonly drawn = $derived(this.sketched === this.stage)
  readonly sound = $derived(this.drawn && this.sketch !== null && !this.sketch.flaws.length)
  readonly title: string
  readonly bad: Set<number>

  constructor(readonly shop: Workshop) {
    this.course = begun(shop.empty)
    this.drag = new Drag({ road: () => this.area, dropped: (carried) => this.drop(carried) })
    this.title = $derived(this.name.trim() || shop.unnamed(this.stage))
    this.bad = $derived(this.sketch ? shop.bad(this.sketch) : new Set<number>())
    void kitFor(shop.game).catch(this.tell)
    studio.pieces(shop.game).then((found) => (this.pieces = found), this.tell)
  }

  get link(): string {
    return linkTo(this.shop, this.stage, this.name.trim())
  }

  /** Where a table on this stage is set up. */
  get setUp(): string {
    return ['#/new', ...[this.shop.game, this.stage, this.name.trim()].filter(Boolean).map(encodeURIComponent)].join(
      '/',
    )
  }

  /** The options of a race on this stage. */
  get options(): Record<string, unknown> {
    return kitOf(this.shop.game)?.riding?.(this.stage) ?? {}
  }

  readonly tell = (error: unknown): void => {
    this.fault = explain(error)
  }

  /** A stage from a link is one more step; what of it cannot be understood is said and left out. */
  open(link: string, name: string): void {
    const { stage, lost } = this.shop.understood(link)
    this.fault = !lost.length
      ? ''
      : stage
        ? t('studio.link.part', { lost: lost.join(', ') })
        : t('studio.link.bad', { lost: lost.join(', ') })
    if (stage) this.found(stage)
    this.name = name.slice(0, LONGEST_NAME)
  }

  set(stage: string): void {
    if (this.shop.count(stage) < this.shop.count(this.stage)) this.selected = null
    this.course = changed(this.course, stage)
    this.saved = false
  }

  found(stage: string): void {
    this.set(stage)
    this.selected = null
  }

  undo(): void {
    this.step(undone(this.course))
  }

  redo(): void {
    this.step(redone(this.course))
  }

  pick(place: number): void {
    this.selected = this.selected === place ? null : place
  }

  /** Lay a piece behind the chosen one, or at the end. */
  lay(piece: string): void {
    const end = this.shop.count(this.stage)
    const laid = this.shop.lay(this.stage, piece, this.selected === null ? end : this.selected + 1)
    this.take(laid, this.selected !== null)
  }

  /** Ask the server what it makes of the stage. */
  async look(): Promise<void> {
    const wanted = this.stage
    try {
      const found = await studio.sketch(this.shop.game, wanted)
      if (wanted !== this.stage) return
      this.sketch = found
      this.sketched = wanted
    } catch (error) {
      this.tell(error)
    }
  }

  save(): void {
    if (!this.sketch || !this.sound) return
    keepStage({ game: this.shop.game, name: this.title, letters: this.stage, squares: this.shop.gist(this.sketch) })
    this.saved = true
  }

  private drop({ letter, from, gap }: Carried): void {
    if (gap === null) {
      if (from !== null && !this.shop.stays(this.stage, from)) this.set(this.shop.remove(this.stage, from))
    } else if (from === null) this.take(this.shop.lay(this.stage, letter, gap), false)
    else this.take(this.shop.move(this.stage, from, gap > from ? gap - 1 : gap), false)
  }

  private take({ stage, place }: Step, choose: boolean): void {
    this.set(stage)
    this.selected = choose ? place : null
  }

  private step(to: Course): void {
    this.course = to
    this.selected = null
    this.saved = false
  }
}
