/** Where riders are on the board, and how fast they ride there. */

import type { Rider, RiderId, View } from './types'

/** A rider's speed on the terrain of this turn; before the first turn on flat roads. */
export function speedOf(view: View, rider: Rider | undefined): number {
  return rider?.speed?.[view.terrain ?? 'P'] ?? 0
}

/** Riders by where they are: delays from the last, the bunch, the head, breaks to the first. */
export interface Sector {
  key: string
  sector: number
  box: 'bunch' | 'head' | null
  riders: RiderId[]
}

const BREAKS = 6
const DELAYS = 3

export function sectorsOf(view: View): Sector[] {
  const placed = Object.entries(view.riders).filter(([, { sector }]) => sector !== null)
  const last = Math.min(-DELAYS, ...placed.map(([, { sector }]) => sector ?? 0))
  const found: Sector[] = []
  const add = (key: string, sector: number, box: Sector['box']) =>
    found.push({
      key,
      sector,
      box,
      riders: placed
        .filter(([, rider]) => rider.sector === sector && rider.box === box)
        .map(([id]) => id)
        .sort(),
    })
  for (let sector = last; sector < 0; sector += 1) add(`delay-${-sector}`, sector, null)
  add('bunch', 0, 'bunch')
  add('head', 0, 'head')
  for (let sector = 1; sector <= BREAKS; sector += 1) add(`break-${sector}`, sector, null)
  return found
}
