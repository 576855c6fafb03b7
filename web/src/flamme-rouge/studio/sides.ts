/** The sides of the tiles, by their letters. */
import type { Bench } from '../../studio/bench.svelte'
import type { TileSide } from './types'

export const sidesOf = (bench: Bench): Map<string, TileSide> =>
  new Map(Array.isArray(bench.pieces) ? bench.pieces.map((side) => [side.letter, side]) : [])
