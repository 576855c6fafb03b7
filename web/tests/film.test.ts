import { describe, expect, it } from 'vitest'
import type { Event, Story } from '../src/flamme-rouge/types'
import { RoadFilm } from '../src/flamme-rouge/film.svelte'

const at = (square: number | null) => ({ '0S': { square, lane: 'right' as const } })
const told = (event: object): Event => ({ text: '', rule: '', ...event }) as Event
const moved = (start: number, square: number) =>
  told({ type: 'Moved', rider: '0S', start, square, lane: 'right', reasons: [] })

const story = {
  begin: { round: 0, phase: 'placement', riders: at(null) },
  steps: [
    { changed: { round: 0, riders: at(4) }, events: [told({ type: 'Placed', rider: '0S', square: 4, lane: 'right' })] },
    { changed: { round: 1, riders: at(4) }, events: [told({ type: 'RoundBegan', round: 1 })] },
    {
      changed: { round: 2, riders: at(9) },
      events: [
        told({ type: 'Revealed', rider: '0S', card: 5 }),
        moved(4, 8),
        told({ type: 'Carried', rider: '0S', square: 9 }),
      ],
    },
    { changed: { round: 2, riders: at(9) }, events: [] },
  ],
} as unknown as Story

describe('a film', () => {
  it('never leaves the race', () => {
    const film = new RoadFilm(story)
    film.to(-3)
    expect(film.step).toBe(0)
    expect(film.order).toEqual([])
    film.to(99)
    expect(film.step).toBe(4)
  })

  it('goes by rounds, back to the beginning of the one it is in', () => {
    const film = new RoadFilm(story)
    film.toRound(1)
    expect(film.step).toBe(2)
    film.toRound(1)
    expect(film.step).toBe(3)
    film.to(4)
    film.toRound(-1)
    expect(film.step).toBe(3)
    film.toRound(-1)
    expect(film.step).toBe(2)
  })

  it('shows a round move by move while it plays', () => {
    const film = new RoadFilm(story)
    film.to(2)
    film.toggle()
    film.onward()
    expect(film.places['0S']?.square).toBe(4)
    film.onward()
    expect(film.places['0S']?.square).toBe(8)
    film.onward()
    expect(film.places['0S']?.square).toBe(9)
    film.onward()
    film.onward()
    expect(film.playing).toBe(false)
    expect(film.step).toBe(film.count)
  })
})
