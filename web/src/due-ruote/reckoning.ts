/** What things cost and are worth, reckoned as the rules do. */

import { FRESH, FRESH_ON_THE_WAY, type Column, type Entry, type Events, type Rider, type RiderId, type View } from './types'

/** A rider's speed on the terrain of this turn; before the first turn on flat roads. */
export function speedOf(view: View, rider: Rider): number {
  return rider.speed?.[view.terrain ?? 'P'] ?? 0
}

/** What the road will cost a rider at the end of this turn, as things stand. */
export function roadOf(view: View, rider: Rider): number | null {
  if (!view.terrain || view.speed.now === null || rider.sector === null) return null
  const { inside, outside } = view.sheets.terrain[view.terrain]
  return (rider.sector === 0 ? inside : outside) + view.speed.now - speedOf(view, rider)
}

/** The fatigue of a slot of the challenge sheet; the last serves all that follow. */
export function slotOf(slots: number[], index: number): number {
  return slots[Math.min(index, slots.length - 1)] ?? 0
}

/** Speeds of riders on a side of the sheet, added up. */
export function sumOf(view: View, entries: Entry[]): number {
  return entries.reduce((sum, { rider }) => sum + speedOf(view, view.riders[rider] as Rider), 0)
}

export interface SprintValue {
  card: number
  helpers: number
  tokens: number
  tired: number
  total: number
}

/** What a sprinter is worth with what he has so far. */
export function sprintValue(view: View, column: Column): SprintValue {
  const rider = view.riders[column.rider]
  const fresh = view.sprint?.goal === 'finish' ? FRESH : FRESH_ON_THE_WAY
  const parts = {
    card: rider?.sprint ?? 0,
    helpers: column.helpers.length,
    tokens: 2 * (column.tokens ?? 0),
    tired: Math.max(0, (rider?.fatigue ?? 0) - fresh),
  }
  return { ...parts, total: parts.card + parts.helpers + parts.tokens - parts.tired }
}

/** What an activity does to the fatigue of the rider it is about; nothing where that depends on more. */
const CHANGES: Record<string, number> = { drink: -1, eat: -4, energy: -7, 'speed-up': 3, cramp: 3 }
/** What is left of a meal for who has gone hungry. */
const EAT_BONKED = -2

/** A rider's fatigue after an activity about him, or after a mishap. */
export function after(activity: string, { fatigue, sector }: Rider, bonked = false): number | null {
  if (activity === 'eat' && bonked) return Math.max(0, fatigue + EAT_BONKED)
  if (activity === 'slow-down') return Math.max(0, fatigue - (sector === 1 ? 2 : 1))
  if (activity === 'small-wear-down') return Math.max(fatigue, Math.min(15, fatigue + 3))
  const change = CHANGES[activity]
  return change === undefined ? null : Math.max(0, fatigue + change)
}

/** The event cards that so many special tokens would fill, in the order in which they strike. */
export function struckBy({ cards, next }: Events, special: number): string[] {
  const struck: string[] = []
  let at = next
  let tokens = cards[at]?.tokens ?? 0
  for (let token = 0; token < special; token += 1) {
    const card = cards[at]
    if (!card) break
    tokens += 1
    if (tokens < card.spaces) continue
    struck.push(card.event)
    at = (at + 1) % cards.length
    tokens = 0
  }
  return struck
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
