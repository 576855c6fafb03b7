/** Whose rider somebody is, and of which kind. */

import { colourOf, lineOf, teamOf } from '../boards/teams'
import { teamName } from '../lib/sentences'
import type { Step } from '../podium/steps'
import { riderKind, riderName } from './sentences'
import type { Kind, RiderId } from './types'

export const seatOf = (rider: RiderId): number => Number(rider.slice(0, -1))
export const kindOf = (rider: RiderId): Kind => (rider.endsWith('S') ? 'S' : 'R')

export const teamColour = (rider: RiderId): string => colourOf(seatOf(rider))

export const lineColour = (rider: RiderId): string => lineOf(seatOf(rider))

/** A rider on his step of the podium. */
export const stepOf = (rider: RiderId, names: string[]): Step => ({
  seat: seatOf(rider),
  name: `${riderName(rider)}, ${names[seatOf(rider)] ?? ''}`,
  caption: `${teamName(teamOf(seatOf(rider)))} · ${riderKind(rider)}`,
  sash: kindOf(rider) === 'S',
})
