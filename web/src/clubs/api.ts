/** What the server knows of clubs and leagues. */
import { ask } from '../lib/api'
import type { Schemas } from '../lib/types'

export type Club = Schemas['Club']
export type ClubLine = Schemas['ClubLine']
export type ClubMember = Schemas['ClubMember']
export type Invitation = Schemas['Invitation']
export type League = Schemas['League']
export type LeagueLine = Schemas['LeagueLine']
export type LeagueRider = Schemas['LeagueRider']
export type LeagueRound = Schemas['LeagueRound']
export type Membership = Schemas['Membership']
export type NewLeague = Schemas['NewLeague']
export type TourClassification = Schemas['TourClassification']

const club = (id: string) => `/clubs/${encodeURIComponent(id)}`
const league = (id: string) => `/leagues/${encodeURIComponent(id)}`
const member = (id: string, number: number) => `${club(id)}/members/${number}`

export const clubs = {
  mine: () => ask<ClubLine[]>('GET', '/clubs'),
  found: (asked: Schemas['NewClub']) => ask<Club>('POST', '/clubs', asked),
  one: (id: string) => ask<Club>('GET', club(id)),
  change: (id: string, asked: Schemas['ClubChange']) => ask<Club>('POST', club(id), asked),
  newLink: (id: string) => ask<Club>('POST', `${club(id)}/link`, {}),
  beCalled: (id: string, asked: Membership) => ask<Club>('POST', `${club(id)}/me`, asked),
  leave: (id: string) => ask<ClubLine[]>('POST', `${club(id)}/leave`, {}),
  appoint: (id: string, number: number, organiser: boolean) =>
    ask<Club>('POST', `${member(id, number)}/appoint`, { organiser }),
  handOn: (id: string, number: number) => ask<Club>('POST', `${member(id, number)}/head`, {}),
  remove: (id: string, number: number) => ask<Club>('POST', `${member(id, number)}/remove`, {}),
  invited: (link: string) => ask<Invitation>('GET', `/invitations/${encodeURIComponent(link)}`),
  join: (link: string, asked: Membership) => ask<Club>('POST', `/invitations/${encodeURIComponent(link)}`, asked),
  setUp: (id: string, asked: NewLeague) => ask<League>('POST', `${club(id)}/leagues`, asked),
  league: (id: string) => ask<League>('GET', league(id)),
  ride: (id: string) => ask<League>('POST', `${league(id)}/ride`, {}),
  dropOut: (id: string) => ask<League>('POST', `${league(id)}/drop-out`, {}),
  takeOut: (id: string, number: number) => ask<League>('POST', `${league(id)}/riders/${number}/drop-out`, {}),
  begin: (id: string) => ask<League>('POST', `${league(id)}/begin`, {}),
  prolong: (id: string) => ask<League>('POST', `${league(id)}/prolong`, {}),
  callOff: (id: string) => ask<League>('POST', `${league(id)}/call-off`, {}),
}
