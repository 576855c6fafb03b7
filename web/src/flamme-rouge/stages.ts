/** Stages in words and in search. */
import { t } from '../lib/i18n.svelte'
import { noteText } from '../lib/sentences'
import type { Catalogue, Stage } from './types'

/** A stage of the catalogue by name or letters. */
export function roadOf({ stages }: Catalogue, wanted: string): Stage | undefined {
  return stages.find(({ name, letters }) => name === wanted || letters === wanted)
}

/** Lengths of the climbs of a road, from its squares. */
export function climbsOf(squares: string): number[] {
  return (squares.match(/a+/g) ?? []).map((climb) => climb.length)
}

export function stageLine(squares: string): string {
  const climbs = climbsOf(squares)
  return `${t('count.squares', { n: squares.length })}, ${
    climbs.length ? t('create.climbs', { list: climbs.join(', ') }) : t('create.flat')
  }`
}

/** Letters without accents and case, so that “liege” finds Liège. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether a text holds what is searched for. */
export const means = (text: string, wanted: string): boolean => plain(text).includes(plain(wanted.trim()))

export function matches(stage: Stage, wanted: string): boolean {
  return means([stage.name, ...stage.aliases, stage.letters, stage.note && noteText(stage.note)].join(' '), wanted)
}
