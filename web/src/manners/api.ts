/** What the page asks the server of friends and manners. */

import { ask, quoted } from '../lib/api'
import type { Schemas } from '../lib/types'

export type People = Schemas['People']
export type Invited = Schemas['Invited']
export type Company = Schemas['Company']
export type Reason = Schemas['NewReport']['reason']

const at = (id: string) => `/tables/${quoted(id)}`
const one = (handle: string) => `/me/people/${quoted(handle)}`

export const manners = {
  people: () => ask<People>('GET', '/me/people'),
  part: (handle: string) => ask<People>('POST', `${one(handle)}/part`),
  block: (handle: string) => ask<People>('POST', `${one(handle)}/block`),
  unblock: (handle: string) => ask<People>('POST', `${one(handle)}/unblock`),
  blockAt: (id: string, seat: number) => ask<People>('POST', `${at(id)}/seats/${seat}/block`),
  report: (id: string, seat: number, reason: Reason, text: string, line: number | null) =>
    ask<Schemas['Reported']>('POST', `${at(id)}/seats/${seat}/report`, { reason, text, line }),
  company: (id: string) => ask<Company>('GET', `${at(id)}/company`),
  again: (id: string) => ask<Schemas['Rematch']>('POST', `${at(id)}/again`),
  decline: (id: string) => ask<Invited[]>('POST', `${at(id)}/decline`),
  invitations: () => ask<Invited[]>('GET', '/me/invitations'),
}
