/** The server's HTTP side, typed. */

import type {
  Created,
  Fault,
  GameId,
  GameInfo,
  Hint,
  Joined,
  NewTable,
  Of,
  PlayerInfo,
  Rule,
  Schemas,
  Status,
  Story,
  Table,
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
  const data = await answer.json().catch(() => null)
  if (!answer.ok) {
    const fault: Fault | undefined = data?.error
    throw new ApiError(answer.status, fault?.kind ?? 'Error', fault?.text ?? answer.statusText)
  }
  return data
}

const remembered = new Map<string, ReturnType<Response['json']>>()

/** An answer that does not change while the page is open; a failure is asked again. */
export function once<T>(path: string): Promise<T> {
  const known = remembered.get(path)
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
  catalogue: <Game extends GameId>(game: Game) => once<Of<Game, 'Catalogue'>>(`/games/${quoted(game)}/catalogue`),
  scenery: <Game extends GameId>(game: Game, stage: string) =>
    once<Of<Game, 'Scenery'>>(`/games/${quoted(game)}/scenery?stage=${quoted(stage)}`),
  players: () => once<PlayerInfo[]>('/players'),
  rule: (number: string) => once<Rule>(`/rules/${quoted(number)}`),
  tables: (status?: Status) => ask<Table[]>('GET', `/tables${status ? `?status=${status}` : ''}`),
  create: (table: NewTable) => ask<Created>('POST', '/tables', table),
  table: (id: string) => ask<Table>('GET', at(id)),
  join: (id: string, seat: number, name: string, former?: string) =>
    ask<Joined>('POST', `${at(id)}/seats/${seat}/join`, former ? { name, former } : { name }),
  start: (id: string, keys: Keys, fill?: string) => ask<Table>('POST', `${at(id)}/start`, fill ? { fill } : {}, keys),
  hint: (id: string, token: string) => ask<Hint>('GET', `${at(id)}/hint`, undefined, { seat: token }),
  undo: (id: string, token: string) => ask<Schemas['Undone']>('POST', `${at(id)}/undo`, {}, { seat: token }),
  answerUndo: (id: string, token: string, agree: boolean) =>
    ask<Schemas['Undone']>('POST', `${at(id)}/undo/answer`, { agree }, { seat: token }),
  lend: (id: string, seat: number, token: string, level = 'domestique') =>
    ask<Table>('POST', `${at(id)}/seats/${seat}/lend`, { level }, { seat: token }),
  takeBack: (id: string, seat: number, token: string) =>
    ask<Table>('POST', `${at(id)}/seats/${seat}/take-back`, {}, { seat: token }),
  rematch: (id: string, keys: Keys) => ask<Schemas['Rematch']>('POST', `${at(id)}/rematch`, {}, keys),
  story: (id: string) => ask<Story>('GET', `${at(id)}/story`),
  log: (id: string) => ask<Schemas['SaveFile']>('GET', `${at(id)}/log`),
  import: (save: unknown, carryOver: boolean) =>
    ask<Created>('POST', `/tables/import${carryOver ? '?carry_over=true' : ''}`, save),
}
