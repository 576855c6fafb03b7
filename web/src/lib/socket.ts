/** One viewer's line to a table: it reconnects by itself and never loses a decision that was clicked. */

import type { Incoming, Outgoing, Reaction, Schemas } from './types'

export type Connection = 'connecting' | 'online' | 'lost' | 'refused'

type Pending = Schemas['Decision']

export interface LineOptions {
  table: string
  token: string | null
  hear: (message: Incoming) => void
  connection: (connection: Connection) => void
  pending: (waiting: boolean) => void
}

const PING_MS = 15_000
const SILENCE_MS = 40_000
const BACKOFF_MS = [250, 600, 1500, 3000, 6000, 10_000]
const FIRST_REFUSAL = 4000

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
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:'
    const table = encodeURIComponent(this.options.table)
    const socket = new WebSocket(`${scheme}//${location.host}/api/tables/${table}/ws`)
    this.socket = socket
    this.options.connection('connecting')
    socket.onopen = () => this.send({ type: 'hello', token: this.options.token, since: this.since })
    socket.onmessage = ({ data }: MessageEvent<string>) => {
      if (socket === this.socket) this.take(JSON.parse(data))
    }
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
      this.tries = 0
      this.seat = message.seat
      this.options.connection('online')
    }
    if (message.type === 'snapshot' || message.type === 'step') this.since = message.seq
    if (message.type === 'ack' || message.type === 'refused') this.settle(message.move_id)
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
    if (code > FIRST_REFUSAL) {
      this.options.connection('refused')
      return
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

function moveId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
