/** A table of Due Ruote, as its own parts know it. */

import type { Race, Viewer } from '../table/race.svelte'
import type { DueStage } from './stage.svelte'
import type { Choice, RiderId, View } from './types'

/** What is shown on the board. */
export const stageOf = (race: Race): DueStage => race.stage as DueStage

/** The position as it was when all was last shown. */
export const viewOf = (race: Race): View | null => race.stage.view as View | null

/** What a seat knows now. */
export const ownView = (viewer: Viewer): View | null => viewer.state.view as View | null

/** What a seat may choose now; nothing while something is still being shown. */
export function choicesOf(race: Race, viewer: Viewer): Choice[] {
  return race.stage.busy || viewer.pending ? [] : (viewer.state.choices as Choice[])
}

/** The choices that are about a rider; a helper's are about the sprinter he may help. */
export function choicesFor(choices: Choice[], rider: RiderId): Choice[] {
  return choices.filter(({ message }) => (message.sprinter ?? message.rider) === rider)
}
