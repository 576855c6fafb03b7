/** A race at once: oneself against three bots. */
import { api } from '../lib/api'
import { go } from '../lib/router.svelte'
import { session } from '../lib/session.svelte'
import type { SeatPlan } from '../lib/types'

export const RIVALS = 3

/** Set up a table that nobody else is told of, start, and go there. */
export async function raceAtOnce(
  game: string,
  options: Record<string, unknown>,
  level: string,
  { title = '', rivals = RIVALS } = {},
): Promise<void> {
  const me: SeatPlan = { kind: 'hotseat', name: session.name.trim() }
  const bots = Array<SeatPlan>(rivals).fill({ kind: 'bot', level })
  const made = await api.create({ game, options, seats: [me, ...bots], title, listed: false, hints: true })
  await api.start(made.id)
  go(`#/table/${made.id}`)
}
