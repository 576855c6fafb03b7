/** A finished race or tour of Etapa as a film. */

import { riderOf } from '../lib/events'
import { Film } from '../replay/film.svelte'
import type { Event, RiderId, Story } from './types'

const MOVES = ['Moved', 'Threw', 'Fell', 'Punctured', 'Crossed']

export class EtapaFilm extends Film<Story> {
  override moves({ type }: Event): boolean {
    return MOVES.includes(type)
  }

  protected override get inDetail(): boolean {
    return this.all.some(({ type }) => type === 'Moved')
  }

  /** Where everybody is drawn. */
  get places(): Record<RiderId, number> {
    const still = this.shown >= this.all.length || this.events.some(({ type }) => type === 'StageBegan')
    const { riders } = still ? this.moment : (this.moments[this.step - 1] ?? this.story.begin)
    const places = Object.fromEntries(
      Object.entries(riders)
        .filter(([, { status }]) => status !== 'withdrawn' && status !== 'out')
        .map(([rider, { field }]) => [rider, field]),
    )
    if (!still) for (const event of this.events) if (event.type === 'Moved') places[event.rider] = event.field
    return places
  }

  /** Whoever the last event was about. */
  get lit(): RiderId[] {
    const rider = this.events.map(riderOf).findLast(Boolean)
    return rider ? [rider] : []
  }

  /** The dice of this step so far. */
  get dice(): { id: number; rider: RiderId | null; seat: number | null; face: number; purpose: string }[] {
    return this.events
      .flatMap((event, index) =>
        event.type === 'Threw' ? [{ id: this.step * 1000 + index, seat: null, ...event }] : [],
      )
      .slice(-2)
      .filter((one, _, all) => one.rider === all[all.length - 1]?.rider)
  }
}
