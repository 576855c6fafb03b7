/** Tiles in words. */
import { t } from '../../lib/i18n.svelte'
import type { TileSide } from './types'

/** Kinds of tiles, in the order in which the box shows them. */
export const SHAPES = ['straight', 'light', 'sharp', 'start', 'finish'] as const

/** The squares of a side. */
export const squaresOf = (side: TileSide): string => side.layout.squares.map(({ terrain }) => terrain).join('')

/** A side as it is read out: its letter, its shape and its terrain. */
export function sideName(side: TileSide): string {
  const shape = side.turn ? `${side.shape}.${side.turn > 0 ? 'left' : 'right'}` : side.shape
  const terrain = (squaresOf(side).match(/(.)\1*/g) ?? []).map((run) =>
    t(`studio.terrain.${run[0] === 'F' ? 'past' : run[0] === 'S' ? 'behind' : run[0]}`, { count: run.length }),
  )
  return t('studio.tile', { letter: side.letter, shape: t(`studio.shape.${shape}`), terrain: terrain.join(', ') })
}
