/** Fingers, wheel and keys that move the road. */

import type { Attachment } from 'svelte/attachments'
import type { Point } from './types'
import type { Camera } from './camera.svelte'

/** So many pixels a finger may tremble without dragging. */
const TREMBLE = 5
const STEP = 0.125

export class Gestures {
  /** Whether the last touch moved the road: then it was no click. */
  dragged = false
  private readonly pointers = new Map<number, Point>()
  private frame: HTMLElement | null = null

  constructor(private readonly camera: Camera) {}

  readonly attach: Attachment<HTMLElement> = (frame) => {
    this.frame = frame
    const turn = (event: WheelEvent) => {
      event.preventDefault()
      this.camera.zoom(Math.exp(Math.max(-1, Math.min(1, event.deltaY / 300))), this.here(event))
    }
    frame.addEventListener('wheel', turn, { passive: false })
    return () => frame.removeEventListener('wheel', turn)
  }

  readonly down = (event: PointerEvent): void => {
    this.pointers.set(event.pointerId, this.here(event))
    this.dragged = false
  }

  readonly move = (event: PointerEvent): void => {
    const before = this.pointers.get(event.pointerId)
    if (!before) return
    const now = this.here(event)
    if (!this.dragged && distance(now, before) < TREMBLE) return
    if (!this.dragged) this.frame?.setPointerCapture(event.pointerId)
    this.dragged = true
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1]
    this.pointers.set(event.pointerId, now)
    if (!other) this.camera.pan(before[0] - now[0], before[1] - now[1])
    else if (distance(now, other) > 1)
      this.camera.zoom(distance(before, other) / distance(now, other), [
        (now[0] + other[0]) / 2,
        (now[1] + other[1]) / 2,
      ])
  }

  readonly up = (event: PointerEvent): void => {
    this.pointers.delete(event.pointerId)
  }

  readonly key = (event: KeyboardEvent): void => {
    if (event.target !== this.frame || event.ctrlKey || event.metaKey || event.altKey) return
    const step = this.camera.width * STEP
    const moves: Record<string, () => void> = {
      ArrowLeft: () => this.camera.pan(-step, 0),
      ArrowRight: () => this.camera.pan(step, 0),
      ArrowUp: () => this.camera.pan(0, -step),
      ArrowDown: () => this.camera.pan(0, step),
      '+': () => this.camera.zoom(0.8),
      '-': () => this.camera.zoom(1.25),
      '0': () => (this.camera.mode = 'fit'),
    }
    const act = moves[event.key]
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }

  private here(event: MouseEvent): Point {
    const box = this.frame?.getBoundingClientRect()
    return [event.clientX - (box?.left ?? 0), event.clientY - (box?.top ?? 0)]
  }
}

const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1])
