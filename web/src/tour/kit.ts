/** What the Grand Tour brings to the pages: Flamme Rouge, and all that is between the stages. */

import type { Kit } from '../boards/kit'
import type { RoadFilm } from '../flamme-rouge/film.svelte'
import { flammeRouge } from '../flamme-rouge/kit'
import type { Catalogue, TourResult, View } from '../flamme-rouge/types'
import { t } from '../lib/i18n.svelte'
import { seatTeam } from '../lib/sentences'
import Pause from './Pause.svelte'
import Points from './Points.svelte'
import Preview from './Preview.svelte'
import Progress from './Progress.svelte'
import Quick from './Quick.svelte'
import Setup from './Setup.svelte'
import Standings from './Standings.svelte'
import { tourRidden } from './stages'
import TourPanel from './TourPanel.svelte'
import TourPlaces from './TourPlaces.svelte'
import TourPodium from './TourPodium.svelte'

/** Between two stages, from the moment when the first is home, and at the end. */
function isWorthShowing({ phase, tour, result, riders }: View): boolean {
  if (!tour) return false
  const isBetween = phase === 'placement' && tour.stage > 1
  return isBetween || Boolean(result) || Object.values(riders).some(({ place }) => place)
}

export const grandTour: Kit = {
  ...flammeRouge,
  ridden: tourRidden,
  winner: ({ seats }) => t('tour.won', { team: seatTeam(seats[0] ?? 0) }),

  Progress,
  Points,
  Pause,
  panels: [{ name: 'tour', Panel: TourPanel, shown: (view) => Boolean((view as View | null)?.tour) }],
  standings: (view) => (isWorthShowing(view as View) ? Standings : null),
  Places: TourPlaces,

  filmTitle: (film) => {
    const { letters, story } = film as RoadFilm
    const known = (story.result as TourResult).stages.find((stage) => stage.letters === letters)
    return known?.name ?? story.scenery.name
  },
  Podium: TourPodium,

  placed: [...flammeRouge.placed, 'stages', 'traits', 'cooperation'],
  usual: (_, catalogue) => ({
    stages: [...((catalogue as Catalogue).tours?.[0]?.stages ?? [])],
    traits: true,
    cooperation: false,
  }),
  quick: {},
  Setup,
  Quick,
  Preview,
}
