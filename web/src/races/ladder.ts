/** A ladder as it is shown: people in their order, and every bot where its points belong. */
import type { Schemas } from '../lib/types'
import type { Ladder } from './api'

/** Somebody, or a bot by its level. */
export interface Row extends Readonly<Schemas['Rung']> {
  key: string
  level: string
}

const NOBODY = { place: 0, rider: '', name: '', margin: 0, races: 0, provisional: false }

const ofBot = ({ level, points }: Schemas['Anchor']): Row => ({ ...NOBODY, key: `bot ${level}`, level, points })

const ofPerson = (rung: Schemas['Rung']): Row => ({ ...rung, key: rung.rider, level: '' })

/** Who is below the last person shown is not known before all are. */
export function rowsOf({ rungs, anchors, next }: Ladder): Row[] {
  const lowest = next ? (rungs.at(-1)?.points ?? 0) : -Infinity
  const bots = anchors.filter(({ points }) => points >= lowest)
  return [...rungs.map(ofPerson), ...bots.map(ofBot)].sort((a, b) => b.points - a.points)
}
