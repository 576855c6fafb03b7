/** A race of Due Ruote before one's eyes: after each thing that happens the board is as it is then. */

import { riderOf, Stage } from '../lib/animate.svelte'
import type { Event, View } from '../lib/types'
import type { RiderId } from './types'

const SAY_MS = 450
/** Milliseconds that some events stay longer or shorter. */
const PAUSES: Record<string, number> = { TurnBegan: 1300, Tired: 1200, Decided: 1100, PaceRose: 900, BrokeAway: 900, Paid: 250, Declined: 250 }

export class DueStage extends Stage {
  /** The rider who was pointed at on the board, where there are several things to do with him. */
  picked = $state<RiderId | null>(null)

  protected override readonly together = ['Tired', 'Worn', 'Dropped', 'Sprinted', 'Scored']

  protected override show(group: Event[]): Promise<void> {
    this.lit = group.map(riderOf)
    return this.pause(PAUSES[group[0]?.type ?? ''] ?? SAY_MS)
  }

  protected override reached(view: View | null): void {
    this.view = view
  }
}
