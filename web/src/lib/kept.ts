/** What this browser keeps of what it was shown, to show it again while the server is away. */
import { drawer, RACES } from '../sw/names'
import { PLACE } from './place'
import { session } from './session.svelte'
import type { MyTable, Schemas } from './types'

type Reviewed = Schemas['ReviewProgress']

interface Mine {
  /** Whose they are. */
  of: string
  /** When they were seen, in milliseconds since 1970. */
  at: number
  tables: MyTable[]
}

const MINE = `gruppetto.mine ${PLACE}`
const MOST = 30
const DRAWERS = ['games', 'puzzles', RACES]

/** A review is thought out on request; once it is done it is kept with its race. */
export async function keepReview(race: string, review: Reviewed): Promise<void> {
  try {
    const races = await caches.open(drawer(PLACE, RACES))
    await races.put(reviewOf(race), Response.json(review))
  } catch {
    // Without room, or where nothing may be kept, it is only there while the server is.
  }
}

export async function keptReview(race: string): Promise<Reviewed | null> {
  try {
    const kept = await caches.match(reviewOf(race))
    return kept ? await kept.json() : null
  } catch {
    return null
  }
}

const reviewOf = (race: string) => `api/tables/${encodeURIComponent(race)}/review`

/** My tables, as they are now. */
export function keepMine(tables: MyTable[]): void {
  const mine: Mine = { of: session.key, at: Date.now(), tables: tables.slice(0, MOST) }
  try {
    localStorage.setItem(MINE, JSON.stringify(mine))
  } catch {
    // Without room my tables are only there while the server is.
  }
}

/** My tables as they were last seen here; nobody else's. */
export function keptMine(): Mine | null {
  try {
    const mine: Mine | null = JSON.parse(localStorage.getItem(MINE) ?? 'null')
    return mine?.of === session.key ? mine : null
  } catch {
    return null
  }
}

/** Nothing tells any more who was here and what they looked at. */
export async function forgetKept(): Promise<void> {
  try {
    localStorage.removeItem(MINE)
    await Promise.all(DRAWERS.map((name) => caches.delete(drawer(PLACE, name))))
  } catch {
    // Where nothing may be kept there is nothing to forget.
  }
}
