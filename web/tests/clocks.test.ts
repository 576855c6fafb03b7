import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Clocks } from '../src/clock/clocks.svelte'
import { clockLine, inWords, onClock } from '../src/clock/words'

describe('clocks in words', () => {
  it('shows seconds as a clock does, and days in words', () => {
    expect([0, 0.2, 9.9, 60, 605, 3605.4].map(onClock)).toEqual(['0:00', '0:01', '0:10', '1:00', '10:05', '1:00:06'])
    expect(onClock(3 * 86400 - 1800)).toBe('2 days 23 hr')
  })

  it('says how much that is', () => {
    expect(inWords(90)).toBe('1 minute 30 seconds')
    expect(inWords(3 * 86400)).toBe('3 days')
    expect(inWords(0)).toBe('0 seconds')
  })

  it('is set up in a line', () => {
    expect(clockLine(null)).toBe('')
    expect(clockLine({ each: 'decision', seconds: 45 })).toBe('45 seconds for each decision')
    expect(clockLine({ each: 'race', seconds: 600, increment: 5 })).toBe(
      '10 minutes for the race, and 5 seconds more with every decision',
    )
  })
})

describe('clocks that are drawn', () => {
  const told = (left: number, runs = true) => ({
    seats: [
      { seat: 0, left, runs },
      { seat: 1, left: 50, runs: false },
    ],
    paused: false,
    asked: null,
  })

  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  it('run from what was said last, and only those that run', () => {
    const clocks = new Clocks()
    clocks.hear(told(20))
    vi.advanceTimersByTime(5000)
    expect(clocks.left(0)).toBeCloseTo(15, 1)
    expect(clocks.left(1)).toBe(50)
    expect([clocks.ends(0), clocks.ends(1)]).toEqual([false, false])
    vi.advanceTimersByTime(6000)
    expect(clocks.ends(0)).toBe(true)
    clocks.hear(told(30, false))
    vi.advanceTimersByTime(60_000)
    expect(clocks.left(0)).toBe(30)
    expect(clocks.ends(0)).toBe(false)
  })

  it('stop at zero, and nobody has one who is not told of', () => {
    const clocks = new Clocks()
    clocks.hear(told(1))
    vi.advanceTimersByTime(9000)
    expect(clocks.left(0)).toBe(0)
    expect(vi.getTimerCount()).toBe(0)
    expect([clocks.has(1), clocks.has(2), clocks.has(null)]).toEqual([true, false, false])
  })
})
