/** How far in front every team's first rider was, turn by turn and in every time trial. */

import type { Terrain, View } from './types'

/** A turn of a stage, or a whole time trial. */
export interface Column {
  stage: number
  /** The turn; nothing in a time trial. */
  turn: number | null
  terrain: Terrain | null
  /** Where each team's first rider was; nothing where a team has none left. */
  sectors: (number | null)[]
}

const stageOf = ({ stages }: View): number => stages?.stage ?? 1

function firsts(
  { seats, riders }: View,
  where: (rider: View['riders'][string], id: string) => number,
): (number | null)[] {
  return seats.map(({ seat }) => {
    const found = Object.entries(riders).filter(([, rider]) => rider.seat === seat && rider.sector !== null)
    return found.length ? Math.max(...found.map(([id, rider]) => where(rider, id))) : null
  })
}

/** The last moment of every turn; a time trial is seen from the time it has cost, the best none, as sectors. */
export function columnsOf(moments: View[]): Column[] {
  return moments.flatMap((now, index): Column[] => {
    const next = moments[index + 1]
    const stage = stageOf(now)
    const goesOn = next !== undefined && stageOf(next) === stage
    if (now.phase === 'trial' && next && !(goesOn && next.phase === 'trial')) {
      const lost = firsts(next, ({ time = 0 }, id) => (now.riders[id]?.time ?? 0) - time)
      return [
        {
          stage,
          turn: null,
          terrain: null,
          sectors: lost.map((seconds) => seconds && seconds / (now.limits?.sector_seconds ?? Infinity)),
        },
      ]
    }
    if (now.round === 0 || (goesOn && next.round === now.round)) return []
    return [{ stage, turn: now.round, terrain: now.terrain, sectors: firsts(now, ({ sector }) => sector ?? 0) }]
  })
}
