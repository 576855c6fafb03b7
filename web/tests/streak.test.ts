import { describe, expect, it } from 'vitest'
import { answeredNow, streakOn, type Solved } from '../src/puzzles/streak'

const MONDAY = Date.UTC(2026, 10, 16, 23, 30)
const DAY = 24 * 60 * 60 * 1000
const NOTHING: Solved = { answered: {}, day: '', streak: 0 }

describe('days in a row', () => {
  it('counts the puzzle of each day once', () => {
    const monday = answeredNow(NOTHING, 'a', true, true, MONDAY)
    const tuesday = answeredNow(monday, 'b', true, true, MONDAY + DAY)
    expect(streakOn(tuesday, MONDAY + DAY)).toBe(2)
    expect(streakOn(answeredNow(tuesday, 'c', true, true, MONDAY + DAY), MONDAY + DAY)).toBe(2)
  })

  it('stands until the next day is over', () => {
    const monday = answeredNow(NOTHING, 'a', true, true, MONDAY)
    expect(streakOn(monday, MONDAY + DAY)).toBe(1)
    expect(streakOn(monday, MONDAY + 2 * DAY)).toBe(0)
    expect(answeredNow(monday, 'b', true, true, MONDAY + 2 * DAY).streak).toBe(1)
  })

  it('does not count what was answered wrongly first, or another day’s puzzle', () => {
    const wrong = answeredNow(NOTHING, 'a', false, true, MONDAY)
    expect(answeredNow(wrong, 'a', true, true, MONDAY)).toBe(wrong)
    expect(streakOn(answeredNow(wrong, 'b', true, false, MONDAY), MONDAY)).toBe(0)
  })
})
