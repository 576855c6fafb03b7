/** Whether the server can be reached: as its answers tell, and once they stay away, as it is asked again and again. */

const AGAIN_MS = 3000

let away = $state(false)
let heard = $state(0)
let failed = $state(0)
let lastMissed = 0
let timer: ReturnType<typeof setTimeout> | undefined

export const reach = {
  /** Nobody answers; what is shown was kept. */
  get away(): boolean {
    return away
  },
  /** How often the server has answered. */
  get heard(): number {
    return heard
  },
  /** How often something was asked in vain: nothing of it was kept either. */
  get failed(): number {
    return failed
  },
}

/** The server has answered what was asked then; if somebody was asked in vain since, that says nothing of now. */
export function answered(asked = performance.now()): void {
  if (asked < lastMissed) return
  clearTimeout(timer)
  heard += 1
  away = false
}

/** Only what is kept in this browser has answered. */
export function unanswered(): void {
  away = true
  lastMissed = performance.now()
  clearTimeout(timer)
  timer = setTimeout(() => void look(), AGAIN_MS)
}

/** Nobody has answered at all. */
export function askedInVain(): void {
  failed += 1
  unanswered()
}

/** Whether anybody is there. */
export async function look(): Promise<boolean> {
  const asked = performance.now()
  const answer = await fetch('api/health').catch(() => null)
  if (answer?.ok) answered(asked)
  else unanswered()
  return answer?.ok ?? false
}

addEventListener('online', () => void look())
addEventListener('offline', () => void look()) // a server on this very machine is still there
