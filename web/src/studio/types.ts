/** What the studio and the server tell each other. */

import type { Layout, Scenery } from '../flamme-rouge/types'

/** A road that is still being composed, with what keeps it from being a stage. */
export interface Sketch extends Scenery {
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

export interface Wishes {
  climbs: number | null
  finish: 'flat' | 'uphill' | 'downhill' | null
  hilliness: 'gentle' | 'hilly' | 'mountainous' | null
}

/** What so many races on a stage came to; shares are of all races. */
export interface StageFigures {
  stage: string
  letters: string
  races: number
  rounds: number
  wins_by_kind: { sprinteur: number; rouleur: number }
  wins_by_seat: number[]
  gaps: number[]
  lead_changes: number
  exhaustion: number
  /** Of the later winner, at the start of each round. */
  chances: number[]
  decided: number
}

export interface StageReport {
  players: string[]
  stage: StageFigures
  official: StageFigures[]
}

export interface ReportProgress {
  letters: string
  status: 'waiting' | 'riding' | 'done' | 'failed'
  report: StageReport | null
}
