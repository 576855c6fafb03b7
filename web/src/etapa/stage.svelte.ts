/** A race of Etapa before one's eyes: dice are thrown, riders ride, fall and get up. */

import { later, Stage, type Foreseen } from '../lib/animate.svelte'
import { api } from '../lib/api'
import { riderOf } from '../lib/events'
import { quick } from './pace.svelte'
import type { Pace } from './quick'
import { sectionOf } from './road'
import { leadsTo, type Event, type Rider, type RiderId, type StageCard, type Team, type View } from './types'

/** Milliseconds: a throw, a field ridden, a moment to see where somebody stopped, something bad, something to read. */
const THROW_MS = 520
const FIELD_MS = 34
const SETTLE_MS = 120
const FALL_MS = 1300
const SAY_MS = 420
/** Whoever lets routine play itself does not want to look at it for long either. */
const HURRY: Record<Pace, number> = { ask: 1, wheel: 0.7, tempo: 0.5 }

const MISFORTUNES = ['Fell', 'Punctured', 'Injured', 'Withdrew', 'MissedLimit', 'AvoidedCrash', 'WasVoid', 'Caught']
const WORTH_READING = [
  'Sprinted',
  'BrokeAway',
  'WonPrime',
  'Crossed',
  'Raised',
  'StageBegan',
  'Timed',
  'TeamTimed',
  'Led',
  'Forecast',
  'Ended',
  'Wore',
  'TookBonus',
  'Announced',
  'CarCame',
  'Waited',
  'Multiplied',
  'Added',
  'BecameChampion',
  'Drew',
]

/** A die on the table: for whom, what it shows, what for. */
export interface Thrown {
  id: number
  rider: RiderId | null
  seat: number | null
  face: number
  purpose: string
}

/** Where a rider would come to. */
export interface Ghost {
  rider: RiderId
  field: number
  sign?: string
}

export class EtapaStage extends Stage<'etapa'> {
  /** Where the riders are drawn: their field, or between two while they move. */
  places = $state<Record<RiderId, number>>({})
  riders = $state.raw<Record<RiderId, Rider>>({})
  teams = $state.raw<Team[]>([])
  /** The dice of the moment, the last one last. */
  dice = $state.raw<Thrown[]>([])
  /** Where the choice one is looking at would take its rider. */
  ghost = $state<Ghost | null>(null)
  /** Where choices that are compared would lead. */
  compared = $state.raw<Ghost[]>([])
  /** Whether one is looking at the pause between two stages. */
  paused = $state(false)
  private name = $state('')
  private cards = $state.raw<Record<string, StageCard>>({})
  private thrown = 0

  override readonly silent: readonly string[] = ['WentNext', 'Designated']
  protected override readonly together: readonly string[] = [
    'ThrewOff',
    'Placed',
    'Scored',
    'Credited',
    'MissedLimit',
    'Fell',
    'Wore',
  ]

  protected override get beat(): number {
    return super.beat * HURRY[quick.pace]
  }

  /** The stage that is now ridden. */
  get card(): StageCard | null {
    return this.cards[this.name] ?? null
  }

  /** A stage of the tour by name, once its drawing has come. */
  known(name: string): StageCard | undefined {
    return this.cards[name]
  }

  override prepare(view: View | null): void {
    for (const name of view ? new Set([view.stage, ...view.stages]) : []) {
      if (this.cards[name]) continue
      void api.scenery('etapa', name).then((card) => (this.cards = { ...this.cards, [name]: card }), later)
    }
  }

  override foresee(choices: Foreseen<'etapa'>[]): void {
    const rider = this.view?.turn.rider
    this.compared = choices.flatMap(({ choice, sign }) => {
      const field = leadsTo(choice)
      return rider && field !== null ? [{ rider, field, sign }] : []
    })
  }

  protected override adopt(): void {
    super.adopt()
    const { final } = this
    this.name = final?.stage ?? ''
    this.riders = final?.riders ?? {}
    this.teams = final?.teams ?? []
    this.places = onRoad(this.riders)
    if (final?.turn.rider) this.lit = [final.turn.rider]
  }

