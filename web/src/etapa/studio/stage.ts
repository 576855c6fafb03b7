/** Composing a stage of Etapa: pieces of road, and marks that stay with the piece they stand on. */

import { known } from '../../lib/known'
import type { Category, StageCard } from '../types'

export type Piece = [letter: string, fields: number]
export type Prime = [category: Category, field: number]
export type StageType = StageCard['type']

export interface Stage {
  pieces: Piece[]
  primes: Prime[]
  feed: [number, number] | null
  limit: number
  flag: number
  type: StageType
}

export const TERRAINS = 'FDENHU'
export const CATEGORIES: Category[] = ['S', '4', '3', '2', '1', 'HC']
export const TYPES: StageType[] = ['flat', 'medium', 'high']
/** Pieces as they are laid, with a usual length each. */
export const PIECES = ['F20', 'D12', 'E8', 'N8', 'H8', 'U6', 'f8']
export const FEED_ZONE = 8
/** The last field, and the longest piece, that can be written at all. */
const MOST_WRITTEN = 999
/** Marks that are written with a word; all others are primes. */
const NAMED = /^(feed|limit|flag|type)\b/
/** Fields from the flag to the line, where nothing is said of it. */
const TO_FLAG = 25

export const lengthOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, [, fields]) => sum + fields, 0)

/** A piece by its name, as in `F40`. */
export function pieceOf(name: string): Piece | null {
  const found = /^([FDENHUfdenhu])(\d{1,3})$/.exec(name)
  return found ? [found[1] ?? 'F', Number(found[2])] : null
}

// --- a stage as a text --------------------------------------------------------------------------------

/** The stage that a text stands for; nothing if it cannot be read. */
export function read(text: string): Stage | null {
  const [road = '', ...rest] = text.split('|').map((part) => part.trim())
  const pieces = words(road).map(pieceOf)
  if (!pieces.every((piece) => piece !== null)) return null
  const stage = unmarked(pieces)
  return rest.every((part) => readPart(stage, part)) ? stage : null
}

/** A road with nothing beside it but what every road has. */
function unmarked(pieces: Piece[]): Stage {
  const length = lengthOf(pieces)
  return {
    pieces,
    primes: [],
    feed: null,
    limit: Math.floor((2 * length) / 3),
    flag: Math.max(1, length - TO_FLAG),
    type: 'flat',
  }
}

/** What of a text can be read, and the words of it that cannot; nothing if it has no pieces. */
export function understood(text: string): { stage: string; lost: string[] } {
  const lost: string[] = []
  const sorted = (found: string[], reads: (word: string) => boolean): string => {
    lost.push(...found.filter((word) => !reads(word)))
    return found.filter(reads).join(' ')
  }
  const [road = '', ...rest] = text.split('|').map((part) => part.trim())
  const pieces = sorted(words(road), (word) => pieceOf(word) !== null)
  const marks = rest.map((part) =>
    sorted(NAMED.test(part) ? [part] : words(part), (mark) => readPart(unmarked([]), mark)),
  )
  return { stage: pieces && [pieces, ...marks.filter(Boolean)].join(' | '), lost }
}

/** A prime as it is written: `HC@40`. */
function primeOf(text: string): Prime | null {
  const [, name = '', field] = /^(\w+)@(\d{1,3})$/.exec(text) ?? []
  const category = known(CATEGORIES, name)
  return category ? [category, Number(field)] : null
}

function readPart(stage: Stage, part: string): boolean {
  const [word = '', value = ''] = words(part)
  const zone = /^(\d{1,3})-(\d{1,3})$/.exec(value)
  const type = known(TYPES, value)
  if (word === 'feed' && zone) stage.feed = [Number(zone[1]), Number(zone[2])]
  else if ((word === 'limit' || word === 'flag') && /^\d{1,3}$/.test(value)) stage[word] = Number(value)
  else if (word === 'type' && type) stage.type = type
  else {
    const primes = words(part).map(primeOf)
    if (!primes.every((prime) => prime !== null)) return false
    stage.primes = primes
  }
  return true
}

/** The text of a stage, as the server writes it. */
export function write({ pieces, primes, feed, limit, flag, type }: Stage): string {
  const parts = [pieces.map(([letter, fields]) => `${letter}${fields}`).join(' ')]
  const sorted = [...primes].sort((one, other) => one[1] - other[1])
  if (sorted.length) parts.push(sorted.map(([category, field]) => `${category}@${field}`).join(' '))
  if (feed) parts.push(`feed ${feed[0]}-${feed[1]}`)
  return [...parts, `limit ${limit}`, `flag ${flag}`, `type ${type}`].join(' | ')
}

/** In an address: no blanks, no bars. */
export const toLink = (text: string): string => text.replaceAll(' | ', '~').replaceAll(' ', '.')
export const fromLink = (part: string): string => part.replaceAll('~', ' | ').replaceAll('.', ' ')

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean)

const onRoad = (field: number, length: number): number => Math.max(1, Math.min(length, field))

// --- pieces -------------------------------------------------------------------------------------------

export function lay(stage: Stage, piece: Piece, place: number): Stage {
  const pieces = [...stage.pieces.slice(0, place), piece, ...stage.pieces.slice(place)]
  return carried(stage, pieces, (at) => (at < place ? at : at + 1))
}

export function remove(stage: Stage, place: number): Stage {
  const pieces = stage.pieces.filter((_, at) => at !== place)
  return carried(stage, pieces, (at) => (at === place ? null : at < place ? at : at - 1))
}

