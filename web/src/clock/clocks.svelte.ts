/** The clocks of a table, drawn on from what the server has said last. */
import type { Clocks as Told } from '../lib/types'

const TICK_MS = 200
const SLOW_TICK_MS = 20_000
/** Where more is left, seconds are not shown. */
const LONG = 24 * 60 * 60
/** From here on nobody may miss it. */
export const LAST = 10

export class Clocks {
  told = $state.raw<Told | null>(null)
  private at = 0
  private now = $state(0)
  private timer: ReturnType<typeof setTimeout> | undefined

  /** What the server says of this moment. */
  hear(told: Told | null): void {
    this.told = told
    this.at = performance.now()
    this.tick()
  }

  stop(): void {
    clearTimeout(this.timer)
  }

  /** Whether this seat has a clock at all. */
  has(seat: number | null | undefined): seat is number {
    return this.told?.seats.some((one) => one.seat === seat) ?? false
  }

  left(seat: number): number {
    const clock = this.told?.seats.find((one) => one.seat === seat)
    if (!clock) return 0
    return clock.runs ? Math.max(0, clock.left - (this.now - this.at) / 1000) : clock.left
  }

  runs(seat: number): boolean {
    return this.told?.seats.some((one) => one.seat === seat && one.runs) ?? false
  }

  /** Whether somebody's last seconds run. */
  ends(seat: number): boolean {
    return this.runs(seat) && this.left(seat) <= LAST
  }

  private tick(): void {
    clearTimeout(this.timer)
    this.now = performance.now()
    const running = this.told?.seats.filter(({ seat, runs }) => runs && this.left(seat)) ?? []
    if (!running.length) return
    const isLong = running.every(({ seat }) => this.left(seat) > LONG)
    this.timer = setTimeout(() => this.tick(), isLong ? SLOW_TICK_MS : TICK_MS)
  }
}
