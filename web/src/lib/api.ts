/** The server's HTTP side, typed. */

import type {
  Catalogue,
  Created,
  Fault,
  GameInfo,
  Hint,
  Joined,
  NewTable,
  PlayerInfo,
  Rule,
  Status,
  Story,
  Table,
  TableLine,
} from './types'

/** An answer that says no: its status, its kind, and a sentence a player understands. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly kind: string,
    text: string,
  ) {
    super(text)
  }
}

export interface Keys {
  seat?: string | null | undefined
  host?: string | null | undefined
}

/** Ask the server. */
export async function ask<T>(method: string, path: string, body?: unknown, keys: Keys = {}): Promise<T> {
  const headers: Record<string, string> = {}
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  if (keys.seat) headers['X-Seat-Token'] = keys.seat
  if (keys.host) headers['X-Host-Token'] = keys.host
  let answer: Response
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    })
  } catch {
    throw new ApiError(0, 'Offline', 'The server cannot be reached.')
  }
  const data: unknown = await answer.json().catch(() => null)
  if (!answer.ok) {
    const fault = (data as { error?: Fault } | null)?.error
    throw new ApiError(answer.status, fault?.kind ?? 'Error', fault?.text ?? answer.statusText)
  }
  return data as T
}

const remembered = new Map<string, Promise<unknown>>()

/** An answer that does not change while the page is open; a failure is asked again. */
export function once<T>(path: string): Promise<T> {
  const known = remembered.get(path) as Promise<T> | undefined
  if (known) return known
  const answer = ask<T>('GET', path)
  remembered.set(path, answer)
  answer.catch(() => remembered.delete(path))
  return answer
}

export const quoted = encodeURIComponent
const at = (id: string) => `/tables/${quoted(id)}`

export const api = {
  games: () => once<GameInfo[]>('/games'),
  catalogue: <T extends Catalogue>(game: string) => once<T>(`/games/${quoted(game)}/catalogue`),
  scenery: <T>(game: string, stage: string) => once<T>(`/games/${quoted(game)}/scenery?stage=${quoted(stage)}`),
  players: () => once<PlayerInfo[]>('/players'),
  rule: (number: string) => once<Rule>(`/rules/${quoted(number)}`),
  tables: (status?: Status) => ask<TableLine[]>('GET', `/tables${status ? `?status=${status}` : ''}`),
  create: (table: NewTable) => ask<Created>('POST', '/tables', table),
  table: (id: string) => ask<Table>('GET', at(id)),
  join: (id: string, seat: number, name: string, former?: string) =>
    ask<Joined>('POST', `${at(id)}/seats/${seat}/join`, former ? { name, former } : { name }),
  start: (id: string, keys: Keys, fill?: string) => ask<Table>('POST', `${at(id)}/start`, fill ? { fill } : {}, keys),
  hint: (id: string, token: string) => ask<Hint>('GET', `${at(id)}/hint`, undefined, { seat: token }),
  undo: (id: string, token: string) => ask<{ status: 'done' | 'asked' }>('POST', `${at(id)}/undo`, {}, { seat: token }),
  answerUndo: (id: string, token: string, agree: boolean) =>
    ask<unknown>('POST', `${at(id)}/undo/answer`, { agree }, { seat: token }),
  lend: (id: string, seat: number, token: string, level = 'domestique') =>
    ask<unknown>('POST', `${at(id)}/seats/${seat}/lend`, { level }, { seat: token }),
  takeBack: (id: string, seat: number, token: string) =>
    ask<unknown>('POST', `${at(id)}/seats/${seat}/take-back`, {}, { seat: token }),
  rematch: (id: string, keys: Keys) => ask<{ id: string; host_token?: string }>('POST', `${at(id)}/rematch`, {}, keys),
  story: <T extends Story>(id: string) => ask<T>('GET', `${at(id)}/story`),
  log: (id: string) => ask<unknown>('GET', `${at(id)}/log`),
  import: (save: unknown) => ask<Created>('POST', '/tables/import', save),
}
