/** Whose victory it is. */

import { t } from '../lib/i18n.svelte'
import type { Result } from '../lib/types'

/** Whether the one player at this screen has won; several know each other by name. */
export const isWinner = (result: Result, you: number[]): boolean => you.length === 1 && result.winner === you[0]

/** Whose victory it is, said to whoever looks at it. */
export const victoryText = (result: Result | null, names: string[], you: number[]): string =>
  result && isWinner(result, you)
    ? t('podium.you_win')
    : t('podium.wins.team', { name: names[result?.winner ?? result?.seats[0] ?? 0] ?? '' })
