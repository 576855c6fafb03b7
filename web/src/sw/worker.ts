/** What stands between the app and the net: it runs beside all pages of the app, and after them. */
import { Answers } from './answers'
import type { Told } from './names'
import { listen } from './push'
import { isPrecious, Shell } from './shell'

declare const self: ServiceWorkerGlobalScope

const PLACE = new URL(self.registration.scope).pathname
const shell = new Shell(self)
const answers = new Answers(self)

self.addEventListener('install', (event) => event.waitUntil(shell.install()))

/** The first page of all is served by the worker from here on, so that what it looks at is kept. */
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin || !pathname.startsWith(PLACE)) return
  const path = pathname.slice(PLACE.length)
  if (request.mode === 'navigate') {
    if (!path) event.respondWith(shell.front(request))
  } else if (path.startsWith('assets/') || shell.knows(path)) event.respondWith(shell.file(request))
  else if (answers.keeps(path)) event.respondWith(answers.answer(request, path, (work) => event.waitUntil(work)))
})

self.addEventListener('message', (event) => {
  const told: Told = event.data
  switch (told.type) {
    case 'take':
      return event.waitUntil(self.skipWaiting())
    case 'used':
      return event.waitUntil(Promise.all([shell.used(told.files), answers.used(told.files)]))
    case 'rest':
      return event.waitUntil(rest(told.language))
  }
})

/** There is time: to clear up, and to bring what may be wanted later. */
async function rest(language: string): Promise<void> {
  await shell.clear()
  if (isPrecious(self.navigator)) return
  await shell.rest(language)
  await answers.bringRules(language)
}

listen(self)
