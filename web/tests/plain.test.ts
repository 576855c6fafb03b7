/** What the plain board tells of a view it knows nothing about. */
import { describe, expect, it } from 'vitest'
import { columnsOf, factsOf, foreseen, heading, ridersOf, said, seatIn } from '../src/plain/facts'

const view = {
  game: 'any',
  round: 3,
  wind: 'head',
  line: 20,
  waiting: [0, 1],
  result: null,
  riders: {
    Blue: { seat: 0, square: 4, legs: 7, chosen: true, cards: { 5: 1 } },
    Red: { seat: 1, square: 6, legs: null, chosen: false, cards: {}, effort: null },
  },
}

describe('the plain board', () => {
  it('tells plain facts and leaves out what the page tells elsewhere', () => {
    expect(factsOf(view)).toEqual({ wind: 'head', line: 20, result: null })
  })

  it('has a column for whatever is told of some rider', () => {
    expect(columnsOf(ridersOf(view))).toEqual(['square', 'legs', 'chosen'])
  })

  it('reads a classification, where riders are a list', () => {
    const riders = ridersOf({ riders: [{ place: 1, rider: 'Red', on: 20 }] })
    expect(riders).toEqual([['Red', { place: 1, rider: 'Red', on: 20 }]])
    expect(riders.map(([name, rider]) => seatIn(name, rider))).toEqual([1])
  })

  it('finds no riders where none are told of', () => {
    expect(ridersOf(null)).toEqual([])
    expect(ridersOf({})).toEqual([])
  })

  it('says a fact in a word or a figure', () => {
    expect([true, false, null, undefined, 4, 'calm'].map(said)).toEqual(['✓', '·', '–', '–', '4', 'calm'])
    expect(heading('lowest_card')).toBe('Lowest card')
  })

  it('says what a choice leads to, if its game foresees it', () => {
    expect(foreseen({ code: 1, preview: { type: 'Reaches', rider: 'Blue', square: 9 } })).toBe('Square 9')
    expect(foreseen({ code: 1, preview: null })).toBe('')
  })
})
