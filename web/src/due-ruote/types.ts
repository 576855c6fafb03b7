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
  wishes: Record<string, string>
}

export interface Column {
  rider: RiderId
  helpers: RiderId[]
  tokens: number | null
  value: number | null
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

/** Fatigue a turn costs on a terrain, and the slots of the challenge sheet. */
export interface Sheets {
  terrain: Record<Terrain, { speed: number; inside: number; outside: number }>
  right: number[]
  left: number[]
}

export interface View extends AnyView {
  turns: number
  route: string[]
  shown: number
  terrain: Terrain | null
  speed: { base: number | null; now: number | null; top: number }
  sheets: Sheets
  most_fatigue: number
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
  trial?: { tokens: Record<RiderId, number>; left: number; asking_for: RiderId | null } | null
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

export interface Choice {
  code: number
  text: string
  rule: string
  message: Message
}

export interface Catalogue {
  stages: { name: string; route: string }[]
  riders: string[]
}

export interface Story extends AnyStory {
  begin: View
  result: Result
}

/** Tokens a rider can be given in a time trial. */
export const MOST_EFFORT = 2
/** An event card strikes with so many special tokens on it. */
export const EVENT_SPACES = 3
/** The order in which terrains stand on a card. */
export const TERRAINS: Terrain[] = ['P', 'C', 'M', 'D']
export const JERSEYS: JerseyName[] = ['pink', 'green', 'cyclamen']
/** Tokens every team has in a turn; so many points must be spent before one may pass. */
export const TOKENS = 6
export const LEAST_SPENT = 3
/** What a drafted team of five may be worth. */
export const TEAM_VALUE = 10
export const TEAM_SIZE = 5
/** Fatigue above this slows a sprint at the finish, and on the way to it. */
export const FRESH = 15
export const FRESH_ON_THE_WAY = 10
