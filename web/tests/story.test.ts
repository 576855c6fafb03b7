import { describe, expect, it } from 'vitest'
import { qr } from '../src/lib/qr'
import type { Event, Story } from '../src/flamme-rouge/types'
import { climbsOf, matches } from '../src/flamme-rouge/stages'
import { rides, rounds } from '../src/flamme-rouge/story'

const at = (a: number | null, b: number | null) => ({
  '0S': { square: a, lane: 'right' as const },
  '0R': { square: b, lane: 'left' as const },
})
const told = (event: object): Event => ({ text: '', rule: '', ...event }) as Event

function step(round: number, riders: ReturnType<typeof at>, ...events: object[]): Story['steps'][number] {
  const changed = { phase: 'energy', letters: 'abO', round, riders }
  return { seat: 0, code: 0, text: '', events: events.map(told), changed }
}

const story = {
  begin: { round: 0, phase: 'placement', riders: at(null, null) },
  steps: [
    step(0, at(4, null)),
    step(1, at(4, 3), { type: 'RoundBegan', round: 1 }),
    step(1, at(4, 3)),
    step(
      2,
      at(9, 6),
      { type: 'Revealed', rider: '0S', card: 5 },
      { type: 'Revealed', rider: '0R', card: 3 },
      { type: 'Tired', rider: '0S' },
      { type: 'RoundBegan', round: 2 },
    ),
    step(2, at(11, 13), { type: 'Revealed', rider: '0S', card: 'X' }, { type: 'Revealed', rider: '0R', card: 7 }),
  ],
} as unknown as Story

describe('the story of a race', () => {
  it('tells where everybody was after each round', () => {
    expect(rounds(story)).toEqual([
      { round: 0, squares: { '0S': 4, '0R': 3 } },
      { round: 1, squares: { '0S': 9, '0R': 6 } },
      { round: 2, squares: { '0S': 11, '0R': 13 } },
    ])
  })

  it('counts cards by round, and exhaustion', () => {
    expect(rides(story)).toEqual({
      '0S': {
        cards: [
          { round: 1, card: 5 },
          { round: 2, card: 'X' },
        ],
        tired: 1,
      },
      '0R': {
        cards: [
          { round: 1, card: 3 },
          { round: 2, card: 7 },
        ],
        tired: 0,
      },
    })
  })
})

describe('stages', () => {
  it('are found without accents and case', () => {
    const stage = { name: 'Liège–Bastogne–Liège', aliases: [], letters: 'abO', note: '' } as never
    expect(matches(stage, 'liege')).toBe(true)
    expect(matches(stage, 'pau')).toBe(false)
  })

  it('have climbs as long as their ascents', () => {
    expect(climbsOf('SSffaaddfaF')).toEqual([2, 1])
  })
})

it('a QR code has its three corners', () => {
  const { size, path } = qr('https://example.org/#/join/abc')
  expect(size).toBeGreaterThan(20)
  for (const corner of ['M0 0h', `M${size - 1} 0h`, `M0 ${size - 1}h`]) expect(path).toContain(corner)
})
