/** What is fetched before the app is there to ask for it: it runs in the page, alone. */

/** The files of the reader's language, of the page that is opened, and of the game that is likely on it. */
export interface Files {
  languages: Record<string, string[]>
  pages: Record<string, string[]>
  games: Record<string, string[]>
}

declare global {
  interface Window {
    /** The line to the table that is opened, dialled before the app is there. */
    dialled?: WebSocket | undefined
  }
}

/** Fetch what will be asked for, and dial the table; `own` is where this script lies. */
export function early({ languages, pages, games }: Files, own: string): void {
  const kept = (what: string): string => {
    try {
      return localStorage.getItem(`gruppetto.${what}`) ?? ''
    } catch {
      return ''
    }
  }
  // Without its first script the page stays white: its build is gone, and once it is loaded anew.
  addEventListener(
    'error',
    ({ target }) => {
      const build = document.documentElement.dataset['build'] ?? ''
      if (!(target instanceof HTMLScriptElement) || sessionStorage.getItem('gruppetto.reloaded') === build) return
      sessionStorage.setItem('gruppetto.reloaded', build)
      location.reload()
    },
    true,
  )
  const spoken = [kept('language'), ...navigator.languages].map((code) => code.slice(0, 2).toLowerCase())
  const [page, table] = (location.hash.replace(/^#\/?/, '') || 'lobby').split('/')
  // A line stands only after two ways to the server and back; who is there says the app, when it has come.
  if (page === 'table' && table) {
    const address = new URL(`api/tables/${table}/ws`, location.href)
    address.protocol = address.protocol.replace('http', 'ws')
    address.hash = ''
    window.dialled = new WebSocket(address)
  }
  const game = page === 'table' ? (games[kept('game')] ?? games['flamme-rouge']) : undefined
  const files = [languages[spoken.find((code) => code in languages) ?? 'en'], pages[page ?? ''], game]
  for (const file of new Set(files.flatMap((some) => some ?? []))) {
    const link = document.createElement('link')
    if (file.endsWith('.css')) [link.rel, link.as] = ['preload', 'style']
    else link.rel = 'modulepreload'
    link.crossOrigin = ''
    link.href = new URL(file, own).href
    document.head.append(link)
  }
}
