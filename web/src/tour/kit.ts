/** What the Grand Tour brings to the pages: Flamme Rouge, and all that is between the stages. */

import type { Kit } from '../boards/kit'
import { flammeRouge } from '../flamme-rouge/kit'
import type { OnTheRoad } from '../flamme-rouge/types'
import type { Of } from '../lib/types'
import { t } from '../lib/i18n.svelte'
import { seatTeam } from '../lib/sentences'
import Pause from './Pause.svelte'
import Points from './Points.svelte'
import Preview from './Preview.svelte'
import Progress from './Progress.svelte'
import Quick from './Quick.svelte'
import Setup from './Setup.svelte'
import Standings from './Standings.svelte'
import TourPanel from './TourPanel.svelte'
import TourPlaces from './TourPlaces.svelte'
import TourPodium from './TourPodium.svelte'

/** Between two stages, from the moment when the first is home, and at the end. */
function isWorthShowing({ phase, tour, result, riders }: Of<'flamme-rouge-tour', 'View'>): boolean {
  const isBetween = phase === 'placement' && tour.stage > 1
  return isBetween || Boolean(result) || Object.values(riders).some(({ place }) => place)
}

export const grandTour: Kit<OnTheRoad> = {
  ...flammeRouge,
  winner: ({ seats }) => t('tour.won', { team: seatTeam(seats[0] ?? 0) }),

  Progress,
  Points,
  Pause,
  panels: [{ name: 'tour', Panel: TourPanel, shown: (view) => view?.game === 'flamme-rouge-tour' }],
  standings: (view) => (view.game === 'flamme-rouge-tour' && isWorthShowing(view) ? Standings : null),
  finishers: () => [],
  Places: TourPlaces,

  filmTitle: (film) => {
    const { moment, story } = film
    const known = 'stages' in story.result ? story.result.stages : []
    return known.find(({ letters }) => letters === moment.letters)?.name ?? story.scenery.name
  },
  Podium: TourPodium,

  placed: [...flammeRouge.placed, 'stages', 'traits', 'cooperation'],
  usual: (_, catalogue) => ({
    stages: [...(('tours' in catalogue && catalogue.tours[0]?.stages) || [])],
    traits: true,
    cooperation: false,
  }),
  quick: {},
  Setup,
  Quick,
  Preview,
}
