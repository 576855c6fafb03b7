/** What Flamme Rouge and its tours tell this page. */

import type { GameId, Of, OneOf, RiderId, Schemas } from '../lib/types'

export type { Advice, GameInfo, RiderId, Table } from '../lib/types'

/** A race, or a tour of several. */
export type OnTheRoad = Extract<GameId, 'flamme-rouge' | 'flamme-rouge-tour'>
export type Rider = OneOf<Schemas['flamme-rouge.Rider'] | Schemas['flamme-rouge-tour.Rider']>
export type View = OneOf<Of<OnTheRoad, 'View'>> & { riders: Record<RiderId, Rider> }
export type OwnCards = Schemas['flamme-rouge.OwnCards']
export type Kind = Rider['kind']
export type Lane = NonNullable<Rider['lane']>
export type Card = NonNullable<Rider['revealed']>
export type Counts = OwnCards['deck']

export type Result = Schemas['flamme-rouge.Result']
export type RankedRider = Schemas['flamme-rouge.RankedRider']
export type TourResult = Schemas['flamme-rouge-tour.Result']
export type TourView = Schemas['flamme-rouge-tour.TourSeen']
export type TourStage = Schemas['flamme-rouge-tour.Stage']
/** A rider in the general classification of a tour; whoever has dropped out has no time. */
export type Standing = Schemas['flamme-rouge-tour.Classified']
export type TeamStanding = Schemas['flamme-rouge-tour.RankedTeam']

export type Event = OneOf<Of<OnTheRoad, 'Event'>>
export type ChoiceMessage = OneOf<Of<OnTheRoad, 'Move'>>
export type Choice = Of<OnTheRoad, 'Offer'>

export type Scenery = Schemas['flamme-rouge.Scenery']
export type Layout = Schemas['flamme-rouge.Layout']
export type LaidSquare = Schemas['flamme-rouge.LaidSquare']
export type Box = Schemas['flamme-rouge.Box']
export type Point = LaidSquare['start']
export type Stage = Schemas['flamme-rouge.ListedStage']
export type ReadyTour = Schemas['flamme-rouge-tour.TourCard']
export type Catalogue = OneOf<Of<OnTheRoad, 'Catalogue'>>

/** Where everybody is. */
export type Moment = Of<OnTheRoad, 'Moment'>
export type Place = Schemas['flamme-rouge.Place']
export type Story = Of<OnTheRoad, 'Story'>
export type StoryStep = Of<OnTheRoad, 'StoryStep'>

/** The order of cards in hands and decks. */
export const CARD_ORDER = ['X', 'A', '2', '3', '4', '5', '6', '7', '8', '9']
