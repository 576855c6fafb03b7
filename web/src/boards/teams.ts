/** Every team's colour and sign. */

import { teamName } from '../lib/sentences'
import type { RiderId } from '../lib/types'

const TEAMS = ['Blue', 'Red', 'Green', 'Black', 'Yellow', 'White']

export const seatOf = (rider: RiderId): number => Number(rider.slice(0, -1))

export function teamOf(seat: number): string {
  return TEAMS[seat % TEAMS.length] ?? 'Blue'
}

export function colourOf(seat: number): string {
  return `var(--${teamOf(seat).toLowerCase()})`
}

export const teamColour = (rider: RiderId): string => colourOf(seatOf(rider))

const FIRST_TEAMS = TEAMS.slice(0, 4)

/** The letter on a token: the team's first, or where that is taken another of its name. */
export function teamLetter(rider: RiderId): string {
  const taken = new Set<string>()
  let sign = ''
  for (const team of FIRST_TEAMS.slice(0, seatOf(rider) + 1)) {
    const name = teamName(team).toLocaleUpperCase()
    const others = [...name.slice(1)].reverse().filter((letter) => !'AEIOUYÁÉĚÍÓÚŮÝ'.includes(letter))
    sign = [name.slice(0, 1), ...others].find((letter) => !taken.has(letter)) ?? name.slice(0, 1)
    taken.add(sign)
  }
  return sign
}
