/** Whom events are about. */

import type { Event, RiderId } from './types'

/** The rider an event is about, if there is one. */
export function riderOf(event: Event): RiderId {
  const { rider, winner } = event as { rider?: RiderId | null; winner?: RiderId | null }
  return rider ?? winner ?? ''
}

/** The seat an event is about, by its rider or as a whole team; nothing where it is about the race. */
export function seatIn(event: Event, seatOf: (rider: RiderId) => number): number | null {
  if (event.type === 'Ended') return null
  const rider = riderOf(event)
  return rider ? seatOf(rider) : teamIn(event)
}

/** Take the next event out of a queue, with those like it that happen together to other riders or teams. */
export function nextTogether(queue: Event[], together: readonly string[]): Event[] {
  const group = queue.splice(0, 1)
  const kind = group[0]?.type
  const subjects = new Set(group.map(subjectOf))
  while (kind && together.includes(kind) && queue[0]?.type === kind && !subjects.has(subjectOf(queue[0]))) {
    const another = queue.shift() as Event
    subjects.add(subjectOf(another))
    group.push(another)
  }
  return group
}

const teamIn = (event: Event): number | null => (event as { seat?: number | null }).seat ?? null

const subjectOf = (event: Event): RiderId | number | null => riderOf(event) || teamIn(event)
