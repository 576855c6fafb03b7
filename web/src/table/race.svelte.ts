/** A table followed live: one line to the server for each seat this browser holds, or one to watch. */

import { colourOf, lineOf } from '../boards/teams'
import { seatIn } from '../lib/events'
import { kitFor, kitOf } from '../boards/boards'
import type { Kit } from '../boards/kit'
import { Stage } from '../lib/animate.svelte'
import { api, ApiError } from '../lib/api'
import { explain, faultText } from '../lib/faults'
import { t } from '../lib/i18n.svelte'
import { teamName } from '../lib/sentences'
import { isPerson, seatName } from '../lobby/people'
import { Clocks } from '../clock/clocks.svelte'
import { Line, type Connection, type Dial, type Wire } from '../lib/socket'
import { Tongues, type Remark } from './tongues'
import type {
  Advice,
  ChatLine,
  Choice,
  Event,
  GameId,
  Hint,
  Incoming,
  Reaction,
  Result,
  Seat,
  Snapshot,
  State,
  Table,
  Undo,
  View,
  You,
} from '../lib/types'

const EMPTY: State = { game: null, seq: 0, own: 0, view: null, choices: [], can_undo: false, clocks: null }

/** What ends a match. */
const OVER = ['Ended', 'TourEnded']
const AGAIN_MS = 3000

/** One seat of this browser, or a spectator. */
export class Viewer {
  seat = $state<number | null>(null)
  state = $state.raw<State>(EMPTY)
  connection = $state<Connection>('connecting')
  /** A decision is on its way. */
  pending = $state(false)
  /** A hint is being thought out. */
  asking = $state(false)
  /** What a bot thinks of the choices of the decision it was asked about. */
  private hint = $state.raw<{ own: number; advice: Map<number, Advice> } | null>(null)
  /** What this seat and one other have said to each other alone. */
  whispers = $state.raw<ChatLine[]>([])
  began = false
  readonly line: Wire

  constructor(
    table: string,
    readonly asked: number | null | undefined,
    hear: (viewer: Viewer, message: Incoming) => void,
    dial: Dial,
  ) {
    this.line = dial({
      table,
      seat: asked,
      hear: (message) => hear(this, message),
      connection: (connection) => (this.connection = connection),
      pending: (pending) => (this.pending = pending),
    })
  }

  /** A bot's opinion by the code of each choice, while it is about the decision at hand. */
  get advice(): Map<number, Advice> | undefined {
    return this.hint?.own === this.state.own ? this.hint.advice : undefined
  }

  async ask(hint: Promise<Hint>): Promise<void> {
    const { own } = this.state
    this.asking = true
    try {
      const { choices } = await hint
      this.hint = { own, advice: new Map(choices.map((one, rank) => [one.code, { ...one, best: rank === 0 }])) }
    } finally {
      this.asking = false
    }
  }
}

export interface LogLine {
  id: number
  event: Event | null
  note?: string
  /** Whether a bot says it: nothing has happened to the race. */
  said?: boolean
}

const live: Dial = (options) => new Line(options)

interface Seating {
  watch?: boolean
  /** Another line than that to the server. */
  dial?: Dial
}

export class Race {
  table = $state.raw<Table | null>(null)
  undo = $state.raw<Undo | null>(null)
  readonly clocks = new Clocks()
  log = $state.raw<LogLine[]>([])
  private chat = $state.raw<ChatLine[]>([])
  unread = $state(0)
  /** Whether it is my table. */
  host = $state(false)
  /** What a bot has said in this round. */
  said = $state.raw<Remark | null>(null)
  private readonly tongues = new Tongues()
  /** What went wrong last, in a sentence. */
  fault = $state('')
  viewers = $state.raw<Viewer[]>([])
  /** The seats of whoever is at this screen. */
  readonly mine = $derived(this.viewers.flatMap(({ seat }) => seat ?? []))
  /** The viewer whose events are shown. */
  readonly lead: Viewer
  /** With several people at this screen: who came to it last, and whether his cards are still covered. */
  private turn = $state(-1)
  private covered = $state(true)
  /** What is shown; a game's own as soon as it is known which one is played. */
  stage = $state.raw<Stage>(new Stage({ hear: () => undefined }))
  /** Who has something to say of what is shown, before it goes on. */
  listener: ((events: Event[]) => Promise<void>) | null = null
  private counted = 0
  /** What is heard while the game is still on its way. */
  private held: [Viewer, Incoming][] | null = null
  private readonly dial: Dial
  private closed = false

