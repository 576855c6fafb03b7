/** A moment of a finished race as a table of its own: drawn by the same boards, decided by nobody but the reader. */

import type { Dial } from '../lib/socket'
import type { Snapshot } from '../lib/types'
import { Race } from '../table/race.svelte'

/** No decision has this number: what plays quickly at a table waits for the reader here. */
const NOT_AT_ONCE = -1

/** The race as its player saw it then; a choice is told to whoever asked, and there is none where nobody did. */
export function again(id: string, snapshot: Snapshot, onchoose?: (code: number) => void): Race {
  const seen = onchoose ? snapshot : { ...snapshot, choices: [] }
  const dial: Dial = ({ hear, connection }) => {
    queueMicrotask(() => {
      connection('online')
      hear({ ...seen, own: NOT_AT_ONCE })
    })
    return { decide: (_, code) => onchoose?.(code), say: () => false, react: () => false, close: () => undefined }
  }
  return new Race(id, { dial })
}
