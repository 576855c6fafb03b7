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
