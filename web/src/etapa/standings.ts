/** Classifications as rows of a table. */

import { gap, long } from './clock'
import type { Row } from './Ranking.svelte'
import type { Classifications, Scored, Timed } from './types'

/** Times, and gaps to the first. */
export function byTime(times: readonly Timed[]): Row[] {
  const best = times[0]?.time ?? 0
  return times.map(({ rider, time }) => ({ rider, figure: long(time), gap: gap(time - best) }))
}

export const byPoints = (points: readonly Scored[]): Row[] => points.map(({ rider, points: figure }) => ({ rider, figure: String(figure) }))

export function byTeam(teams: Classifications['teams']): Row[] {
  const best = teams[0]?.time ?? 0
  return teams.map(({ team, time }) => ({ seat: team, figure: long(time), gap: gap(time - best) }))
}