  constructor(
    readonly id: string,
    { watch = false, dial = live }: Seating = {},
  ) {
    this.dial = dial
    this.lead = new Viewer(id, watch ? undefined : null, this.hear, dial)
    this.viewers = [this.lead]
  }

  close(): void {
    this.closed = true
    for (const viewer of this.viewers) viewer.line.close()
    this.stage.stop()
    this.clocks.stop()
  }

  get view(): View | null {
    return this.lead.state.view
  }

  get result(): Result | null {
    return this.view?.result ?? this.table?.result ?? null
  }

  /** What the game brings to the page. */
  get kit(): Kit | undefined {
    return this.table ? kitOf(this.table.game) : undefined
  }

  /** What this table is called; nothing while that is not known. */
  get title(): string | undefined {
    return this.table?.lesson ? t('lesson.title') : this.kit?.title(this)
  }

  get several(): boolean {
    return this.viewers.length > 1
  }

  get watching(): boolean {
    return this.viewers.every((viewer) => viewer.seat === null || viewer.connection === 'refused')
  }

  get connection(): Connection {
    const order: Connection[] = ['refused', 'lost', 'connecting', 'online']
    return order.find((each) => this.viewers.some((viewer) => viewer.connection === each)) ?? 'online'
  }

  /** The viewer whose cards lie open, if any; with several at this screen only while he decides. */
  get me(): Viewer | null {
    if (this.watching) return null
    if (!this.several) return this.lent === null ? this.lead : null
    if (this.open) return this.stage.busy ? null : (this.viewers.find((viewer) => this.owes(viewer)) ?? null)
    const now = this.last
    return now && !this.covered && !this.stage.busy && this.owes(now) ? now : null
  }

  /** My seat, while a bot rides for me and I look on. */
  get lent(): number | null {
    return !this.several && this.seat(this.lead.seat)?.lent ? this.lead.seat : null
  }

  /** Whether nobody at this screen has anything to hide. */
  get open(): boolean {
    return this.kit?.open?.(this.view) ?? false
  }

  /** With several people at this screen: who decided last, or is deciding. */
  get last(): Viewer | null {
    return this.several ? (this.viewers[this.turn] ?? null) : this.lead
  }

  /** With several people at this screen: who has to come to it next. */
  get next(): Viewer | null {
    if (!this.several || this.stage.busy || this.me) return null
    return this.viewers.find((viewer) => this.owes(viewer)) ?? null
  }

  owes(viewer: Viewer): boolean {
    return viewer.state.choices.length > 0 && !this.seat(viewer.seat)?.lent
  }

  /** Whether somebody at this screen has to decide something: a move, or what another asks. */
  get waitsForMe(): boolean {
    if (this.stage.busy || this.table?.status !== 'running') return false
    const asked = [...(this.undo?.waiting ?? []), ...(this.clocks.told?.asked?.waiting ?? [])]
    return this.viewers.some((viewer) => this.owes(viewer)) || this.mine.some((seat) => asked.includes(seat))
  }

  uncover(viewer: Viewer): void {
    this.turn = this.viewers.indexOf(viewer)
    this.covered = false
  }

  seat(number: number | null): Seat | undefined {
    return number === null ? undefined : this.table?.seats[number]
  }

  teamAt(number: number | null): string {
    return teamName(this.seat(number)?.team ?? 'Blue')
  }

  /** The colour of a seat's team; for lines, one that is seen on dark paper too. */
  colourOf(seat: number): string {
    return colourOf(this.seat(seat)?.team ?? seat)
  }