  protected override async show(group: Event[]): Promise<void> {
    const first = group[0]
    if (!first) return
    this.lit = group.map(riderOf).filter(Boolean)
    for (const event of group) this.change(event)
    if (first.type === 'Threw' || first.type === 'ThrewOff') return this.pause(THROW_MS)
    if (first.type === 'Moved') {
      await this.glide(first.rider, first.field)
      return this.pause(SETTLE_MS)
    }
    if (MISFORTUNES.includes(first.type)) return this.pause(FALL_MS)
    return this.pause(WORTH_READING.includes(first.type) ? SAY_MS : 0)
  }

  /** What an event changes at once. */
  private change(event: Event): void {
    const rider = riderOf(event)
    switch (event.type) {
      case 'Threw':
      case 'ThrewOff':
        this.fall(event)
        return
      case 'StageBegan':
        this.name = this.final?.stages[event.stage - 1] ?? this.name
        this.places = Object.fromEntries(Object.keys(this.places).map((one) => [one, 0]))
        this.dice = []
        return
      case 'Fell':
        this.touch(rider, { status: 'fallen', breakaway: 0 })
        return
      case 'Punctured':
        this.touch(rider, { status: 'punctured', breakaway: 0 })
        return
      case 'Announced':
        this.touch(rider, { status: 'feeding' })
        return
      case 'Injured':
        this.touch(rider, { injured: true })
        return
      case 'BrokeAway':
        this.touch(rider, { breakaway: event.rounds })
        return
      case 'Wore':
        this.touch(rider, { jersey: event.jersey })
        return
      case 'CarCame':
      case 'CarDrove':
        this.teams = this.teams.map((team) =>
          team.seat === this.riders[rider]?.seat ? { ...team, car: { rider, field: event.field } } : team,
        )
        return
      case 'CarLeft':
        this.teams = this.teams.map((team) => (team.seat === event.seat ? { ...team, car: null } : team))
        return
      default:
    }
  }

  private touch(rider: RiderId, change: Partial<Rider>): void {
    const before = this.riders[rider]
    if (before) this.riders = { ...this.riders, [rider]: { ...before, ...change } }
  }

  /** A die falls; dice for somebody else, and of a dice-off before, are taken away first. */
  private fall({ rider, seat, face, purpose }: Extract<Event, { type: 'Threw' | 'ThrewOff' }>): void {
    const die = { id: (this.thrown += 1), rider: rider ?? null, seat: seat ?? null, face, purpose: purpose ?? '' }
    this.dice = this.stay(die) ? [...this.dice, die] : [die]
  }

  /** Whether the dice on the table stay there beside another one. */
  private stay({ rider, seat, purpose }: Thrown): boolean {
    const before = this.dice[this.dice.length - 1]
    if (!before || before.rider !== rider) return false
    if (rider === null) return this.dice.every((die) => die.seat !== seat)
    return this.dice.length < 5 && (purpose !== 'for the move' || before.purpose !== 'for the move')
  }

  private async glide(rider: RiderId, to: number): Promise<void> {
    const from = this.places[rider] ?? 0
    const begun = performance.now()
    for (;;) {
      const whole = FIELD_MS * (6 + to - from) * this.beat
      const part = whole > 0 ? Math.min(1, (performance.now() - begun) / whole) : 1
      this.places[rider] = from + (to - from) * (part < 0.5 ? 2 * part * part : 1 - (2 - 2 * part) ** 2 / 2)
      if (part >= 1) return
      await this.frame()
    }
  }
}

/** Where everybody is who is still in the stage. */
export function onRoad(riders: Record<RiderId, Rider>): Record<RiderId, number> {
  return Object.fromEntries(
    Object.entries(riders)
      .filter(([, { status }]) => status !== 'withdrawn' && status !== 'out')
      .map(([rider, { field }]) => [rider, field]),
  )
}

/** The section of a time trial a rider is in, from 1; past the line none. */
export function sectionAt(card: StageCard, field: number): number {
  return field > card.length ? 0 : sectionOf(card, Math.max(1, field)) + 1
}
