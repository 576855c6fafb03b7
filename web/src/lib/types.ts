/** What travels between the server and this page. */

/** A rider's short name, as his game writes it. */
export type RiderId = string
export type SeatKind = 'open' | 'person' | 'bot' | 'hotseat' | 'dummy'

export interface Seat {
  seat: number
  kind: SeatKind
  name: string
  level: string | null
  online: boolean
  lent: boolean
  team: string
}

/** How a match has ended: who won, and the seats in order. Every game adds its own. */
export interface Result {
  winner: number | null
  seats: number[]
}

export type Status = 'open' | 'running' | 'over' | 'closed'

export interface Table {
  id: string
  title: string
  game: string
  options: Record<string, unknown>
  stage: string | null
  status: Status
  seats: Seat[]
  commitment: string
  seed: string | null
  result: Result | null
  tempo: { lend_after: number | null }
  hints: boolean
  /** Whether two players may say what nobody else hears. */
  private_talk: boolean
  rematch: string | null
  created: number | string
  seq: number
}

/** What every game shows of a position. */
export interface View {
  game: string
  phase: string
  round: number
  waiting: number[]
  you: number | null
  seats: { seat: number; team: string; owes: boolean }[]
  result: Result | null
}

/** Something that has happened: its kind, its sentence in English, its rule, and what else its game tells. */
export interface Event {
  type: string
  text: string
  rule: string
}

export interface Choice {
  code: number
  text: string
  rule: string
  message: { type: string }
}

export interface Undo {
  by: number
  waiting: number[]
}

export interface State {
  seq: number
  own: number
  view: View | null
  choices: Choice[]
  can_undo: boolean
}

export interface Step {
  seq: number
  events: Event[]
}

export interface Snapshot extends State {
  table: Table
  seat: number | null
  undo: Undo | null
  last: Event[]
  gap: Step[]
}

export interface Fault {
  kind: string
  text: string
}

export interface ChatLine {
  id: number
  seat: number
  name: string
  text?: string
  reaction?: string
  /** The one seat it is for, or everybody. */
  to: number | null
  at: number | string
  old?: boolean
}

export type Incoming =
  | ({ type: 'snapshot' } & Snapshot)
  | ({ type: 'step'; events: Event[] } & State)
  | { type: 'table'; table: Table }
  | { type: 'undo'; undo: Undo | null; seq: number }
  | ({ type: 'chat' } & ChatLine)
  | { type: 'ack'; move_id: string; seq: number }
  | { type: 'refused'; move_id: string; error: Fault }
  | { type: 'pong' }
  | { type: 'error'; error: Fault }

/** What there is to choose from when a table is set up; every game adds its own. */
export interface Catalogue {
  stages: { name: string; letters?: string }[]
}

export interface OptionSchema {
  description?: string
  enum?: string[]
  anyOf?: { enum?: string[]; type?: string }[]
  type?: string
  default: unknown
}

/** House rules: options that are a choice between words, or yes and no. */
export type House = Record<string, string | boolean>

/** A set of options with a name; tables for these numbers of seats begin with it. */
export interface Preset {
  name: string
  options: House
  seats: number[]
}

export interface GameInfo {
  id: string
  name: string
  rules_version: number
  seats: [number, number]
  options: Record<string, unknown>
  /** Sets of options to choose from, besides the game as printed. */
  presets: Preset[]
  schema: { $defs: { Options: { properties: Record<string, OptionSchema> } } }
}

export interface PlayerInfo {
  name: string
  text: string
}

/** A decision of a finished match, with what it has changed of what everybody sees. */
export interface StoryStep {
  seat: number
  code: number
  text: string
  events: Event[]
  round?: number
  phase?: string
  riders?: Record<RiderId, unknown>
}

/** What a replay shows of a position. */
export interface Moment {
  round: number
  phase: string
  riders: Record<RiderId, unknown>
}

export interface Story {
  table: Table
  scenery: unknown
  begin: Moment
  steps: StoryStep[]
  result: Result
}

export type TableLine = Table & { round?: number }

export interface SeatPlan {
  kind: 'open' | 'bot' | 'hotseat' | 'dummy'
  name?: string
  level?: string
}

export interface NewTable {
  game: string
  options: Record<string, unknown>
  seats: SeatPlan[]
  title?: string
  tempo?: { lend_after: number | null }
  listed?: boolean
  hints?: boolean
}

export interface Created {
  id: string
  host_token: string
  tokens: Record<string, string>
  table: Table
}

export interface Joined {
  token: string
  seat: number
  table: Table
}

/** What a bot thinks of each choice: the chance to win, and the place it expects. */
export interface Hint {
  choices: Advice[]
  seconds: number
}

export interface Advice {
  code: number
  win: number
  place: number
}

export interface Rule {
  number: string
  text: string
}

export const REACTIONS = ['👏', '😮', '😂', '🚴', '🔥'] as const
export type Reaction = (typeof REACTIONS)[number]

/** The teams, by seat. */
export const TEAMS = ['Blue', 'Red', 'Green', 'Black', 'Yellow', 'Violet']
