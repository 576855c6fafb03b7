/** What Etapa brings to the pages. */

import type { Kit } from '../boards/kit'
import { own } from '../boards/own'
import { t } from '../lib/i18n.svelte'
import type { Table } from '../lib/types'
import BetweenStages from './BetweenStages.svelte'
import Board from './Board.svelte'
import ClassificationsPanel from './ClassificationsPanel.svelte'
import { EtapaFilm } from './film.svelte'
import Hand from './Hand.svelte'
import Places from './Places.svelte'
import Podium from './Podium.svelte'
import Preview from './Preview.svelte'
import Progress from './Progress.svelte'
import Quick from './Quick.svelte'
import ReplayBoard from './ReplayBoard.svelte'
import ReplayOrder from './ReplayOrder.svelte'
import Riders from './Riders.svelte'
import { choiceSentence, riderName, sentence } from './sentences'
import Setup from './Setup.svelte'
import { PLACED, stagesOf } from './setup'
import { EtapaStage } from './stage.svelte'
import { seatOf, TEAMS } from './teams'
import { stageTitle } from './title'

/** The name of a table on one stage, which is that of the stage if it has no other. */
const nameOf = (table: Table | null): string => (table && stagesOf(table.options).length === 1 ? table.title : '')

export const etapa: Kit<'etapa'> = {
  sentence,
  choiceText: choiceSentence,
  seatOf,
  troubles: ['Punctured', 'Fell', 'Injured'],
  teams: TEAMS,
  winner: ({ riders, seats }) =>
    t('table.won', { rider: riderName(riders[0]?.rider ?? String(3 * (seats[0] ?? 0) + 1)) }),

  stage: (told) => new EtapaStage(told),
  title: (race) => {
    const { view } = own(race.stage, EtapaStage)
    return view ? stageTitle(view.stage, nameOf(race.table)) : undefined
  },
  Progress,
  Board,
  Hand,
  Riders,
  atOnce: () => false,
  panels: [{ name: 'standings', Panel: ClassificationsPanel, shown: (view) => view !== null }],
  Pause: BetweenStages,
  finishers: ({ riders }) => riders.map(({ rider }) => ({ rider, mark: rider })),
  Places,

  film: (story) => new EtapaFilm(story),
  filmTitle: (film) => stageTitle(film.moment.stage, nameOf(film.story.table)),
  ReplayBoard,
  ReplayOrder,
  Podium,

  dummies: [],
  placed: PLACED,
  usual: (_, { stages }) => ({ stages: [stages[0]?.name ?? 'Plaine'] }),
  riding: (stage) => ({ stages: [stage] }),
  Setup,
  Quick,
  Preview,
}
