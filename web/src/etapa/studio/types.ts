/** Stages of Etapa, as the studio and the server tell each other of them. */

import type { Category, StageCard } from '../types'

export interface StageSketch {
  card: StageCard
  /** About how many of them a race takes. */
  rounds: number
  /** The last field of every climb, and the category it deserves. */
  summits: [number, Category][]
  flaws: Flaw[]
  /** What can be ridden, but is not as on the stages of the box. */
  advice: Flaw[]
}

/** What roads are made of, and how much of it there may be. */
export interface Supplies {
  most_primes: number
  most_fields: number
}

export interface Flaw {
  kind: string
  values: Record<string, string | number>
  /** Places, from 0, of the pieces and primes to blame. */
  pieces: number[]
  primes: number[]
}
