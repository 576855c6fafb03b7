/** What the server knows of how one is called. */

import { ask, quoted } from '../lib/api'
import type { Schemas } from '../lib/types'

type Told = Schemas['NoticesTold']
type Chat = Schemas['ChatTold'] | null

const chatOf = (table: string) => `/tables/${quoted(table)}/chat-hook`

export const notices = {
  told: () => ask<Told>('GET', '/me/notices'),
  addDevice: (asked: Schemas['Subscription']) => ask<Told>('POST', '/me/notices/devices', asked),
  removeDevice: (device: string) => ask<Told>('DELETE', `/me/notices/devices/${quoted(device)}`),
  beQuiet: (hours: Schemas['Quiet']) => ask<Told>('POST', '/me/notices/quiet', hours),
  beLoud: () => ask<Told>('DELETE', '/me/notices/quiet'),
  wantMail: (asked: Schemas['MailWish']) => ask<Told>('POST', '/me/notices/mail', asked),
  noMail: () => ask<Told>('DELETE', '/me/notices/mail'),
  confirmMail: (code: string) => ask<Schemas['Done']>('POST', '/mail/confirm', { code }),
  leaveMail: (leave: string) => ask<Schemas['Done']>('POST', `/mail/leave/${quoted(leave)}`),
  chat: (table: string) => ask<Chat>('GET', chatOf(table)),
  setChat: (table: string, asked: Schemas['ChatWish']) => ask<Chat>('POST', chatOf(table), asked),
  removeChat: (table: string) => ask<Chat>('DELETE', chatOf(table)),
}
