/** Things of a game that the pages hand back to it: its parts are given those of their own game, and no others. */

/** A thing of this class. */
export function own<Thing>(thing: unknown, kind: abstract new (...given: never[]) => Thing): Thing {
  if (thing instanceof kind) return thing
  throw new TypeError(`This is no ${kind.name}.`)
}

/** That one of several things which has this. */
export function having<Things extends object, Key extends PropertyKey>(
  thing: Things | null,
  key: Key,
): Extract<Things, Record<Key, unknown>> {
  if (thing && has(thing, key)) return thing
  throw new TypeError(`This has no ${String(key)}.`)
}

export const has = <Things extends object, Key extends PropertyKey>(
  thing: Things,
  key: Key,
): thing is Extract<Things, Record<Key, unknown>> => key in thing
