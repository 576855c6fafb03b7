/** The server's HTTP side, typed. */

import { KEPT } from '../sw/names'
import { news } from './news.svelte'
import { answered, askedInVain, unanswered } from './reach.svelte'
import { session } from './session.svelte'
import type {
  Created,
  Fault,
  GameId,
  GameInfo,
  Hint,
  Joined,
  Me,
  NewTable,
  Of,
  PlayerInfo,
  Rules,
  Schemas,
  Snapshot,
  Status,
  Story,
  Table,
} from './types'

/** How this page and the server speak with each other; a server of another edition says so. */
export const EDITION: Schemas['Health']['edition'] = 1
const MISFIT = 'OtherEdition'

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

/** Ask the server, as whoever one is; for which of one's seats, where one has several. */
export async function ask<T>(method: string, path: string, body?: unknown, seat?: number): Promise<T> {
  return (await answerTo(method, path, body, seat)).json()
}

/** What the server says yes with; a no is thrown. */
export async function answerTo(method: string, path: string, body?: unknown, seat?: number): Promise<Response> {
  const headers: Record<string, string> = { 'X-Key': session.key, 'X-Edition': String(EDITION) }
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  if (seat !== undefined) headers['X-Seat'] = String(seat)
  const asked = performance.now()
  let answer: Response
  try {
    answer = await fetch(`api${path}`, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    })
  } catch {
    throw offline(0)
  }
  if (!answer.ok) {
    const fault: Fault | undefined = (await answer.json().catch(() => null))?.error
    if (!fault) throw offline(answer.status)
    answered(asked)
    learn(fault)
    throw new ApiError(answer.status, fault.kind, fault.text)
  }
  if (answer.headers.has(KEPT)) unanswered()
  else if (!isFromBefore(answer)) answered(asked)
  return answer
}

/** What a browser may show for a while without asking says nothing of now. */
const isFromBefore = ({ headers }: Response) => headers.get('Cache-Control')?.includes('max-age') ?? false

/** A page that the server does not understand says so on all its pages. */
export function learn({ kind }: Fault): void {
  if (kind === MISFIT) news.unfit = true
}

/** Nobody answers, or only a proxy that says so in words of its own. */
function offline(status: number): ApiError {
  askedInVain()
  return new ApiError(status, 'Offline', 'The server cannot be reached.')
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
  rules: (game: GameId, language: string) => once<Rules>(`/games/${quoted(game)}/rules?language=${language}`),
  /** The address of a drawing in them. */
  drawing: (game: GameId, name: string, language: string) =>
    `api/games/${quoted(game)}/rules/${quoted(name)}?language=${language}`,
  tables: (status?: Status) => ask<Table[]>('GET', `/tables${status ? `?status=${status}` : ''}`),
  create: (table: NewTable) => ask<Created>('POST', '/tables', table),
  table: (id: string) => ask<Table>('GET', at(id)),
  join: (id: string, seat: number, name: string) => ask<Joined>('POST', `${at(id)}/seats/${seat}/join`, { name }),
  start: (id: string, fill?: string) => ask<Table>('POST', `${at(id)}/start`, fill ? { fill } : {}),
  hint: (id: string, seat: number) => ask<Hint>('GET', `${at(id)}/hint`, undefined, seat),
  undo: (id: string, seat: number) => ask<Schemas['Undone']>('POST', `${at(id)}/undo`, {}, seat),
  answerUndo: (id: string, seat: number, agree: boolean) =>
    ask<Schemas['Undone']>('POST', `${at(id)}/undo/answer`, { agree }, seat),
  withdrawUndo: (id: string, seat: number) => ask<Schemas['Undone']>('POST', `${at(id)}/undo/withdraw`, {}, seat),
  lend: (id: string, seat: number, level = 'domestique') =>
    ask<Table>('POST', `${at(id)}/seats/${seat}/lend`, { level }),
  takeBack: (id: string, seat: number) => ask<Table>('POST', `${at(id)}/seats/${seat}/take-back`, {}),
  pause: (id: string, seat: number) => ask<Schemas['PauseWish']>('POST', `${at(id)}/pause`, {}, seat),
  answerPause: (id: string, seat: number, agree: boolean) =>
    ask<Schemas['PauseWish']>('POST', `${at(id)}/pause/answer`, { agree }, seat),
  withdrawPause: (id: string, seat: number) => ask<Schemas['PauseWish']>('POST', `${at(id)}/pause/withdraw`, {}, seat),
  resume: (id: string, seat: number) => ask<Schemas['PauseWish']>('POST', `${at(id)}/resume`, {}, seat),
  vote: (id: string, seat: number) => ask<Table>('POST', `${at(id)}/seats/${seat}/vote`, {}),
  kick: (id: string, seat: number) => ask<Table>('POST', `${at(id)}/seats/${seat}/kick`, {}),
  closeSeat: (id: string, seat: number) => ask<Table>('POST', `${at(id)}/seats/${seat}/close`, {}),
  reopenSeat: (id: string, seat: number) => ask<Table>('POST', `${at(id)}/seats/${seat}/reopen`, {}),
  mute: (id: string, seat: number, muted: boolean) => ask<Table>('POST', `${at(id)}/seats/${seat}/mute`, { muted }),
  passOn: (id: string, seat: number) => ask<Table>('POST', `${at(id)}/host`, { seat }),
  me: () => ask<Me>('GET', '/me'),
  rename: (name: string) => ask<Me>('POST', '/me', { name }),
  takeOver: (keys: string[]) => ask<Me>('POST', '/me/keys', { keys }),
  handOver: (sealed: string) => ask<Schemas['Handover']>('POST', '/me/handover', { sealed }),
  fetchKey: (code: string) => ask<Schemas['Sealed']>('POST', '/handover', { code }),
  rematch: (id: string) => ask<Schemas['Rematch']>('POST', `${at(id)}/rematch`, {}),
  story: (id: string) => ask<Story>('GET', `${at(id)}/story`),
  review: (id: string) => ask<Schemas['ReviewProgress']>('POST', `${at(id)}/review`),
  moment: (id: string, number: number) => ask<Snapshot>('GET', `${at(id)}/moments/${number}`),
  momentHint: (id: string, number: number) => ask<Hint>('GET', `${at(id)}/moments/${number}/hint`),
  puzzleToday: () => ask<Schemas['PuzzleLine'] | null>('GET', '/puzzles/today'),
  puzzles: (game: string) => once<Schemas['PuzzleLine'][]>(`/puzzles/${quoted(game)}`),
  puzzle: (game: string, id: string) => ask<Snapshot>('GET', `/puzzles/${quoted(game)}/${quoted(id)}`),
  puzzleSolution: (game: string, id: string) =>
    ask<Schemas['PuzzleSolution']>('GET', `/puzzles/${quoted(game)}/${quoted(id)}/solution`),
  puzzleEnding: (game: string, id: string, code: number) =>
    ask<Story>('GET', `/puzzles/${quoted(game)}/${quoted(id)}/endings/${code}`),
  lessons: () => once<GameId[]>('/lessons'),
  lesson: (game: GameId) => once<Schemas['LessonTold']>(`/lessons/${quoted(game)}`),
  beginLesson: (game: GameId, asked: Schemas['NewLesson']) => ask<Created>('POST', `/lessons/${quoted(game)}`, asked),
  log: (id: string) => ask<Schemas['SaveFile']>('GET', `${at(id)}/log`),
  import: (save: unknown, carryOver: boolean) =>
    ask<Created>('POST', `/tables/import${carryOver ? '?carry_over=true' : ''}`, save),
}
