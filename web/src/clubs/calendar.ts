/** When the rounds of a league are: at the latest, where one may begin as soon as the last one is over. */

export interface Day {
  number: number
  begins: number
  ends: number
}

export function calendar(begins: number, rounds: number, seconds: number): Day[] {
  return Array.from({ length: rounds }, (_, index) => ({
    number: index + 1,
    begins: begins + index * seconds,
    ends: begins + (index + 1) * seconds,
  }))
}

/** Points by place: one more for every place, and two more for a win, three where there are many. */
export function usualPoints(seats: number): number[] {
  const usual = Array.from({ length: seats }, (_, place) => seats - place)
  return [seats + Math.min(2, seats - 1), ...usual.slice(1)]
}
