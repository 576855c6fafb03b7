/** A table of Due Ruote, as its own parts know it. */

import { own } from '../boards/own'
import type { Race, Viewer } from '../table/race.svelte'
import { DueStage } from './stage.svelte'
import type { Choice, RiderId, View } from './types'

/** What is shown on the board. */
export const stageOf = (race: Race): DueStage => own(race.stage, DueStage)

/** The position as it was when all was last shown. */
export const viewOf = (race: Race): View | null => stageOf(race).view

/** What a seat knows now. */
export const ownView = (viewer: Viewer): View | null => (viewer.state.game === 'due-ruote' ? viewer.state.view : null)

/** What a seat may choose now; nothing while something is still being shown. */
export function choicesOf(race: Race, viewer: Viewer): Choice[] {
  return race.stage.busy || viewer.pending || viewer.state.game !== 'due-ruote' ? [] : viewer.state.choices
}

/** The choices that are about a rider; a helper's are about the sprinter he may help. */
export function choicesFor(choices: Choice[], rider: RiderId): Choice[] {
  return choices.filter(({ message }) => (message.sprinter ?? message.rider) === rider)
}
