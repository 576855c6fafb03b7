/** The question at hand, in a few words. */

import { t } from '../lib/i18n.svelte'
import { baseAt, signed, terrainAt } from './road'
import { riderName } from './sentences'
import type { StageCard, View } from './types'

/** What a player is asked now. */
export function promptFor(view: View, card: StageCard | null): string {
  const rider = view.turn.rider
  if (rider && card && view.phase === 'plan') {
    const field = view.riders[rider]?.field ?? 0
    const road = `${t(`etapa.terrain.${terrainAt(card, field).toUpperCase()}`)} ${signed(baseAt(card, field, view.weather))}`
    return t('etapa.ask.plan', { rider: riderName(rider), field, road })
  }
  return t(`etapa.ask.${view.phase}`, { rider: rider ? riderName(rider) : '', fields: view.turn.fields, die: view.turn.die })
}
