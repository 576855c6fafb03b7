/** Stages of Etapa, as the studio and the server tell each other of them. */

import type { Schemas } from '../../lib/types'

export type StageSketch = Schemas['etapa.Composition']
export type Supplies = Schemas['etapa.Supplies']
export type Flaw = Schemas['etapa.Flaw']
