/** A race at once: oneself against three bots. */
import { api } from '../lib/api'
import { t } from '../lib/i18n.svelte'
import { go } from '../lib/router.svelte'
import { session } from '../lib/session.svelte'
import type { SeatPlan } from '../lib/types'
import { keepTable } from './keep'

export const RIVALS = 3

/** Set up a table that nobody else is told of, start, and go there. */
export async function raceAtOnce(
  game: string,
  options: Record<string, unknown>,
  level: string,
  { title = '', rivals = RIVALS } = {},
): Promise<void> {
  const me: SeatPlan = { kind: 'hotseat', name: session.name.trim() || t('lobby.me') }
  const bots = Array<SeatPlan>(rivals).fill({ kind: 'bot', level })
  const made = await api.create({ game, options, seats: [me, ...bots], title, listed: false, hints: true })
  keepTable(made)
  await api.start(made.id, { host: made.host_token })
  go(`#/table/${made.id}`)
}
