/** A finished race or tour as a film: where it stands, forwards and backwards, by step, round and stage. */

import type { Shown } from '../lib/animate.svelte'
import { START_TIME, timesAfter, type Times } from '../lib/clock'
import { laneNumber } from '../lib/geometry'
import type { Event, Moment, Place, RiderId, Story } from '../lib/types'

/** Seconds at speed 1: for a rider's move, for a step in which nothing moves. */
const A_MOVE = 0.7
const A_STEP = 0.35

export const moves = ({ type }: Event): boolean => ['Moved', 'Carried', 'Placed'].includes(type)

export class Film {
  /** Decisions made so far. */
  step = $state(0)
  playing = $state(false)
  speed = $state(1)
  /** Events of the last decision shown so far; all of them unless it is being played. */
  private shown = $state(Infinity)

  /** The first step of every stage of a tour. */
  readonly stages: { stage: number; step: number }[]

  constructor(readonly story: Story) {
    this.stages = story.steps.flatMap(({ events }, index) =>
      events.flatMap((event) => (event.type === 'StageBegan' ? [{ stage: event.stage, step: index + 1 }] : [])),
    )
  }

  /** The stage of a tour that is now ridden. */
  get stage(): number {
    return this.stages.findLast(({ step }) => step <= this.step)?.stage ?? 1
  }

  /** The road, by its tiles; before the draft of a tour is over, the first. */
  get letters(): string {
    return this.moment.letters
  }

  /** The tracker of a tour as it stands now. */
  get times(): Times {
    let times: Times = Object.fromEntries(Object.keys(this.story.begin.riders).map((rider) => [rider, START_TIME]))
    for (const { events } of this.story.steps.slice(0, this.step - 1)) for (const event of events) times = timesAfter(times, event)
    for (const event of this.events) times = timesAfter(times, event)
    return times
  }

  get count(): number {
    return this.story.steps.length
  }

  get moment(): Moment {
    return this.story.steps[this.step - 1] ?? this.story.begin
  }

  private get all(): Event[] {
    return this.story.steps[this.step - 1]?.events ?? []
  }

  /** What has happened in this step so far. */
  get events(): Event[] {
    return this.all.slice(0, Math.min(this.all.length, this.shown))
  }

  /** Who is on the road, the first one first. */
  get order(): [RiderId, Place][] {
    return Object.entries(this.riders)
      .filter(([, place]) => place.square !== null)
      .sort(([, a], [, b]) => (b.square ?? 0) - (a.square ?? 0) || (a.lane === 'right' ? -1 : 1))
  }

  get places(): Record<RiderId, Shown> {
    return Object.fromEntries(
      this.order.map(([rider, { square, lane }]) => [rider, { square: square ?? 0, lane: laneNumber(lane) }]),
    )
  }

  /** The first step of every round. */
  private get allRounds(): { round: number; step: number }[] {
    const found: { round: number; step: number }[] = []
    let last = 0
    this.story.steps.forEach(({ round }, index) => {
      if (round && round !== last) found.push({ round, step: index + 1 })
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

  /** How long what is now shown stays, in milliseconds. */
  get pause(): number {
    const moving = this.shown < this.all.length || this.all.some(({ type }) => type === 'Moved')
    return ((moving ? A_MOVE : A_STEP) * 1000) / this.speed
  }

  /** Show the next thing that happens. */
  onward(): void {
    const { all } = this
    if (this.shown < all.length) {
      do this.shown += 1
      while (this.shown < all.length && !moves(all[this.shown - 1] as Event))
    } else if (this.step >= this.count) {
      this.playing = false
    } else {
      this.step += 1
      this.shown = this.all.some(({ type }) => type === 'Moved') ? 0 : Infinity
    }
  }

  private get riders(): Record<RiderId, Place> {
    if (this.shown >= this.all.length) return this.moment.riders
    if (this.events.some(({ type }) => type === 'StageBegan')) return this.moment.riders
    const places = { ...(this.story.steps[this.step - 2] ?? this.story.begin).riders }
    for (const event of this.events) {
      if (event.type === 'Moved' || event.type === 'Placed')
        places[event.rider] = { square: event.square, lane: event.lane }
      if (event.type === 'Carried')
        places[event.rider] = { lane: places[event.rider]?.lane ?? null, square: event.square }
    }
    return places
  }
}
