/** How a race or a tour has ended. */
import { t } from '../lib/i18n.svelte'
import { riderName, seatTeam } from '../lib/sentences'
import type { Result, TourResult } from '../lib/types'

export const isTour = (result: Result | TourResult): result is TourResult => 'stages' in result

/** Who has won, in a sentence. */
export function winnerText(result: Result | TourResult): string {
  if (isTour(result)) return t('tour.won', { team: seatTeam(result.winner) })
  return t('table.won', { rider: riderName(result.riders[0]?.rider ?? '0S') })
}
