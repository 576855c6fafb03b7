/** What happened and what may be chosen, as sentences in the reader's language. */
import { clock } from './clock'
import { has, t } from '../lib/i18n.svelte'
import { choiceKey, eventKey, seatTeam, slug } from '../lib/sentences'

export type Card = number | string

/** A message of the server: its type, its fields, and its sentence in English. */
export interface Told {
  type: string
  text?: string
  rider?: string | null
  square?: number
  start?: number
  lane?: string | number | null
  round?: number
  card?: Card | null
  cards?: readonly Card[] | null
  reasons?: readonly string[]
  winner?: string
  /** Seats, a trait, and figures of a tour. */
  seat?: number
  to?: number
  trait?: string | null
  time?: number
  stage?: number
  seconds?: number
  place?: number
  past?: number
  points?: number
  back?: number
  kept?: number
}

/** “Blue’s sprinteur” from “0S”. */
export function riderName(rider: string): string {
  return t(`rider.${rider}`)
}

/** “sprinteur” from “0S”. */
export function riderKind(rider: string): string {
  return t(`kind.${rider.slice(-1)}`)
}

/** A trait as one speaks of it. */
export function traitName(trait: string): string {
  return t(`trait.${trait}`)
}

/** A card as one speaks of it. */
export function cardName(card: Card): string {
  return card === 'X' || card === 'A' ? t(`card.${card}`) : String(card)
}

const FIGURES = ['square', 'start', 'round', 'stage', 'seconds', 'place', 'past', 'points', 'back', 'kept'] as const

function params(message: Told): Record<string, string | number> {
  const said: Record<string, string | number> = {}
  for (const name of FIGURES) {
    const value = message[name]
    if (value !== undefined) said[name] = value
  }
  if (message.rider != null) {
    said.rider = riderName(message.rider)
    said.kind = riderKind(message.rider)
  }
  if (typeof message.lane === 'string') said.lane = t(`lane.${message.lane}`)
  if (message.card != null) said.card = cardName(message.card)
  if (message.cards) said.cards = message.cards.map(cardName).join(', ')
  if (message.seat !== undefined) said.team = seatTeam(message.seat)
  if (message.to !== undefined) said.to = seatTeam(message.to)
  if (message.trait != null) said.trait = traitName(message.trait)
  if (message.time !== undefined) said.time = clock(message.time)
  if (message.winner !== undefined) said.rider = riderName(message.winner)
  if (message.reasons) said.reasons = message.reasons.map((reason) => `, ${t(`reason.${slug(reason)}`)}`).join('')
  return said
}

/** Where the catalogue has several sentences for a type, this tells them apart. */
function formOf(message: Told): string {
  const hidden =
    (message.type === 'Drew' && message.cards == null) ||
    (['Chose', 'Showed'].includes(message.type) && message.card == null) ||
    (message.type === 'Drafted' && message.trait == null)
  return hidden ? 'hidden' : ''
}

/** An event as a sentence; the server's English where the game is one we have no sentences for. */
export function sentence(event: Told): string {
  const key = eventKey('flamme-rouge', event.type, formOf(event))
  return has(key) ? t(key, params(event)) : (event.text ?? event.type)
}

/** A choice as a sentence. */
export function choiceText(message: Told): string {
  const key = choiceKey('flamme-rouge', message.type, '')
  return has(key) ? t(key, params(message)) : (message.text ?? message.type)
}
