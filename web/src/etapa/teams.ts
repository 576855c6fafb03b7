/** Teams of Etapa: their colours, and shapes for whoever cannot tell colours apart. */

import type { RiderId } from './types'

export const TEAM = 3
export const TEAMS = ['Blue', 'Red', 'Orange', 'Black', 'Violet'] as const

export const seatOf = (rider: RiderId): number => Math.floor((Number(rider) - 1) / TEAM)

export const teamOf = (seat: number): string => TEAMS[seat % TEAMS.length] ?? 'Blue'

export const colourOf = (seat: number): string => `var(--${teamOf(seat).toLowerCase()})`

/** A team's colour for lines: black ones must be seen on dark paper too. */
export const lineOf = (seat: number): string => (teamOf(seat) === 'Black' ? 'var(--black-line)' : colourOf(seat))

/** The riders of a team, by number. */
export const ridersOf = (seat: number): RiderId[] => [1, 2, 3].map((place) => String(seat * TEAM + place))
