/** Where things are drawn on the long profile of a stage. */

import { BEYOND, heights, isCobbled, stretches, type Stretch } from './road'
import type { RiderId, StageCard } from './types'

/** Pixels: a field, on a high board and on a low one; the ground under the lowest field. */
const WIDE = 48
const NARROW = 34
const HIGH = 300
const GROUND = 62
const DEEP = 96
/** How much of the height a field may climb. */
const STEEPEST = 0.034
/** Fields' widths: the room in front of the start, riders above each other, and the most of them that need room. */
const START = 5
const STACK = 0.56
const ASIDE = 0.12
const TALLEST = 3
const HEADROOM = 4
/** Past the line nobody counts fields: they are drawn closer together. */
const PAST = 0.5

export interface Standing {
  rider: RiderId
  x: number
  y: number
  slope: number
}

export class Plan {
  readonly height: number
  readonly width: number
  /** Pixels a field takes. */
  readonly wide: number
  private readonly start: number
  /** How deep the ground is under the lowest field. */
  private readonly soil: number
  private readonly tops: number[]

  constructor(
    readonly card: StageCard,
    height: number,
  ) {
    this.height = Math.max(190, height)
    this.wide = height < HIGH ? NARROW : WIDE
    this.start = START * this.wide
    this.width = this.start + (card.length + BEYOND) * this.wide
    const relief = heights(card.fields)
    this.soil = height < HIGH ? GROUND : DEEP
    const room = this.height - this.soil - HEADROOM * this.wide
    const scale = Math.min(STEEPEST * this.height, room / Math.max(1, ...relief))
    this.tops = relief.map((height) => this.height - this.soil - height * scale)
  }

  /** Where a field begins. */
  edge(field: number): number {
    return this.start + (field - 1) * this.wide
  }

  /** The middle of a field; before the start, the middle of the room there. */
  x(field: number): number {
    const past = field - this.card.length
    if (past > 0.5) return this.edge(this.card.length + 1) + (past - 0.5) * PAST * this.wide
    if (field >= 1) return this.edge(field) + this.wide / 2
    return this.start / 2 + Math.max(0, field) * ((this.start + this.wide) / 2)
  }

  /** How high the road lies at the end of a field. */
  top(field: number): number {
    return this.tops[Math.max(0, Math.min(this.card.length, field))] ?? this.height - this.soil
  }

  /** How high the road lies in the middle of a field. */
  ridge(field: number): number {
    const before = Math.floor(field - 0.5)
    const part = field - 0.5 - before
    return this.top(before) * (1 - part) + this.top(before + 1) * part
  }

  get stretches(): (Stretch & { shape: string; cobbled: boolean })[] {
    return stretches(this.card).map((stretch) => ({
      ...stretch,
      cobbled: isCobbled(stretch.letter),
      shape: this.ground(stretch.from, stretch.to),
    }))
  }

  /** The ground under some fields, as a closed path. */
  ground(from: number, to: number, depth = Infinity): string {
    const fields = Array.from({ length: to - from + 2 }, (_, index) => from - 1 + index)
    const above = fields.map((field) => `${this.edge(field + 1)} ${this.top(field)}`)
    const below = fields
      .map((field) => `${this.edge(field + 1)} ${Math.min(this.height, this.top(field) + depth)}`)
      .reverse()
    return `M${[...above, ...below].join('L')}Z`
  }

  /** The line of the road, from the start to beyond the finish. */
  get line(): string {
    const fields = Array.from(
      { length: this.card.length + 1 },
      (_, field) => `${this.edge(field + 1)} ${this.top(field)}`,
    )
    return `M0 ${this.top(0)}L${fields.join('L')}L${this.width} ${this.top(this.card.length)}`
  }

  /** How steep the road is in a field, in degrees. */
  slope(field: number): number {
    const rise = this.ridge(field + 0.5) - this.ridge(field - 0.5)
    return (Math.atan2(rise, this.wide) * 180) / Math.PI
  }

  /** Riders on their fields, side by side; at the start four in a row. */
  stand(places: Record<RiderId, number>): Standing[] {
    const fields = new Map<number, RiderId[]>()
    for (const rider of Object.keys(places).sort((a, b) => Number(a) - Number(b))) {
      const field = Math.round(places[rider] ?? 0)
      fields.set(field, [...(fields.get(field) ?? []), rider])
    }
    const standing = [...fields].flatMap(([field, riders]) =>
      riders.map((rider, index) => {
        if (field < 1 && (places[rider] ?? 0) < 0.02) {
          const row = Math.floor(index / 4)
          return {
            rider,
            x: this.start - (0.6 + (index % 4) * 0.97) * this.wide,
            y: this.top(0) - row * 0.8 * this.wide,
            slope: 0,
          }
        }
        const step = riders.length > TALLEST + 1 ? (TALLEST * STACK) / (riders.length - 1) : STACK
        const at = places[rider] ?? field
        return {
          rider,
          x: this.x(at) - index * ASIDE * this.wide,
          y: this.ridge(at) - index * step * this.wide,
          slope: this.slope(at),
        }
      }),
    )
    // whoever is nearer is drawn over whoever is behind
    return standing.sort((a, b) => a.y - b.y)
  }
}
