import { describe, expect, it } from 'vitest'
import type { Result } from '../src/lib/types'
import { isWinner } from '../src/podium/victory'

const result = (winner: number): Result => ({ winner, seats: [winner, 1 - winner], riders: [] })

describe('a victory', () => {
  it('is yours if you are alone at this screen and yours is the winning seat', () => {
    expect(isWinner(result(1), [1])).toBe(true)
    expect(isWinner(result(0), [1])).toBe(false)
  })

  it('is nobody’s in particular where several sit at one screen, or nobody does', () => {
    expect(isWinner(result(1), [0, 1])).toBe(false)
    expect(isWinner(result(0), [])).toBe(false)
  })
})
