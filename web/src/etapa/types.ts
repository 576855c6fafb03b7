/** What travels between the server and this page at a table of Etapa. */

import type { OneOf, Schemas } from '../lib/types'

/** A rider's start number: team one wears 1 to 3, team two 4 to 6, and so on. */
export type { RiderId } from '../lib/types'

export type View = Schemas['etapa.View']
export type Rider = Schemas['etapa.Rider']
export type RiderStatus = Rider['status']
export type JerseyName = Rider['jersey']
export type Team = Schemas['etapa.Team']
export type Turn = Schemas['etapa.Turn']
export type CardName = NonNullable<Turn['card']>
export type Hand = NonNullable<View['hand']>
export type StageKind = View['kind']
export type Sky = View['weather']
export type Group = Schemas['etapa.Group']
export type DiceOff = Schemas['etapa.DiceOff']

/** A stage as it is drawn: the terrain of every field, and what stands at the road. */
export type StageCard = OneOf<Schemas['etapa.StageCard'] | Schemas['etapa.ListedStage']>
export type Category = StageCard['primes'][number][0]

export type Timed = Schemas['etapa.Timed']
export type Scored = Schemas['etapa.Scored']
export type Classifications = Schemas['etapa.Classifications']
export type Entry = Schemas['etapa.Ranked']
export type Result = Schemas['etapa.Result']

export type Event = OneOf<Schemas['etapa.Event']>
export type Move = OneOf<Schemas['etapa.Move']>
/** Something that may be chosen, or has happened. */
export type Message = OneOf<Schemas['etapa.Event'] | Schemas['etapa.Move']>
export type Preview = Schemas['etapa.Preview']
export type Choice = Omit<Schemas['etapa.Offer'], 'message'> & { message: Move }
export type Moment = Schemas['etapa.Moment']
export type Story = Schemas['etapa.Story']

/** Where a choice would lead, if that is certain. */
export const leadsTo = ({ preview }: Choice): number | null => (preview?.type === 'WouldRide' ? preview.field : null)

/** What would be added to the die, if one threw without a card. */
export function addedToThrow(choices: readonly Choice[]): number | null {
  const preview = choices.find(({ message }) => message.type === 'Throw')?.preview
  return preview?.type === 'WouldThrow' ? preview.adds : null
}

export const CARDS: readonly CardName[] = ['2', '2B', '4', '4B', '6', '6B']
