/** A table of Flamme Rouge, as its own parts know it. */

import { having, own } from '../boards/own'
import type { Catalogue as AnyCatalogue, Result as AnyResult } from '../lib/types'
import type { Race, Viewer } from '../table/race.svelte'
import { RoadStage } from './stage.svelte'
import type { Catalogue, Choice, Result, TourResult, View } from './types'

/** What is shown on the road. */
export const stageOf = (race: Race): RoadStage => own(race.stage, RoadStage)

/** The position as it was when all was last shown. */
export const viewOf = (race: Race): View | null => stageOf(race).view

/** The race as a seat sees it; nothing before it has begun. */
function stateOf({ state }: Viewer) {
  return state.game === 'flamme-rouge' || state.game === 'flamme-rouge-tour' ? state : null
}

/** What a seat knows now. */
export const ownView = (viewer: Viewer): View | null => stateOf(viewer)?.view ?? null

/** The stages there are. */
export const catalogueOf = (catalogue: AnyCatalogue): Catalogue => having(catalogue, 'groups')

/** How a race has ended, and how a tour. */
export function raceResult(result: AnyResult): Result {
  if ('teams' in result || 'ending' in result) throw new TypeError('This is not how a race ends.')
  return result
}
export const tourResult = (result: AnyResult | null): TourResult => having(having(result, 'stages'), 'teams')

export const choicesOf = (viewer: Viewer): Choice[] => stateOf(viewer)?.choices ?? []
