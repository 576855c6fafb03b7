/** What travels between the server and this page: its types are made from the server's schema (`npm run types`). */

import type { components } from './schema'

export type Schemas = components['schemas']
export type GameId = Schemas['GameId']

/** One of several things, of which anything can be asked that any of them has; whatever it lacks is missing. */
export type OneOf<
  Things,
  Key extends PropertyKey = Things extends unknown ? keyof Things : never,
> = Things extends unknown ? Things & Partial<Record<Exclude<Key, keyof Things>, undefined>> : never

/** What a game declares by this name. */
export type Of<Game extends GameId, Name extends Declared> = Schemas[`${Game}.${Name}`]
type Declared =
  | 'Catalogue'
  | 'Changed'
  | 'Event'
  | 'Moment'
  | 'Move'
  | 'Offer'
  | 'Result'
  | 'Scenery'
  | 'Snapshot'
  | 'Step'
  | 'Story'
  | 'StoryStep'
  | 'Table'
  | 'View'

/** A rider's short name, as their game writes it. */
export type RiderId = string
export type Seat = Schemas['Seat']
export type SeatKind = Seat['kind']
export type SeatPlan = Schemas['SeatPlan']
export type Table = Schemas['Table']
export type Status = Table['status']
export type NewTable = Schemas['NewTable']
export type Created = Schemas['Created']
export type Joined = Schemas['Joined']
export type You = Schemas['You']
export type Me = Schemas['Me']
export type MyTable = Schemas['MyTable']

export type View = Schemas['View']
export type Event = OneOf<Schemas['Event']>
export type Choice = Schemas['Offer']
export type Result = Schemas['Result']
export type Undo = Schemas['Undo']
export type Clock = Schemas['Clock']
export type Clocks = Schemas['Clocks']
export type Snapshot = Schemas['Snapshot']
export type Step = Schemas['Step']
/** The race as one viewer may see it; nothing of it before anything was told. */
export type State = Snapshot | Step | Unknown
export interface Unknown {
  game: null
  seq: 0
  own: 0
  view: null
  choices: never[]
  can_undo: false
  clocks: null
}

export type Fault = Schemas['Fault']
export type ChatLine = Schemas['ChatLine']
export type Reaction = Schemas['SocketReaction']['reaction']
/** What is said on a socket, and what is heard. */
export type Outgoing = Schemas['Incoming']
export type Incoming = Schemas['Outgoing']

export type GameInfo = Schemas['GameInfo']
export type Catalogue = Schemas['Catalogue']
export type Preset = Schemas['Preset']
export type OptionForm = Schemas['OptionForm']
/** House rules: options that are a choice between words, or yes and no. */
export type House = Record<string, string | boolean>
export type PlayerInfo = Schemas['PlayerInfo']
export type Hint = Schemas['Advice']
export type Advised = Schemas['Advised']
/** What a bot thinks of a choice, and whether it is the one it would make. */
export type Advice = Advised & { best: boolean }
export type Rules = Schemas['Rules']
export type Block = Rules['blocks'][number]

export type Story = Schemas['Story']
export type Review = Schemas['review.Review']
export type Reviewed = Schemas['review.Moment']
export type Ground = Schemas['review.Ground']
export type Moment = Schemas['Moment']

export const REACTIONS: readonly Reaction[] = ['👏', '😮', '😂', '🚴', '🔥']

/** The teams, by seat. */
export const TEAMS = ['Blue', 'Red', 'Green', 'Black', 'Yellow', 'Violet']
