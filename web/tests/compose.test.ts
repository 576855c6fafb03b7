/** Tiles on the road and in the box: nothing is laid twice, the ends stay the ends, every step can be taken back. */
import { describe, expect, it } from 'vitest'
import { flip, flipped, inBox, lay, move, remove, TILES, understood } from '../src/flamme-rouge/studio/compose'
import { begun, changed, gapAt, linkTo, redone, undone } from '../src/studio/course'

describe('tiles', () => {
  it('lie on the road or in the box', () => {
    expect(inBox('')).toEqual([...TILES])
    expect(inBox('aBcu').join('')).toBe('defghijklmnopqrst')
  })

  it('have another side', () => {
    expect([flipped('b'), flipped('B')]).toEqual(['B', 'b'])
    expect(flip('abu', 1)).toBe('aBu')
    expect(flip('abu', 7)).toBe('abu')
  })

  it('are laid where one wants them', () => {
    expect(lay('abu', 'C', 1)).toBe('aCbu')
  })

  it('are laid between start and finish whatever one wants', () => {
    expect(lay('abu', 'c', 0)).toBe('acbu')
    expect(lay('abu', 'c', 9)).toBe('abcu')
    expect(lay('bc', 'A', 2)).toBe('Abc')
    expect(lay('ab', 'U', 0)).toBe('abU')
  })

  it('are laid only once, whichever side', () => {
    expect(lay('abu', 'b', 1)).toBe('abu')
    expect(lay('abu', 'B', 1)).toBe('abu')
  })

  it('go back into the box', () => {
    expect(remove('abcu', 1)).toBe('acu')
  })

  it('are moved between start and finish', () => {
    expect(move('abcdu', 1, 3)).toBe('acdbu')
    expect(move('abcdu', 3, 1)).toBe('adbcu')
    expect(move('abcdu', 1, 9)).toBe('acdbu')
    expect(move('abcdu', 3, 0)).toBe('adbcu')
    expect(move('abcdu', 0, 3)).toBe('abcdu')
    expect(move('abcdu', 9, 1)).toBe('abcdu')
  })

  it('are told from other letters', () => {
    expect(understood('')).toEqual({ stage: '', lost: [] })
    expect(understood('aBu')).toEqual({ stage: 'aBu', lost: [] })
    expect(understood('ab vuv')).toEqual({ stage: 'abu', lost: [' ', 'v'] })
    expect(understood('a'.repeat(43)).stage).toBe('a'.repeat(42))
  })

  it('are never lost or doubled by any row of steps', () => {
    let letters = ''
    for (let step = 0; step < 2000; step += 1) {
      const at = (step * 7) % 23
      if (step % 5 === 0) letters = move(letters, at, (step * 11) % 23)
      else if (step % 11 === 0) letters = remove(letters, at)
      else if (step % 3 === 0) letters = flip(letters, at)
      else letters = lay(letters, TILES[(step * 13) % 21] ?? 'b', at)
      expect(new Set(letters.toLowerCase()).size).toBe(letters.length)
      expect(inBox(letters).length + letters.length).toBe(21)
      expect(letters.toLowerCase().indexOf('a')).toBeLessThanOrEqual(0)
      expect([-1, letters.length - 1]).toContain(letters.toLowerCase().indexOf('u'))
    }
  })
})

describe('steps', () => {
  it('are taken back and taken again', () => {
    const course = changed(changed(begun('au'), 'abu'), 'abcu')
    expect(undone(course).now).toBe('abu')
    expect(undone(undone(undone(course))).now).toBe('au')
    expect(redone(undone(course))).toEqual(course)
    expect(redone(course)).toEqual(course)
  })

  it('forget what was taken back once something else is done', () => {
    const course = changed(undone(changed(begun('au'), 'abu')), 'acu')
    expect(redone(course).now).toBe('acu')
    expect(undone(course).now).toBe('au')
  })

  it('count only if something changes', () => {
    expect(changed(begun('au'), 'au').past).toEqual([])
  })
})

describe('a dragged tile', () => {
  const frame = (left: number, top: number) => ({ left, top, right: left + 40, bottom: top + 40 })
  const rows = [frame(0, 0), frame(50, 0), frame(0, 50)]

  it('falls between the tiles of a row', () => {
    expect([gapAt(rows, 5, 20), gapAt(rows, 35, 20), gapAt(rows, 65, 20)]).toEqual([0, 1, 1])
  })

  it('falls behind the last of a row, before the first of the next', () => {
    expect([gapAt(rows, 95, 20), gapAt(rows, 10, 70), gapAt(rows, 90, 70), gapAt([], 3, 3)]).toEqual([2, 2, 3, 0])
  })
})

it('a stage is shared by its letters and its name', () => {
  const shop = { game: 'flamme-rouge', toLink: (letters: string) => letters }
  expect(linkTo(shop, 'abu', '')).toBe('#/studio/flamme-rouge/abu')
  expect(linkTo(shop, 'abu', 'Col d’Or / 2')).toBe('#/studio/flamme-rouge/abu/Col%20d%E2%80%99Or%20%2F%202')
})
