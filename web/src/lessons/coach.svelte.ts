/** Says what everything is when it first happens, and lets the race wait until that has been read. */

import { api } from '../lib/api'
import type { Choice, Event, GameId, Schemas } from '../lib/types'
import type { Race } from '../table/race.svelte'
import { kept, keepBegun, keepDone } from './kept'

type Words = Schemas['Words']

/** What is said, and the event it is about. */
interface Said {
  key: string
  sentence: string
  /** Whether the race goes on when it has been read; else it goes on with a decision. */
  read: boolean
}

export class Coach {
  /** What is to be read now, the first first. */
  private queue = $state.raw<Said[]>([])
  /** Whether somebody would rather ride on without a word. */
  silent = $state(false)
  lesson = $state.raw<Schemas['LessonTold'] | null>(null)
  /** After how many decisions of one's own each thing was said. */
  private said: Record<string, number>
  /** Whether nothing is said before the next question. */
  private hushed = false
  /** The decision that was spoken of last. */
  private spokenOf = -1
  private release: () => void = () => undefined
  private readonly ready: Promise<unknown>

  constructor(
    private readonly race: Race,
    private readonly game: GameId,
  ) {
    const begun = kept().begun[game]
    this.said = begun?.table === race.id ? begun.said : {}
    this.ready = api.lesson(game).then(
      (found) => (this.lesson = found),
      () => undefined, // the race can be ridden without a word
    )
    race.listener = (events) => this.hear(events)
  }

  get now(): Said | undefined {
    return this.queue[0]
  }

  /** Something is shown at the table: if anything is to be said of it, all waits until that is read. */
  private async hear(events: Event[]): Promise<void> {
    await this.ready
    const fresh = this.words.filter((words) => !(words.name in this.said) && words.event)
    const found = fresh.flatMap((words) => {
      const event = events.find((one) => one.type === words.event && says(one, words))
      return event ? [{ words, event }] : []
    })
    if (!found.length || this.silent || this.hushed) return
    const { kit, stage } = this.race
    this.queue = found.map(({ words, event }) => ({
      key: this.keyOf(words),
      sentence: kit?.sentence(event, stage.view) ?? '',
      read: true,
    }))
    this.note(found.map(({ words }) => words))
    await new Promise<void>((resolve) => (this.release = resolve))
  }

  /** Something is asked of whoever learns. What was said at this very decision is said again. */
  asked(choices: Choice[]): void {
    const { own } = this.race.lead.state
    this.hushed = false
    if (own === this.spokenOf) return // others have decided something meanwhile
    this.spokenOf = own
    this.said = Object.fromEntries(Object.entries(this.said).filter(([, then]) => then <= own))
    const found = this.words.filter(
      (words) => !words.event && (this.said[words.name] ?? own) === own && asks(words, choices),
    )
    this.note(found)
    this.queue = found.map((words, index) => ({
      key: this.keyOf(words),
      sentence: '',
      read: index < found.length - 1,
    }))
  }

  /** It has been read. */
  onward(): void {
    this.queue = this.queue.slice(1)
    if (!this.queue.length) this.release()
  }

  /** Nothing is said before the next question, and nothing waits. */
  hush(): void {
    this.hushed = true
    this.queue = []
    this.release()
  }

  skip(silent: boolean): void {
    this.silent = silent
    if (silent) this.hush()
  }

  finish(): void {
    keepDone(this.game)
  }

  private get words(): Words[] {
    return this.lesson?.words ?? []
  }

  private keyOf({ name }: Words): string {
    return `lesson.${this.game}.${name}`
  }

  private note(words: Words[]): void {
    const { own } = this.race.lead.state
    this.said = { ...this.said, ...Object.fromEntries(words.map(({ name }) => [name, own])) }
    keepBegun(this.game, { table: this.race.id, said: this.said })
  }
}

/** Words for a question go with one of its choices; those for none are for the start. */
const asks = (words: Words, choices: Choice[]): boolean =>
  !words.question || choices.some(({ message }) => message.type === words.question && says(message, words))

/** Whether a message says what the words are about: this, or one of these. */
function says(message: object, { has = {} }: Words): boolean {
  const fields = new Map<string, unknown>(Object.entries(message))
  return Object.entries(has).every(([name, wanted]) => {
    const found = [fields.get(name)].flat()
    return [wanted].flat().some((one) => found.includes(one))
  })
}
