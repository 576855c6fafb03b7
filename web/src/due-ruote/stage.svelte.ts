/** A race of Due Ruote before one's eyes: after each thing that happens the board is as it is then. */

import { Stage } from '../lib/animate.svelte'
import { riderOf } from '../lib/events'
import type { Event, RiderId, View } from './types'

const SAY_MS = 450
const RIDE_MS = 700
/** Milliseconds that some events stay longer or shorter. */
const PAUSES: Record<string, number> = {
  TurnBegan: 1300,
  Tired: 1200,
  Decided: 1100,
  PaceRose: 900,
  BrokeAway: 900,
  EventStruck: 1300,
  Hurt: 1100,
  TokensWon: 900,
  StageWon: 1300,
  RodeTrial: 1300,
  Paid: 250,
  Declined: 250,
}

export class DueStage extends Stage<'due-ruote'> {
  /** What everybody had lost before the stage that is over; nothing where one was not there to see it. */
  before = $state.raw<Record<RiderId, number> | null>(null)

  protected override readonly together = ['Tired', 'Worn', 'Dropped', 'Sprinted', 'Scored', 'RodeTrial']

  protected override show(group: Event[]): Promise<void> {
    this.lit = group.map(riderOf)
    return this.pause(PAUSES[group[0]?.type ?? ''] ?? SAY_MS)
  }

  /** How long riders take from one place on the road to another, in milliseconds. */
  get pace(): number {
    return RIDE_MS * this.beat
  }

  protected override reached(view: View | null): void {
    this.remember(view)
    this.view = view
  }

  protected override adopt(): void {
    this.remember(this.final)
    super.adopt()
  }

  /** Times are told in all; those of a stage are the difference, and before the second stage there were none. */
  private remember(next: View | null): void {
    const [now, then] = [this.view?.stages, next?.stages]
    if (!then || then.stage === now?.stage) return
    if (then.stage === 2) this.before = {}
    else
      this.before =
        now?.stage === then.stage - 1
          ? Object.fromEntries(now.general.map(({ rider, time }) => [rider, time ?? 0]))
          : null
  }
}
