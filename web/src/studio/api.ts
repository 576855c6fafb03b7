/** What the studio asks the server. */

import { ask, once, quoted } from '../lib/api'
import type { ReportProgress, Sketch, TileSide, Wishes } from './types'

const wished = (wishes: Wishes): [string, string][] =>
  Object.entries(wishes).flatMap(([name, wish]) => (wish === null ? [] : [[name, String(wish)]]))

export const studio = {
  tiles: () => once<TileSide[]>('/studio/tiles'),
  sketch: (letters: string) => once<Sketch>(`/studio/sketch?letters=${quoted(letters)}`),
  compose: (seed: number, wishes: Wishes) =>
    ask<Sketch>('GET', `/studio/random?${new URLSearchParams([['seed', String(seed)], ...wished(wishes)])}`),
  report: (stage: string) => ask<ReportProgress>('POST', '/studio/reports', { stage }),
}
