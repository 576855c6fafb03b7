/** Roads of tiles, as the studio and the server tell each other of them. */

import type { Layout, Scenery } from '../types'

/** A road that is still being composed, with what keeps it from being a stage. */
export interface TileSketch extends Scenery {
  climbs: number[]
  ascents: number
  descents: number
  flaws: Flaw[]
}

export interface Flaw {
  kind: 'twice' | 'start' | 'finish' | 'short' | 'overlap'
  /** Places, from 0, of the tiles to blame. */
  tiles: number[]
}

/** One side of a tile, drawn by itself. */
export interface TileSide {
  letter: string
  shape: 'start' | 'finish' | 'straight' | 'light' | 'sharp'
  /** Degrees, left is positive. */
  turn: number
  layout: Layout
}
