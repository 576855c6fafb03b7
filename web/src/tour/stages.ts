/** What is ridden on a tour. */
import type { Catalogue } from '../flamme-rouge/types'
import { t } from '../lib/i18n.svelte'
import type { Of } from '../lib/types'

/** The stages that the options of a tour ask for, by name or letters. */
export function stagesOf(options: Record<string, unknown>, catalogue: Catalogue | null): string[] {
  const wanted = options['stages']
  if (Array.isArray(wanted)) return wanted.map(String)
  const tours = catalogue?.tours ?? []
  return tours.find(({ name, stages }) => name === wanted || stages.length === wanted)?.stages ?? []
}

/** A tour in a few words. */
export function tourRidden({ options, result }: Of<'flamme-rouge-tour', 'Table'>): string {
  const wanted = options.stages
  if (typeof wanted === 'string') return wanted
  const count = Array.isArray(wanted) ? wanted.length : Number(wanted ?? result?.stages.length ?? 0)
  return count ? t('tour.of', { count }) : ''
}
