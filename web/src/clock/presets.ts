/** Clocks that are ready-made, before one sets up one's own. */
import { DAY, MINUTE } from '../lib/time'
import type { Clock } from '../lib/types'

export const PRESETS = {
  none: null,
  quick: { each: 'race', seconds: 10 * MINUTE, increment: 5, at_zero: 'bot' },
  calm: { each: 'race', seconds: 30 * MINUTE, increment: 15, at_zero: 'bot' },
  days: { each: 'decision', seconds: 3 * DAY, increment: 0, at_zero: 'bot' },
} satisfies Record<string, Clock | null>
