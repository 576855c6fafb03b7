/** What a game brings to the stage studio: the page knows none of them by name. */

import type { Component } from 'svelte'
import type { HTMLButtonAttributes } from 'svelte/elements'
import type { Bench } from './bench.svelte'
import type { Sketch, StudioGame } from './types'

/** Something one may wish of a stage at random, with all it can be. */
export interface Wish {
  name: string
  label: () => string
  choices: { value: string; text: () => string }[]
}

/** One point of what makes a road a stage: kept, broken, or only something to think about. */
export interface Point {
  key: string
  state: 'ok' | 'bad' | 'hint'
  text: string
}

/** A stage after a step, and where the piece that was moved now lies. */
export interface Step {
  stage: string
  place: number
}

export interface Workshop<Road extends Sketch = Sketch> {
  game: StudioGame
  /** What one begins with. */
  empty: string
  /** Words that speak of its pieces. */
  text: (key: 'lede' | 'row' | 'row.text' | 'row.empty' | 'remove') => string

  // --- a stage is a text --------------------------------------------------------------------------
  /** What of a text can be understood, and the words of it that cannot; nothing if it names no pieces. */
  understood: (text: string) => { stage: string; lost: string[] }
  /** The text in an address, and out of it. */
  toLink: (stage: string) => string
  fromLink: (part: string) => string
  /** What a stage without a name is called. */
  unnamed: (stage: string) => string
  /** How many pieces it has. */
  count: (stage: string) => number
  lay: (stage: string, piece: string, wanted: number) => Step
  move: (stage: string, from: number, to: number) => Step
  remove: (stage: string, place: number) => string
  /** Whether a piece stays when it is dragged off the road. */
  stays: (stage: string, place: number) => boolean
  /** What keys do to the chosen piece. */
  keys: Record<string, (stage: string, place: number) => string>

  // --- how it looks -------------------------------------------------------------------------------
  points(sketch: Road): Point[]
  /** Places of pieces with which something is wrong. */
  bad(sketch: Road): Set<number>
  /** What is kept of a road so that it can be listed, and a few words on it. */
  gist(sketch: Road): string
  line: (stage: string, gist: string) => string
  Mini: Component<{ stage: string; gist: string; height: number }>
  /** The road as it is being composed, with what there is to count on it. */
  Drawing: Component<{ bench: Bench }>
  /** A piece of the road in the row, what can be done with it, and one that is carried. */
  Piece: Component<{ bench: Bench; place: number } & HTMLButtonAttributes>
  Tools: Component<{ bench: Bench; place: number }>
  Carried: Component<{ bench: Bench; piece: string }>
  /** What stands beside the road, if anything does. */
  Marks?: Component<{ bench: Bench }>
  /** Where pieces are taken from. */
  Box: Component<{ bench: Bench }>
  wishes: Wish[]
}