  lineOf(seat: number): string {
    return lineOf(this.seat(seat)?.team ?? seat)
  }

  nameAt(number: number | null): string {
    const seat = this.seat(number)
    return seat ? seatName(seat) : this.teamAt(number)
  }

  decide(viewer: Viewer, choice: Choice): void {
    this.fault = ''
    this.turn = this.viewers.indexOf(viewer)
    viewer.line.decide(viewer.state.own, choice.code)
  }

  /** What was said to everybody, and to or by the one whose cards lie open. */
  get lines(): ChatLine[] {
    return [...this.chat, ...(this.me?.whispers ?? [])].sort((a, b) => a.id - b.id)
  }

  /** Those one can write to in private. */
  get confidants(): Seat[] {
    const { me, table } = this
    if (!me || !table?.private_talk) return []
    return table.seats.filter((one) => one.seat !== me.seat && isPerson(one))
  }

  /** Whether it has been sent. */
  say(text: string, to: number | null): boolean {
    const said = this.speaker?.line.say(text, to) ?? false
    if (!said) this.fault = t('table.not_connected')
    return said
  }

  react(reaction: Reaction, to: number | null): void {
    if (!this.speaker?.line.react(reaction, to)) this.fault = t('table.not_connected')
  }

  private get speaker(): Viewer | undefined {
    return this.me ?? this.viewers.find(({ seat }) => seat !== null)
  }

  /** Do something over HTTP; a refusal becomes the fault shown. */
  async ask(action: Promise<unknown>): Promise<void> {
    this.fault = ''
    try {
      await action
    } catch (error) {
      this.fault = error instanceof ApiError ? explain(error) : t('table.failed')
    }
  }

  /** Ask a bot what it thinks of the choices. */
  async advise(viewer: Viewer): Promise<void> {
    if (viewer.seat === null || viewer.asking) return
    this.fault = ''
    try {
      await viewer.ask(api.hint(this.id, viewer.seat))
    } catch (error) {
      this.fault = error instanceof ApiError && error.status !== 404 ? explain(error) : t('hint.failed')
    }
  }

  private readonly hear = (viewer: Viewer, message: Incoming): void => {
    if (this.held) return void this.held.push([viewer, message])
    const told = message.type === 'snapshot' || message.type === 'table' ? message.table.game : null
    if (!told || kitOf(told)) return this.take(viewer, message)
    this.held = [[viewer, message]]
    this.fetch(told)
  }

  /** A game that does not come is asked for again. */
  private fetch(game: GameId): void {
    if (this.closed) return
    kitFor(game).then(
      () => this.goOn(),
      () => {
        this.fault = t('shell.page_failed')
        setTimeout(() => this.fetch(game), AGAIN_MS)
      },
    )
  }

  /** What was heard before the game was there. */
  private goOn(): void {
    if (this.closed) return
    const held = this.held ?? []
    this.held = null
    this.fault = ''
    for (const [viewer, message] of held) this.take(viewer, message)
  }

  private take(viewer: Viewer, message: Incoming): void {
    switch (message.type) {
      case 'you':
        return this.be(message)
      case 'snapshot':
        return this.begin(viewer, message)
      case 'step':
        this.show(viewer, message)
        if (viewer !== this.lead) return
        this.undo = null
        this.stage.prepare(message.view)
        this.stage.play(this.public(message.events), message.view)
        if (message.late !== null) this.remark(t('clock.chosen', { name: this.nameAt(message.late) }))
        return
      case 'table':
        this.meet(message.table)
        return
      case 'clocks':
        if (viewer === this.lead) this.clocks.hear(message.clocks)
        return
      case 'undo':
        this.undo = message.undo
        return
      case 'chat':
        return this.listen(viewer, message)
      case 'refused':
      case 'error':
        this.fault = faultText(message.error)
        return
      default:
    }
  }

