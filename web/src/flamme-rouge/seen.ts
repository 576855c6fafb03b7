/** A table of Flamme Rouge, as its own parts know it. */

import type { Race, Viewer } from '../table/race.svelte'
import type { RoadStage } from './stage.svelte'
import type { Choice, View } from './types'

/** What is shown on the road. */
export const stageOf = (race: Race): RoadStage => race.stage as RoadStage

/** The position as it was when all was last shown. */
export const viewOf = (race: Race): View | null => race.stage.view as View | null

/** What a seat knows now. */
export const ownView = (viewer: Viewer): View | null => viewer.state.view as View | null

export const choicesOf = (viewer: Viewer): Choice[] => viewer.state.choices as Choice[]
