/** A finished match as a film: where it stands, forwards and backwards, by step, round and stage. */

import type { Story } from '../lib/types'

/** Seconds at speed 1: for a rider's move, for a step in which nothing moves. */
const A_MOVE = 0.7
const A_STEP = 0.35

type EventOf<S extends Story> = S['steps'][number]['events'][number]

export class Film<S extends Story = Story> {
  /** Decisions made so far. */
  step = $state(0)
  playing = $state(false)
  speed = $state(1)
  /** Events of the last decision shown so far; all of them unless it is being played. */
  protected shown = $state(Infinity)

  /** The first step of every stage of a tour. */
  readonly stages: { stage: number; step: number }[]
  /** What there was to be seen at the beginning and after every decision. */
  protected readonly moments: S['begin'][]

  constructor(readonly story: S) {
    this.stages = story.steps.flatMap(({ events }, index) =>
      events.flatMap((event) => (event.type === 'StageBegan' ? [{ stage: event.stage, step: index + 1 }] : [])),
    )
    this.moments = momentsOf(story)
  }

  /** The stage of a tour that is now ridden. */
  get stage(): number {
    return this.stages.findLast(({ step }) => step <= this.step)?.stage ?? 1
  }

  get count(): number {
    return this.story.steps.length
  }

  get moment(): S['begin'] {
    return this.momentAt(this.step)
  }

  /** What there was to be seen after so many decisions. */
  momentAt(step: number): S['begin'] {
    return this.moments[step] ?? this.story.begin
  }

  protected get all(): EventOf<S>[] {
    return this.story.steps[this.step - 1]?.events ?? []
  }

  /** What has happened in this step so far. */
  get events(): EventOf<S>[] {
    return this.all.slice(0, Math.min(this.all.length, this.shown))
  }

  /** Whether all of this step has been shown. */
  get told(): boolean {
    return this.shown >= this.all.length
  }

  /** Whether an event moves a rider, so that it is worth looking at. */
  moves(_event: EventOf<S>): boolean {
    return false
  }

  /** The first step of every round. */
  private get allRounds(): { round: number; step: number }[] {
    const found: { round: number; step: number }[] = []
    let last = 0
    this.moments.forEach(({ round }, step) => {
      if (step && round && round !== last) found.push({ round, step })
      last = round
    })
    return found
  }

  /** The first step of every round, on a tour those of the stage now ridden. */
  get rounds(): { round: number; step: number }[] {
    const from = this.stages.find(({ stage }) => stage === this.stage)?.step ?? 0
    const to = this.stages.find(({ stage }) => stage === this.stage + 1)?.step ?? Infinity
    return this.allRounds.filter(({ step }) => step >= from && step < to)
  }

  to(step: number): void {
    this.step = Math.max(0, Math.min(this.count, step))
    this.shown = Infinity
  }

  toRound(by: 1 | -1): void {
    const rounds = this.allRounds
    const at = rounds.filter(({ step }) => step <= this.step).length - 1
    if (by > 0) this.to(rounds[at + 1]?.step ?? this.count)
    else this.to((rounds[at]?.step === this.step ? rounds[at - 1]?.step : rounds[at]?.step) ?? 0)
  }

  toggle(): void {
    if (!this.playing && this.step >= this.count && this.shown >= this.all.length) this.to(0)
    this.playing = !this.playing
  }

  /** Whether a decision is played event by event. */
  protected get inDetail(): boolean {
    return false
  }

  /** How long what is now shown stays, in milliseconds. */
  get pause(): number {
    const moving = this.shown < this.all.length || this.inDetail
    return ((moving ? A_MOVE : A_STEP) * 1000) / this.speed
  }

  /** Show the next thing that happens. */
  onward(): void {
    const { all } = this
    if (this.shown < all.length) {
      const next = all.findIndex((event, index) => index >= this.shown && this.moves(event))
      this.shown = next < 0 ? all.length : next + 1
    } else if (this.step >= this.count) {
      this.playing = false
    } else {
      this.step += 1
      this.shown = this.inDetail ? 0 : Infinity
    }
  }
}

/** What was to be seen at the beginning and after every decision: a step tells only what it has changed. */
export function momentsOf<S extends Story>({ begin, steps }: S): S['begin'][] {
  const found: S['begin'][] = [begin]
  let last: S['begin'] = begin
  for (const { changed } of steps) {
    last = Object.assign({}, last, changed, { riders: { ...last.riders, ...changed.riders } })
    found.push(last)
  }
  return found
}
