import { describe, expect, it } from 'vitest'
import { columnsOf } from '../src/due-ruote/chart'
import { sectorsOf } from '../src/due-ruote/sectors'
import { cardsOf, isRoute, routeText, wrongIn } from '../src/due-ruote/route'
import { gap, stagesIn } from '../src/due-ruote/standings'
import { isTrial, riddenIn } from '../src/due-ruote/trial'
import type { Result, Rider, View } from '../src/due-ruote/types'
import { fullName, sentence, wonText } from '../src/due-ruote/words'
import { momentsOf } from '../src/replay/film.svelte'
import type { Event, Story } from '../src/lib/types'

const rider = (more: Partial<Rider>): Rider => ({
  seat: 0,
  number: 1,
  card: 'A1',
  name: 'Valsesia',
  value: 4,
  speed: { P: 6, C: 7, M: 6, D: 8 },
  sprint: 4,
  time_trial: 8,
  sector: 0,
  box: 'head',
  fatigue: 12,
  retired: null,
  road: null,
  retiring: false,
  ...more,
})

const view = (riders: Record<string, Rider>): View => ({ riders }) as unknown as View

describe('the clock', () => {
  it('tells minutes and seconds behind', () => {
    expect([0, 5, 90].map(gap)).toEqual(['0:00', '+0:05', '+1:30'])
  })

  it('knows the stages by their names', () => {
    expect(stagesIn({ stages: 'Sprinters, TT' })).toEqual(['Sprinters', 'TT'])
    expect(stagesIn({})).toEqual([])
  })
})

describe('the board', () => {
  it('has three delays, or as many as it takes, and six breaks', () => {
    const keys = (riders: Record<string, Rider>) => sectorsOf(view(riders)).map(({ key }) => key)
    expect(keys({})).toHaveLength(11)
    expect(keys({ '0-1': rider({ sector: -5, box: null }) })[0]).toBe('delay-5')
  })
})

describe('a route', () => {
  it('is read with or without spaces, with markers in the advanced game only', () => {
    expect(cardsOf('PPM', false)).toEqual(['P', 'P', 'M'])
    expect(cardsOf('P TV M GPM', false)).toEqual(['P', 'M'])
    expect(cardsOf('P TV M GPM', true)).toEqual(['P', 'TV', 'M', 'GPM'])
    expect(['PPM', 'p c tv', 'X', 'TV', ''].map(isRoute)).toEqual([true, true, false, false, false])
  })

  it('are put as the rules read them', () => {
    expect(['ppm', 'pp tv crm gpm', 'P P'].map(routeText)).toEqual(['PPM', 'P P TV C R M GPM', 'PP'])
  })

  it('say what is wrong with them', () => {
    expect(['PPXC', 'P gpx', 'PTV', 'PP TV C', 'GPM'].map(wrongIn)).toEqual(['X', 'X', 'PTV', '', ''])
  })
})

describe('a story', () => {
  it('tells only what changes, and is whole again as a film', () => {
    const begin = { round: 0, phase: 'start', riders: { a: 1, b: 2 } }
    const step = (changed: object) => ({ seat: 0, code: 0, text: '', events: [], changed })
    const story = { begin, steps: [step({}), step({ round: 1, riders: { b: 3 } })] } as unknown as Story
    expect(momentsOf(story)).toEqual([begin, begin, { round: 1, phase: 'start', riders: { a: 1, b: 3 } }])
  })
})

describe('a time trial', () => {
  const said = { text: '', rule: '' }
  const rode = (rider: string, tokens: number, seconds: number): Event => ({
    type: 'RodeTrial',
    rider,
    tokens,
    points: 5 + tokens,
    seconds,
    ...said,
  })
  const begins = (stage: number): Event => ({ type: 'StageBegan', stage, ...said })

  it('is known from what was told of its stage', () => {
    const told = [rode('0-1', 2, 0), rode('1-1', 0, 20), begins(2), rode('1-1', 1, 0)]
    expect(riddenIn(told, 1)).toEqual({
      '0-1': { tokens: 2, points: 7, seconds: 0 },
      '1-1': { tokens: 0, points: 5, seconds: 20 },
    })
    expect(riddenIn(told, 2)).toEqual({ '1-1': { tokens: 1, points: 6, seconds: 0 } })
    expect(riddenIn(told, 3)).toEqual({ '1-1': { tokens: 1, points: 6, seconds: 0 } })
    expect(riddenIn([rode('0-1', 2, 0), null], 1)).toEqual({})
  })

  it('stays on the table when it was the end', () => {
    expect(isTrial({ phase: 'trial', result: null } as View)).toBe(true)
    expect(isTrial({ phase: 'finished', result: { ending: 'time trial' } } as View)).toBe(true)
    expect(isTrial({ phase: 'finished', result: { ending: 'sprint' } } as View)).toBe(false)
  })

  it('has a place in the chart, by the time it has cost', () => {
    const seats = [{ seat: 0 }, { seat: 1 }]
    const moment = (stage: number, phase: string, round: number, sector: number, times: [number, number]) =>
      ({
        phase,
        round,
        terrain: round ? 'P' : null,
        seats,
        limits: { sector_seconds: 30 },
        stages: { stage },
        riders: { '0-1': rider({ sector, time: times[0] }), '1-1': rider({ seat: 1, sector: 0, time: times[1] }) },
      }) as unknown as View
    const moments = [
      moment(1, 'start', 0, 0, [0, 0]),
      moment(1, 'activity', 1, 0, [0, 0]),
      moment(1, 'activity', 1, 1, [0, 0]),
      moment(1, 'tokens', 2, 2, [0, 0]),
      moment(2, 'trial', 0, 0, [0, 60]),
      moment(2, 'finished', 0, 0, [15, 60]),
    ]
    expect(columnsOf(moments)).toEqual([
      { stage: 1, turn: 1, terrain: 'P', sectors: [1, 0] },
      { stage: 1, turn: 2, terrain: 'P', sectors: [2, 0] },
      { stage: 2, turn: null, terrain: null, sectors: [-0.5, 0] },
    ])
  })
})

describe('riders by their names', () => {
  const seen = {
    riders: {
      '1-2': rider({ seat: 1, number: 2, card: 'B3', name: 'Bassani' }),
      '0-1': rider({ card: 'A1', name: 'A1' }),
    },
    cards: [],
  }
  const said = { text: '', rule: '' }

  it('have the mark of their chip with them; a card without a name is its team’s number', () => {
    expect(fullName(seen, '1-2')).toBe('Bassani (R2)')
    expect(fullName(seen, '0-1')).toBe('Blue 1')
    expect(fullName(null, '1-2')).toBe('Red 2')
  })

  it('are drafted and win by them', () => {
    expect(sentence({ type: 'Drafted', rider: '1-2', card: 'B3', ...said }, seen)).toBe(
      'Red takes Bassani as number 2.',
    )
    expect(sentence({ type: 'Ended', winner: '1-2', how: 'alone', stages: 0, ...said }, seen)).toBe(
      'Bassani (R2) wins alone in front.',
    )
    expect(wonText({ ending: 'alone', riders: [{ rider: '1-2' }] } as Result, seen)).toBe('Bassani (R2) wins alone')
  })
})
