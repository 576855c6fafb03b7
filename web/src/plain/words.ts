/** What the plain board says of any game. */

import { teamOf } from '../boards/teams'
import { t } from '../lib/i18n.svelte'
import { teamName } from '../lib/sentences'
import type { Result } from '../lib/types'

/** Who has won, in a sentence. */
export const wonText = ({ winner, seats }: Result): string =>
  t('table.won', { rider: teamName(teamOf(winner ?? seats[0] ?? 0)) })
