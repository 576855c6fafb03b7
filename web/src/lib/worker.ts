/** The worker beside the pages: it is taken on once the first page is shown, and lies where the app lies. */
import { buildDrawer, type Told } from '../sw/names'
import { language } from './i18n.svelte'
import { news } from './news.svelte'
import { BUILD, PLACE } from './place'
import { look } from './reach.svelte'

const LOOK_MS = 30 * 60_000
/** A page that has been open for so long is read in peace: there is time for what may be opened later. */
const PEACE_MS = 30_000
const TAKEN_MS = 4000
const RELOADED = 'gruppetto.reloaded'

const workers = 'serviceWorker' in navigator && BUILD ? navigator.serviceWorker : undefined
let taking = false

/** Take the worker on; a browser that knows none, or lets none in, does without. */
export async function enrol(): Promise<void> {
  const registration = await workers?.register('sw.js').catch(() => undefined)
  if (!workers || !registration) return
  registration.addEventListener('updatefound', () => follow(registration))
  follow(registration)
  setInterval(() => void lookForNewer(), LOOK_MS)
  addEventListener('online', () => void lookForNewer())
  document.addEventListener('visibilitychange', () => document.hidden || void lookForNewer())
  const { active } = await workers.ready
  tell(active, { type: 'used', files: filesUsed() })
  setTimeout(() => tell(workers.controller, { type: 'rest', language: language() }), PEACE_MS)
}

/** As long as this page is open, nobody clears away the files of its build. */
export function stayOnBuild(): void {
  if (!workers || !('locks' in navigator)) return
  const open = () => new Promise(() => {})
  void navigator.locks.request(buildDrawer(PLACE, BUILD), { mode: 'shared' }, open)
  let had = workers.controller !== null
  workers.addEventListener('controllerchange', () => {
    if (taking) location.reload()
    else if (had) news.newer = true
    had = true
  })
}

/** Ask whether the server has a newer build. */
export async function lookForNewer(): Promise<void> {
  const registration = await workers?.getRegistration()
  await registration?.update().catch(() => undefined)
}

/** Load the newer build; decisions that are on their way are kept by their tables and sent again. */
export async function take(): Promise<void> {
  const waiting = (await workers?.getRegistration())?.waiting
  if (!waiting) return location.reload()
  taking = true
  tell(waiting, { type: 'take' })
  setTimeout(() => location.reload(), TAKEN_MS)
}

/** Load what fits the server, whatever is kept here. */
export async function renew(): Promise<void> {
  await lookForNewer()
  const registration = await workers?.getRegistration()
  if (registration?.installing) await installed(registration.installing)
  if (!registration?.waiting) await forgetBuild()
  await take()
}

/** A file of this build is no longer there: the page is loaded once more, and not again and again. */
export async function recover(): Promise<void> {
  if (!(await look())) return
  try {
    if (sessionStorage.getItem(RELOADED) === BUILD) return
    sessionStorage.setItem(RELOADED, BUILD)
  } catch {
    return // it could not be told whether this is the first time
  }
  await renew()
}

function follow(registration: ServiceWorkerRegistration): void {
  const see = () => {
    if (registration.active && registration.waiting) news.newer = true
  }
  see()
  registration.installing?.addEventListener('statechange', see)
}

async function installed(worker: ServiceWorker): Promise<void> {
  while (worker.state === 'installing')
    await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }))
}

async function forgetBuild(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(buildDrawer(PLACE, BUILD)).catch(() => false)
}

function tell(worker: ServiceWorker | null, told: Told): void {
  worker?.postMessage(told)
}

/** What this page has fetched, as the app names it. */
function filesUsed(): string[] {
  const here = `${location.origin}${PLACE}`
  const names = performance.getEntriesByType('resource').map(({ name }) => name)
  return names.filter((name) => name.startsWith(here)).map((name) => name.slice(here.length))
}
