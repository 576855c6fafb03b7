/** What Flamme Rouge brings to the studio: roads of tiles. */

import { t } from '../../lib/i18n.svelte'
import type { Point, Step, Workshop } from '../../studio/workshop'
import { stageLine } from '../stages'
import Box from './Box.svelte'
import Carried from './Carried.svelte'
import { FINISH, flip, inBox, lay, move, remove, START, tileOf, understood } from './compose'
import Drawing from './Drawing.svelte'
import Mini from './Mini.svelte'
import RoadTile from './RoadTile.svelte'
import Tools from './Tools.svelte'
import type { Flaw, TileSketch } from './types'

const POINTS = ['twice', 'start', 'finish', 'overlap'] as const
const CLIMBS = [0, 1, 2, 3, 4, 5, 6]
const FINISHES = ['flat', 'uphill', 'downhill']
const HILLINESS = ['gentle', 'hilly', 'mountainous']

const at = (stage: string, letter: string): Step => ({ stage, place: stage.indexOf(letter) })

/** What makes a road of tiles a stage, point by point, and what is missing. */
function points(sketch: TileSketch): Point[] {
  const left = inBox(sketch.letters).length
  const found = POINTS.map((kind): Point => {
    const flaw = sketch.flaws.find((one) => one.kind === kind || (kind === 'finish' && one.kind === 'short'))
    return {
      key: kind,
      state: flaw ? 'bad' : 'ok',
      text: flaw ? reason(flaw, sketch.letters) : t(`studio.check.${kind}`),
    }
  })
  const length = left
    ? t('studio.check.left', { count: left })
    : t('studio.check.length', { squares: sketch.squares.length })
  return [...found, { key: 'length', state: left ? 'hint' : 'ok', text: length }]
}

function reason({ kind, tiles: [first, second] }: Flaw, letters: string): string {
  const named = (place: number | undefined) =>
    place === undefined ? '' : t('studio.place', { letter: letters[place] ?? '', place: place + 1 })
  const misplaced = (kind === 'start' || kind === 'finish') && first !== undefined ? '.misplaced' : ''
  return t(`studio.flaw.${kind}${misplaced}`, { first: named(first), second: named(second) })
}

export const tiles: Workshop<TileSketch> = {
  game: 'flamme-rouge',
  /** The bare ends. */
  empty: START + FINISH,
  text: (key) => t(`studio.tiles.${key}`),

  understood,
  toLink: (letters) => letters,
  fromLink: (part) => part,
  unnamed: (letters) => letters,
  count: (letters) => letters.length,
  lay: (letters, letter, wanted) => at(lay(letters, letter, wanted), letter),
  move: (letters, from, to) => at(move(letters, from, to), letters[from] ?? ''),
  remove,
  stays: (letters, place) => [START, FINISH].includes(tileOf(letters[place] ?? '')),
  keys: { f: flip },

  points,
  bad: ({ flaws }) =>
    new Set(flaws.flatMap(({ kind, tiles }) => (kind === 'overlap' || kind === 'twice' ? tiles : []))),
  gist: ({ squares }) => squares,
  line: (_, squares) => stageLine(squares),
  Mini,
  Drawing,
  Piece: RoadTile,
  Tools,
  Carried,
  Box,
  wishes: [
    {
      name: 'climbs',
      label: () => t('studio.climbs'),
      choices: CLIMBS.map((climbs) => ({ value: String(climbs), text: () => String(climbs) })),
    },
    {
      name: 'finish',
      label: () => t('studio.finish'),
      choices: FINISHES.map((value) => ({ value, text: () => t(`studio.finish.${value}`) })),
    },
    {
      name: 'hilliness',
      label: () => t('studio.hilliness'),
      choices: HILLINESS.map((value) => ({ value, text: () => t(`studio.hilliness.${value}`) })),
    },
  ],
}
