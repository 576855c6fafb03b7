import { describe, expect, it } from 'vitest'
import { changes, clock, difference, minuteOf, rowOf, timesAfter } from '../src/flamme-rouge/clock'
import type { Event, Story } from '../src/flamme-rouge/types'
import { RoadFilm } from '../src/flamme-rouge/film.svelte'

const told = (event: object): Event => ({ text: '', rule: '', ...event }) as Event
const lost = (rider: string, time: number) => told({ type: 'LostTime', rider, seconds: 60, time })
const gained = (rider: string, seconds: number, time: number) => told({ type: 'GainedTime', rider, seconds, time })

describe('the clock of a tour', () => {
  it('is written as on the tracker', () => {
    expect(clock(80)).toBe('1:20')
    expect(clock(-10)).toBe('−0:10')
    expect([difference(40), difference(0), difference(-60)]).toEqual(['+0:40', '0:00', '−1:00'])
    expect([minuteOf(140), rowOf(140)]).toEqual([2, 2])
  })

  it('follows the events of a round', () => {
    const round = [gained('0S', 50, -10), lost('0R', 140), told({ type: 'ClockShifted', seconds: 60 })]
    expect(round.reduce(timesAfter, { '0S': 40, '0R': 80 })).toEqual({ '0S': 50, '0R': 200 })
  })

  it('leaves out whoever has dropped out', () => {
    const events = [
      told({ type: 'DroppedOut', rider: '0R' }),
      lost('0R', 620),
      told({ type: 'ClockShifted', seconds: 60 }),
    ]
    expect(events.reduce(timesAfter, { '0S': 0, '0R': 560 })).toEqual({ '0S': 60, '0R': null })
  })

  it('tells what the last round has changed', () => {
    const revealed = told({ type: 'Revealed', rider: '0S', card: 5 })
    const events = [lost('0S', 140), revealed, gained('0S', 20, 120), gained('0S', 10, 110), lost('0R', 200)]
    expect([...changes(events)]).toEqual([
      ['0S', -30],
      ['0R', 60],
    ])
    expect(changes([...events, told({ type: 'StageBegan', stage: 2 })]).size).toBe(0)
  })
})

describe('the film of a tour', () => {
  const step = (round: number, letters: string, ...events: Event[]) => ({
    changed: { round, letters, riders: {} },
    events,
  })
  const story = {
    begin: { round: 0, letters: 'abu', riders: { '0S': {}, '0R': {} } },
    steps: [
      step(0, 'abu', told({ type: 'StageBegan', stage: 1 })),
      step(1, 'abu'),
      step(2, 'abu', gained('0S', 20, 60)),
      step(0, 'acu', lost('0R', 140), told({ type: 'StageBegan', stage: 2 })),
      step(1, 'acu'),
    ],
  } as unknown as Story

  it('goes by stages, and by the rounds of all of them', () => {
    const film = new RoadFilm(story)
    expect(film.stages).toEqual([
      { stage: 1, step: 1 },
      { stage: 2, step: 4 },
    ])
    film.to(3)
    expect([film.stage, film.letters, film.rounds.length]).toEqual([1, 'abu', 2])
    film.toRound(1)
    expect([film.step, film.stage, film.letters, film.rounds.length]).toEqual([5, 2, 'acu', 1])
  })

  it('keeps the tracker', () => {
    const film = new RoadFilm(story)
    film.to(3)
    expect(film.times).toEqual({ '0S': 60, '0R': 80 })
    film.to(5)
    expect(film.times).toEqual({ '0S': 60, '0R': 140 })
  })
})
