/** The clock of a tour: times as they are written, and what events do to them. */

import type { Event, RiderId } from '../lib/types'

/** Seconds on the time tracker by rider; whoever has dropped out has none. */
export type Times = Record<RiderId, number | null>

/** Everybody begins a tour on 1:20. */
export const START_TIME = 80

/** A time as it is written: 1:20. */
export function clock(seconds: number): string {
  const length = Math.abs(seconds)
  return `${seconds < 0 ? '−' : ''}${Math.floor(length / 60)}:${String(length % 60).padStart(2, '0')}`
}

/** A difference, always with its sign: +0:40. */
export function difference(seconds: number): string {
  return seconds > 0 ? `+${clock(seconds)}` : clock(seconds)
}

/** The times after an event. */
export function timesAfter(times: Times, event: Event): Times {
  switch (event.type) {
    case 'LostTime':
    case 'GainedTime':
      return times[event.rider] === null ? times : { ...times, [event.rider]: event.time }
    case 'ClockShifted':
      return Object.fromEntries(
        Object.entries(times).map(([rider, time]) => [rider, time === null ? null : time + event.seconds]),
      )
    case 'DroppedOut':
      return { ...times, [event.rider]: null }
    default:
      return times
  }
}

/** What the last round has cost every rider, in seconds; nothing before the first has crossed the line. */
export function changes(events: Iterable<Event>): Map<RiderId, number> {
  const found = new Map<RiderId, number>()
  for (const event of events) {
    if (event.type === 'Revealed' || event.type === 'StageBegan') found.clear()
    if (event.type === 'LostTime') found.set(event.rider, (found.get(event.rider) ?? 0) + event.seconds)
    if (event.type === 'GainedTime') found.set(event.rider, (found.get(event.rider) ?? 0) - event.seconds)
  }
  return found
}

/** A rider's spot on the tracker: a column for every minute, a row for every ten seconds. */
export const minuteOf = (time: number): number => Math.floor(Math.max(0, time) / 60)
export const rowOf = (time: number): number => Math.floor((Math.max(0, time) % 60) / 10)
