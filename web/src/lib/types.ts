/** What travels between the server and this page. */

export type Card = number | 'X' | 'A'
export type Lane = 'right' | 'left'
export type Kind = 'S' | 'R'
/** A rider's short name: seat and S or R. */
export type RiderId = string
export type Point = [number, number]

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

export interface RankedRider {
  place: number
  rider: string
  square: number
  lane: Lane
  past_line: number
}

export interface Result {
  winner: number
  seats: number[]
  riders: RankedRider[]
}

/** A rider in the general classification of a tour; whoever has dropped out has no time. */
export interface Standing {
  place: number | null
  rider: RiderId
  time: number | null
  clock: string | null
  gap: number | null
  stage_wins: number
  exhaustion: number
}

export interface TeamStanding {
  place: number
  seat: number
  team: string
  points: number
  stage_wins: number
  leader: RiderId
}

/** A stage of a tour; once it is over, with what it has changed. */
export interface TourStage {
  number: number
  name: string
  letters: string
  over: boolean
  finish: RiderId[]
  points: Record<RiderId, number>
  times: Record<RiderId, number | null>
  gaps: Record<RiderId, number | null>
}

export interface TourResult {
  winner: number
  seats: number[]
  teams: TeamStanding[]
  riders: Standing[]
  stages: TourStage[]
}

/** What a tour adds to the view of a race. */
export interface TourView {
  stage: number
  stages: TourStage[]
  traits: boolean
  cooperation: boolean
  draft: { chosen: number[]; offered?: string[]; trait?: string | null; rider?: RiderId | null } | null
  gc: Standing[]
  teams: TeamStanding[]
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
  result: Result | TourResult | null
  tempo: { lend_after: number | null }
  hints: boolean
  /** Whether two players may say what nobody else hears. */
  private_talk: boolean
  rematch: string | null
  created: number | string
  seq: number
}

export type Counts = Record<string, number>

export interface OwnCards {
  deck: Counts
  hand: Counts
  recycled: Counts
  played: Card | null
}

export interface Rider {
  seat: number
  kind: Kind
  square: number | null
  lane: Lane | null
  face_down: number
  recycled: number
  unrevealed: Counts
  drawn: boolean
  played: boolean
  revealed: Card | null
  own?: OwnCards
  /** On a tour: seconds on the tracker, the trait, exhaustion, and a card shown to one opponent. */
  time?: number | null
  place?: number | null
  trait?: string | null
  trait_used?: boolean
  exhaustion?: number
  carried_over?: number
  shown_to?: number | null
  shown?: Card | null
}

export interface View {
  game: string
  stage: string
  letters: string
  squares: string
  phase: 'draft' | 'placement' | 'energy' | 'raise' | 'finished'
  round: number
  waiting: number[]
  you: number | null
  supply: { S: number; R: number }
  order: string[]
  seats: { seat: number; team: string; led_by: 'player' | 'muscle' | 'peloton'; owes: boolean }[]
  riders: Record<string, Rider>
  result: Result | TourResult | null
  tour?: TourView
}

export type Happening =
  | { type: 'Placed'; rider: string; square: number; lane: Lane }
  | { type: 'RoundBegan'; round: number }
  | { type: 'Drew'; rider: string; cards: Card[] | null }
  | { type: 'Shuffled'; rider: string }
  | { type: 'Chose'; rider: string; card: Card | null }
  | { type: 'RanOut'; rider: string }
  | { type: 'Revealed'; rider: string; card: Card }
  | { type: 'Moved'; rider: string; start: number; square: number; lane: Lane; reasons: string[] }
  | { type: 'Carried'; rider: string; square: number }
  | { type: 'Tired'; rider: string }
  | { type: 'Spared'; rider: string }
  | { type: 'Ended'; winner: string }
  | TourHappening

/** What happens on a tour only. */
export type TourHappening =
  | { type: 'Drafted'; seat: number; trait: string | null; rider: string | null }
  | { type: 'TraitKept' | 'CardRaised'; rider: string; trait: string }
  | { type: 'TraitRefused' | 'TourEnded'; seat: number }
  | { type: 'StageBegan'; stage: number }
  | { type: 'HandRecycled' | 'ExhaustionRemoved' | 'DroppedOut'; rider: string }
  | { type: 'Showed'; rider: string; card: Card | null; to: number }
  | { type: 'Crossed'; rider: string; place: number; past: number }
  | { type: 'LostTime' | 'GainedTime'; rider: string; seconds: number; time: number }
  | { type: 'ClockShifted'; seconds: number }
  | { type: 'StageEnded'; rider: string; stage: number }
  | { type: 'StagePoints' | 'TourPoints'; rider: string; points: number; place: number }
  | { type: 'Recovered'; rider: string; back: number; kept: number }

export type Event = Happening & { text: string; rule: string }

export type ChoiceMessage =
  | { type: 'Place'; rider: string; square: number; lane: Lane }
  | { type: 'ChooseRider'; rider: string }
  | { type: 'PlayCard'; rider: string; card: Card }
  | { type: 'PlayAndShow'; rider: string; card: Card; to: number }
  | { type: 'KeepTrait'; trait: string; rider: string }
  | { type: 'KeepNoTrait' }
  | { type: 'ChangeHand' | 'RemoveExhaustion' | 'RaiseCard' | 'HoldBack'; rider: string }

export interface Choice {
  code: number
  text: string
  rule: string
  message: ChoiceMessage
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

export interface LaidSquare {
  index: number
  tile: string
  terrain: string
  start: Point
  end: Point
  heading: number
  outline: Point[]
  divider: Point[]
  right: Point
  left: Point
}

export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

export interface Layout {
  road_width: number
  squares: LaidSquare[]
  box: Box
}

export interface Scenery {
  name: string
  letters: string
  squares: string
  start_squares: number
  line: number
  last_square: number
  layout: Layout
}

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

export interface Stage {
  name: string
  letters: string
  group: string
  aliases: string[]
  note: string
  squares: string
  length: number
  climbs: number[]
}

export interface ReadyTour {
  name: string
  stages: string[]
  note: string
}

export interface Catalogue {
  stages: Stage[]
  groups: string[]
  tours?: ReadyTour[]
}

export interface OptionSchema {
  description?: string
  enum?: string[]
  anyOf?: { enum?: string[]; type?: string }[]
  type?: string
  default: unknown
}

export interface GameInfo {
  id: string
  name: string
  rules_version: number
  seats: [number, number]
  options: Record<string, unknown>
  schema: { $defs: { Options: { properties: Record<string, OptionSchema> } } }
}

export interface PlayerInfo {
  name: string
  text: string
}

export interface Place {
  square: number | null
  lane: Lane | null
}

export interface Places {
  round: number
  phase: View['phase']
  /** The road, by its tiles. */
  letters: string
  riders: Record<RiderId, Place>
}

export interface StoryStep extends Places {
  seat: number
  code: number
  text: string
  events: Event[]
}

export type Moment = Places

export interface Story {
  table: Table
  scenery: Scenery
  begin: Moment
  steps: StoryStep[]
  result: Result | TourResult
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
export const TEAMS = ['Blue', 'Red', 'Green', 'Black', 'Yellow', 'White']

/** The order of cards in hands and decks. */
export const CARD_ORDER = ['X', 'A', '2', '3', '4', '5', '6', '7', '8', '9']
