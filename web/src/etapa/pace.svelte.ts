/** How much of the routine this browser plays by itself. */

import { known } from '../lib/known'
import { PACES, type Pace } from './quick'

const KEPT = 'gruppetto.etapa.pace'

function kept(): Pace {
  try {
    return known(PACES, localStorage.getItem(KEPT)) ?? 'ask'
  } catch {
    return 'ask'
  }
}

export const quick = $state<{ pace: Pace }>({ pace: kept() })

/** Change the pace and keep it. */
export function setPace(pace: Pace): void {
  quick.pace = pace
  try {
    localStorage.setItem(KEPT, pace)
  } catch {
    // A browser that keeps nothing still plays at this pace until it is closed.
  }
}
