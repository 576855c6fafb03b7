/** What Flamme Rouge and its tours tell this page. */

import type { RiderId, Story as AnyStory, StoryStep as AnyStep } from '../lib/types'

export type { Advice, GameInfo, RiderId, Table } from '../lib/types'

export type Card = number | 'X' | 'A'
export type Lane = 'right' | 'left'
export type Kind = 'S' | 'R'
export type Point = [number, number]

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

/** Where a choice takes a rider if nobody is in the way, and what makes it differ from the card. */
export interface Preview {
  type: 'Reaches'
  rider: RiderId
  square: number
  reasons: string[]
}

export interface Choice {
  code: number
  text: string
  rule: string
  message: ChoiceMessage
  preview?: Preview | null
}

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

export interface Place {
  square: number | null
  lane: Lane | null
}

/** Where everybody is. */
export interface Places {
  round: number
  phase: View['phase']
  /** The road, by its tiles. */
  letters: string
  riders: Record<RiderId, Place>
}

export type Moment = Places

export interface StoryStep extends Omit<AnyStep, 'phase'>, Partial<Places> {
  events: Event[]
  riders?: Record<RiderId, Place>
}

export interface Story extends AnyStory {
  scenery: Scenery
  begin: Moment
  steps: StoryStep[]
  result: Result | TourResult
}

/** The order of cards in hands and decks. */
export const CARD_ORDER = ['X', 'A', '2', '3', '4', '5', '6', '7', '8', '9']
