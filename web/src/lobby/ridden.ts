/** What is ridden at a table: a stage, or the stages of a tour. */
import { t } from '../lib/i18n.svelte'
import type { Catalogue, Table } from '../lib/types'

/** The stages of a tour's table, by name or letters; none where the table is no tour. */
export function stagesOf({ options, result }: Pick<Table, 'options' | 'result'>, catalogue?: Catalogue | null): string[] {
  const wanted = options['stages']
  if (Array.isArray(wanted)) return wanted.map(String)
  if (result && 'stages' in result) return result.stages.map(({ name }) => name)
  const tours = catalogue?.tours ?? []
  return tours.find(({ name, stages }) => name === wanted || stages.length === wanted)?.stages ?? []
}

/** A table's road in a few words. */
export function ridden(table: Table): string {
  if (table.stage) return table.stage
  const wanted = table.options['stages']
  if (typeof wanted === 'string') return wanted
  const count = Array.isArray(wanted) ? wanted.length : Number(wanted ?? 0)
  return count ? t('tour.of', { count }) : ''
}