/** Move a piece so that it lies at another place; what stands on it goes along. */
export function move(stage: Stage, from: number, wanted: number): Stage {
  const to = Math.max(0, Math.min(stage.pieces.length - 1, wanted))
  const order = stage.pieces.map((_, at) => at).filter((at) => at !== from)
  order.splice(to, 0, from)
  return carried(
    stage,
    order.flatMap((at) => stage.pieces.slice(at, at + 1)),
    (at) => order.indexOf(at),
  )
}

export function lengthen(stage: Stage, place: number, by: number): Stage {
  return changed(stage, place, ([letter, fields]) => [letter, Math.max(1, Math.min(MOST_WRITTEN, fields + by))])
}

/** Another terrain for a piece; cobbles stay cobbles. */
export function slope(stage: Stage, place: number, terrain: string): Stage {
  return changed(stage, place, ([letter, fields]) => [
    letter === letter.toUpperCase() ? terrain : terrain.toLowerCase(),
    fields,
  ])
}

/** Cobbles laid on a piece, or taken off. */
export function cobble(stage: Stage, place: number): Stage {
  return changed(stage, place, ([letter, fields]) => [
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
    fields,
  ])
}

function changed(stage: Stage, place: number, change: (piece: Piece) => Piece): Stage {
  return carried(
    stage,
    stage.pieces.map((piece, at) => (at === place ? change(piece) : piece)),
    (at) => at,
  )
}

/** The place of the piece that a field lies on. */
export function placeAt(pieces: readonly Piece[], field: number): number | null {
  let end = 0
  const place = pieces.findIndex(([, fields]) => (end += fields) >= field)
  return place < 0 || field < 1 ? null : place
}

/** The first field of a piece. */
export const startOf = (pieces: readonly Piece[], place: number): number => lengthOf(pieces.slice(0, place)) + 1

/**
 * New pieces, and the marks where they belong then. Primes and the feed zone go with the piece they stand on, what
 * stands on its last field stays there; limit and flag keep their distance to the line. What is not on the road stays off it.
 */
function carried(stage: Stage, pieces: Piece[], placed: (at: number) => number | null): Stage {
  const [before, after] = [lengthOf(stage.pieces), lengthOf(pieces)]
  const moved = (field: number): number | null => {
    const at = placeAt(stage.pieces, field)
    if (at === null) return field
    const to = placed(at)
    if (to === null) return null
    const [offset, fields] = [field - startOf(stage.pieces, at), pieces[to]?.[1] ?? 1]
    const last = offset === (stage.pieces[at]?.[1] ?? 1) - 1
    return startOf(pieces, to) + (last ? fields - 1 : Math.min(offset, fields - 1))
  }
  const kept = (field: number): number =>
    placeAt(stage.pieces, field) === null ? field : onRoad(field + after - before, after)
  const primes = stage.primes.flatMap(([category, field]): Prime[] => {
    const to = moved(field)
    return to === null ? [] : [[category, to]]
  })
  return {
    ...stage,
    pieces,
    primes,
    feed: stage.feed && zone(moved(stage.feed[0]) ?? stage.feed[0], stage.feed[1] - stage.feed[0] + 1, after),
    limit: kept(stage.limit),
    flag: kept(stage.flag),
  }
}

// --- marks --------------------------------------------------------------------------------------------

/** A feed zone of so many fields that lies on the road. */
export function zone(first: number, fields: number, length: number): [number, number] {
  const from = Math.max(1, Math.min(first, length - fields + 1))
  return [from, Math.min(length, from + fields - 1)]
}

/** A mark by its name: `limit`, `flag`, `feed`, or a prime by its number. */
export type Mark = 'limit' | 'flag' | 'feed' | number

/** A mark put on another field of the road. */
export function place(stage: Stage, mark: Mark, wanted: number): Stage {
  const length = lengthOf(stage.pieces)
  if (mark !== 'feed' || !stage.feed) return putAt(stage, mark, onRoad(wanted, length))
  return { ...stage, feed: zone(onRoad(wanted, length), stage.feed[1] - stage.feed[0] + 1, length) }
}

/** A mark on the field that somebody has named, be that on the road or not. */
export function putAt(stage: Stage, mark: Mark, wanted: number): Stage {
  const field = Math.max(0, Math.min(MOST_WRITTEN, wanted))
  if (mark === 'feed')
    return stage.feed
      ? { ...stage, feed: [field, Math.min(MOST_WRITTEN, field + stage.feed[1] - stage.feed[0])] }
      : stage
  if (typeof mark === 'string') return { ...stage, [mark]: field }
  return { ...stage, primes: stage.primes.map(([category, at], number) => [category, number === mark ? field : at]) }
}

/** Primes on all summits where none stands yet. */
export function markSummits(stage: Stage, summits: [number, Category][]): Stage {
  const bare = summits.filter(([top]) => !stage.primes.some(([category, field]) => category !== 'S' && field === top))
  return { ...stage, primes: [...stage.primes, ...bare.map(([top, category]): Prime => [category, top])] }
}

/** The card of a stage for drawing it, without what only the server knows. */
export function cardOf(text: string, name: string): StageCard | null {
  const stage = read(text)
  if (!stage) return null
  const fields = stage.pieces.map(([letter, many]) => letter.repeat(many)).join('')
  return { ...stage, name, kind: 'road', fields, length: fields.length, time: 0, notation: text, adds: [], costs: [] }
}
