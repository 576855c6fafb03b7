/** What the server knows of one's races and of ladders. */
import { answerTo, ask, quoted } from '../lib/api'
import type { Schemas } from '../lib/types'

export type Ride = Schemas['RideTold']
export type Bests = Schemas['Record']
export type Ladder = Schemas['Ladder']
export type Climb = Schemas['Climb']
export type OwnRatings = Schemas['OwnRatings']

/** Which of one's races; all, where nothing is said. */
export interface Wanted {
  game: string
  opponents: string
  year: string
  stage: string
}

/** What is said of something, as the end of an address. */
function query(said: Record<string, string>): string {
  const parts = Object.entries(said).filter(([, value]) => value)
  return parts.length ? `?${new URLSearchParams(parts).toString()}` : ''
}

export const races = {
  list: (wanted: Wanted, after = '') => ask<Schemas['Rides']>('GET', `/me/races${query({ ...wanted, after })}`),
  record: () => ask<Bests>('GET', '/me/record'),
  leave: (table: string) => ask<Schemas['Left']>('DELETE', `/me/races/${quoted(table)}`),
  leaveAll: () => ask<Schemas['Left']>('DELETE', '/me/races'),
  ratings: () => ask<OwnRatings>('GET', '/me/ratings'),
  wish: (wanted: boolean) => ask<OwnRatings>('POST', '/me/ratings', { wanted }),
  ladder: (game: string, after = '') => ask<Ladder>('GET', `/ladders/${quoted(game)}${query({ after })}`),
  climb: (game: string, rider: string) => ask<Climb>('GET', `/ladders/${quoted(game)}/${quoted(rider)}`),
  /** Everything the server keeps of one, as one file. */
  takeAlong: async (): Promise<Blob> => (await answerTo('GET', '/me/export')).blob(),
}
