/** The road of a stage: its levels and its heights. */

import type { StageCard } from './types'

/** Fields drawn past the line. */
export const BEYOND = 14

/** How much a field climbs, in heights of our own. */
export const SLOPES: Record<string, number> = { F: 0, D: -1.1, E: 1, N: 1.35, H: 1.8, U: 2.4 }

export const isCobbled = (letter: string): boolean => letter !== letter.toUpperCase()
export const isClimb = (letter: string): boolean => 'ENHU'.includes(letter.toUpperCase())

/** The terrain of a field; fields count from 1, and beyond the line the road goes on as it was. */
export function terrainAt(card: StageCard, field: number): string {
  return card.fields[Math.max(0, Math.min(card.length, field) - 1)] ?? 'F'
}

/** How high the road lies at the end of every field, the start in front. */
export function heights(fields: string): number[] {
  const found = [0]
  for (const letter of fields) found.push((found[found.length - 1] ?? 0) + (SLOPES[letter.toUpperCase()] ?? 0))
  const lowest = Math.min(...found)
  return found.map((height) => height - lowest)
}

export interface Stretch {
  letter: string
  from: number
  to: number
}

/** Stretches of one terrain, by their first and last fields. */
export function stretches(card: StageCard): Stretch[] {
  const found: Stretch[] = []
  let from = 1
  for (const [letter, fields] of card.pieces) {
    found.push({ letter, from, to: from + fields - 1 })
    from += fields
  }
  return found
}

/** The section of a time trial a field lies in, from 0. */
export function sectionOf(card: StageCard, field: number): number {
  const at = stretches(card).findIndex(({ to }) => field <= to)
  return at < 0 ? card.pieces.length - 1 : at
}

/** A figure with its sign, as the road says it. */
export const signed = (figure: number): string => (figure < 0 ? `−${-figure}` : `+${figure}`)
