/** A finished race or tour of Flamme Rouge as a film. */

import { Film } from '../replay/film.svelte'
import { START_TIME, timesAfter, type Times } from './clock'
import { laneNumber } from './geometry'
import type { Shown } from './stage.svelte'
import type { Event, Place, RiderId, Story } from './types'

const MOVES = ['Moved', 'Carried', 'Placed']

export class RoadFilm extends Film<Story> {
  /** The road, by its tiles; before the draft of a tour is over, the first. */
  get letters(): string {
    return this.moment.letters
  }

  /** The roads of a tour, by their tiles. */
  get roads(): string[] {
    return [...new Set(this.moments.map(({ letters }) => letters))]
  }

  /** The tracker of a tour as it stands now. */
  get times(): Times {
    let times: Times = Object.fromEntries(Object.keys(this.story.begin.riders).map((rider) => [rider, START_TIME]))
    for (const { events } of this.story.steps.slice(0, this.step - 1))
      for (const event of events) times = timesAfter(times, event)
    for (const event of this.events) times = timesAfter(times, event)
    return times
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

  override moves({ type }: Event): boolean {
    return MOVES.includes(type)
  }

  protected override get inDetail(): boolean {
    return this.all.some(({ type }) => type === 'Moved')
  }

  private get riders(): Record<RiderId, Place> {
    if (this.shown >= this.all.length) return this.moment.riders
    if (this.events.some(({ type }) => type === 'StageBegan')) return this.moment.riders
    const places = { ...(this.moments[this.step - 1] ?? this.story.begin).riders }
    for (const event of this.events) {
      if (event.type === 'Moved' || event.type === 'Placed')
        places[event.rider] = { square: event.square, lane: event.lane }
      if (event.type === 'Carried')
        places[event.rider] = { lane: places[event.rider]?.lane ?? null, square: event.square }
    }
    return places
  }
}
