/** Groups on the road, called what television calls them. */

import type { Group } from './types'

export type GroupName = 'head' | 'chase' | 'peloton' | 'dropped' | 'gruppetto'

export interface Shown extends Group {
  name: GroupName
  /** Seconds to the group in front. */
  behind: number
}

/**
 * The largest group is the peloton, the rearmost of equally large ones (C3.5). Who rides in front of it is the
 * head of the race and its chasers; behind it come the dropped, and last, if he is not alone, the gruppetto.
 */
export function television(groups: readonly Group[]): Shown[] {
  const most = Math.max(0, ...groups.map(({ riders }) => riders.length))
  const peloton = groups.findLastIndex(({ riders }) => riders.length === most)
  return groups.map((group, index) => ({
    ...group,
    name: nameOf(index, peloton, groups),
    behind: index ? group.gap - (groups[index - 1]?.gap ?? 0) : 0,
  }))
}

function nameOf(index: number, peloton: number, groups: readonly Group[]): GroupName {
  if (index === peloton) return 'peloton'
  if (index < peloton) return index === 0 ? 'head' : 'chase'
  const last = index === groups.length - 1 && (groups[index]?.riders.length ?? 0) > 1
  return last ? 'gruppetto' : 'dropped'
}

/** Groups of riders where they are drawn, the first in front: no empty field within a group (C3.5). */
export function grouped(fields: Record<string, number>): Group[] {
  const found: Group[] = []
  const sorted = Object.entries(fields).sort(([a, at], [b, bt]) => bt - at || Number(a) - Number(b))
  const front = sorted[0]?.[1] ?? 0
  for (const [rider, field] of sorted) {
    const last = found[found.length - 1]
    if (last && last.from - field <= 1) {
      last.from = field
      last.riders.push(rider)
    } else found.push({ from: field, to: field, gap: front - field, riders: [rider] })
  }
  return found
}

/** A gap as television writes it: 8″, 1′04″. */
export function gapText(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  const rest = seconds % 60
  return minutes ? `${minutes}′${String(rest).padStart(2, '0')}″` : `${rest}″`
}
