/** What the server has answered and may be shown without it: nothing private, nothing that still goes on. */
import { drawer, KEPT, RACES } from './names'

interface Kind {
  name: string
  path: RegExp
  /** How many of the things that the path names are kept; the one that was fetched longest ago goes first. */
  most: number
  /** Whether an answer will not change. */
  lasts?: (answer: Response) => Promise<boolean>
}

const GONE = [404, 410]

const KINDS: Kind[] = [
  { name: 'games', path: /^api\/((?:games|players|lessons)(?:\/.*)?)$/, most: 300 },
  { name: 'puzzles', path: /^api\/puzzles\/([\w-]+(?:\/[\w-]+)?)(?:\/.*)?$/, most: 60 },
  { name: RACES, path: /^api\/tables\/([\w-]+)(?:\/story|\/review|\/moments\/\d+)?$/, most: 20, lasts: isOver },
]

const withoutQuery = (address: string) => address.replace(/\?.*/, '')

/** What the worker has to know of rules. */
interface Rules {
  language: string
  blocks: { kind: string; name?: string }[]
}

/** A table is kept once its race is over; all else that is asked of one exists only then. */
async function isOver(answer: Response): Promise<boolean> {
  const told: { status?: string } = await answer.json()
  return told.status === undefined || told.status === 'over'
}

export class Answers {
  private readonly place: string

  constructor(scope: ServiceWorkerGlobalScope) {
    this.place = new URL(scope.registration.scope).pathname
  }

  /** Whether an answer may be kept, by the path it is asked at. */
  keeps(path: string): boolean {
    return KINDS.some((kind) => kind.path.test(path))
  }

  /** The server's answer, or what it last was where the server cannot be reached. */
  async answer(request: Request, path: string, later: (work: Promise<void>) => void): Promise<Response> {
    const kind = KINDS.find((one) => one.path.test(path))
    const found = await fetch(request).catch(() => null)
    if (!kind) return found ?? Response.error()
    if (found && found.status < 500) {
      if (found.ok) later(this.keep(kind, request.url, found.clone()))
      if (GONE.includes(found.status)) later(this.forget(kind, request.url))
      return found
    }
    const kept = await (await this.open(kind)).match(request.url, { ignoreVary: true })
    return kept ? marked(kept) : (found ?? Response.error())
  }

  /** What a page has asked before the worker was there. */
  async used(asked: string[]): Promise<void> {
    for (const one of new Set(asked)) if (this.keeps(withoutQuery(one))) await this.brought(one)
  }

  /** The rules of every game in a language, with their drawings. */
  async bringRules(language: string): Promise<void> {
    const games: { id: string }[] = await this.brought('api/games')
    for (const { id } of games) {
      const rules = `api/games/${encodeURIComponent(id)}/rules`
      const told: Rules = await this.brought(`${rules}?language=${language}`)
      const drawings = told.blocks.flatMap(({ kind, name }) => (kind === 'drawing' && name ? [name] : []))
      for (const name of new Set(drawings))
        await this.brought(`${rules}/${encodeURIComponent(name)}?language=${told.language}`)
    }
  }

  /** An answer fetched and kept before anybody asks for it; as a document, if it is one. */
  private async brought(path: string): ReturnType<Response['json']> {
    const request = new Request(path, { priority: 'low' })
    const kept: Promise<void>[] = []
    const answer = await this.answer(request, withoutQuery(path), (work) => void kept.push(work))
    const told = await answer.json().catch(() => null)
    await Promise.all(kept)
    return told
  }

  /** Without the headers it was asked with, since those say who asked. */
  private async keep(kind: Kind, url: string, answer: Response): Promise<void> {
    if (kind.lasts && !(await kind.lasts(answer.clone()))) return
    const kept = await this.open(kind)
    await kept.put(url, answer)
    const newest = [...(await kept.keys())].reverse()
    const things = new Set(newest.map((one) => this.thing(kind, one)))
    const gone = [...things].slice(kind.most)
    await Promise.all(newest.filter((one) => gone.includes(this.thing(kind, one))).map((one) => kept.delete(one)))
  }

  /** What the server no longer has is not told any more. */
  private async forget(kind: Kind, url: string): Promise<void> {
    await (await this.open(kind)).delete(url)
  }

  /** What an answer is about: a race, a puzzle, or itself. */
  private thing(kind: Kind, { url }: Request): string {
    const { pathname, search } = new URL(url)
    const about = kind.path.exec(pathname.slice(this.place.length))?.[1] ?? pathname
    return about + search
  }

  private open(kind: Kind): Promise<Cache> {
    return caches.open(drawer(this.place, kind.name))
  }
}

/** The same answer, with a mark that it is not from now. */
function marked(answer: Response): Response {
  const headers = new Headers(answer.headers)
  headers.set(KEPT, '1')
  return new Response(answer.body, { headers })
}
