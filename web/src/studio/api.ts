/** What the studio asks the server. */

import { ask, once, quoted } from '../lib/api'
import type { Schemas } from '../lib/types'
import type { Pieces, ReportProgress, Sketch } from './types'

export const studio = {
  pieces: (game: string) => once<Pieces>(`/studio/${game}/pieces`),
  sketch: (game: string, stage: string) => once<Sketch>(`/studio/${game}/sketch?stage=${quoted(stage)}`),
  compose: (game: string, seed: number, wishes: Record<string, string>) =>
    ask<Schemas['Composed']>('GET', `/studio/${game}/random?${new URLSearchParams({ seed: String(seed), ...wishes })}`),
  report: (game: string, stage: string) => ask<ReportProgress>('POST', `/studio/${game}/reports`, { stage }),
}
