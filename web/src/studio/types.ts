/** What the studio and the server tell each other, whatever the game. */

/** A road that is still being composed, with what keeps it from being a stage. */
export interface Sketch {
  flaws: object[]
}

export interface Measure {
  key: string
  form: 'number' | 'share' | 'seconds'
}

/** What so many races on a stage came to; shares are of all races. */
export interface StageFigures {
  stage: string
  letters: string
  races: number
  wins_by_kind: Record<string, number>
  wins_by_seat: number[]
  gaps: number[]
  /** Of all measures. */
  means: Record<string, number>
  /** Of the later winner, at the start of each round. */
  chances: number[]
}

export interface StageReport {
  game: string
  players: string[]
  measures: Measure[]
  unit: 'squares' | 'seconds'
  /** Where each step of the gaps begins. */
  gaps: number[]
  stage: StageFigures
  official: StageFigures[]
}

export interface ReportProgress {
  status: 'waiting' | 'riding' | 'done' | 'failed'
  report: StageReport | null
}