  /** The first line speaks for the first of one's seats; every other has a line of its own. */
  private be(you: You): void {
    this.host = you.host
    const known = this.viewers.map(({ asked }) => asked)
    const more = you.seats.slice(1).filter((seat) => !known.includes(seat))
    if (more.length)
      this.viewers = [...this.viewers, ...more.map((seat) => new Viewer(this.id, seat, this.hear, this.dial))]
  }

  /** What is said to all is heard once; what is said to one is kept for him. */
  private listen(viewer: Viewer, line: ChatLine): void {
    const isPrivate = line.to !== null
    const heard = isPrivate ? viewer.whispers : this.chat
    if ((viewer !== this.lead && !isPrivate) || heard.some(({ id }) => id === line.id)) return
    if (isPrivate) viewer.whispers = [...heard, line]
    else this.chat = [...heard, line]
    if (!line.old) this.unread += 1
  }

  /** Whoever has decided all he had to leaves the screen: the curtain falls before anybody comes to it. */
  private show(viewer: Viewer, state: State): void {
    if (viewer === this.lead && state.view?.round !== this.view?.round) this.said = null
    viewer.state = state
    if (viewer === this.lead) this.clocks.hear(state.clocks)
    if (viewer === this.viewers[this.turn] && !state.choices.length) this.covered = true
  }

  private begin(viewer: Viewer, snapshot: Snapshot): void {
    const before = viewer.state
    viewer.seat = snapshot.seat
    this.show(viewer, snapshot)
    this.meet(snapshot.table)
    this.undo = snapshot.undo
    if (viewer !== this.lead) return
    this.stage.prepare(snapshot.view)
    const missed = this.public(snapshot.gap.flatMap<Event>((step) => step.events))
    if (!viewer.began) {
      viewer.began = snapshot.view !== null
      if (snapshot.carried) this.remark(t('table.carried', { count: snapshot.carried.taken_back }))
      this.note(missed.length ? missed : this.public(snapshot.last))
      this.stage.settle(snapshot.view)
    } else if (missed.length) {
      this.stage.play(missed, snapshot.view)
    } else {
      this.stage.settle(snapshot.view)
      const { carried } = snapshot
      if (carried && carried.seq > before.seq) this.remark(t('table.carried', { count: carried.taken_back }))
      else if (snapshot.seq > before.seq) this.remark(t('table.taken_back'))
    }
  }

  /** The table, and with the first one its game. */
  private meet(table: Table): void {
    const known = this.table !== null
    this.table = table
    if (!known && this.kit)
      this.stage = this.kit.stage({
        hear: (events) => {
          this.note(events)
          this.hearBots(events)
        },
        wait: (events) => this.listener?.(events),
      })
  }

  /** What several people at one screen may read. */
  private public(events: Event[]): Event[] {
    const shared = this.kit?.shared
    return this.several && shared ? events.map(shared) : events
  }

  private note(events: Event[]): void {
    const lines = events
      .filter((event) => !this.stage.silent.includes(event.type))
      .map((event) => ({ id: (this.counted += 1), event }))
    if (lines.length) this.write(lines)
  }

  /** A word of a bot to what has just been shown stands in the log, and beside its name for the round. */
  private hearBots(events: Event[]): void {
    const { kit, table, view, result } = this
    if (!kit || !table) return
    const isOver = events.some(({ type }) => OVER.includes(type))
    const troubles = events.filter(({ type }) => kit.troubles?.includes(type))
    const remark = this.tongues.hear(
      {
        seats: table.seats,
        round: view?.round ?? 0,
        troubled: troubles.flatMap((event) => seatIn(event, kit.seatOf) ?? []),
        order: isOver ? result?.seats : undefined,
      },
      events,
    )
    if (!remark) return
    this.said = remark
    const note = t('table.says', { name: this.nameAt(remark.seat), words: remark.words })
    this.write([{ id: (this.counted += 1), event: null, note, said: true }])
  }

  private remark(note: string): void {
    this.write([{ id: (this.counted += 1), event: null, note }])
  }

  private write(lines: LogLine[]): void {
    this.log = [...this.log, ...lines]
  }
}
