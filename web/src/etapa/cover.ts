/** What is known of Etapa before it is looked at. */

import type { Cover } from '../boards/kit'
import { t } from '../lib/i18n.svelte'
import Picture from './Picture.svelte'
import { stagesOf } from './setup'
import { stageTitle } from './title'

export const etapa: Cover<'etapa'> = {
  ridden: ({ options }) => {
    const stages = stagesOf(options)
    return stages.length > 1 ? t('tour.of', { count: stages.length }) : stageTitle(stages[0] ?? 'Plaine')
  },
  Picture,
  kit: () => import('./kit').then(({ etapa }) => etapa),
}
