/** The games whose stages can be composed. */

import { etapaWorkshop } from '../etapa/studio/workshop'
import { tiles } from '../flamme-rouge/studio/workshop'
import type { Workshop } from './workshop'

export const WORKSHOPS: Workshop[] = [tiles, etapaWorkshop]

/** What the address of the studio says: game, stage and name. Without a game it is a road of tiles. */
export function opened(parts: string[]): { shop: Workshop; stage: string; name: string } {
  const named = WORKSHOPS.find(({ game }) => game === parts[0])
  const [stage = '', name = ''] = named ? parts.slice(1) : parts
  const shop = named ?? tiles
  return { shop, stage: shop.fromLink(stage), name }
}
