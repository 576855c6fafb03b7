/** What a stage is called: by its name, by the one it was kept under, by that of its table, or by how long it is. */

import { t } from '../lib/i18n.svelte'
import { mineOf } from '../studio/mine.svelte'
import { lengthOf, read } from './studio/stage'

export function stageTitle(name: string, table = ''): string {
  const kept = mineOf('etapa').find(({ letters }) => letters === name)
  if (kept) return kept.name
  const pieces = read(name)?.pieces ?? []
  return pieces.length ? table || t('etapa.own_title', { count: lengthOf(pieces) }) : name
}
