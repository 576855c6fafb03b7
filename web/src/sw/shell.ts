/** The app's own files, kept by the build they belong to: whoever has a page open finds its files to the end. */
import { buildDrawer } from './names'

export const FRONT = './'
const PRECIOUS = ['slow-2g', '2g', '3g']

const FILES = new Set([BUILD.first, BUILD.rest, BUILD.fonts, ...Object.values(BUILD.languages)].flat())
const ANY = { ignoreVary: true }

const isNamedByContent = (file: string): boolean => file.startsWith('assets/')

export class Shell {
  private readonly place: string
  private readonly own: string

  constructor(private readonly scope: ServiceWorkerGlobalScope) {
    this.place = new URL(scope.registration.scope).pathname
    this.own = buildDrawer(this.place, BUILD.name)
  }

  /** Bring what no page does without; if the server has another build by now, that one's worker will come. */
  async install(): Promise<void> {
    const kept = await caches.open(this.own)
    const front = await fetch(FRONT, { cache: 'no-cache' })
    if (!(await front.clone().text()).includes(BUILD.name)) throw new Error('The server has another build.')
    await this.bring(BUILD.first)
    await kept.put(FRONT, front)
  }

  /** Keep files of this build; one that an older build had too is not fetched again. */
  async bring(files: string[], politely = false): Promise<void> {
    const kept = await caches.open(this.own)
    for (const file of files) {
      if (await kept.match(file)) continue
      const found =
        (isNamedByContent(file) && (await caches.match(file))) ||
        (await fetch(file, { priority: politely ? 'low' : 'auto' }))
      if (!found.ok) throw new Error(`${file} is not there.`)
      await kept.put(file, found)
    }
  }

  knows(file: string): boolean {
    return isNamedByContent(file) || FILES.has(file)
  }

  /** What pages have used may be an older build's; only what is ours is kept with ours. */
  async used(files: string[]): Promise<void> {
    await this.bring(files.filter((file) => FILES.has(file)))
  }

  /** What may be opened later. */
  async rest(language: string): Promise<void> {
    await this.bring([...BUILD.rest, ...(BUILD.languages[language] ?? [])], true)
  }

  /** The page itself. While it is the only one, it may be of the build that waits to take over. */
  async front(request: Request): Promise<Response> {
    const { waiting } = this.scope.registration
    if (waiting && (await this.scope.clients.matchAll({ type: 'window' })).length < 2) {
      const newer = await fetch(request).catch(() => null)
      if (newer?.ok) {
        waiting.postMessage({ type: 'take' })
        return newer
      }
    }
    return (await (await caches.open(this.own)).match(FRONT)) ?? fetch(request)
  }

  /** A file by its name, which is that of its content: of whichever build. */
  async file(request: Request): Promise<Response> {
    const own = await caches.open(this.own)
    const kept = (await own.match(request.url, ANY)) ?? (await caches.match(request.url, ANY))
    if (kept) return kept
    const found = await fetch(request)
    if (found.ok) await own.put(request.url, found.clone()).catch(() => undefined) // without room it is still shown
    return found
  }

  /** Builds that no open page is of make room, unless a newer one is about to take over. */
  async clear(): Promise<void> {
    const { installing, waiting } = this.scope.registration
    if (installing ?? waiting) return
    const { held = [] } = await this.scope.navigator.locks.query()
    const inUse = new Set([this.own, ...held.map(({ name }) => name)])
    const builds = (await caches.keys()).filter((name) => name.startsWith(buildDrawer(this.place, '')))
    await Promise.all(builds.filter((name) => !inUse.has(name)).map((name) => caches.delete(name)))
  }
}

/** Whether somebody pays or waits for what comes over their line. */
export function isPrecious({ connection }: WorkerNavigator & { connection?: Line }): boolean {
  return connection?.saveData === true || PRECIOUS.includes(connection?.effectiveType ?? '')
}

interface Line {
  saveData?: boolean
  effectiveType?: string
}
