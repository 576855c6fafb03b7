/** What is known of Due Ruote before it is looked at. */

import type { Cover } from '../boards/kit'
import { t } from '../lib/i18n.svelte'
import type { Of } from '../lib/types'
import Picture from './Picture.svelte'
import { CHOOSE } from './route'
import { stageName, stagesIn } from './standings'

export function ridden({ options }: Of<'due-ruote', 'Table'>): string {
  const stages = stagesIn(options)
  if (stages.length) return `Due Ruote · ${t('tour.of', { count: stages.length })}`
  const { route } = options
  return `Due Ruote · ${route === CHOOSE ? t('due.setup.choose') : stageName(route)}`
}

export const dueRuote: Cover<'due-ruote'> = {
  ridden,
  Picture,
  kit: () => import('./kit').then(({ dueRuote }) => dueRuote),
}
