/** What travels between the server and this page at a table of Etapa. */

/** A rider's start number: team one wears 1 to 3, team two 4 to 6, and so on. */
export type RiderId = string
export type CardName = '2' | '2B' | '4' | '4B' | '6' | '6B'
export type Hand = Partial<Record<CardName, number>>
export type JerseyName = 'none' | 'yellow' | 'polka-dot' | 'green' | 'white' | 'rainbow'
export type RiderStatus = 'riding' | 'fallen' | 'punctured' | 'feeding' | 'withdrawn' | 'out'
export type StageKind = 'road' | 'individual time trial' | 'team time trial'
export type Category = 'S' | '4' | '3' | '2' | '1' | 'HC'
export type Sky = 'sun' | 'rain' | 'headwind' | 'tailwind' | 'crosswind' | 'heat'

/** A stage as it is drawn: the terrain of every field, and what stands at the road. */
export interface StageCard {
  name: string
  kind: StageKind
  /** One letter for each field: F flat, D descent, E N H U climbs; small where it is cobbled. */
  fields: string
  length: number
  pieces: [string, number][]
  primes: [Category, number][]
  feed: [number, number] | null
  limit: number
  flag: number
  type: 'flat' | 'medium' | 'high'
  time: number
  notation: string
  note?: string
  /** What each piece of a road adds to the die; empty for a time trial. */
  adds: number[]
  /** What a throw costs in each section of a time trial, in tenths of a second; empty for a road. */
  costs: number[]
}

export interface Rider {
  seat: number
  field: number
  status: RiderStatus
  jersey: JerseyName
  breakaway: number
  injured: boolean
  back: number
  fed: boolean
  moved: number | null
  seconds: number
  tenths: number
  cards_used: number
  last_place: number
}

export interface Team {
  seat: number
  team: string
  owes: boolean
  cards: number
  known: Hand
  slow: number
  car: { rider: RiderId; field: number } | null
  young: RiderId | null
  line: RiderId[]
  spent: boolean
}

export interface Turn {
  rider: RiderId | null
  second: boolean
  last_kilometre: boolean
  die: number
  other_die: number
  card: CardName | null
  following: RiderId | null
  fields: number
  changing: boolean
  crash_field: number
}

export interface Group {
  from: number
  to: number
  gap: number
  riders: RiderId[]
}

export interface Timed {
  rider: RiderId
  time: number
}

export interface Scored {
  rider: RiderId
  points: number
}

export interface Classifications {
  general: Timed[]
  points: Scored[]
  mountains: Scored[]
  young: Timed[]
  teams: { team: number; time: number }[]
}

export interface Entry {
  place: number
  rider: RiderId
  time: number
  tenths: number
  field: number
  points: number
  mountains: number
  counts: boolean
}

export interface Result extends Classifications {
  winner: number
  seats: number[]
  riders: Entry[]
  rainbow: RiderId | null
}

export interface DiceOff {
  totals: Record<string, number>
  bidder: number
  declined: number[]
}

export interface View {
  game: 'etapa'
  stage: string
  stage_number: number
  stages: string[]
  kind: StageKind
  length: number
  weather: Sky
  phase: string
  round: number
  waiting: number[]
  you: number | null
  turn: Turn
  dice_off: DiceOff | null
  /** Who is still to ride in this round; in a team time trial the names of teams. */
  order: string[]
  peloton: [number, number] | null
  groups: Group[]
  pile: number
  slow_supply: number
  primes: number[]
  teams: Team[]
  riders: Record<RiderId, Rider>
  classifications: Classifications
  result: Result | null
  hand?: Hand
  drawn?: Hand
}

/** Something that may be chosen, or has happened: its type and whatever that brings with it. */
export interface Message {
  type: string
  text?: string
  rule?: string
  rider?: RiderId | null
  leader?: RiderId | null
  seat?: number
  card?: CardName | null
  jersey?: JerseyName
  face?: number
  fields?: number
  field?: number
  start?: number
  reasons?: readonly string[]
  place?: number
  points?: number
  prime?: number
  lost?: number
  bonus?: number
  total?: number
  stage?: number
  purpose?: string
  source?: string
  sky?: Sky
  tenths?: number
  rounds?: number
  riders?: number
  first?: number
  last?: number
}

/** What would come of a choice, as far as it is certain as things stand. */
export type Preview =
  | { type: 'WouldRide'; fields: number; field: number }
  | { type: 'WouldThrow'; adds: number; least: number; most: number }
  | { type: 'WouldBid'; total: number }

export interface Choice {
  code: number
  text: string
  rule: string
  message: Message
  preview?: Preview | null
  /** Quick play answers with it. */
  routine?: boolean
}

/** Where a choice would lead, if that is certain. */
export const leadsTo = ({ preview }: Choice): number | null => (preview?.type === 'WouldRide' ? preview.field : null)

/** What would be added to the die, if one threw without a card. */
export function addedToThrow(choices: readonly Choice[]): number | null {
  const preview = choices.find(({ message }) => message.type === 'Throw')?.preview
  return preview?.type === 'WouldThrow' ? preview.adds : null
}

export const CARDS: readonly CardName[] = ['2', '2B', '4', '4B', '6', '6B']
