/** Which lessons were ridden in this browser, and where the others stand. */

import type { GameId } from '../lib/types'

const KEY = 'gruppetto.lessons'

/** A lesson that was begun: its table, and after how many decisions each thing was said. */
export interface Begun {
  table: string
  said: Record<string, number>
}

interface Kept {
  done: GameId[]
  begun: Partial<Record<GameId, Begun>>
}

export function kept(): Kept {
  const empty: Kept = { done: [], begun: {} }
  try {
    return { ...empty, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') }
  } catch {
    return empty
  }
}

function keep(record: Kept): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(record))
  } catch {
    // A browser that keeps nothing can be taught all the same.
  }
}

export function keepBegun(game: GameId, begun: Begun): void {
  const record = kept()
  keep({ ...record, begun: { ...record.begun, [game]: begun } })
}

/** Ridden to its end, or as much of it as somebody wanted. */
export function keepDone(game: GameId): void {
  const { done, begun } = kept()
  const others = Object.entries(begun).filter(([other]) => other !== game)
  keep({ done: [...new Set([...done, game])], begun: Object.fromEntries(others) })
}
