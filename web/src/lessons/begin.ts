/** To the table of a lesson: the one that was left, if one still sits there, or a new one. */
import { api } from '../lib/api'
import { t } from '../lib/i18n.svelte'
import { go } from '../lib/router.svelte'
import { session } from '../lib/session.svelte'
import type { GameId } from '../lib/types'
import { kept, keepBegun } from './kept'

/** The lesson of a game, where it was left or from its start. */
export async function goOn(game: GameId): Promise<void> {
  const left = kept().begun[game]?.table
  const { tables } = left ? await api.me() : { tables: [] }
  const mine = tables.find(({ table }) => table.id === left && table.status === 'running')
  if (mine) go(`#/table/${mine.table.id}`)
  else await begin(game)
}

export async function begin(game: GameId): Promise<void> {
  const made = await api.beginLesson(game, { name: session.name.trim(), title: t('lesson.title') })
  keepBegun(game, { table: made.id, said: {} })
  go(`#/table/${made.id}`)
}
