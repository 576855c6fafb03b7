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

/** The outline of a team's badge in a square from -1 to 1: disc, square, house, lozenge, hexagon. */
export const SHAPES: readonly string[] = [
  'M0 -1A1 1 0 1 1 0 1A1 1 0 1 1 0 -1Z',
  'M-.9 -.9H.9V.9H-.9Z',
  'M-.92 .92V-.28L0 -1.02L.92 -.28V.92Z',
  'M0 -1.16L1.16 0L0 1.16L-1.16 0Z',
  'M-.58 -.98H.58L1.12 0L.58 .98H-.58L-1.12 0Z',
]

export const shapeOf = (seat: number): string => SHAPES[seat % SHAPES.length] ?? ''
