/** Every team's colour and sign. */

import { teamName } from '../lib/sentences'
import { TEAMS } from '../lib/types'

/** The team of a seat, where a game has no others than the house. */
export function teamOf(seat: number): string {
  return TEAMS[seat % TEAMS.length] ?? 'Blue'
}

const named = (team: number | string): string => (typeof team === 'string' ? team : teamOf(team))

/** The colour of a team, by its name or by its seat. */
export function colourOf(team: number | string): string {
  return `var(--${named(team).toLowerCase()})`
}

/** A team's colour for lines: black ones must be seen on dark paper too. */
export function lineOf(team: number | string): string {
  return named(team) === 'Black' ? 'var(--black-line)' : colourOf(team)
}

/** The letter of a team: its name's first, or where that is taken another of its consonants. */
export function teamLetter(wanted: number | string): string {
  const known = [...new Set([...TEAMS, named(wanted)])]
  const taken = new Set<string>()
  let sign = ''
  for (const team of known.slice(0, known.indexOf(named(wanted)) + 1)) {
    const name = teamName(team).toLocaleUpperCase()
    const others = [...name.slice(1)].reverse().filter((letter) => !'AEIOUYÁÉĚÍÓÚŮÝ'.includes(letter))
    sign = [name.slice(0, 1), ...others].find((letter) => !taken.has(letter)) ?? name.slice(0, 1)
    taken.add(sign)
  }
  return sign
}

/** The outline of a team's badge in a square from -1 to 1: disc, square, house, lozenge, hexagon, triangle. */
const SHAPES: readonly string[] = [
  'M0 -1A1 1 0 1 1 0 1A1 1 0 1 1 0 -1Z',
  'M-.9 -.9H.9V.9H-.9Z',
  'M-.92 .92V-.28L0 -1.02L.92 -.28V.92Z',
  'M0 -1.16L1.16 0L0 1.16L-1.16 0Z',
  'M-.58 -.98H.58L1.12 0L.58 .98H-.58L-1.12 0Z',
  'M0 -1.1L1.1 .85H-1.1Z',
]

/** For whoever cannot tell colours apart. */
export const shapeOf = (seat: number): string => SHAPES[seat % SHAPES.length] ?? ''
