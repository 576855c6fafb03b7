/** What Etapa brings to the studio: pieces of road, and what stands beside them. */

import { t } from '../../lib/i18n.svelte'
import type { Point, Step, Workshop } from '../../studio/workshop'
import Box from './Box.svelte'
import Carried from './Carried.svelte'
import Drawing from './Drawing.svelte'
import Marks from './Marks.svelte'
import Mini from './Mini.svelte'
import RoadPiece from './RoadPiece.svelte'
import {
  cobble,
  fromLink,
  lay,
  lengthen,
  lengthOf,
  move,
  pieceOf,
  placeAt,
  read,
  remove,
  toLink,
  TYPES,
  understood,
  write,
  type Stage,
} from './stage'
import Tools from './Tools.svelte'
import type { Flaw, StageSketch } from './types'

const ROUNDS = [10, 11, 12, 13, 14, 15, 16, 17]
const FINISHES = ['flat', 'uphill', 'downhill']
const COBBLES = [0, 1, 2, 3, 4]
/** What has to be right, and the flaws that say it is not. */
const POINTS: Record<string, string[]> = {
  length: ['short', 'long', 'pieces', 'empty'],
  primes: ['primes', 'prime'],
  marks: ['feed', 'limit', 'flag'],
}

/** A step on the stage that a text stands for; what cannot be read stays as it is. */
function stepped(text: string, step: (stage: Stage) => Stage): string {
  const stage = read(text)
  return stage ? write(step(stage)) : text
}

const count = (text: string): number => read(text)?.pieces.length ?? 0
const between = (place: number, most: number): number => Math.max(0, Math.min(most, place))
const key = (change: (stage: Stage, place: number) => Stage) => (text: string, place: number) =>
  stepped(text, (stage) => change(stage, place))
const longer = key((stage, place) => lengthen(stage, place, 1))

function laid(text: string, name: string, wanted: number): Step {
  const [piece, place] = [pieceOf(name), between(wanted, count(text))]
  return { stage: piece ? stepped(text, (stage) => lay(stage, piece, place)) : text, place }
}

function points({ card, flaws, advice }: StageSketch): Point[] {
  const said = (kind: string, { values }: Flaw): string => t(`etapa.studio.flaw.${kind}`, words(values))
  const kept = Object.entries(POINTS).flatMap(([point, kinds]): Point[] => {
    const broken = flaws.filter(({ kind }) => kinds.includes(kind))
    const bare = (point === 'primes' && !card.primes.length) || (point === 'marks' && !card.feed) ? '.none' : ''
    if (!broken.length)
      return [
        {
          key: point,
          state: 'ok',
          text: t(`etapa.studio.check.${point}${bare}`, { length: card.length, primes: card.primes.length }),
        },
      ]
    return broken.map((flaw, index) => ({ key: `${point} ${index}`, state: 'bad', text: said(flaw.kind, flaw) }))
  })
  return [
    ...kept,
    ...advice.map((flaw, index): Point => ({ key: `advice ${index}`, state: 'hint', text: said(flaw.kind, flaw) })),
  ]
}

/** Kinds of stages are said in the reader's language; everything else is a figure. */
function words(values: Flaw['values']): Flaw['values'] {
  const kind = (value: string | number): string | number =>
    TYPES.some((type) => type === value) ? t(`etapa.type.${value}`) : value
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, kind(value)]))
}

/** Pieces that are wrong themselves, or that bear a mark which is. */
function bad({ card, flaws }: StageSketch): Set<number> {
  const under = (prime: number): number[] => [placeAt(card.pieces, card.primes[prime]?.[1] ?? 0) ?? []].flat()
  return new Set(flaws.flatMap(({ pieces, primes }) => [...pieces, ...primes.flatMap(under)]))
}

export const etapaWorkshop: Workshop<StageSketch> = {
  game: 'etapa',
  /** Flat all the way. */
  empty: 'F120 | limit 60 | flag 95 | type flat',
  text: (name) => t(`etapa.studio.${name}`),

  understood,
  toLink,
  fromLink,
  unnamed: (text) => {
    const road = text.split(' |')[0] ?? ''
    return road.length > 28 ? `${road.slice(0, 27)}…` : road
  },
  count,
  lay: laid,
  move: (text, from, to) => ({
    stage: stepped(text, (stage) => move(stage, from, to)),
    place: between(to, count(text) - 1),
  }),
  remove: (text, place) => stepped(text, (stage) => remove(stage, place)),
  stays: (text) => count(text) < 2,
  keys: { '+': longer, '=': longer, '-': key((stage, place) => lengthen(stage, place, -1)), c: key(cobble) },

  points,
  bad,
  gist: ({ card }) => card.type,
  line: (text, type) => `${t(`etapa.type.${type}`)}, ${t('count.fields', { n: lengthOf(read(text)?.pieces ?? []) })}`,
  Mini,
  Drawing,
  Piece: RoadPiece,
  Tools,
  Carried,
  Marks,
  Box,
  wishes: [
    {
      name: 'rounds',
      label: () => t('etapa.studio.rounds'),
      choices: ROUNDS.map((rounds) => ({ value: String(rounds), text: () => String(rounds) })),
    },
    {
      name: 'mountains',
      label: () => t('etapa.studio.mountains'),
      choices: TYPES.map((value) => ({ value, text: () => t(`etapa.type.${value}`) })),
    },
    {
      name: 'finish',
      label: () => t('studio.finish'),
      choices: FINISHES.map((value) => ({ value, text: () => t(`studio.finish.${value}`) })),
    },
    {
      name: 'cobbles',
      label: () => t('etapa.studio.cobbles'),
      choices: COBBLES.map((sectors) => ({ value: String(sectors), text: () => String(sectors) })),
    },
  ],
}
