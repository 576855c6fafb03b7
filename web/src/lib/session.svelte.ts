/** What this browser keeps: seats' tokens, hosts' tokens, a name, and how things should look. */

export type Speed = 'slow' | 'normal' | 'fast' | 'instant'
export type Theme = 'auto' | 'light' | 'dark'

export interface MyTable {
  id: string
  title: string
  stage: string
  /** Seat number to its secret token. */
  seats: Record<string, string>
  host?: string
  /** When it was last opened, in milliseconds. */
  seen: number
}

interface Kept {
  name: string
  speed: Speed
  theme: Theme
  tables: Record<string, MyTable>
}

const KEY = 'gruppetto'
const MOST_TABLES = 60

function load(): Kept {
  const fresh: Kept = { name: '', speed: 'normal', theme: 'auto', tables: {} }
  try {
    const kept: Partial<Kept> = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return { ...fresh, ...kept, tables: kept.tables ?? {} }
  } catch {
    return fresh
  }
}

export const session = $state<Kept>(load())

function write(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(session))
  } catch {
    // A browser that keeps nothing still plays until it is closed.
  }
}

/** Write to the browser's storage; tables that other tabs have added are not lost. */
function save(): void {
  for (const [id, table] of Object.entries(load().tables)) session.tables[id] ??= table
  const kept = Object.values(session.tables).sort((a, b) => b.seen - a.seen)
  for (const old of kept.slice(MOST_TABLES)) delete session.tables[old.id]
  write()
}

addEventListener('storage', (event) => {
  if (event.key === KEY) Object.assign(session, load())
})

/** Change a preference and keep it: `prefer({speed: 'fast'})`. */
export function prefer(change: Partial<Pick<Kept, 'name' | 'speed' | 'theme'>>): void {
  Object.assign(session, change)
  save()
  if (change.theme) applyTheme()
}

function mine(id: string): MyTable {
  return (session.tables[id] ??= { id, title: '', stage: '', seats: {}, seen: Date.now() })
}

export function keepToken(id: string, seat: number, token: string): void {
  const table = mine(id)
  table.seats[String(seat)] = token
  table.seen = Date.now()
  save()
}

export function keepHost(id: string, token: string): void {
  mine(id).host = token
  save()
}

/** Remember what a table is called, if it is one of mine. */
export function keepTitle(id: string, title: string, stage: string): void {
  const table = session.tables[id]
  if (!table || (table.title === title && table.stage === stage)) return
  table.title = title
  table.stage = stage
  table.seen = Date.now()
  save()
}

export function forgetTable(id: string): void {
  delete session.tables[id]
  write()
}

export function tokensOf(id: string): Record<string, string> {
  return session.tables[id]?.seats ?? {}
}

export function hostOf(id: string): string | undefined {
  return session.tables[id]?.host
}

export function applyTheme(): void {
  const root = document.documentElement
  if (session.theme === 'auto') delete root.dataset.theme
  else root.dataset.theme = session.theme
}
