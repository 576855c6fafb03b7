/** The same again: a new table, on which everybody finds their seat. */
import { api } from '../lib/api'
import type { Table } from '../lib/types'
import { isPerson } from '../lobby/people'

/** Ask for a rematch, or join the one asked for; its id. */
export async function rematch(table: Table, mine: number[]): Promise<string> {
  const next = table.rematch ?? (await api.rematch(table.id)).id
  await startAlone(next, mine)
  return next
}

/** Nobody else to wait for: off we go. */
async function startAlone(next: string, mine: number[]): Promise<void> {
  const { seats, status } = await api.table(next)
  const others = seats.some((one) => (one.kind === 'open' || isPerson(one)) && !mine.includes(one.seat))
  if (status === 'open' && !others) await api.start(next)
}
