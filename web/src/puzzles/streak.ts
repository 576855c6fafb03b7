/** Puzzles that were solved in this browser, and on how many days in a row the one of the day was. */

const KEY = 'gruppetto.puzzles'
const DAY = 24 * 60 * 60 * 1000

export interface Solved {
  /** How each puzzle was answered the first time: later tries do not count. */
  answered: Record<string, boolean>
  /** The last day whose puzzle was solved, and how many in a row. */
  day: string
  streak: number
}

export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** The days in a row, as they stand on a day: one that was left out ends them. */
export const streakOn = ({ day, streak }: Solved, time: number): number =>
  day === dayOf(time) || day === dayOf(time - DAY) ? streak : 0

/** The record after a puzzle was answered. */
export function answeredNow(record: Solved, id: string, right: boolean, today: boolean, time: number): Solved {
  if (id in record.answered) return record
  const answered = { ...record.answered, [id]: right }
  if (!today || !right || record.day === dayOf(time)) return { ...record, answered }
  return { answered, day: dayOf(time), streak: streakOn(record, time) + 1 }
}

export function kept(): Solved {
  const empty: Solved = { answered: {}, day: '', streak: 0 }
  try {
    return { ...empty, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') }
  } catch {
    return empty
  }
}

export function keep(record: Solved): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(record))
  } catch {
    // A browser that keeps nothing shows puzzles all the same.
  }
}
