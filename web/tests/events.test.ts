/** Which team an event is about, and what is shown at the same moment. */
import { describe, expect, it } from 'vitest'
import { nextTogether, seatIn } from '../src/lib/events'
import type { Event } from '../src/lib/types'
import { seatOf as dueRuote } from '../src/due-ruote/words'
import { seatOf } from '../src/etapa/teams'

const told = (event: object): Event => ({ text: '', rule: '', ...event }) as Event

describe('an event', () => {
  it('is about the team of its rider', () => {
    expect(seatIn(told({ type: 'Threw', rider: '4' }), seatOf)).toBe(1)
  })

  it('is about a whole team', () => {
    expect(seatIn(told({ type: 'Yielded', seat: 2 }), seatOf)).toBe(2)
    expect(seatIn(told({ type: 'Paid', seat: 0 }), dueRuote)).toBe(0)
  })

  it('is about nobody', () => {
    expect(seatIn(told({ type: 'RoundBegan', round: 2 }), seatOf)).toBe(null)
    expect(seatIn(told({ type: 'Ended', winner: '4' }), seatOf)).toBe(null)
  })
})

describe('a dice-off', () => {
  const off = (seat: number, face: number) => told({ type: 'ThrewOff', seat, face })

  it('is one moment, and so is what is thrown again after a tie', () => {
    const queue = [off(0, 5), off(1, 5), off(2, 3), off(0, 6), off(1, 2), told({ type: 'Moved', rider: '1' })]
    const taken = [1, 2, 3].map(() => nextTogether(queue, ['ThrewOff']).length)
    expect(taken).toEqual([3, 2, 1])
    expect(queue).toEqual([])
  })
})
