/** Where in the page we are: everything is in the fragment, so no address with a secret is ever sent. */

export type Route =
  | { page: 'lobby' }
  | { page: 'about' }
  | { page: 'rules' }
  | { page: 'you' }
  | { page: 'races' }
  | { page: 'ladder'; game: string; rider: string | null }
  | { page: 'hello'; code: string; pad: string; then: string }
  | { page: 'mail'; what: 'confirm' | 'leave'; code: string }
  | { page: 'new'; game: string | null; stage: string | null; name: string }
  | { page: 'studio'; parts: string[] }
  | { page: 'join'; id: string; seat: number | null }
  | { page: 'wait'; id: string }
  | { page: 'table'; id: string }
  | { page: 'replay'; id: string; step: number | null }
  | { page: 'tv'; id: string }
  | { page: 'podium'; id: string }
  | { page: 'film'; id: string }
  | { page: 'learn'; id: string; seat: number | null }
  | { page: 'puzzle'; game: string; id: string }
  | { page: 'clubs' }
  | { page: 'club' | 'invited' | 'league' | 'new-league'; id: string }
  | { page: 'day'; day: string }
  | { page: 'lost' }

function parse(hash: string): Route {
  const [page = '', id = '', third, fourth, fifth] = hash.replace(/^#\/?/, '').split('/').map(decoded)
  if (!page) return { page: 'lobby' }
  if (page === 'about' || page === 'rules') return { page }
  if (page === 'you' || page === 'races' || page === 'clubs') return { page }
  if (page === 'hello') return hello(id, third ?? '', [fourth, fifth])
  if (page === 'new') return { page, game: id || null, stage: third || null, name: fourth ?? '' }
  if (page === 'day') return { page, day: id || 'today' }
  if (page === 'studio') return { page, parts: [id, third ?? '', fourth ?? ''] }
  if (page === 'mail' && third && (id === 'confirm' || id === 'leave')) return { page, what: id, code: third }
  if (!id) return { page: 'lost' }
  switch (page) {
    case 'join':
      return { page, id, seat: numbered(third) }
    case 'wait':
    case 'tv':
    case 'podium':
    case 'film':
    case 'club':
    case 'invited':
    case 'league':
    case 'new-league':
      return { page, id }
    case 'ladder':
      return { page, game: id, rider: third || null }
    case 'puzzle':
      return third ? { page, game: id, id: third } : { page: 'lost' }
    case 'learn':
      return { page, id, seat: numbered(third) }
    case 'replay':
      return { page, id, step: numbered(third) }
    case 'table':
      return { page, id }
    default:
      return { page: 'lost' }
  }
}

/** A key comes from another device: at once out of the address, and of what the browser remembers of it. */
function hello(code: string, pad: string, [page, id]: (string | undefined)[]): Route {
  history.replaceState(null, '', '#/hello')
  return { page: 'hello', code, pad, then: page && id ? `#/${page}/${quoted(id)}` : '#/you' }
}

const quoted = encodeURIComponent
const numbered = (part: string | undefined): number | null =>
  part !== undefined && /^\d+$/.test(part) ? Number(part) : null

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** A link that was shared names its race before the fragment, where those who show links can read it. */
function followShared(): void {
  const race = new URLSearchParams(location.search).get('race')
  if (race) history.replaceState(null, '', `${location.pathname}${location.hash || `#/podium/${quoted(race)}`}`)
}

followShared()

let current = $state<Route>(parse(location.hash))

addEventListener('hashchange', () => {
  current = parse(location.hash)
})

export const router = {
  get route(): Route {
    return current
  },
}

/** Go to a page: `go('#/table/abc')`; replace leaves no step to come back to. */
export function go(hash: string, options: { replace?: boolean } = {}): void {
  if (options.replace) {
    history.replaceState(null, '', hash)
    current = parse(hash)
  } else {
    location.hash = hash
  }
}
