/** Roads of tiles, as the studio and the server tell each other of them. */

import type { Schemas } from '../../lib/types'

export type TileSketch = Schemas['flamme-rouge.Composition']
export type Flaw = Schemas['flamme-rouge.Flaw']
export type TileSide = Schemas['flamme-rouge.DrawnSide']
