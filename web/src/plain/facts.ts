/** What any view tells, without knowing its game: a few facts, and a row of facts for every rider. */

import { teamName } from '../lib/sentences'
import { TEAMS } from '../lib/types'

export type Fact = string | number | boolean | null
export type Facts = Record<string, Fact>

/** Told elsewhere on the page, or nothing a person would ask for. */
const ELSEWHERE = ['game', 'round', 'you', 'seat', 'place', 'rider']

const isFact = (value: unknown): value is Fact =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)

/** Whatever of something is a plain fact. */
export function factsOf(thing: object): Facts {
  const found = Object.entries(thing).filter(([name, value]) => isFact(value) && !ELSEWHERE.includes(name))
  return Object.fromEntries(found)
}

/** What is told of every rider, by name. */
export function ridersOf(view: object | null): [string, object][] {
  const riders = view && 'riders' in view ? view.riders : null
  if (!riders || typeof riders !== 'object') return []
  return Array.isArray(riders)
    ? riders.map((rider, index): [string, object] => [nameOf(rider) ?? String(index + 1), rider])
    : Object.entries(riders)
}

const nameOf = (rider: object): string | null => ('rider' in rider ? String(rider.rider) : null)

/** The facts that are told of some rider, in their order. */
export function columnsOf(riders: [string, object][]): string[] {
  const told = riders.flatMap(([, rider]) => Object.entries(factsOf(rider)))
  return [...new Set(told.flatMap(([name, fact]) => (fact === null ? [] : [name])))]
}

/** The seat of a rider, where it is told or the rider goes by the name of the team. */
export function seatIn(name: string, rider: object): number | null {
  if ('seat' in rider && typeof rider.seat === 'number') return rider.seat
  return TEAMS.includes(name) ? TEAMS.indexOf(name) : null
}

/** A rider's name: one who goes by the name of the team is called so in the reader's language. */
export const calledBy = (rider: string): string => (TEAMS.includes(rider) ? teamName(rider) : rider)

/** A fact's name as it heads a column. */
export const heading = (name: string): string => {
  const words = name.replaceAll(/[_-]/g, ' ')
  return words.charAt(0).toLocaleUpperCase() + words.slice(1)
}

/** A fact in a word or a figure. */
export function said(fact: Fact | undefined): string {
  if (fact === null || fact === undefined) return '–'
  return typeof fact === 'boolean' ? (fact ? '✓' : '·') : String(fact)
}

/** What a choice would lead to, as far as its game foresees it. */
export function foreseen(choice: object): string {
  const preview = 'preview' in choice ? choice.preview : null
  if (!preview || typeof preview !== 'object') return ''
  const facts = Object.entries(factsOf(preview)).filter(([name]) => name !== 'type')
  return facts.map(([name, fact]) => `${heading(name)} ${said(fact)}`).join(', ')
}
