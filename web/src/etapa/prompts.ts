/** The question at hand, in a few words. */

import { t } from '../lib/i18n.svelte'
import { signed, terrainAt } from './road'
import { riderName } from './sentences'
import { addedToThrow, type Choice, type StageCard, type View } from './types'

/** What a player is asked now. */
export function promptFor(view: View, card: StageCard | null, choices: readonly Choice[]): string {
  const rider = view.turn.rider
  if (rider && card && view.phase === 'plan') {
    const field = view.riders[rider]?.field ?? 0
    const adds = addedToThrow(choices)
    const road =
      `${t(`etapa.terrain.${terrainAt(card, field).toUpperCase()}`)} ${adds === null ? '' : signed(adds)}`.trim()
    return t('etapa.ask.plan', { rider: riderName(rider), field, road })
  }
  return t(`etapa.ask.${view.phase}`, {
    rider: rider ? riderName(rider) : '',
    fields: view.turn.fields,
    die: view.turn.die,
  })
}
