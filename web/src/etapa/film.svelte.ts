/** A finished race or tour of Etapa as a film. */

import type { Event as AnyEvent, Story as AnyStory, StoryStep as AnyStep } from '../lib/types'
import { Film } from '../replay/film.svelte'
import type { Message, Rider, RiderId, StageCard, StageKind, View } from './types'

/** What a replay shows of a position. */
export interface Moment {
  round: number
  phase: string
  stage: string
  stages: string[]
  kind: StageKind
  peloton: View['peloton']
  teams: View['teams']
  riders: Record<RiderId, Rider>
}

export interface StoryStep extends AnyStep {
  events: (AnyEvent & Message)[]
  riders?: Record<RiderId, Rider>
}

export interface Story extends AnyStory {
  scenery: StageCard
  begin: Moment
  steps: StoryStep[]
}

const MOVES = ['Moved', 'Threw', 'Fell', 'Punctured', 'Crossed']

export class EtapaFilm extends Film<Story> {
  override moves({ type }: AnyEvent): boolean {
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
    if (!still)
      for (const event of this.events) if (event.type === 'Moved' && event.rider) places[event.rider] = event.field ?? 0
    return places
  }

  /** Whoever the last event was about. */
  get lit(): RiderId[] {
    const rider = this.events.findLast((event) => event.rider)?.rider
    return rider ? [rider] : []
  }

  /** The dice of this step so far. */
  get dice(): { id: number; rider: RiderId | null; seat: number | null; face: number; purpose: string }[] {
    return this.events
      .map((event, index) => ({ event, id: this.step * 1000 + index }))
      .filter(({ event }) => event.type === 'Threw')
      .slice(-2)
      .map(({ event, id }) => ({
        id,
        rider: event.rider ?? null,
        seat: null,
        face: event.face ?? 0,
        purpose: event.purpose ?? '',
      }))
      .filter((one, _, all) => one.rider === all[all.length - 1]?.rider)
  }
}
