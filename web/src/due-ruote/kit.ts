/** What Due Ruote brings to the pages. */

import type { Kit } from '../boards/kit'
import type { Of } from '../lib/types'
import { Film } from '../replay/film.svelte'
import BetweenStages from './BetweenStages.svelte'
import Board from './Board.svelte'
import { ridden } from './cover'
import Hand from './Hand.svelte'
import Places from './Places.svelte'
import Podium from './Podium.svelte'
import Points from './Points.svelte'
import Preview from './Preview.svelte'
import Progress from './Progress.svelte'
import Quick from './Quick.svelte'
import ReplayBoard from './ReplayBoard.svelte'
import ReplayOrder from './ReplayOrder.svelte'
import { CHOOSE } from './route'
import { viewOf } from './seen'
import Setup from './Setup.svelte'
import StagesPanel from './StagesPanel.svelte'
import { DueStage } from './stage.svelte'
import { stageName, stagesIn } from './standings'
import TeamRiders from './TeamRiders.svelte'
import type { View } from './types'
import { choiceText, markOf, seatOf, sentence, wonText } from './words'

/** The stage that is ridden now, where there are several. */
function titleAt(table: Of<'due-ruote', 'Table'>, view: View | null): string {
  const name = stagesIn(table.options)[(view?.stages?.stage ?? 0) - 1]
  return name ? `Due Ruote · ${stageName(name)}` : ridden(table)
}

/** At the start of every stage but the first, and at the end of the last. */
function isWorthShowing({ phase, stages }: View): boolean {
  return Boolean(stages?.last.length) && ['start', 'events', 'trial', 'finished'].includes(phase)
}

export const dueRuote: Kit<'due-ruote'> = {
  sentence,
  choiceText,
  seatOf,
  troubles: ['Retired'],
  winner: (result, seen) => wonText(result, seen),

  stage: (told) => new DueStage(told),
  title: (race) => (race.table?.game === 'due-ruote' ? titleAt(race.table, viewOf(race)) : undefined),
  Progress,
  Board,
  Hand,
  handTab: 'due.tab',
  Riders: TeamRiders,
  Points,
  atOnce: ({ phase }) => phase === 'trial',
  panels: [{ name: 'stages', Panel: StagesPanel, shown: (view) => view?.game === 'due-ruote' && view.stages !== null }],
  Pause: BetweenStages,
  standings: (view) => (isWorthShowing(view) ? StagesPanel : null),
  open: (view) => view?.phase !== 'trial',
  finishers: ({ riders }) => riders.map(({ rider }) => ({ rider, mark: markOf(rider) })),
  Places,

  film: (story) => new Film(story),
  filmTitle: (film) => titleAt(film.story.table, film.moment),
  ReplayBoard,
  ReplayOrder,
  Podium,

  dummies: [],
  placed: ['teams', 'route', 'advanced', 'events', 'stages', 'own_set'],
  usual: () => ({ teams: 'draft', route: CHOOSE, advanced: false, events: false }),
  quick: { teams: 'ready', route: 'One Mountain' },
  Setup,
  Quick,
  Preview,
}
