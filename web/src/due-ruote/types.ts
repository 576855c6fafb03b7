/** What Due Ruote tells this page. */

import type { OneOf, Schemas } from '../lib/types'

export type { RiderId } from '../lib/types'

export type View = Schemas['due-ruote.View']
export type Terrain = NonNullable<View['terrain']>
export type Card = Schemas['due-ruote.Card']
export type Rider = Schemas['due-ruote.Rider']
export type Team = Schemas['due-ruote.Team']
export type Events = Schemas['due-ruote.EventCards']
export type EventCard = Schemas['due-ruote.EventCard']
export type Jerseys = Schemas['due-ruote.Jerseys']
export type JerseyName = keyof Jerseys
export type Stages = Schemas['due-ruote.Stages']
export type Entry = Schemas['due-ruote.Entry']
export type Role = Entry['role']
export type Challenge = Schemas['due-ruote.Challenge']
export type Column = Schemas['due-ruote.Column']
export type Sprint = Schemas['due-ruote.Sprint']
export type Composing = Schemas['due-ruote.Composing']
export type RankedRider = Schemas['due-ruote.RankedRider']
export type Result = Schemas['due-ruote.Result']
export type Sheets = Schemas['due-ruote.Sheets']
export type Limits = Schemas['due-ruote.Limits']

export type Event = OneOf<Schemas['due-ruote.Event']>
export type Move = OneOf<Schemas['due-ruote.Move']>
/** Something that may be chosen, or has happened. */
export type Message = OneOf<Schemas['due-ruote.Event'] | Schemas['due-ruote.Move']>
export type Preview = Schemas['due-ruote.Preview']
export type Choice = Omit<Schemas['due-ruote.Offer'], 'message'> & { message: Move }
export type Catalogue = Schemas['due-ruote.Catalogue']
export type Story = Schemas['due-ruote.Story']

/** The order in which terrains stand on a card. */
export const TERRAINS: Terrain[] = ['P', 'C', 'M', 'D']
export const JERSEYS: JerseyName[] = ['pink', 'green', 'cyclamen']
