/** A table followed live: one line to the server for each seat this browser holds, or one to watch. */

import { Stage } from '../lib/animate.svelte'
import { api, ApiError } from '../lib/api'
import { t } from '../lib/i18n.svelte'
import { keepTitle, tokensOf } from '../lib/session.svelte'
import { Line, type Connection } from '../lib/socket'
import type { ChatLine, Choice, Event, Incoming, Reaction, Scenery, Seat, Snapshot, State, Table, Undo, View } from '../lib/types'

const EMPTY: State = { seq: 0, own: 0, view: null, choices: [], can_undo: false }

/** One seat of this browser, or a spectator. */
export class Viewer {
  seat = $state<number | null>(null)
  state = $state.raw<State>(EMPTY)
  connection = $state<Connection>('connecting')
  /** A decision is on its way. */
  pending = $state(false)
  began = false
  readonly line: Line

  constructor(
    table: string,
    readonly token: string | null,
    hear: (viewer: Viewer, message: Incoming) => void,
  ) {
    this.line = new Line({
      table,
      token,
      hear: (message) => hear(this, message),
      connection: (connection) => (this.connection = connection),
      pending: (pending) => (this.pending = pending),
    })
  }
}

export interface LogLine {
  id: number
  event: Event | null
  note?: string
}

const UNLOGGED: Event['type'][] = ['Drew', 'Chose']

export class Race {
  table = $state.raw<Table | null>(null)
  scenery = $state.raw<Scenery | null>(null)
  undo = $state.raw<Undo | null>(null)
  log = $state.raw<LogLine[]>([])
  chat = $state.raw<ChatLine[]>([])
  unread = $state(0)
  /** What went wrong last, in a sentence. */
  fault = $state('')
  viewers = $state.raw<Viewer[]>([])
  /** Whose cards are open on this screen, with several people at it; -1 nobody's. */
  private turn = $state(-1)
  readonly stage: Stage
  private counted = 0

  constructor(
    readonly id: string,
    { watch = false }: { watch?: boolean } = {},
  ) {
    this.stage = new Stage((events) => this.note(events))
    const tokens = watch ? [] : Object.entries(tokensOf(id)).sort(([a], [b]) => Number(a) - Number(b))
    const keys = tokens.length ? tokens.map(([, token]) => token) : [null]
    this.viewers = keys.map((token) => new Viewer(id, token, this.hear))
  }

  close(): void {
    for (const viewer of this.viewers) viewer.line.close()
    this.stage.stop()
  }

  /** The viewer whose events are shown. */
  get lead(): Viewer {
    return this.viewers[0] as Viewer
  }

  get view(): View | null {
    return this.lead.state.view
  }

  get several(): boolean {
    return this.viewers.length > 1
  }

  get watching(): boolean {
    return this.viewers.every((viewer) => viewer.token === null || viewer.connection === 'refused')
  }

  get connection(): Connection {
    const order: Connection[] = ['refused', 'lost', 'connecting', 'online']
    return order.find((each) => this.viewers.some((viewer) => viewer.connection === each)) ?? 'online'
  }

  /** The viewer whose cards lie open, if any. */
  get me(): Viewer | null {
    if (this.watching) return null
    if (!this.several) return this.lead
    return this.next ? null : (this.viewers[this.turn] ?? null)
  }

  /** With several people at this screen: who has to come to it next. */
  get next(): Viewer | null {
    if (!this.several || this.stage.busy) return null
    const now = this.viewers[this.turn]
    if (now && this.owes(now)) return null
    const asked = this.viewers.find((viewer) => this.owes(viewer))
    return asked && asked !== now ? asked : null
  }

  owes(viewer: Viewer): boolean {
    return viewer.state.choices.length > 0 && !this.seat(viewer.seat)?.lent
  }

  uncover(viewer: Viewer): void {
    this.turn = this.viewers.indexOf(viewer)
  }

  seat(number: number | null): Seat | undefined {
    return number === null ? undefined : this.table?.seats[number]
  }

  decide(viewer: Viewer, choice: Choice): void {
    this.fault = ''
    viewer.line.decide(viewer.state.own, choice.code)
  }

  say(text: string): void {
    const speaker = this.me ?? this.viewers.find((viewer) => viewer.token)
    if (!speaker?.line.say(text)) this.fault = t('table.not_connected')
  }

  react(reaction: Reaction): void {
    const speaker = this.me ?? this.viewers.find((viewer) => viewer.token)
    if (!speaker?.line.react(reaction)) this.fault = t('table.not_connected')
  }

  /** Do something over HTTP; a refusal becomes the fault shown. */
  async ask(action: Promise<unknown>): Promise<void> {
    this.fault = ''
    try {
      await action
    } catch (error) {
      this.fault = error instanceof ApiError ? error.message : t('table.failed')
    }
  }

  private readonly hear = (viewer: Viewer, message: Incoming): void => {
    switch (message.type) {
      case 'snapshot':
        return this.begin(viewer, message)
      case 'step':
        viewer.state = message
        if (viewer === this.lead) this.stage.play(message.events, message.view)
        return
      case 'table':
        this.table = message.table
        return
      case 'undo':
        this.undo = message.undo
        return
      case 'chat':
        if (viewer !== this.lead || this.chat.some((line) => line.id === message.id)) return
        this.chat = [...this.chat, message]
        if (!message.old) this.unread += 1
        return
      case 'refused':
      case 'error':
        this.fault = message.error.text
        return
      default:
    }
  }

  private begin(viewer: Viewer, snapshot: Snapshot): void {
    const before = viewer.state
    viewer.seat = snapshot.seat
    viewer.state = snapshot
    this.table = snapshot.table
    this.undo = snapshot.undo
    keepTitle(this.id, snapshot.table.title, snapshot.table.stage ?? '')
    if (viewer !== this.lead) return
    if (!this.scenery && snapshot.table.stage) {
      void api.scenery(snapshot.table.game, snapshot.table.stage).then((scenery) => (this.scenery = scenery))
    }
    const missed = (snapshot.gap ?? []).flatMap((step) => step.events)
    if (!viewer.began) {
      viewer.began = snapshot.view !== null
      this.note(missed.length ? missed : snapshot.last)
      this.stage.settle(snapshot.view)
    } else if (missed.length) {
      this.stage.play(missed, snapshot.view)
    } else {
      this.stage.settle(snapshot.view)
      if (snapshot.seq > before.seq) this.write([{ id: (this.counted += 1), event: null, note: t('table.taken_back') }])
    }
  }

  private note(events: Event[]): void {
    const lines = events
      .filter((event) => !UNLOGGED.includes(event.type))
      .map((event) => ({ id: (this.counted += 1), event }))
    if (lines.length) this.write(lines)
  }

  private write(lines: LogLine[]): void {
    this.log = [...this.log, ...lines]
  }
}
