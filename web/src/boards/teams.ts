/** Every team's colour and sign. */

import { teamName } from '../lib/sentences'
import { TEAMS } from '../lib/types'

export function teamOf(seat: number): string {
  return TEAMS[seat % TEAMS.length] ?? 'Blue'
}

export function colourOf(seat: number): string {
  return `var(--${teamOf(seat).toLowerCase()})`
}

/** A team's colour for lines: black ones must be seen on dark paper too. */
export function lineOf(seat: number): string {
  return teamOf(seat) === 'Black' ? 'var(--black-line)' : colourOf(seat)
}

/** The letter of a team: its name's first, or where that is taken another of its consonants. */
export function teamLetter(seat: number): string {
  const taken = new Set<string>()
  let sign = ''
  for (const team of TEAMS.slice(0, seat + 1)) {
    const name = teamName(team).toLocaleUpperCase()
    const others = [...name.slice(1)].reverse().filter((letter) => !'AEIOUYÁÉĚÍÓÚŮÝ'.includes(letter))
    sign = [name.slice(0, 1), ...others].find((letter) => !taken.has(letter)) ?? name.slice(0, 1)
    taken.add(sign)
  }
  return sign
}
