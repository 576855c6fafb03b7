/** Classifications as rows of a table. */

import { gap, long } from './clock'
import type { Row } from './Ranking.svelte'
import type { Classifications, JerseyName, Scored, Timed } from './types'

/** Times, and gaps to the first. */
export function byTime(times: readonly Timed[]): Row[] {
  const best = times[0]?.time ?? 0
  return times.map(({ rider, time }) => ({ rider, figure: long(time), gap: gap(time - best) }))
}

export const byPoints = (points: readonly Scored[]): Row[] =>
  points.map(({ rider, points: figure }) => ({ rider, figure: String(figure) }))

export function byTeam(teams: Classifications['teams']): Row[] {
  const best = teams[0]?.time ?? 0
  return teams.map(({ team, time }) => ({ seat: team, figure: long(time), gap: gap(time - best) }))
}

/** A classification, called `etapa.…`, with its jersey if it has one. */
export interface Standing {
  name: string
  jersey?: JerseyName
  rows: Row[]
}

/** All five of a tour. A day's race is told by its result (C5.6), and nobody rides for the white jersey there (C1.1). */
export function standingsOf(
  { general, points, mountains, young, teams }: Classifications,
  oneDay: boolean,
): Standing[] {
  const scored: Standing[] = [
    { name: 'points', jersey: 'green', rows: byPoints(points) },
    { name: 'mountains', jersey: 'polka-dot', rows: byPoints(mountains) },
  ]
  const ranked: Standing = { name: 'teams', rows: byTeam(teams) }
  if (oneDay) return teams.some(({ time }) => time > 0) ? [...scored, ranked] : scored
  return [
    { name: 'general', jersey: 'yellow', rows: byTime(general) },
    ...scored,
    { name: 'under_25', jersey: 'white', rows: byTime(young) },
    ranked,
  ]
}
