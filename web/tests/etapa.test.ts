/** Etapa without a browser: quick play on moments of a real race, groups as on television, times, set-up. */
import { describe, expect, it } from 'vitest'
import { gap, long, trial } from '../src/etapa/clock'
import { gapText, grouped, television } from '../src/etapa/groups'
import { routine, type Pace } from '../src/etapa/quick'
import { heights, sectionOf, stretches } from '../src/etapa/road'
import { choiceSentence, choiceText } from '../src/etapa/sentences'
import { consistent, modeOf, offered, readyTours } from '../src/etapa/setup'
import { standingsOf } from '../src/etapa/standings'
import { seatOf } from '../src/etapa/teams'
import {
  addedToThrow,
  leadsTo,
  type Choice,
  type Classifications,
  type Message,
  type StageCard,
  type View,
} from '../src/etapa/types'
import fixture from './fixtures/etapa.json'

const moments = fixture.moments as unknown as Record<string, { view: View; choices: Choice[] }>
const cards = fixture.cards as unknown as Record<string, StageCard>
const plaine = cards['Plaine'] as StageCard
const chrono = cards['Chrono'] as StageCard

function answer(name: string, pace: Pace): string | null {
  const { view, choices } = moments[name] as { view: View; choices: Choice[] }
  return routine(view, choices, pace)?.message.type ?? null
}

describe('quick play', () => {
  it.each([
    ['a wheel', 'Follow', 'Follow'],
    ['a slow wheel', null, 'Throw'],
    ['in the wind', null, 'Throw'],
    ['the sprint', null, null],
    ['a move', 'RideOn', 'RideOn'],
    ['food', null, null],
    ['a dice-off', 'NoMore', 'NoMore'],
    ['a low throw', 'NoCard', 'NoCard'],
    ['a high throw', null, null],
  ])('%s', (name, wheel, tempo) => {
    expect(answer(name, 'ask')).toBe(null)
    expect(answer(name, 'wheel')).toBe(wheel)
    expect(answer(name, 'tempo')).toBe(tempo)
  })
})

describe('groups', () => {
  it('are named as television names them', () => {
    const groups = grouped({ '1': 60, '2': 58, '4': 50, '5': 49, '7': 49, '8': 40, '9': 30, '10': 29 })
    expect(television(groups).map(({ name, gap: behind, riders }) => [name, behind, riders.length])).toEqual([
      ['head', 0, 1],
      ['chase', 2, 1],
      ['peloton', 10, 3],
      ['dropped', 20, 1],
      ['gruppetto', 30, 2],
    ])
  })

  it('agree with the server', () => {
    const { view } = moments['a wheel'] as { view: View }
    const places = Object.fromEntries(Object.entries(view.riders).map(([rider, { field }]) => [rider, field]))
    const sorted = (riders: string[]): string[] => riders.toSorted((a, b) => Number(a) - Number(b))
    expect(grouped(places).map((group) => ({ ...group, riders: sorted(group.riders) }))).toEqual(view.groups)
  })

  it('have gaps in seconds', () => {
    expect([gapText(8), gapText(64)]).toEqual(['8″', '1′04″'])
  })
})

describe('the road', () => {
  it('says what it adds to the die, and what a throw against the clock costs', () => {
    expect(plaine.adds).toEqual([6, 2, 12, 6, 1, 12, 6])
    expect(chrono.costs.map(trial)).toEqual(['1:00.0', '0:10.0', '0:01.0', '0:00.1'])
  })

  it('leads where the rules say', () => {
    const { choices } = moments['a move'] as { choices: Choice[] }
    expect(choices.find(({ message }) => message.type === 'RideOn')).toMatchObject({ preview: { type: 'WouldRide' } })
    expect(choices.filter((choice) => leadsTo(choice) !== null).length).toBeGreaterThan(0)
    expect(addedToThrow((moments['in the wind'] as { choices: Choice[] }).choices)).toBeTypeOf('number')
  })

  it('goes up and down', () => {
    expect(heights('FED')).toEqual([0.1, 0.1, 1.1, 0].map((height) => expect.closeTo(height)))
    expect(stretches(plaine).map(({ to }) => to)).toEqual([40, 48, 60, 110, 116, 126, 180])
    expect([28, 29, 150].map((field) => sectionOf(chrono, field))).toEqual([0, 1, 3])
  })
})

describe('times', () => {
  it('are written as in the rules', () => {
    expect([trial(4516), long(13160), gap(64), gap(-8)]).toEqual(['7:31.6', '3:39:20', '+1′04″', '−8″'])
    expect(['1', '3', '4', '15'].map(seatOf)).toEqual([0, 0, 1, 4])
  })
})

describe('the set-up', () => {
  const stages = [plaine, chrono]

  it('knows what is ridden by its stages', () => {
    expect(
      [['Plaine'], ['Chrono'], ['Plaine', 'Chrono'], ['TTT 10 10 10 12']].map((names) => modeOf(stages, names)),
    ).toEqual(['day', 'itt', 'tour', 'ttt'])
    expect(offered(stages, 'itt')).toEqual([chrono])
    expect(readyTours(stages)[0]?.stages).toEqual(['Plaine', 'Chrono'])
  })

  it('injures nobody where nobody crashes', () => {
    expect(consistent({ crashes: false, injuries: true })).toEqual({ crashes: false, injuries: false })
  })
})

describe('the classifications', () => {
  const after: Classifications = {
    general: [
      { rider: '4', time: 3600 },
      { rider: '1', time: 3590 },
    ],
    points: [{ rider: '4', points: 35 }],
    mountains: [],
    young: [],
    teams: [
      { team: 1, time: 10800 },
      { team: 0, time: 10810 },
    ],
  }
  const names = (standings: Classifications, oneDay: boolean): string[] =>
    standingsOf(standings, oneDay).map(({ name }) => name)

  it('of a tour are five', () => {
    expect(names(after, false)).toEqual(['general', 'points', 'mountains', 'under_25', 'teams'])
  })

  it('of a day leave out what its result tells (C5.6) and the white jersey (C1.1)', () => {
    expect(names(after, true)).toEqual(['points', 'mountains', 'teams'])
  })

  it('of a day have no teams before anybody has a time', () => {
    expect(names({ ...after, teams: [{ team: 0, time: 0 }] }, true)).toEqual(['points', 'mountains'])
  })
})

describe('choices', () => {
  it('name the card where it does not lie beside them', () => {
    const avoid: Message = { type: 'Avoid', card: '4' }
    expect(choiceText(avoid)).toBe('Stay up with it')
    expect(choiceSentence(avoid)).toBe('Stay up with +4')
    expect(choiceSentence({ type: 'Avoid', card: '6' })).toBe('Stay up with +6')
  })
})
