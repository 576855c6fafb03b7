/** Composing a road of tiles: every tile lies on it or in the box. */

/** The 21 tiles; the other side of each goes by the capital letter. */
export const TILES = 'abcdefghijklmnopqrstu'
export const START = 'a'
export const FINISH = 'u'

export const tileOf = (letter: string): string => letter.toLowerCase()

/** The other side of a tile. */
export const flipped = (letter: string): string => (letter === tileOf(letter) ? letter.toUpperCase() : tileOf(letter))

/** The tiles that are still in the box. */
export function inBox(letters: string): string[] {
  const laid = new Set(letters.toLowerCase())
  return [...TILES].filter((tile) => !laid.has(tile))
}

/** Where on a road a tile may come to lie: the start first, the finish last, all others between them. */
export function placeFor(letters: string, letter: string, wanted: number): number {
  if (tileOf(letter) === START) return 0
  if (tileOf(letter) === FINISH) return letters.length
  const first = tileOf(letters.slice(0, 1)) === START ? 1 : 0
  const last = tileOf(letters.slice(-1)) === FINISH ? letters.length - 1 : letters.length
  return Math.max(first, Math.min(last, wanted))
}

/** Lay a tile from the box before the tile at a place; one that lies already stays where it is. */
export function lay(letters: string, letter: string, wanted: number): string {
  if (letters.toLowerCase().includes(tileOf(letter))) return letters
  const place = placeFor(letters, letter, wanted)
  return letters.slice(0, place) + letter + letters.slice(place)
}

export function remove(letters: string, place: number): string {
  return letters.slice(0, place) + letters.slice(place + 1)
}

export function flip(letters: string, place: number): string {
  const letter = letters[place]
  return letter === undefined ? letters : letters.slice(0, place) + flipped(letter) + letters.slice(place + 1)
}

/** Move a tile so that it lies at another place of the road. */
export function move(letters: string, from: number, to: number): string {
  const letter = letters[from]
  if (letter === undefined) return letters
  const rest = remove(letters, from)
  const place = placeFor(rest, letter, to)
  return rest.slice(0, place) + letter + rest.slice(place)
}

/** As many letters as there are sides of tiles. */
const MOST_LETTERS = 42

/** The letters of a text that name tiles, and those that do not. */
export function understood(text: string): { stage: string; lost: string[] } {
  const known = (letter: string): boolean => /^[a-uA-U]$/.test(letter)
  const letters = [...text].filter(known)
  const lost = [...[...text].filter((letter) => !known(letter)), ...letters.slice(MOST_LETTERS)]
  return { stage: letters.slice(0, MOST_LETTERS).join(''), lost: [...new Set(lost)] }
}
