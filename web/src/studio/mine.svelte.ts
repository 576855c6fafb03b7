/** Stages that this browser keeps. */

export interface MyStage {
  name: string
  letters: string
  squares: string
}

const KEY = 'gruppetto.stages'
const MOST_STAGES = 100

function load(): MyStage[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isStage).slice(0, MOST_STAGES) : []
  } catch {
    return []
  }
}

function isStage(kept: unknown): kept is MyStage {
  const { name, letters, squares } = (kept ?? {}) as Partial<Record<keyof MyStage, unknown>>
  return [name, letters, squares].every((part) => typeof part === 'string')
}

let stages = $state.raw<MyStage[]>(load())

function keep(changed: MyStage[]): void {
  stages = changed.slice(0, MOST_STAGES)
  try {
    localStorage.setItem(KEY, JSON.stringify(stages))
  } catch {
    // A browser that keeps nothing has them until it is closed.
  }
}

addEventListener('storage', (event) => {
  if (event.key === KEY) stages = load()
})

/** My stages, the latest first. */
export const mine = {
  get stages(): MyStage[] {
    return stages
  },
}

/** Keep a stage; one of the same name is replaced. */
export function keepStage(stage: MyStage): void {
  keep([stage, ...load().filter(({ name }) => name !== stage.name)])
}

export function forgetStage(name: string): void {
  keep(load().filter((stage) => stage.name !== name))
}
