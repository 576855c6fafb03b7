/** The same again: a new table, on which everybody finds his seat. */
import { api } from '../lib/api'
import { t } from '../lib/i18n.svelte'
import { hostOf, keepHost, keepTitle, keepToken, tokensOf } from '../lib/session.svelte'
import type { Table } from '../lib/types'
import { ridden } from '../boards/boards'

const PEOPLE = ['open', 'person', 'hotseat']

/** Ask for a rematch, or join the one asked for; its id. */
export async function rematch(table: Table): Promise<string> {
  const next = table.rematch ?? (await askFor(table.id))
  await sitDown(table, next)
  await startAlone(table, next)
  return next
}

async function askFor(id: string): Promise<string> {
  const made = await api.rematch(id, { host: hostOf(id), seat: Object.values(tokensOf(id))[0] })
  if (made.host_token) keepHost(made.id, made.host_token)
  return made.id
}

/** Take the seats at the new table that one had at the old. */
async function sitDown(table: Table, next: string): Promise<void> {
  for (const [seat, former] of Object.entries(tokensOf(table.id))) {
    if (tokensOf(next)[seat]) continue
    const name = table.seats[Number(seat)]?.name || t('lobby.me')
    const joined = await api.join(next, Number(seat), name, former)
    keepToken(next, Number(seat), joined.token)
  }
  keepTitle(next, table.title, ridden(table))
}

/** Nobody else to wait for: off we go. */
async function startAlone(table: Table, next: string): Promise<void> {
  const mine = tokensOf(table.id)
  const { seats, status } = await api.table(next)
  const others = seats.some(({ kind, seat }) => PEOPLE.includes(kind) && !mine[String(seat)])
  if (status === 'open' && !others)
    await api.start(next, { host: hostOf(next), seat: Object.values(tokensOf(next))[0] })
}
