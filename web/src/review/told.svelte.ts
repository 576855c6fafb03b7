/** A race thought over by the server: asked for again and again until all of it is known. */

import { api } from '../lib/api'
import { explain } from '../lib/faults'
import { keepReview, keptReview } from '../lib/kept'
import type { Ground, Review, Schemas } from '../lib/types'

const AGAIN_MS = 1000

export class Told {
  review = $state.raw<Review | null>(null)
  ground = $state.raw<Ground[]>([])
  status = $state<'waiting' | 'thinking' | 'done' | 'failed'>('waiting')
  fault = $state('')
  private timer: ReturnType<typeof setTimeout> | undefined
  private closed = false

  constructor(private readonly id: string) {
    void this.ask()
  }

  /** How much of it is done, from 0 to 1. */
  get done(): number {
    return this.status === 'done' ? 1 : (this.review?.done ?? 0)
  }

  again(): void {
    this.fault = ''
    this.status = 'waiting'
    void this.ask()
  }

  close(): void {
    this.closed = true
    clearTimeout(this.timer)
  }

  private async ask(): Promise<void> {
    try {
      this.take(await api.review(this.id))
    } catch (error) {
      const kept = await keptReview(this.id)
      if (kept) return this.take(kept)
      this.fault = explain(error)
      this.status = 'failed'
    }
    const unfinished = this.status === 'waiting' || this.status === 'thinking'
    if (unfinished && !this.closed) this.timer = setTimeout(() => void this.ask(), AGAIN_MS)
  }

  private take(told: Schemas['ReviewProgress']): void {
    this.status = told.status
    this.ground = told.ground
    this.review = told.review ?? this.review
    if (told.status === 'done') void keepReview(this.id, told)
  }
}
