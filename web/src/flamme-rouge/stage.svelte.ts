/** A race on the road before one's eyes: cards are shown, riders ride. */

import { later, Stage, type Foreseen } from '../lib/animate.svelte'
import { api } from '../lib/api'
import { riderOf } from '../lib/events'
import { timesAfter, type Times } from './clock'
import { laneNumber } from './geometry'
import { seatOf } from './riders'
import type { Card, Event, OnTheRoad, RiderId, Scenery, View } from './types'

export interface Shown {
  square: number
  lane: number
}

/** Where a rider would come to. */
export interface Ghost {
  rider: RiderId
  square: number
  sign?: string
}

const REVEAL_MS = 1200
const SQUARE_MS = 80
const SETTLE_MS = 150
/** A ride that was cut short or carried on is looked at a little longer. */
const HELD_MS = 600
const TIRED_MS = 900
const SAY_MS = 500

type Kind = Event['type']
const OF_THE_CLOCK: Kind[] = ['LostTime', 'GainedTime']

export class RoadStage extends Stage<OnTheRoad> {
  /** Where the riders are drawn. */
  places = $state<Record<RiderId, Shown>>({})
  /** The cards on show. */
  cards = $state<Record<RiderId, Card>>({})
  tired = $state<RiderId[]>([])
  /** The road, by its tiles. */
  letters = $state('')
  /** On a tour, the tracker. */
  times = $state.raw<Times>({})
  /** The rider who is about to be placed, and where a card would take its rider. */
  placing = $state<RiderId | null>(null)
  ghost = $state<Ghost | null>(null)
  /** Where choices that are compared would lead. */
  compared = $state.raw<Ghost[]>([])
  private sceneries = $state.raw<Record<string, Scenery>>({})

  override readonly silent: Kind[] = ['Drew', 'Chose', 'Drafted']
  protected override readonly together: Kind[] = [
    'Revealed',
    'Carried',
    'Tired',
    'Spared',
    'LostTime',
    'GainedTime',
    'Recovered',
  ]

  /** The road that is now ridden; until its drawing is there, the last that came: a board never loses its road. */
  get scenery(): Scenery | null {
    return this.sceneries[this.letters] ?? Object.values(this.sceneries).at(-1) ?? null
  }

  /** The drawing of a road that is new is fetched. */
  override prepare(view: View | null): void {
    if (!view || this.sceneries[view.letters]) return
    void api
      .scenery(view.game, view.letters)
      .then((scenery) => (this.sceneries = { ...this.sceneries, [view.letters]: scenery }), later)
  }

  override foresee(choices: Foreseen<OnTheRoad>[]): void {
    const riders = Object.entries(this.view?.riders ?? {})
    const drawn = riders.find(([id, rider]) => rider.drawn && seatOf(id) === this.view?.you)?.[0]
    this.compared = choices.flatMap(({ choice: { message, preview }, sign }) => {
      if (message.type === 'Place') return [{ rider: message.rider, square: message.square, sign }]
      return drawn && preview ? [{ rider: drawn, square: preview.square, sign }] : []
    })
  }

  protected override adopt(): void {
    const final: View | null = this.final
    const places: Record<RiderId, Shown> = {}
    const cards: Record<RiderId, Card> = {}
    const times: Times = {}
    for (const [id, rider] of Object.entries(final?.riders ?? {})) {
      if (rider.square !== null) places[id] = { square: rider.square, lane: laneNumber(rider.lane) }
      if (rider.revealed !== null) cards[id] = rider.revealed
      if (rider.time !== undefined) times[id] = rider.time
    }
    super.adopt()
    this.letters = final?.letters ?? ''
    this.times = times
    // whoever was there when the last of a tour came home has them still before their eyes
    if (!final?.result || Object.keys(places).length) this.places = places
    this.cards = cards
    this.tired = []
  }

  protected override async show(group: Event[]): Promise<void> {
    const first = group[0]
    if (!first) return
    const final: View | null = this.final
    this.lit = group.map(riderOf)
    for (const event of group) this.times = timesAfter(this.times, event)
    switch (first.type) {
      case 'Revealed':
        for (const event of group) if (event.type === 'Revealed') this.cards[event.rider] = event.card
        return this.pause(REVEAL_MS)
      case 'Placed':
        this.places[first.rider] = { square: first.square, lane: laneNumber(first.lane) }
        return this.pause(SAY_MS)
      case 'Moved':
        await this.glide([{ rider: first.rider, square: first.square, lane: laneNumber(first.lane) }])
        return this.pause(first.reasons.length ? HELD_MS : SETTLE_MS)
      case 'Carried':
        await this.glide(
          group.flatMap((event) =>
            event.type === 'Carried'
              ? [{ rider: event.rider, square: event.square, lane: this.places[event.rider]?.lane ?? 0 }]
              : [],
          ),
        )
        return this.pause(SETTLE_MS)
      case 'Tired':
      case 'Spared':
        this.tired = first.type === 'Tired' ? this.lit : []
        await this.pause(TIRED_MS)
        this.tired = []
        return
      case 'StageBegan':
        this.places = {}
        this.cards = {}
        this.letters = final?.tour?.stages[first.stage - 1]?.letters ?? this.letters
        return this.pause(SAY_MS)
      default:
        return this.pause(OF_THE_CLOCK.includes(first.type) ? TIRED_MS : SAY_MS)
    }
  }

  private async glide(moves: { rider: RiderId; square: number; lane: number }[]): Promise<void> {
    const starts = moves.map(({ rider: id, square, lane }) => this.places[id] ?? { square, lane })
    const longest = Math.max(1, ...moves.map(({ square }, index) => square - (starts[index]?.square ?? 0)))
    const begun = performance.now()
    for (;;) {
      const whole = SQUARE_MS * (longest + 1) * this.beat
      const part = whole > 0 ? Math.min(1, (performance.now() - begun) / whole) : 1
      const eased = part < 0.5 ? 2 * part * part : 1 - (2 - 2 * part) ** 2 / 2
      moves.forEach(({ rider: id, square, lane }, index) => {
        const from = starts[index] ?? { square, lane }
        this.places[id] = {
          square: from.square + (square - from.square) * eased,
          lane: from.lane + (lane - from.lane) * eased,
        }
      })
      if (part >= 1) return
      await this.frame()
    }
  }
}
