/**
 * What a game brings to the pages: none of them knows a game by name. A kit is asked only about its own game, and only
 * what has no `?` is needed.
 */

import type { Component, Snippet } from 'svelte'
import type { Stage, Told } from '../lib/animate.svelte'
import type { Catalogue, GameId, GameInfo, Of, Result, RiderId, Table, View } from '../lib/types'
import type { Film } from '../replay/film.svelte'
import type { Race, Viewer } from '../table/race.svelte'

/** A panel beside log and chat, called `table.tab.…`. */
export interface Panel {
  name: string
  Panel: Component<{ race: Race }>
  /** Whether there is anything in it. */
  shown(view: View | null): boolean
}

/** A rider at the line: what stands on their number, and how they ride. */
export interface Finisher {
  rider: RiderId
  mark: string
  sprinting?: boolean
}

/** What is known of a game before it is looked at: enough for lists of tables, and for its card in the lobby. */
export interface Cover<Game extends GameId = GameId> {
  /** What is ridden at a table, in a few words. */
  ridden(table: Of<Game, 'Table'>): string
  /** The picture on its card. */
  Picture: Component
  /** All the rest. */
  kit(): Promise<Kit>
}

export interface Kit<Game extends GameId = GameId> {
  // --- words --------------------------------------------------------------------------------------
  /** An event as a sentence; what is seen tells the names of riders who have one. */
  sentence(event: Of<Game, 'Event'>, seen?: Of<Game, 'View' | 'Moment'> | null): string
  choiceText(message: Of<Game, 'Move'>): string
  seatOf(rider: RiderId): number
  /** What a rider would rather not have had happen, by the kinds of events. */
  troubles?: readonly string[]
  /** The names of its teams, where they are not those of the house. */
  teams?: readonly string[]
  /** Who has won, in a sentence. */
  winner(result: Of<Game, 'Result'>, seen?: Of<Game, 'View' | 'Moment'> | null): string

  // --- the table ----------------------------------------------------------------------------------
  /** How events are shown; made anew for every table. */
  stage(told: Told<Game>): Stage<Game>
  /** What the table is called in its head; nothing while that is not known. */
  title(race: Race): string | undefined
  /** How far the race is, beside the round. */
  Progress?: Component<{ race: Race }>
  /** The board; on a big screen across the room without anything to press. */
  Board: Component<{ race: Race; big?: boolean }>
  /** How decisions are put to a player; the sentence that names its panel, where it is not cards. */
  Hand: Component<{ race: Race; me: Viewer }>
  handTab?: string
  /** The riders of a team, in the list of teams; what stands beside the team's name. */
  Riders: Component<{ race: Race; seat: number }>
  Points?: Component<{ race: Race; seat: number }>
  /** Whether everybody decides at the same time: then who owes nothing has decided. */
  atOnce(view: Of<Game, 'View'>): boolean
  panels: Panel[]
  /** What lies over the table between two parts of a match. */
  Pause?: Component<{ race: Race }>
  /** Whether nothing is hidden now, so that several people at one screen need no curtain. */
  open?(view: Of<Game, 'View'> | null): boolean
  /** What others at the same screen may read of an event; all of it by default. */
  shared?(event: Of<Game, 'Event'>): Of<Game, 'Event'>
  /** How things stand, on a big screen in place of the teams; nothing while the race is what there is to see. */
  standings?(view: Of<Game, 'View'>): Component<{ race: Race }> | null
  /** Who came over the line first, in order, where that is what has been won. */
  finishers?(result: Of<Game, 'Result'>): Finisher[]
  /** The first places of a match that is over. */
  Places: Component<{ result: Result; view?: View | null }>

  // --- afterwards ---------------------------------------------------------------------------------
  film(story: Of<Game, 'Story'>): Film<Of<Game, 'Story'>>
  /** What is ridden at this moment of it. */
  filmTitle(film: Film<Of<Game, 'Story'>>): string
  /** The board as it was; under the sentences who was where. */
  ReplayBoard: Component<{ film: Film }>
  ReplayOrder?: Component<{ film: Film }>
  Podium: Component<{ table: Table; names: string[]; you: number[]; title: string; actions: Snippet; proof: Snippet }>

  // --- before the start ---------------------------------------------------------------------------
  /** Teams that nobody leads, which may take a seat. */
  dummies: string[]
  /** The options with a place of their own in `Setup`; all others are house rules. */
  placed: string[]
  /** Those options, as a new table has them. */
  usual(game: GameInfo, catalogue: Of<Game, 'Catalogue'>): Record<string, unknown>
  /** Those of them that make a race on one stage, where stages of one's own can be ridden. */
  riding?(stage: string): Record<string, unknown>
  /** What a race at once begins with, where that is something else. */
  quick?: Record<string, unknown>
  /** Choose them: on the page of a new table, and for a race at once. */
  Setup?: Component<
    { game: GameInfo; catalogue: Catalogue; options: Record<string, unknown>; ready: boolean },
    object,
    'options' | 'ready'
  >
  Quick?: Component<{ catalogue: Catalogue; options: Record<string, unknown> }, object, 'options'>
  /** What will be ridden, as a picture; as far as that is known without the catalogue. */
  Preview?: Component<{ game: string; catalogue: Catalogue | null; options: Record<string, unknown> }>
}
