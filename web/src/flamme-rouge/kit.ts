/** What Flamme Rouge brings to the pages. */

import type { Kit } from '../boards/kit'
import { teamLetter } from '../boards/teams'
import { t } from '../lib/i18n.svelte'
import type { Table } from '../lib/types'
import { RoadFilm } from './film.svelte'
import Hand from './Hand.svelte'
import Places from './Places.svelte'
import Preview from './Preview.svelte'
import Quick from './Quick.svelte'
import RacePodium from './RacePodium.svelte'
import ReplayBoard from './ReplayBoard.svelte'
import ReplayOrder from './ReplayOrder.svelte'
import { kindOf, seatOf } from './riders'
import { stageOf } from './seen'
import { choiceText, riderName, sentence } from './sentences'
import Setup from './Setup.svelte'
import { RoadStage } from './stage.svelte'
import TableBoard from './TableBoard.svelte'
import TeamRiders from './TeamRiders.svelte'
import type { OnTheRoad, Scenery } from './types'

/** A stage by its name; one that is only letters by that of its table. */
const nameOf = ({ name, letters }: Scenery, table: Table | null): string =>
  (table?.stage && name === letters && table.title) || name

export const flammeRouge: Kit<OnTheRoad> = {
  sentence,
  choiceText,
  seatOf,
  troubles: ['Tired'],
  winner: ({ riders }) => t('table.won', { rider: riderName(riders[0]?.rider ?? '0S') }),

  stage: (told) => new RoadStage(told),
  title: (race) => {
    const { scenery } = stageOf(race)
    return scenery ? nameOf(scenery, race.table) : undefined
  },
  Board: TableBoard,
  Hand,
  Riders: TeamRiders,
  atOnce: ({ phase }) => phase !== 'placement',
  panels: [],
  /** A card that was shown to one of several people at a screen stays unnamed. */
  shared: (event) => (event.type === 'Showed' ? { ...event, card: null } : event),
  finishers: ({ riders }) =>
    riders.map(({ rider }) => ({ rider, mark: teamLetter(seatOf(rider)), sprinting: kindOf(rider) === 'S' })),
  Places,

  film: (story) => new RoadFilm(story),
  filmTitle: (film) => nameOf(film.story.scenery, film.story.table),
  ReplayBoard,
  ReplayOrder,
  Podium: RacePodium,

  dummies: ['muscle', 'peloton'],
  placed: ['stage', 'teams', 'handicap', 'first'],
  usual: ({ options }, { stages }) => ({ stage: 'stage' in options ? options.stage : (stages[0]?.name ?? '') }),
  riding: (stage) => ({ stage }),
  quick: { stage: 'Avenue Corso Paseo' },
  Setup,
  Quick,
  Preview,
}
