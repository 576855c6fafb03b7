/** Due Ruote in the reader's language: riders, places, what happened and what may be chosen. */

import { teamLetter } from '../boards/teams'
import { has, t } from '../lib/i18n.svelte'
import { choiceKey, eventKey, seatTeam } from '../lib/sentences'
import type { Event, Message, Move, Result, RiderId, View } from './types'

export const seatOf = (rider: RiderId): number => Number(rider.split('-')[0])
export const numberOf = (rider: RiderId): string => rider.split('-')[1] ?? ''

/** “Blue 1” from “0-1”. */
export const riderName = (rider: RiderId): string =>
  t('due.rider_name', { team: seatTeam(seatOf(rider)), number: numberOf(rider) })

/** What stands on a rider's back: the letter of his team and his number. */
export const markOf = (rider: RiderId): string => `${teamLetter(seatOf(rider))}${numberOf(rider)}`

/** What is known of riders and cards where something is told. */
type Seen = Partial<Pick<View, 'riders' | 'cards'>> | null | undefined

/** “Collini (R2)”, or “Red 2” where the card is not known or has no name. */
export function fullName(seen: Seen, rider: RiderId): string {
  const { name, card } = seen?.riders?.[rider] ?? {}
  return name && name !== card ? `${name} (${markOf(rider)})` : riderName(rider)
}

/** The name on a rider card, whether somebody has it or not. */
function cardName(seen: Seen, card: string): string {
  return [...Object.values(seen?.riders ?? {}), ...(seen?.cards ?? [])].find((one) => one.card === card)?.name ?? card
}

/** A place on the board as one speaks of it. */
export function placeName(sector: number | null, box?: string | null): string {
  if (sector === null) return t('due.retired')
  if (sector === 0) return t(box === 'head' ? 'due.head' : 'due.bunch')
  return t(sector > 0 ? 'due.break' : 'due.delay', { sector: Math.abs(sector) })
}

export const activityName = (activity: string): string => t(`due.activity.${activity}`)

/** Where the catalogue has several sentences for a type, this tells them apart. */
const FORMS: Record<string, (message: Message) => string> = {
  Ordered: ({ last }) => (last ? 'last' : 'first'),
  Paid: ({ activity }) => (activity ? '' : 'response'),
  SpedUp: ({ joined }) => (joined ? 'joined' : ''),
  Put: ({ role }) => role ?? '',
  Decided: ({ won }) => (won ? 'won' : 'lost'),
  Wished: ({ wish }) => wish ?? '',
  Wish: ({ wish }) => wish ?? '',
  ControlBegan: ({ too }) => too ?? '',
  Approached: ({ goal }) => goal ?? '',
  Scored: ({ goal }) => goal ?? '',
  StageWon: ({ winner }) => (winner ? '' : 'nobody'),
  Ended: ({ how, winner, stages }) => (stages && winner ? 'stages' : hyphened(how ?? '')),
  PayWith: ({ tokens, special }) => (special ? (tokens ? 'both' : 'special') : ''),
}

function filled(message: Message, seen: Seen): Record<string, string | number> {
  const said: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(message))
    if (typeof value === 'string' || typeof value === 'number') said[name] = value
  for (const name of ['rider', 'sprinter', 'winner'] as const) {
    const rider = message[name]
    if (rider) said[name] = fullName(seen, rider)
  }
  if (message.winner) said['rider'] = fullName(seen, message.winner)
  if (message.type === 'Drafted' && message.rider) {
    said['team'] = seatTeam(seatOf(message.rider))
    said['number'] = numberOf(message.rider)
  }
  if (typeof message.card === 'string') said['card'] = cardName(seen, message.card)
  if (message.seat !== undefined) said['team'] = seatTeam(message.seat)
  if (message.sector !== undefined) said['where'] = placeName(message.sector, message.head ? 'head' : 'bunch')
  if (message.terrain) said['terrain'] = t(`due.terrain.${message.terrain}`)
  if (message.activity) said['activity'] = activityName(message.activity)
  if (message.change !== undefined) said['change'] = signed(message.change)
  if (message.event) said['mishap'] = t(`due.mishap.${message.event}`)
  if (message.events) said['mishaps'] = message.events.map((event) => t(`due.mishap.${event}`)).join(', ')
  if (message.type === 'Paid') said['points'] = (message.tokens ?? 0) + (message.special ?? 0)
  return said
}

const hyphened = (word: string): string => word.replace(' ', '-')

/** Who has won a race, and how. */
export const wonText = ({ ending, stages, riders }: Result, seen: Seen): string =>
  t(`due.won.${stages && ending !== 'nobody left' ? 'stages' : hyphened(ending)}`, {
    rider: fullName(seen, riders[0]?.rider ?? '0-1'),
  })

/** A figure that is always written with its sign. */
export const signed = (figure: number): string => (figure < 0 ? `−${-figure}` : `+${figure}`)

function said(keyOf: typeof eventKey, message: Message, seen: Seen): string {
  const key = keyOf('due-ruote', message.type, FORMS[message.type]?.(message) ?? '')
  return has(key) ? t(key, filled(message, seen)) : (message.text ?? message.type)
}

/** An event as a sentence. */
export const sentence = (event: Event, seen?: Seen): string => said(eventKey, event, seen)

/** A choice as a sentence. */
export const choiceText = (message: Move, seen?: Seen): string => said(choiceKey, message, seen)
