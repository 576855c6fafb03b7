/** The round played before one's eyes: events one after another, with the speed one likes. */

import { timesAfter, type Times } from './clock'
import { laneNumber } from './geometry'
import { session, type Speed } from './session.svelte'
import type { Card, Event, RiderId, View } from './types'

export interface Shown {
  square: number
  lane: number
}

const BEAT: Record<Speed, number> = { slow: 1.9, normal: 1, fast: 0.4, instant: 0 }
const REVEAL_MS = 1500
const SQUARE_MS = 130
const SETTLE_MS = 380
const TIRED_MS = 1100
const SAY_MS = 500

type Kind = Event['type']
const TOGETHER: Kind[] = ['Revealed', 'Carried', 'Tired', 'Spared', 'LostTime', 'GainedTime', 'Recovered']
const SILENT: Kind[] = ['Drew', 'Chose', 'Drafted']
const OF_THE_CLOCK: Kind[] = ['LostTime', 'GainedTime']

export class Stage {
  /** Where the riders are drawn. */
  places = $state<Record<RiderId, Shown>>({})
  /** The cards on show. */
  cards = $state<Record<RiderId, Card>>({})
  /** The riders the event of the moment is about. */
  lit = $state<RiderId[]>([])
  tired = $state<RiderId[]>([])
  /** The road, by its tiles. */
  letters = $state('')
  /** On a tour, the tracker. */
  times = $state.raw<Times>({})
  /** The events of the moment. */
  now = $state.raw<Event[]>([])
  busy = $state(false)
  /** The position as it was when all was last shown: nothing is told before its time. */
  view = $state.raw<View | null>(null)

  private queue: Event[] = []
  private hurried = false
  private wake: (() => void) | null = null
  private final: View | null = null
  private stopped = false

  constructor(private readonly told: (events: Event[]) => void) {}

  /** Show a position at once. */
  settle(view: View | null): void {
    this.queue = []
    this.final = view
    if (!this.busy) this.adopt()
    else this.skip()
  }

  /** Play events, ending in this position. */
  play(events: Event[], view: View | null): void {
    this.final = view
    this.queue.push(...events)
    if (!this.busy) void this.run()
  }

  /** Show the rest at once. */
  skip(): void {
    this.hurried = true
    this.wake?.()
  }

  stop(): void {
    this.stopped = true
    this.skip()
  }

  private adopt(): void {
    const places: Record<RiderId, Shown> = {}
    const cards: Record<RiderId, Card> = {}
    const times: Times = {}
    for (const [id, rider] of Object.entries(this.final?.riders ?? {})) {
      if (rider.square !== null) places[id] = { square: rider.square, lane: laneNumber(rider.lane) }
      if (rider.revealed !== null) cards[id] = rider.revealed
      if (rider.time !== undefined) times[id] = rider.time
    }
    this.view = this.final
    this.letters = this.final?.letters ?? ''
    this.times = times
    this.places = places
    this.cards = cards
    this.lit = []
    this.tired = []
    this.now = []
  }

  private get beat(): number {
    if (this.hurried || document.hidden) return 0
    return matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : BEAT[session.speed]
  }

  private async run(): Promise<void> {
    this.busy = true
    while (this.queue.length && !this.stopped) {
      const group = this.next()
      this.told(group)
      if (SILENT.includes(group[0]?.type ?? 'Drew')) continue
      this.now = group
      await this.show(group)
    }
    this.hurried = false
    this.busy = false
    this.adopt()
  }

  /** The next event, with those like it that happen together. */
  private next(): Event[] {
    const group = this.queue.splice(0, 1)
    const kind = group[0]?.type
    const riders = new Set(group.map(rider))
    while (kind && TOGETHER.includes(kind) && this.queue[0]?.type === kind && !riders.has(rider(this.queue[0]))) {
      const another = this.queue.shift() as Event
      riders.add(rider(another))
      group.push(another)
    }
    return group
  }

  private async show(group: Event[]): Promise<void> {
    const first = group[0]
    if (!first) return
    this.lit = group.map(rider)
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
        return this.pause(first.reasons.length ? 2 * SETTLE_MS : SETTLE_MS)
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
        this.letters = this.final?.tour?.stages[first.stage - 1]?.letters ?? this.letters
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
        const from = starts[index] as Shown
        this.places[id] = {
          square: from.square + (square - from.square) * eased,
          lane: from.lane + (lane - from.lane) * eased,
        }
      })
      if (part >= 1) return
      await this.frame()
    }
  }

  private frame(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, 100)
      requestAnimationFrame(() => {
        clearTimeout(timer)
        resolve()
      })
    })
  }

  private pause(milliseconds: number): Promise<void> {
    const time = milliseconds * this.beat
    if (time <= 0) return Promise.resolve()
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        this.wake = null
        resolve()
      }
      const timer = setTimeout(done, time)
      this.wake = done
    })
  }
}

function rider(event: Event): RiderId {
  return 'rider' in event ? (event.rider ?? '') : 'winner' in event ? event.winner : ''
}
