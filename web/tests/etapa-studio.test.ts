/** A stage of Etapa being composed: its text, its pieces, and the marks that stay where they belong. */
import { describe, expect, it } from 'vitest'
import {
  cardOf,
  cobble,
  fromLink,
  lay,
  lengthen,
  markSummits,
  move,
  place,
  placeAt,
  putAt,
  read,
  remove,
  slope,
  toLink,
  understood,
  write,
  type Stage,
} from '../src/etapa/studio/stage'

const TEXT = 'F40 E8 D12 f6 F60 | 4@48 S@90 | feed 70-77 | limit 66 | flag 101 | type flat'
const stage = (): Stage => read(TEXT) as Stage

describe('the text of a stage', () => {
  it('is read and written again', () => {
    expect(write(stage())).toBe(TEXT)
    expect(write(read(' F100 |  S@50   4@20 ') as Stage)).toBe('F100 | 4@20 S@50 | limit 66 | flag 75 | type flat')
  })

  it.each(['X40', 'F40 | 7@30', 'F40 | limit x', 'F40 | feed 3', 'F4000', 'ITT 10 10 10 10'])('%s is none', (text) => {
    expect(read(text)).toBe(null)
  })

  it('is understood as far as it goes, and the rest is named', () => {
    expect(understood(TEXT)).toEqual({ stage: TEXT, lost: [] })
    expect(understood(fromLink('F120.Q8~foo'))).toEqual({ stage: 'F120', lost: ['Q8', 'foo'] })
    expect(understood('F60 E8 | 4@68 7@9 | limit x | flag 40')).toEqual({
      stage: 'F60 E8 | 4@68 | flag 40',
      lost: ['7@9', 'limit x'],
    })
    expect(understood('nonsense | limit 60')).toEqual({ stage: '', lost: ['nonsense'] })
    expect(understood('')).toEqual({ stage: '', lost: [] })
  })

  it('goes into an address and comes out of it', () => {
    expect(toLink(TEXT)).toMatch(/^[\w.~@-]+$/)
    expect(fromLink(toLink(TEXT))).toBe(TEXT)
  })

  it('becomes a card to be drawn', () => {
    expect(cardOf('F3 e2', 'Short')).toMatchObject({ name: 'Short', fields: 'FFFee', length: 5, kind: 'road' })
    expect(cardOf('nothing', '')).toBe(null)
  })
})

describe('pieces', () => {
  it('are laid, and primes behind them move along', () => {
    const now = lay(stage(), ['N', 10], 0)
    expect(now.pieces[0]).toEqual(['N', 10])
    expect(now.primes).toEqual([
      ['4', 58],
      ['S', 100],
    ])
    expect(now.feed).toEqual([80, 87])
  })

  it('are lengthened, and what stands on top stays on top', () => {
    expect(lengthen(stage(), 1, 4).primes).toEqual([
      ['4', 52],
      ['S', 94],
    ])
    expect(lengthen(stage(), 1, -4).primes).toEqual([
      ['4', 44],
      ['S', 86],
    ])
  })

  it('have at least one field', () => {
    expect(lengthen(stage(), 1, -99).pieces[1]).toEqual(['E', 1])
  })

  it('are taken away with the primes on them', () => {
    expect(remove(stage(), 1).primes).toEqual([['S', 82]])
  })

  it('are moved with the primes on them', () => {
    const now = move(stage(), 1, 3)
    expect(now.pieces.map(([letter]) => letter).join('')).toBe('FDfEF')
    expect(now.primes).toEqual([
      ['4', 66],
      ['S', 90],
    ])
    expect(move(stage(), 0, -5).pieces).toEqual(stage().pieces)
  })

  it('leave limit and flag at their distance to the line', () => {
    const now = lengthen(stage(), 0, 10)
    expect([now.limit, now.flag]).toEqual([76, 111])
  })

  it('get another slope, and cobbles', () => {
    expect(slope(stage(), 3, 'E').pieces[3]).toEqual(['e', 6])
    expect(cobble(stage(), 3).pieces[3]).toEqual(['F', 6])
    expect(cobble(stage(), 1).pieces[1]).toEqual(['e', 8])
  })

  it('are found by a field', () => {
    expect([1, 40, 41, 126, 127, 0].map((field) => placeAt(stage().pieces, field))).toEqual([0, 0, 1, 4, null, null])
  })
})

describe('marks', () => {
  it('are put on fields of the road', () => {
    expect(place(stage(), 'limit', 500).limit).toBe(126)
    expect(place(stage(), 'flag', 0).flag).toBe(1)
    expect(place(stage(), 'feed', 125).feed).toEqual([119, 126])
    expect(place(stage(), 1, 33).primes).toEqual([
      ['4', 48],
      ['S', 33],
    ])
  })

  it('stay where somebody has named a field, be that on the road or not', () => {
    const now = putAt(putAt(putAt(stage(), 1, 300), 'limit', 0), 'feed', 125)
    expect([now.primes, now.limit, now.feed]).toEqual([
      [
        ['4', 48],
        ['S', 300],
      ],
      0,
      [125, 132],
    ])
    expect(putAt(stage(), 'flag', 5000).flag).toBe(999)
    const longer = lengthen(now, 0, 10)
    expect([longer.primes, longer.limit]).toEqual([
      [
        ['4', 58],
        ['S', 300],
      ],
      0,
    ])
  })

  it('are put on summits that have none', () => {
    expect(
      markSummits(stage(), [
        [48, '3'],
        [60, '2'],
      ]).primes,
    ).toEqual([
      ['4', 48],
      ['S', 90],
      ['2', 60],
    ])
  })

  it('stay on the road whatever is done to the pieces', () => {
    let now = stage()
    for (let step = 0; step < 800; step += 1) {
      const at = (step * 7) % Math.max(1, now.pieces.length)
      if (step % 5 === 0) now = move(now, at, (step * 11) % 9)
      else if (step % 7 === 0 && now.pieces.length > 2) now = remove(now, at)
      else if (step % 3 === 0) now = lengthen(now, at, (step % 9) - 4)
      else if (now.pieces.length < 20) now = lay(now, ['N', 1 + (step % 6)], at)
      const length = now.pieces.reduce((sum, [, fields]) => sum + fields, 0)
      const fields = [now.limit, now.flag, ...(now.feed ?? []), ...now.primes.map(([, field]) => field)]
      expect(fields.every((field) => field >= 1 && field <= length)).toBe(true)
      expect(read(write(now))).not.toBe(null)
    }
  })
})
