/** Races and ratings, in words. */
import { gameName } from '../boards/boards'
import { language, t } from '../lib/i18n.svelte'
import type { GameInfo, Schemas } from '../lib/types'
import { levelName } from '../lobby/people'
import type { Ride } from './api'

export const nameOfGame = (id: string, games: GameInfo[]): string =>
  gameName(games.find((game) => game.id === id) ?? { id, name: id })

/** The road of a race; where none was named, the game itself. */
export const roadOf = ({ game, stage }: { game: string; stage: string }, games: GameInfo[]): string =>
  stage || nameOfGame(game, games)

/** A day, as it is written in the reader's language. */
export const dayOf = (at: number): string =>
  new Intl.DateTimeFormat(language(), { day: 'numeric', month: 'short', year: 'numeric' }).format(1000 * at)

/** Whoever else rode: bots by their names and levels. */
export const othersOf = ({ others }: Ride): string => others.map(nameOf).join(', ')

function nameOf({ name, level }: Schemas['Opponent']): string {
  if (!level) return name
  return !name || name === level ? levelName(level) : `${name} (${levelName(level)})`
}

/** A difference, with its sign. */
export const signed = (points: number): string => (points > 0 ? `+${points}` : points < 0 ? `−${-points}` : '±0')

/** What a race made of one's rating, or why it made nothing of it. */
export function verdictOf({ verdict, gained }: Ride): string {
  if (!verdict) return ''
  return verdict === 'rated' && gained !== null
    ? t('races.gained', { points: signed(gained) })
    : t(`races.verdict.${verdict}`)
}
