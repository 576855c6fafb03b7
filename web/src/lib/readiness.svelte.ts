/** How far the rules are compiled: asked for, again and again, until every game is ready. */
import { ask, quoted } from './api'
import type { Schemas } from './types'

/** How far a game is from being ready to play. */
export type Progress = Schemas['Progress']

const GLANCE = 1000

let compiled = $state.raw<Progress | null>(null)
let next: ReturnType<typeof setTimeout> | undefined

/** The game that is compiled now; nothing once all are ready. */
export function compiling(): Progress | null {
  return compiled
}

/** Look how far it is; the game that somebody wants comes before the others. */
export async function look(wanted = ''): Promise<void> {
  clearTimeout(next)
  try {
    const games = await ask<Progress[]>('GET', `/readiness${wanted && `?wanted=${quoted(wanted)}`}`)
    compiled = games.find(({ ready }) => !ready) ?? null
  } catch {
    compiled = null
    return
  }
  if (compiled) next = setTimeout(() => void look(), GLANCE)
}
