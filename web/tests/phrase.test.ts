import { describe, expect, it } from 'vitest'
import { bytesOf, isKey, randomKey, sealed } from '../src/lib/key'
import { keyOf, phraseOf, WORDS } from '../src/lib/phrase'

const KEYS = Array.from({ length: 50 }, randomKey)
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

describe('a key', () => {
  it('has 128 bits and comes back from under its seal', () => {
    for (const key of KEYS) {
      const pad = randomKey()
      expect(isKey(key)).toBe(true)
      expect(bytesOf(key)).toHaveLength(16)
      expect(sealed(sealed(key, pad), pad)).toBe(key)
      expect(sealed(key, pad)).not.toBe(key)
    }
  })
})

describe('a recovery phrase', () => {
  it('leads back to its key, however it is typed', () => {
    for (const key of KEYS) {
      const words = phraseOf(key)
      expect(words).toHaveLength(WORDS)
      expect(keyOf(words.join(' '))).toBe(key)
      expect(keyOf(`  1. ${words.join(', ').toUpperCase()}\n`)).toBe(key)
    }
  })

  it('says which word has a wrong letter, whichever letter it is', () => {
    const words = phraseOf(KEYS[0] ?? '')
    words.forEach((word, at) => {
      for (let place = 0; place < word.length; place++)
        for (const letter of LETTERS) {
          if (letter === word[place]) continue
          const typed = word.slice(0, place) + letter + word.slice(place + 1)
          expect(keyOf(words.with(at, typed).join(' '))).toEqual({ kind: 'word', at: at + 1, word: typed })
        }
    })
  })

  it('notices words that are missing, doubled, or in another order', () => {
    const words = phraseOf(KEYS[1] ?? '')
    expect(keyOf(words.slice(1).join(' '))).toEqual({ kind: 'count', count: 11 })
    expect(keyOf('')).toEqual({ kind: 'count', count: 0 })
    const swapped = words.with(0, words[1] ?? '').with(1, words[0] ?? '')
    expect(keyOf(swapped.join(' '))).toEqual({ kind: 'sum' })
  })
})
