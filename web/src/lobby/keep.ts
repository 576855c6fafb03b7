/** What a new table gives to whoever set it up. */
import { keepHost, keepTitle, keepToken } from '../lib/session.svelte'
import type { Created } from '../lib/types'
import { ridden } from '../boards/boards'

export function keepTable(made: Created): void {
  keepHost(made.id, made.host_token)
  for (const [seat, token] of Object.entries(made.tokens)) keepToken(made.id, Number(seat), token)
  keepTitle(made.id, made.table.title, ridden(made.table))
}
