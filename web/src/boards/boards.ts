/** The games that can be played in the browser, with all they bring to the pages. */

import { dueRuote } from '../due-ruote/kit'
import { etapa } from '../etapa/kit'
import { flammeRouge } from '../flamme-rouge/kit'
import { grandTour } from '../tour/kit'
import type { GameInfo, Table } from '../lib/types'
import type { Kit } from './kit'

const KITS: Record<string, Kit> = {
  'flamme-rouge': flammeRouge,
  'flamme-rouge-tour': grandTour,
  'due-ruote': dueRuote,
  etapa,
}

/** What a game brings, if it can be played here. */
export const kitOf = (game: string): Kit | undefined => KITS[game]

/** Those games that can be played here, in our order. */
export function playable(games: GameInfo[]): GameInfo[] {
  return Object.keys(KITS).flatMap((id) => games.filter((game) => game.id === id))
}

/** A table's road in a few words. */
export const ridden = (table: Table): string => kitOf(table.game)?.ridden(table) ?? ''
