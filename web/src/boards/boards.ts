/** What the games bring to the pages: a cover at once, and the rest when a game is looked at. */

import { SvelteMap } from 'svelte/reactivity'
import { dueRuote } from '../due-ruote/cover'
import { etapa } from '../etapa/cover'
import { flammeRouge } from '../flamme-rouge/cover'
import { has, t } from '../lib/i18n.svelte'
import type { Story, Table } from '../lib/types'
import { plain } from '../plain/cover'
import type { Film } from '../replay/film.svelte'
import { grandTour } from '../tour/cover'
import type { Cover, Kit } from './kit'

const COVERS: Record<string, Cover> = {
  'flamme-rouge': flammeRouge,
  'flamme-rouge-tour': grandTour,
  'due-ruote': dueRuote,
  etapa,
}

const there = new SvelteMap<string, Kit>()
const coming = new Map<string, Promise<Kit>>()

/** What is known of a game before it is looked at; one that brings nothing gets the plain one. */
export const coverOf = (game: string): Cover => COVERS[game] ?? plain

/** What a game brings, once it is there. */
export const kitOf = (game: string): Kit | undefined => there.get(game)

/** The same, fetched if need be. */
export function kitFor(game: string): Promise<Kit> {
  const known = coming.get(game)
  if (known) return known
  const kit = coverOf(game).kit()
  coming.set(game, kit)
  kit.then(
    (found) => {
      there.set(game, found)
      remember(game)
    },
    () => coming.delete(game), // it is asked for again
  )
  return kit
}

/** The game looked at last is the one that is fetched first the next time a table is opened. */
function remember(game: string): void {
  try {
    localStorage.setItem('gruppetto.game', game)
  } catch {
    // A browser that keeps nothing fetches another.
  }
}

/** A finished race, ready to be shown again. */
export const filmOf = async (story: Story): Promise<Film> => (await kitFor(story.table.game)).film(story)

/** What a game is called in the reader's language, or by itself. */
export const gameName = ({ id, name }: { id: string; name: string }): string =>
  has(`game.${id}`) ? t(`game.${id}`) : name

/** A table's road in a few words. */
export const ridden = (table: Table): string => coverOf(table.game).ridden(table)
