/** Every step can be taken back; where a dragged piece would fall; the address of a stage. */

export interface Course {
  past: string[]
  now: string
  future: string[]
}

export const begun = (stage: string): Course => ({ past: [], now: stage, future: [] })

export function changed(course: Course, stage: string): Course {
  return stage === course.now ? course : { past: [...course.past, course.now], now: stage, future: [] }
}

export function undone({ past, now, future }: Course): Course {
  const before = past.at(-1)
  return before === undefined
    ? { past, now, future }
    : { past: past.slice(0, -1), now: before, future: [now, ...future] }
}

export function redone({ past, now, future }: Course): Course {
  const [next, ...later] = future
  return next === undefined ? { past, now, future } : { past: [...past, now], now: next, future: later }
}

export interface Frame {
  left: number
  top: number
  right: number
  bottom: number
}

/** Before which of the pieces, lying in rows like words on a page, something at a point would be put. */
export function gapAt(frames: Frame[], x: number, y: number): number {
  const place = frames.findIndex(({ left, top, right, bottom }) => y < top || (y <= bottom && x < (left + right) / 2))
  return place < 0 ? frames.length : place
}

/** The address of a stage in the studio. */
export function linkTo(
  { game, toLink }: { game: string; toLink: (stage: string) => string },
  stage: string,
  name: string,
): string {
  return ['#/studio', game, toLink(stage), ...(name ? [encodeURIComponent(name)] : [])].join('/')
}
