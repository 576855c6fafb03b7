/** What part of the road is seen: all of it, the peloton, or wherever one has moved to. */

import { Tween } from 'svelte/motion'
import type { Box, Point } from './types'

export type Mode = 'fit' | 'follow' | 'free'

interface Frame {
  x: number
  y: number
  /** How many squares wide. */
  w: number
}

const SMALL_PX = 700
/** How much more is seen where there are words above. */
const WORDS = 1.15
const MARGIN = 1.15
const CLOSEST = 4
const GLIDE_MS = 600
/** How much road is shown around riders that are close together: so many squares high. */
const NEAR = 9.5

const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches

export class Camera {
  mode = $state<Mode>('follow')
  /** The size of the frame on the screen. */
  width = $state(0)
  height = $state(0)
  private readonly frame = new Tween<Frame>({ x: 0, y: 0, w: 30 }, { duration: GLIDE_MS })
  /** Whether there is something to look at; nothing is drawn before, so that letters are never set twice. */
  aimed = $state(false)
  private box: Box = { left: 0, top: 0, right: 1, bottom: 1 }
  private shape = ''

  get aspect(): number {
    return this.width && this.height ? this.width / this.height : 1.6
  }

  get viewBox(): string {
    const { x, y, w } = this.frame.current
    const h = w / this.aspect
    return `${x - w / 2} ${y - h / 2} ${w} ${h}`
  }

  /** The corners of what is seen. */
  get seen(): Box {
    const { x, y, w } = this.frame.current
    const h = w / this.aspect
    return { left: x - w / 2, top: y - h / 2, right: x + w / 2, bottom: y + h / 2 }
  }

  /** How many pixels a square takes once the camera is there. */
  get closeness(): number {
    return this.width / this.frame.target.w
  }

  /** So high must letters be to be read. */
  get lettering(): number {
    return Math.max(0.3, Math.min(0.9, (13 / Math.max(this.width, 1)) * this.frame.target.w))
  }

  /** Look at the whole road, or at these points of it, as the mode says. */
  aim(box: Box, points: Box): void {
    const shape = `${this.width} × ${this.height}`
    const same = box === this.box && shape === this.shape
    this.box = box
    this.shape = shape
    if (!this.width || !this.height || this.mode === 'free') return
    const target = this.mode === 'fit' ? this.around(box, MARGIN) : this.clear(this.near(this.around(points, 1)))
    // nothing glides to a road that was turned, or in a frame that has become another
    void this.frame.set(target, { duration: same && !calm() ? GLIDE_MS : 0 })
    this.aimed = true
  }

  lookAt(x: number, y: number): void {
    this.free(this.near({ x, y, w: 0 }))
  }

  zoom(factor: number, at: Point = [this.width / 2, this.height / 2]): void {
    const { x, y, w } = this.frame.current
    const unit = w / this.width
    const [px, py] = [x + (at[0] - this.width / 2) * unit, y + (at[1] - this.height / 2) * unit]
    this.free({ x: px + (x - px) * factor, y: py + (y - py) * factor, w: w * factor })
  }

  /** Move by so many pixels. */
  pan(dx: number, dy: number): void {
    const { x, y, w } = this.frame.current
    const unit = w / this.width
    this.free({ x: x + dx * unit, y: y + dy * unit, w })
  }

  /** On a small screen the words at the upper edge hide nobody. */
  private clear(frame: Frame): Frame {
    if (this.width > SMALL_PX) return frame
    const w = frame.w * WORDS
    return { ...frame, w, y: frame.y - (w - frame.w) / this.aspect / 2 }
  }

  private near(frame: Frame): Frame {
    return { ...frame, w: Math.max(frame.w, NEAR * Math.max(1, this.aspect)) }
  }

  private around(box: Box, margin: number): Frame {
    const wide = box.right - box.left + 2 * margin
    const tall = box.bottom - box.top + 2 * margin
    return { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2, w: Math.max(wide, tall * this.aspect) }
  }

  private free(next: Frame): void {
    this.mode = 'free'
    const most = this.around(this.box, MARGIN).w * 1.3
    const { left, right, top, bottom } = this.box
    const within = (value: number, low: number, high: number) => Math.max(low, Math.min(high, value))
    const frame = { x: within(next.x, left, right), y: within(next.y, top, bottom), w: within(next.w, CLOSEST, most) }
    void this.frame.set(frame, { duration: 0 })
  }
}
