/** A piece carried by mouse or finger. A finger first rests on it a moment; otherwise it scrolls the page. */

import { gapAt } from './course'

/** So many pixels a hand may tremble without dragging. */
const TREMBLE = 6
const REST = 260

export interface Carried {
  letter: string
  /** Its place on the road, if it lies there. */
  from: number | null
  x: number
  y: number
  /** Before which piece of the road it would fall; none: not on the road. */
  gap: number | null
}

interface Drops {
  /** The pieces of the road, in order, and the area they lie in. */
  road: () => HTMLElement | null
  dropped: (carried: Carried) => void
}

export class Drag {
  carried = $state.raw<Carried | null>(null)
  private rest: ReturnType<typeof setTimeout> | undefined
  private letGo: (() => void) | null = null

  constructor(private readonly drops: Drops) {}

  /** A finger or the mouse goes down on a piece. */
  down(event: PointerEvent, letter: string, from: number | null): void {
    if (event.button !== 0 || this.letGo) return
    const [x0, y0, pointer] = [event.clientX, event.clientY, event.pointerId]
    const lift = (x: number, y: number) => (this.carried = { letter, from, x, y, gap: this.gap(x, y) })
    const moved = (next: PointerEvent) => {
      if (next.pointerId !== pointer) return
      const [x, y] = [next.clientX, next.clientY]
      if (this.carried || (next.pointerType === 'mouse' && Math.hypot(x - x0, y - y0) > TREMBLE)) lift(x, y)
      else if (Math.hypot(x - x0, y - y0) > TREMBLE) this.end()
    }
    const up = (next: PointerEvent) => {
      if (next.pointerId !== pointer) return
      const carried = this.carried
      this.end()
      if (!carried || next.type === 'pointercancel') return
      addEventListener('click', swallow, { capture: true, once: true })
      setTimeout(() => removeEventListener('click', swallow, { capture: true }))
      this.drops.dropped(carried)
    }
    const still = (next: Event) => {
      if (this.carried) next.preventDefault()
    }
    if (event.pointerType !== 'mouse') this.rest = setTimeout(() => lift(x0, y0), REST)
    addEventListener('pointermove', moved)
    addEventListener('pointerup', up)
    addEventListener('pointercancel', up)
    addEventListener('touchmove', still, { passive: false })
    addEventListener('contextmenu', still)
    this.letGo = () => {
      removeEventListener('pointermove', moved)
      removeEventListener('pointerup', up)
      removeEventListener('pointercancel', up)
      removeEventListener('touchmove', still)
      removeEventListener('contextmenu', still)
    }
  }

  /** Carry nothing any longer. */
  end(): void {
    clearTimeout(this.rest)
    this.letGo?.()
    this.letGo = null
    this.carried = null
  }

  private gap(x: number, y: number): number | null {
    const road = this.drops.road()
    if (!road) return null
    const area = road.getBoundingClientRect()
    if (x < area.left || x > area.right || y < area.top || y > area.bottom) return null
    return gapAt(
      [...road.querySelectorAll('[data-place]')].map((tile) => tile.getBoundingClientRect()),
      x,
      y,
    )
  }
}

/** What follows a drop is no click. */
function swallow(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}
