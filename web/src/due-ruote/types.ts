/** What Due Ruote tells this page. */

import type { RiderId, Story as AnyStory, View as AnyView } from '../lib/types'

export type { RiderId } from '../lib/types'

export type Terrain = 'P' | 'C' | 'M' | 'D'
export type Role = 'perform' | 'help' | 'obstruct'

/** A rider card. */
export interface Card {
  card: string
  name: string
  value: number
  speed: Record<Terrain, number>
  sprint: number
  time_trial: number
}

/** A rider; before the draft he has no card. */
export interface Rider extends Partial<Omit<Card, 'card'>> {
  seat: number
  number: number
  card: string | null
  sector: number | null
  box: 'bunch' | 'head' | null
  fatigue: number
  retired: number | null
  /** What the road will cost them at the end of this turn, as things stand. */
  road?: number | null
  jerseys?: { green: number; cyclamen: number; energy_left: boolean }
  /** Seconds lost so far, in a race of several stages. */
  time?: number
}

export interface Team {
  seat: number
  team: string
  tokens: number
  special: number
  spent: number
  /** Tokens that everybody has at the beginning of a turn. */
  all_tokens?: number
  /** Points that are still to be spent before one may pass. */
  to_spend?: number
  passed: boolean
  racing: boolean
  owes: boolean
  /** With event cards: those one has, and how full they are. */
  events?: Events
}

/** A player's event cards: those offered, those kept, which is filled next; what is in force. */
export interface Events {
  offered: string[]
  cards: EventCard[]
  next: number
  bonked: boolean
  fined: number
}

export interface EventCard {
  event: string
  tokens: number
  spaces: number
}

export type JerseyName = 'pink' | 'green' | 'cyclamen'

/** A race of several stages: its stages, and the general classification so far. */
export interface Stages {
  stage: number
  stages: { route: string; winner: RiderId | null }[]
  /** How the stage before ended; the first three of a road stage get seconds back. */
  last: { rider: RiderId; bonus: number }[]
  general: { rider: RiderId; time: number | null; green: number; cyclamen: number }[]
}

export interface Entry {
  rider: RiderId
  role: Role
}

export interface Challenge {
  activity: string
  initiator: number
  right: Entry[]
  left: Entry[]
  right_sum: number
  left_sum: number
  succeeds: boolean
  wishes: Record<string, string>
}

/** What makes up a sprinter's value; tokens that are not chosen count nothing. */
export interface SprintValue {
  card: number
  helpers: number
  tokens: number
  tired: number
  total: number
}

export interface Column {
  rider: RiderId
  helpers: RiderId[]
  tokens: number | null
  value: number | null
  worth?: SprintValue
}

export interface Sprint {
  goal: string
  /** What the places are worth for a jersey. */
  points: number[]
  columns: Column[]
  stopped: number[]
  asking_for: RiderId | null
}

export interface Composing {
  activity: string | null
  rider: RiderId | null
  team: number | null
  entries: Entry[]
  /** Both sides of the challenge with these, and how it would end. */
  right_sum: number
  left_sum: number
  succeeds: boolean
  cancels_left: number
}

export interface RankedRider {
  place: number
  rider: RiderId
  sector: number | null
  box: 'bunch' | 'head' | null
  fatigue: number
  sprint: number | null
  behind: number | null
  retired: number | null
}

export type Jerseys = Record<JerseyName, RiderId | null>

export interface Result {
  winner: number | null
  seats: number[]
  shared: number[]
  ending: string
  jerseys: Jerseys | null
  stages?: Stages['stages'] | null
  riders: RankedRider[]
}

/** Fatigue a turn costs on a terrain, and every slot of the challenge sheet. */
export interface Sheets {
  terrain: Record<Terrain, { speed: number; inside: number; outside: number }>
  right: number[]
  left: number[]
}

/** Numbers of the rules that a page shows. */
export interface Limits {
  team_value: number
  team: number
  effort: number
  spaces: number
  sector_seconds: number
}

export interface View extends AnyView {
  turns: number
  route: string[]
  shown: number
  terrain: Terrain | null
  speed: { base: number | null; now: number | null; top: number }
  sheets: Sheets
  most_fatigue: number
  limits?: Limits
  advanced: boolean
  fed: boolean
  first: number | null
  pawn: number | null
  claimed: number | null
  seats: Team[]
  riders: Record<RiderId, Rider>
  cards: Card[]
  challenge: Challenge | null
  speed_up: { rider: RiderId; from: number; joined: number } | null
  control: { too: 'few' | 'many'; starter: number; excused: number[] } | null
  sprint: Sprint | null
  composing: Composing | null
  /** Of the advanced game only. */
  stages?: Stages | null
  jerseys?: Jerseys | null
  trial?: {
    tokens: Record<RiderId, number>
    points: Record<RiderId, number>
    left: number
    asking_for: RiderId | null
  } | null
  result: Result | null
}

/** What a message may say; which of it depends on its type. */
export interface Message {
  type: string
  text?: string
  activity?: string
  points?: number
  fatigue?: number
  rider?: RiderId | null
  sprinter?: RiderId
  winner?: RiderId | null
  seat?: number
  sector?: number
  head?: boolean
  terrain?: string
  card?: string | number
  value?: number
  role?: Role
  wish?: string
  tokens?: number
  special?: number
  how?: string
  too?: string
  won?: boolean
  last?: boolean
  joined?: boolean
  goal?: string
  change?: number
  event?: string
  events?: string[]
  stages?: number
  [figure: string]: unknown
}

/** What a choice would do, as far as that is certain. */
export type Preview =
  | { type: 'Becomes'; rider: RiderId; sector: number; head: boolean; fatigue: number }
  | { type: 'Strikes'; events: string[] }
  | { type: 'Weighs'; right: number; left: number; succeeds: boolean }
  | { type: 'Sprints'; rider: RiderId; value: number }
  | { type: 'Rides'; rider: RiderId; points: number }

export interface Choice {
  code: number
  text: string
  rule: string
  message: Message
  preview?: Preview | null
}

export interface Catalogue {
  stages: { name: string; route: string }[]
  riders: string[]
}

export interface Story extends AnyStory {
  begin: View
  result: Result
}

/** The order in which terrains stand on a card. */
export const TERRAINS: Terrain[] = ['P', 'C', 'M', 'D']
export const JERSEYS: JerseyName[] = ['pink', 'green', 'cyclamen']
