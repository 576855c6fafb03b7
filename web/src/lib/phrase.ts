/** A key as twelve words that can be spoken, written down and typed in every language of this page. */

import { bytesOf, KEY_BYTES, written } from './key'
import { digest } from './sha256'

export const WORDS = 12
/** Letters that everybody can tell apart and pronounce: a word is two syllables and a letter that checks them. */
const CONSONANTS = 'bdfghjklmnprstvz'
const VOWELS = 'aeio'
const SYLLABLES = CONSONANTS.length * VOWELS.length

export type Misread = { kind: 'count'; count: number } | { kind: 'word'; at: number; word: string } | { kind: 'sum' }

/** Twelve bits as a word; no two words differ in one letter alone. */
function wordOf(bits: number): string {
  const [first, second] = [Math.floor(bits / SYLLABLES), bits % SYLLABLES]
  return syllable(first) + syllable(second) + (CONSONANTS[check(first, second)] ?? '')
}

const syllable = (number: number): string => (CONSONANTS[number >> 2] ?? '') + (VOWELS[number & 3] ?? '')

/** Every letter counts, each in its own way, so that a wrong one is seen. */
function check(first: number, second: number): number {
  const turned = second >> 2
  return (first >> 2) ^ ((turned << 1) & 15) ^ (turned >> 3) ^ (first & 3) ^ ((second & 3) << 2)
}

const KNOWN = new Map(Array.from({ length: SYLLABLES * SYLLABLES }, (_, bits) => [wordOf(bits), bits]))

/** 128 bits of the key and 16 of its hash: words in the wrong order are seen, too. */
export function phraseOf(key: string): string[] {
  const bytes = bytesOf(key)
  const all = [...bytes, ...digest(bytes).slice(0, 2)]
  const bits = all.map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return Array.from({ length: WORDS }, (_, at) => wordOf(parseInt(bits.slice(12 * at, 12 * at + 12), 2)))
}

/** The key of a phrase; or what was misread, which word if it is one. */
export function keyOf(text: string): string | Misread {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const wrong = words.findIndex((word) => !KNOWN.has(word))
  if (wrong >= 0) return { kind: 'word', at: wrong + 1, word: words[wrong] ?? '' }
  if (words.length !== WORDS) return { kind: 'count', count: words.length }
  const bits = words.map((word) => (KNOWN.get(word) ?? 0).toString(2).padStart(12, '0')).join('')
  const all = Uint8Array.from({ length: 18 }, (_, at) => parseInt(bits.slice(8 * at, 8 * at + 8), 2))
  const key = all.slice(0, KEY_BYTES)
  const sum = digest(key)
  return sum[0] === all[16] && sum[1] === all[17] ? written(key) : { kind: 'sum' }
}
