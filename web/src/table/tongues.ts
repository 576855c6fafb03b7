/** What the bots say: at the start, in trouble, at the end; each of them little, and never two at a time. */

import { session } from '../lib/session.svelte'
import { t } from '../lib/i18n.svelte'
import type { Event, Seat } from '../lib/types'

type Occasion = 'start' | 'trouble' | 'won' | 'beaten'

const easy = (occasion: Occasion) => t(`say.easy.${occasion}`)
const team = (occasion: Occasion) => t(`say.team.${occasion}`)
const proud = (occasion: Occasion) => t(`say.proud.${occasion}`)

/** How the bots of a level speak. */
const MANNERS: Record<string, (occasion: Occasion) => string> = {
  random: easy,
  touriste: easy,
  domestique: team,
  equipier: team,
  baroudeur: proud,
  patron: proud,
  'hors-categorie': proud,
}
/** Rounds between two remarks in trouble, whoever makes them. */
const QUIET_ROUNDS = 3

/** What is remarked on, as far as a game tells it. */
export interface Heard {
  seats: readonly Seat[]
  round: number
  /** The seats whose riders have had bad luck or tired legs just now. */
  troubled: readonly number[]
  /** The places, by seat, once the race is over. */
  order: readonly number[] | undefined
}

export interface Remark {
  seat: number
  words: string
}

const canSpeak = ({ kind, level }: Seat): boolean => kind === 'bot' && (level ?? '') in MANNERS

const remark = ({ seat, level }: Seat, occasion: Occasion): Remark => ({
  seat,
  words: MANNERS[level ?? '']?.(occasion) ?? '',
})

export class Tongues {
  private begun = false
  private ended = false
  private last = -Infinity
  private readonly spoken = new Set<number>()

  /** Whoever has something to say to what just happened. */
  hear({ seats, round, troubled, order }: Heard, events: readonly Event[]): Remark | null {
    if (!session.botsSpeak) return null
    const bots = seats.filter(canSpeak)
    if (order && !this.ended) {
      this.ended = true
      const winner = bots.find(({ seat }) => seat === order[0])
      const second = bots.find(({ seat }) => seat === order[1])
      return winner ? remark(winner, 'won') : second ? remark(second, 'beaten') : null
    }
    if (!this.begun && events.some(({ type }) => type === 'RoundBegan' || type === 'TurnBegan')) {
      this.begun = true
      this.last = round
      const first = round <= 1 ? bots[seats.length % Math.max(1, bots.length)] : undefined
      return first ? remark(first, 'start') : null
    }
    if (round < this.last) this.last = -Infinity // the next stage of a tour
    if (order || round - this.last < QUIET_ROUNDS) return null
    const hurt = bots.find(({ seat }) => troubled.includes(seat) && !this.spoken.has(seat))
    if (!hurt) return null
    this.last = round
    this.spoken.add(hurt.seat)
    return remark(hurt, 'trouble')
  }
}
