/** A race of several stages: what its stages are called, who wears what, and times as they are written. */

import { has, t } from '../lib/i18n.svelte'
import { JERSEYS, type JerseyName, type RiderId, type View } from './types'

export const TIME_TRIAL = 'TT'

/** The stages of a race, as its options name them; none where there is only one. */
export function stagesIn(options: Record<string, unknown>): string[] {
  return String(options['stages'] ?? '')
    .split(',')
    .map((stage) => stage.trim())
    .filter(Boolean)
}

/** A stage as one speaks of it: a time trial, a route of ours in the reader's language, or one's own by its name. */
export function stageName(stage: string): string {
  const key = stage === TIME_TRIAL ? 'due.trial.name' : `due.route.${stage.toLowerCase().replace(' ', '-')}`
  return has(key) ? t(key) : stage
}

/** The jerseys a rider wears now. */
export const wornBy = (view: View, rider: RiderId): JerseyName[] =>
  JERSEYS.filter((jersey) => view.jerseys?.[jersey] === rider)

/** Whether there are time trials among the stages, so that what is on the cards for them matters. */
export const hasTrials = (view: View): boolean => view.stages?.stages.some(({ route }) => route === TIME_TRIAL) ?? false

/** Seconds as “1:05”. */
export const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** How far somebody is behind; nothing is behind the first. */
export function gap(seconds: number | null): string {
  if (seconds === null) return t('due.retired')
  return seconds > 0 ? `+${clock(seconds)}` : clock(0)
}
