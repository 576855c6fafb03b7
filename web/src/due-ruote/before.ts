/** What everybody had lost before the stage that is over: kept, so that its gaps are there after a reload. */

import type { RiderId } from './types'

type Lost = Record<RiderId, number>

const at = (table: string, stage: number) => `gruppetto.due.before.${table}.${stage}`

export function keepBefore(table: string, stage: number, lost: Lost): void {
  try {
    sessionStorage.setItem(at(table, stage), JSON.stringify(lost))
  } catch {
    // A browser that keeps nothing shows the order without the gaps after a reload.
  }
}

export function keptBefore(table: string, stage: number): Lost | null {
  try {
    return JSON.parse(sessionStorage.getItem(at(table, stage)) ?? 'null')
  } catch {
    return null
  }
}
