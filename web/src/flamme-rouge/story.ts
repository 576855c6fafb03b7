/** What a finished race tells: where everybody was after each round, what was played, who tired. */
import { momentsOf } from '../replay/film.svelte'
import type { Card, Moment, RiderId, Story } from './types'

export interface Round {
  round: number
  squares: Record<RiderId, number>
}

/** Squares at the start and after every round. */
export function rounds(story: Story): Round[] {
  const found: Round[] = []
  let last = story.begin
  for (const moment of momentsOf(story)) {
    if (moment.round > last.round) found.push(taken(last.round, moment.riders))
    last = moment
  }
  found.push(taken(last.round, last.riders))
  return found
}

function taken(round: number, riders: Moment['riders']): Round {
  const squares: Record<RiderId, number> = {}
  for (const [rider, place] of Object.entries(riders)) squares[rider] = place.square ?? 0
  return { round, squares }
}

export interface Ride {
  cards: { round: number; card: Card }[]
  tired: number
}

/** Cards in the order they were shown, and exhaustion taken, by rider. */
export function rides(story: Story): Record<RiderId, Ride> {
  const found: Record<RiderId, Ride> = {}
  for (const rider of Object.keys(story.begin.riders)) found[rider] = { cards: [], tired: 0 }
  let round = story.begin.round
  for (const step of story.steps) {
    for (const event of step.events) {
      if (event.type === 'RoundBegan') round = event.round
      if (event.type === 'Revealed') found[event.rider]?.cards.push({ round, card: event.card })
      if (event.type === 'Tired') (found[event.rider] ?? { tired: 0 }).tired++
    }
  }
  return found
}
