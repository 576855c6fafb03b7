/** One viewer's line to a table: it reconnects by itself and never loses a decision that was clicked. */

import { EDITION, learn } from './api'
import { news } from './news.svelte'
import { answered } from './reach.svelte'
import { session } from './session.svelte'
import { lookForNewer } from './worker'
import type { Incoming, Outgoing, Reaction, Schemas } from './types'

export type Connection = 'connecting' | 'online' | 'lost' | 'refused'

type Pending = Schemas['Decision']

export interface LineOptions {
  table: string
  /** Which of one's seats; null for the first of them, undefined to watch as nobody. */
  seat: number | null | undefined
  hear: (message: Incoming) => void
  connection: (connection: Connection) => void
  pending: (waiting: boolean) => void
}

/** What a viewer needs of a line. */
export type Wire = Pick<Line, 'decide' | 'say' | 'react' | 'close'>
export type Dial = (options: LineOptions) => Wire

const PING_MS = 15_000
const SILENCE_MS = 40_000
const BACKOFF_MS = [250, 600, 1500, 3000, 6000, 10_000]
const FIRST_REFUSAL = 4000
/** Other rules have taken the table up, or too many are here just now: whoever comes again may come in. */
const NOT_NOW = [4409, 4429]
/** The server has let us go because we lagged behind: whoever comes again is told how things stand. */
const LAGGED = 1013

/** A socket that was opened before the page that needs it, and what it has brought so far. */
interface Ahead {
  table: string
  socket: WebSocket
  brought: string[]
}

let ahead: Ahead | null = null

/** Dial a table while its page is still on its way, as whoever sits there; the line may stand already. */
export function dialAhead(table: string): void {
  const socket = window.dialled ?? new WebSocket(socketAt(table))
  delete window.dialled
  const early: Ahead = { table, socket, brought: [] }
  const greet = () => socket.send(greeting(null, 0))
  if (socket.readyState === WebSocket.OPEN) greet()
  else socket.onopen = greet
  socket.onmessage = ({ data }: MessageEvent<string>) => early.brought.push(data)
  ahead = early
}

/** What was dialled ahead, if it is good and was dialled as the same. */
function dialledAhead({ table, seat }: LineOptions): Ahead | null {
  const early = ahead?.table === table && seat === null && ahead.socket.readyState <= WebSocket.OPEN ? ahead : null
  if (!early) ahead?.socket.close()
  ahead = null
  return early
}

/** The first words to a table: who one is there, and what one has heard. */
function greeting(seat: number | null | undefined, since: number): string {
  const who = seat === undefined ? {} : { key: session.key, seat }
  const said: Outgoing = { type: 'hello', ...who, since, edition: EDITION }
  return JSON.stringify(said)
}

export class Line {
  private socket: WebSocket | null = null
  private tries = 0
  private closed = false
  private timer: ReturnType<typeof setTimeout> | undefined
  private pinger: ReturnType<typeof setInterval> | undefined
  private heard = 0
  private since = 0
  private seat: number | null = null
  private waiting: Pending | null = null

  constructor(private readonly options: LineOptions) {
    addEventListener('online', this.hurry)
    addEventListener('offline', this.cut)
    document.addEventListener('visibilitychange', this.hurry)
    this.connect()
  }

  /** Send a decision; it is sent again after every reconnection until it is answered. */
  decide(own: number, code: number): void {
    if (this.waiting || this.seat === null) return
    this.keep({ own, code, move_id: moveId() })
    this.resend()
  }

  say(text: string, to: number | null): boolean {
    return this.send({ type: 'chat', text, to })
  }

  react(reaction: Reaction, to: number | null): boolean {
    return this.send({ type: 'reaction', reaction, to })
  }

  close(): void {
    this.closed = true
    clearTimeout(this.timer)
    clearInterval(this.pinger)
    removeEventListener('online', this.hurry)
    removeEventListener('offline', this.cut)
    document.removeEventListener('visibilitychange', this.hurry)
    this.socket?.close()
  }

