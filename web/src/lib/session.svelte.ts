/** What this browser keeps: a key that says who one is, a name, and how things should look. */

import { isKey, randomKey } from './key'

export type Speed = 'slow' | 'normal' | 'fast' | 'instant'
export type Theme = 'auto' | 'light' | 'dark'

interface Kept {
  key: string
  name: string
  speed: Speed
  theme: Theme
  sound: boolean
  botsSpeak: boolean
  /** Tables of mine that I do not want to see in the list. */
  hidden: string[]
  /** Secrets of seats and hosts from before there were keys, until the server has taken them over. */
  former: string[]
}

/** What browsers kept of a table before there were keys. */
interface Before {
  tables?: Record<string, { seats?: Record<string, string>; host?: string }>
}

const KEY = 'gruppetto'
const MOST_HIDDEN = 200

function load(): Kept {
  const fresh: Kept = {
    key: '',
    name: '',
    speed: 'normal',
    theme: 'auto',
    sound: false,
    botsSpeak: true,
    hidden: [],
    former: [],
  }
  try {
    const { tables = {}, ...kept }: Partial<Kept> & Before = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    const former = Object.values(tables).flatMap(({ seats = {}, host }) => [...Object.values(seats), host ?? []].flat())
    return { ...fresh, ...kept, former: [...(kept.former ?? []), ...former] }
  } catch {
    return fresh
  }
}

export const session = $state<Kept>(load())
if (!isKey(session.key)) {
  session.key = randomKey()
  save()
}

function save(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(session))
  } catch {
    // A browser that keeps nothing still plays until it is closed.
  }
}

addEventListener('storage', (event) => {
  if (event.key === KEY && event.newValue) Object.assign(session, load())
})

/** Change something and keep it: `prefer({speed: 'fast'})`. */
export function prefer(change: Partial<Kept>): void {
  Object.assign(session, change)
  save()
}

/** Be somebody new in this browser. */
export function forgetMe(): void {
  prefer({ key: randomKey(), name: '', hidden: [], former: [] })
}

export function hideTable(id: string): void {
  prefer({ hidden: [id, ...session.hidden].slice(0, MOST_HIDDEN) })
}

/** The window of an installed app has the colour of its paper: the system's choice, or one's own. */
function colourWindow(): void {
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const own = meta.dataset['theme']
    meta.media = session.theme === 'auto' ? `(prefers-color-scheme: ${own})` : session.theme === own ? 'all' : 'not all'
  }
}

/** Show the theme that is wanted. */
export function applyTheme(): void {
  const root = document.documentElement
  if (session.theme === 'auto') delete root.dataset.theme
  else root.dataset.theme = session.theme
  colourWindow()
}
