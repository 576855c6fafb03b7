/** Stages that this browser keeps. */

export interface MyStage {
  game: string
  name: string
  /** The stage written out. */
  letters: string
  /** What the game keeps to draw it small. */
  squares: string
}

const KEY = 'gruppetto.stages'
const FIRST = 'flamme-rouge'
const MOST_STAGES = 100

function load(): MyStage[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.map(ofAGame).filter(isStage).slice(0, MOST_STAGES) : []
  } catch {
    return []
  }
}

/** Stages that were kept when there was only one game to compose them for. */
const ofAGame = (kept: unknown): unknown => (kept && typeof kept === 'object' ? { game: FIRST, ...kept } : kept)

function isStage(kept: unknown): kept is MyStage {
  const parts = new Map<string, unknown>(Object.entries(kept ?? {}))
  return ['game', 'name', 'letters', 'squares'].every((part) => typeof parts.get(part) === 'string')
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

/** My stages of a game, the latest first. */
export const mineOf = (game: string): MyStage[] => stages.filter((stage) => stage.game === game)

/** Keep a stage; one of the same game and name is replaced. */
export function keepStage(stage: MyStage): void {
  keep([stage, ...load().filter((other) => !same(other, stage))])
}

export function forgetStage(stage: MyStage): void {
  keep(load().filter((other) => !same(other, stage)))
}

const same = (one: MyStage, other: MyStage): boolean => one.game === other.game && one.name === other.name
