/** A match played before one's eyes: events one after another, with the speed one likes. */

import { nextTogether, riderOf } from './events'
import { session, type Speed } from './session.svelte'
import type { GameId, Of, RiderId } from './types'

const BEAT: Record<Speed, number> = { slow: 1.9, normal: 1, fast: 0.4, instant: 0 }
const SAY_MS = 500

/** A choice under the sign that tells it from others. */
export interface Foreseen<Game extends GameId> {
  choice: Of<Game, 'Offer'>
  sign: string
}

/** What could not be fetched is asked for again with the next position that has come. */
export const later = (): void => undefined

/** Who hears of what has just been shown. */
export interface Told<Game extends GameId> {
  hear(events: Of<Game, 'Event'>[]): void
  /** Whoever has something to say of what is shown lets it wait. */
  wait?(events: Of<Game, 'Event'>[]): Promise<void> | undefined
}

/** What is shown of any match; a game with pieces to move shows more. */
export class Stage<Game extends GameId = GameId> {
  /** The riders the event of the moment is about. */
  lit = $state<RiderId[]>([])
  /** The events of the moment. */
  now = $state.raw<Of<Game, 'Event'>[]>([])
  busy = $state(false)
  /** The position as it was when all was last shown: nothing is told before its time. */
  view = $state.raw<Of<Game, 'View'> | null>(null)

  /** Kinds of events that are neither shown nor written down. */
  readonly silent: readonly string[] = []
  /** Kinds of events that are shown at once for all riders or teams they happen to. */
  protected readonly together: readonly string[] = []

  protected final: Of<Game, 'View'> | null = null
  private queue: Of<Game, 'Event'>[] = []
  /** Positions, by the last of the events that led to them. */
  private readonly views = new Map<Of<Game, 'Event'>, Of<Game, 'View'> | null>()
  private hurried = false
  private wake: (() => void) | null = null
  private stopped = false

  constructor(private readonly told: Told<Game>) {}

  /** A position has come and will be shown soon. */
  prepare(_view: Of<Game, 'View'> | null): void {}

  /** Show where choices would lead, where that can be drawn. */
  foresee(_choices: Foreseen<Game>[]): void {}

  /** Show a position at once. */
  settle(view: Of<Game, 'View'> | null): void {
    this.queue = []
    this.final = view
    if (!this.busy) this.adopt()
    else this.skip()
  }

  /** Play events, ending in this position. */
  play(events: Of<Game, 'Event'>[], view: Of<Game, 'View'> | null): void {
    this.final = view
    this.queue.push(...events)
    const last = events.at(-1)
    if (last) this.views.set(last, view)
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

  /** Everything is as the last position has it. */
  protected adopt(): void {
    this.view = this.final
    this.lit = []
    this.now = []
  }

  /** Show events that happen together, for as long as they take. */
  protected show(group: Of<Game, 'Event'>[]): Promise<void> {
    this.lit = group.map(riderOf)
    return this.pause(SAY_MS)
  }

  /** All that led to a position has been shown, though there may be more to come. */
  protected reached(_view: Of<Game, 'View'> | null): void {}

  /** How slow things happen; nothing where they are to happen at once. */
  protected get beat(): number {
    if (this.hurried || document.hidden) return 0
    return matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : BEAT[session.speed]
  }

  /** The next picture; where nobody looks there is none, and things go on all the same. */
  protected frame(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, 100)
      requestAnimationFrame(() => {
        clearTimeout(timer)
        resolve()
      })
    })
  }

  protected pause(milliseconds: number): Promise<void> {
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

  private async run(): Promise<void> {
    this.busy = true
    while (this.queue.length && !this.stopped) {
      const group = nextTogether(this.queue, this.together)
      this.told.hear(group)
      if (this.silent.includes(group[0]?.type ?? '')) continue
      this.now = group
      await this.show(group)
      await this.told.wait?.(group)
      for (const event of group) this.arrive(event)
    }
    this.views.clear()
    this.hurried = false
    this.busy = false
    this.adopt()
  }

  private arrive(event: Of<Game, 'Event'>): void {
    const view = this.views.get(event)
    if (view !== undefined) this.reached(view)
  }
}
