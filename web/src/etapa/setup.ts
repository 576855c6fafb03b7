/** A race of Etapa as it is being set up: what is ridden, and by which of the rules. */

import type { Catalogue } from '../lib/types'
import type { StageCard } from './types'

export const MODES = ['day', 'itt', 'ttt', 'tour'] as const
export type Mode = (typeof MODES)[number]

/** What the extended game adds to the basic one, each on its own (C6 to C12). */
export const EXTENSIONS = ['crashes', 'injuries', 'cars', 'primes', 'profiles', 'specials'] as const
/** What is off unless one wants it. */
export const EXTRAS = ['weather', 'doping', 'real_dice'] as const
/** Who comes in a rainbow jersey (C10.1). */
export const CHAMPIONS = ['road_champion', 'time_trial_champion'] as const
export const PLACED = ['stages', ...EXTENSIONS, ...EXTRAS, 'world_championship', ...CHAMPIONS]

const MOST_STAGES = 21
const KINDS: Record<string, Mode> = { 'individual time trial': 'itt', 'team time trial': 'ttt' }

export type Options = Record<string, unknown>

/** The stages of the catalogue. */
export const fieldsOf = (catalogue: Catalogue): StageCard[] => (catalogue.game === 'etapa' ? catalogue.stages : [])

/** The stages of some options, by name. */
export function stagesOf(options: Options): string[] {
  return Array.isArray(options['stages']) ? options['stages'].map(String) : []
}

/** A stage of the catalogue. */
export const stageNamed = (stages: readonly StageCard[], name: string): StageCard | undefined =>
  stages.find((stage) => stage.name === name || stage.notation === name)

/** What kind of race a list of stages is. */
export function modeOf(stages: readonly StageCard[], names: readonly string[]): Mode {
  if (names.length > 1) return 'tour'
  const name = names[0] ?? ''
  const kind = stageNamed(stages, name)?.kind
  return (kind && KINDS[kind]) ?? (name.startsWith('ITT') ? 'itt' : name.startsWith('TTT') ? 'ttt' : 'day')
}

/** The stages one can choose from for a kind of race. */
export function offered(stages: readonly StageCard[], mode: Mode): StageCard[] {
  if (mode === 'tour') return [...stages]
  return stages.filter(({ kind }) => (KINDS[kind] ?? 'day') === mode)
}

/** A weekend, a week and three weeks out of the stages there are. */
export function readyTours(stages: readonly StageCard[]): { name: string; stages: string[] }[] {
  const road = (type: StageCard['type']): string[] =>
    stages.filter((stage) => stage.kind === 'road' && stage.type === type).map(({ name }) => name)
  const [flat, medium, high] = [road('flat'), road('medium'), road('high')]
  const trial = stages.filter(({ kind }) => kind === 'individual time trial').map(({ name }) => name)
  const some = (names: (string | undefined)[]): string[] => names.filter((name) => name !== undefined)
  return [
    { name: 'weekend', stages: some([flat[0], trial[0], high[0]]) },
    { name: 'week', stages: some([flat[0], medium[0], trial[0], flat[1], medium[1], high[0]]) },
    { name: 'weeks', stages: stages.map(({ name }) => name).slice(0, MOST_STAGES) },
  ]
}

/** Options that go together: injuries only where riders can crash (C7.1), championships of one stage (C15.3). */
export function consistent(options: Options): Options {
  const { world_championship: championship, ...rest } = options
  const safe = rest['crashes'] === false ? { ...rest, injuries: false } : rest
  return championship && stagesOf(options).length === 1 ? { ...safe, world_championship: true } : safe
}
