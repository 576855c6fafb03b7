/** Whom events are about. */

import type { Event, RiderId } from './types'

/** The rider an event is about, if there is one. */
export function riderOf(event: Event): RiderId {
  return event.rider ?? event.winner ?? ''
}

/** The seat an event is about, by its rider or as a whole team; nothing where it is about the race. */
export function seatIn(event: Event, seatOf: (rider: RiderId) => number): number | null {
  if (event.type === 'Ended') return null
  const rider = riderOf(event)
  return rider ? seatOf(rider) : teamIn(event)
}

/** Take the next event out of a queue, with those like it that happen together to other riders or teams. */
export function nextTogether<Kind extends Event>(queue: Kind[], together: readonly string[]): Kind[] {
  const kind = queue[0]?.type
  const subjects = new Set<RiderId | number | null>()
  const goesAlong = (event: Kind) => event.type === kind && !subjects.has(subjectOf(event))
  let count = 0
  for (const event of queue) {
    if (count && !(together.includes(event.type) && goesAlong(event))) break
    subjects.add(subjectOf(event))
    count += 1
  }
  return queue.splice(0, count)
}

const teamIn = (event: Event): number | null => event.seat ?? null

const subjectOf = (event: Event): RiderId | number | null => riderOf(event) || teamIn(event)
