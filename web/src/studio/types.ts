/** What the studio and the server tell each other, whatever the game. */

import type { Schemas } from '../lib/types'

/** The games whose stages can be composed. */
export type StudioGame = Schemas['flamme-rouge.GameId'] | Schemas['etapa.GameId']
/** What roads are made of. */
export type Pieces = Schemas['Pieces']
/** A road that is still being composed, with what keeps it from being a stage. */
export type Sketch = Schemas['Composition']
export type Measure = Schemas['Measure']
export type StageFigures = Schemas['Figures']
export type StageReport = Schemas['Report']
export type ReportProgress = Schemas['ReportProgress']
