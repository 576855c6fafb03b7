/** The board of every game that can be played in the browser. */

import FlammeRouge from './FlammeRouge.svelte'

export const RACE = 'flamme-rouge'
export const TOUR = 'flamme-rouge-tour'

const BOARDS = { [RACE]: FlammeRouge, [TOUR]: FlammeRouge }

/** A board on the page, which can be asked to look at a square. */
export type AnyBoard = FlammeRouge

/** The board of a game, if it has one. */
export const boardOf = (game: string): typeof FlammeRouge | undefined => BOARDS[game as keyof typeof BOARDS]

/** Whether a game can be played here. */
export const hasBoard = (game: string): boolean => game in BOARDS
