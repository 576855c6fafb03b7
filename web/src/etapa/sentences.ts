/** Etapa in the reader's language: what happened, what may be chosen, and the names of things. */

import { has, t } from '../lib/i18n.svelte'
import { choiceKey, eventKey, slug } from '../lib/sentences'
import { trial } from './clock'
import { seatOf, teamOf } from './teams'
import type { CardName, Message, RiderId } from './types'

/** “Blue” in the reader's language. */
export const teamName = (seat: number): string => t(`team.${teamOf(seat)}`)

/** “12 (Black)”: a rider by his number and team. */
export const riderName = (rider: RiderId): string => t('etapa.rider', { number: rider, team: teamName(seatOf(rider)) })

/** “+4, two rounds of breakaway”. */
export const cardName = (card: CardName | 'slow'): string => t(`etapa.card.${card}`)

const FIGURES = [
  'face',
  'fields',
  'field',
  'start',
  'place',
  'points',
  'prime',
  'lost',
  'bonus',
  'total',
  'stage',
  'rounds',
  'riders',
  'first',
  'last',
] as const

function params(message: Message): Record<string, string | number> {
  const said: Record<string, string | number> = {}
  for (const name of FIGURES) if (message[name] !== undefined) said[name] = message[name]
  if ('round' in message) said['round'] = String(message['round'])
  if ('seconds' in message) said['seconds'] = String(message['seconds'])
  if (message.rider != null) said['rider'] = riderName(message.rider)
  if (message.leader != null) said['leader'] = riderName(message.leader)
  if (message.seat !== undefined) said['team'] = teamName(message.seat)
  if (message.card != null) Object.assign(said, { card: cardName(message.card), value: message.card[0] ?? '' })
  if (message.jersey !== undefined) said['jersey'] = t(`etapa.jersey.${message.jersey}`)
  if (message.tenths !== undefined) said['time'] = trial(message.tenths)
  if (message.sky !== undefined) said['sky'] = t(`etapa.sky.${message.sky}`)
  if (message.purpose !== undefined) said['purpose'] = t(`etapa.throw.${slug(message.purpose)}`)
  if (message.source !== undefined) said['source'] = t(`etapa.source.${slug(message.source)}`)
  if (message.reasons)
    said['reasons'] = message.reasons.map((reason) => `, ${t(`etapa.reason.${slug(reason)}`)}`).join('')
  return said
}

/** Where the catalogue has several sentences for a type, this tells them apart. */
function formOf(message: Message): string {
  if (['Drew', 'Returned'].includes(message.type) && message.card == null) return 'hidden'
  return message.type === 'Fell' && message.leader == null ? 'alone' : ''
}

/** An event as a sentence; the server's English where there is none. */
export function sentence(event: Message): string {
  return said(eventKey('etapa', event.type, formOf(event)), event)
}

/** A choice on its button, beside the cards it is about. */
export function choiceText(message: Message): string {
  return said(choiceKey('etapa', message.type, ''), message)
}

/** A choice as a whole sentence, where nothing else tells which card is meant. */
export function choiceSentence(message: Message): string {
  return said(eventKey('etapa', message.type, ''), message)
}

const said = (key: string, message: Message): string =>
  has(key) ? t(key, params(message)) : (message.text ?? message.type)