  private connect(): void {
    const early = dialledAhead(this.options)
    const socket = early?.socket ?? new WebSocket(socketAt(this.options.table))
    this.socket = socket
    this.options.connection('connecting')
    const take = (data: string) => {
      if (socket === this.socket) this.take(JSON.parse(data))
    }
    if (early) queueMicrotask(() => early.brought.forEach(take))
    else socket.onopen = () => socket.send(greeting(this.options.seat, this.since))
    socket.onmessage = ({ data }: MessageEvent<string>) => take(data)
    socket.onclose = ({ code }) => this.lost(socket, code)
    clearInterval(this.pinger)
    this.heard = Date.now()
    this.pinger = setInterval(() => this.ping(), PING_MS)
  }

  private ping(): void {
    if (Date.now() - this.heard > SILENCE_MS) this.cut()
    else this.send({ type: 'ping' })
  }

  private take(message: Incoming): void {
    this.heard = Date.now()
    if (message.type === 'snapshot') {
      if (this.tries) void lookForNewer()
      this.tries = 0
      this.seat = message.seat
      this.options.connection('online')
      answered()
    }
    if (message.type === 'snapshot' || message.type === 'step') this.since = message.seq
    if (message.type === 'ack' || message.type === 'refused') this.settle(message.move_id)
    if (message.type === 'error') learn(message.error)
    this.options.hear(message)
    if (message.type === 'snapshot') this.restore(message.own)
  }

  /** After a (re)connection: a decision that was on its way is sent again, even after a reload. */
  private restore(own: number): void {
    if (this.seat === null) return
    this.waiting ??= this.kept()
    if (this.waiting && this.waiting.own < own) this.keep(null)
    this.options.pending(this.waiting !== null)
    this.resend()
  }

  private settle(id: string): void {
    if (this.waiting?.move_id === id) this.keep(null)
  }

  private resend(): void {
    if (this.waiting) this.send({ type: 'move', ...this.waiting })
  }

  private get key(): string {
    return `gruppetto.pending.${this.options.table}.${this.seat}`
  }

  private keep(move: Pending | null): void {
    this.waiting = move
    this.options.pending(move !== null)
    try {
      if (move) sessionStorage.setItem(this.key, JSON.stringify(move))
      else sessionStorage.removeItem(this.key)
    } catch {
      // Without storage a decision survives a lost connection, but not a reload.
    }
  }

  private kept(): Pending | null {
    try {
      return JSON.parse(sessionStorage.getItem(this.key) ?? 'null')
    } catch {
      return null
    }
  }

  private send(message: Outgoing): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false
    this.socket.send(JSON.stringify(message))
    return true
  }

  private lost(socket: WebSocket, code: number): void {
    if (socket !== this.socket || this.closed) return
    clearInterval(this.pinger)
    if (code > FIRST_REFUSAL && (news.unfit || !NOT_NOW.includes(code))) {
      this.options.connection('refused')
      return
    }
    if (code === LAGGED && !this.tries) {
      this.tries = 1
      return this.connect()
    }
    this.options.connection('lost')
    const wait = BACKOFF_MS[Math.min(this.tries, BACKOFF_MS.length - 1)] ?? 10_000
    this.tries += 1
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.connect(), wait * (0.75 + Math.random() / 2))
  }

  /** Give up a socket that no longer answers: its close event may come very late. */
  private readonly cut = (): void => {
    const socket = this.socket
    if (!socket || this.closed || socket.readyState === WebSocket.CLOSED) return
    socket.onclose = null
    socket.close()
    this.lost(socket, 1006)
  }

  private readonly hurry = (): void => {
    if (document.visibilityState === 'hidden' || this.closed) return
    const state = this.socket?.readyState
    if (state === WebSocket.CLOSED || state === WebSocket.CLOSING) {
      clearTimeout(this.timer)
      this.connect()
    }
  }
}

/** A table's socket beside the page, wherever on a site that is. */
function socketAt(table: string): URL {
  const address = new URL(`api/tables/${encodeURIComponent(table)}/ws`, location.href)
  address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
  address.hash = ''
  return address
}

function moveId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
