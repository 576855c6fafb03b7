/** What Due Ruote brings to the pages. */

import type { Kit } from '../boards/kit'
import { t } from '../lib/i18n.svelte'
import type { Table } from '../lib/types'
import { Film } from '../replay/film.svelte'
import Board from './Board.svelte'
import Hand from './Hand.svelte'
import Places from './Places.svelte'
import Podium from './Podium.svelte'
import Points from './Points.svelte'
import Preview from './Preview.svelte'
import Quick from './Quick.svelte'
import ReplayBoard from './ReplayBoard.svelte'
import ReplayOrder from './ReplayOrder.svelte'
import { CHOOSE } from './route'
import Setup from './Setup.svelte'
import StagesPanel from './StagesPanel.svelte'
import { DueStage } from './stage.svelte'
import TeamRiders from './TeamRiders.svelte'
import type { Result, View } from './types'
import { choiceText, riderName, seatOf, sentence, wonText } from './words'

function ridden({ options }: Table): string {
  const stages = String(options['stages'] ?? '')
  if (stages) return `Due Ruote · ${t('tour.of', { count: stages.split(',').length })}`
  const route = String(options['route'] ?? CHOOSE)
  return `Due Ruote · ${route === CHOOSE ? t('due.setup.choose') : route}`
}

export const dueRuote: Kit = {
  sentence,
  choiceText,
  seatOf,
  ridden,
  winner: (result) => {
    const { riders } = result as Result
    return wonText(result as Result, riderName(riders[0]?.rider ?? '0-1'))
  },

  stage: (told) => new DueStage(told),
  title: ({ table }) => (table ? ridden(table) : undefined),
  Board,
  Hand,
  handTab: 'due.tab',
  Riders: TeamRiders,
  Points,
  atOnce: ({ phase }) => phase === 'trial',
  panels: [{ name: 'stages', Panel: StagesPanel, shown: (view) => Boolean((view as View | null)?.stages) }],
  open: (view) => view?.phase !== 'trial',
  Places,

  film: (story) => new Film(story),
  filmTitle: (film) => ridden(film.story.table),
  ReplayBoard,
  ReplayOrder,
  Podium,

  dummies: [],
  placed: ['teams', 'route', 'advanced', 'stages', 'own_set'],
  usual: () => ({ teams: 'draft', route: CHOOSE, advanced: false }),
  quick: { teams: 'ready', route: 'One Mountain' },
  Setup,
  Quick,
  Preview,
}
