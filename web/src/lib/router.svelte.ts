/** Where in the page we are: everything is in the fragment, so no address with a secret is ever sent. */

import { keepToken } from './session.svelte'

export type Route =
  | { page: 'lobby' }
  | { page: 'about' }
  | { page: 'new'; game: string | null; stage: string | null; name: string }
  | { page: 'studio'; parts: string[] }
  | { page: 'join'; id: string; seat: number | null }
  | { page: 'wait'; id: string }
  | { page: 'table'; id: string }
  | { page: 'replay'; id: string; step: number | null }
  | { page: 'tv'; id: string }
  | { page: 'podium'; id: string }
  | { page: 'lost' }

function parse(hash: string): Route {
  const [page = '', id = '', third, fourth, fifth] = hash.replace(/^#\/?/, '').split('/').map(decoded)
  if (!page) return { page: 'lobby' }
  if (page === 'about') return { page }
  if (page === 'new') return { page, game: id || null, stage: third || null, name: fourth ?? '' }
  if (page === 'studio') return { page, parts: [id, third ?? '', fourth ?? ''] }
  if (!id) return { page: 'lost' }
  switch (page) {
    case 'join':
      return { page, id, seat: numbered(third) }
    case 'wait':
    case 'tv':
    case 'podium':
      return { page, id }
    case 'replay':
      return { page, id, step: numbered(third) }
    case 'table':
      if (third === 'seat' && fourth !== undefined && fifth) {
        keepToken(id, Number(fourth), fifth)
        history.replaceState(null, '', `#/table/${encodeURIComponent(id)}`)
      }
      return { page, id }
    default:
      return { page: 'lost' }
  }
}

const numbered = (part: string | undefined): number | null =>
  part !== undefined && /^\d+$/.test(part) ? Number(part) : null

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

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
