/** What the games bring to the pages. */

import { dueRuote } from '../due-ruote/kit'
import { etapa } from '../etapa/kit'
import { flammeRouge } from '../flamme-rouge/kit'
import { has, t } from '../lib/i18n.svelte'
import type { GameInfo, Table } from '../lib/types'
import { plain } from '../plain/kit'
import { grandTour } from '../tour/kit'
import type { Kit } from './kit'

const KITS: Record<string, Kit> = {
  'flamme-rouge': flammeRouge,
  'flamme-rouge-tour': grandTour,
  'due-ruote': dueRuote,
  etapa,
}

/** What a game brings; one that brings nothing gets the plain board. */
export const kitOf = (game: string): Kit => KITS[game] ?? plain

/** All games: those with a board of their own in our order, then the others. */
export function inOrder(games: GameInfo[]): GameInfo[] {
  const ours = Object.keys(KITS).flatMap((id) => games.filter((game) => game.id === id))
  return [...ours, ...games.filter(({ id }) => !(id in KITS))]
}

/** What a game is called in the reader's language, or by itself. */
export const gameName = ({ id, name }: GameInfo): string => (has(`game.${id}`) ? t(`game.${id}`) : name)

/** A table's road in a few words. */
export const ridden = (table: Table): string => kitOf(table.game).ridden(table)
