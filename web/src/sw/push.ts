/** What a browser shows when the server calls somebody to a table, and what a tap on it opens. */

interface Told {
  title: string
  body: string
  table: string
  /** Where it goes on, as a fragment of the app's address. */
  page: string
}

/** Listen for what the server pushes, and for a tap on it. */
export function listen(scope: ServiceWorkerGlobalScope): void {
  scope.addEventListener('push', (event) => {
    if (event.data) event.waitUntil(show(scope, event.data.json()))
  })
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(scope, String(event.notification.data)))
  })
}

/** A table has one notice at a time; a later one takes its place. */
async function show(scope: ServiceWorkerGlobalScope, { title, body, table, page }: Told): Promise<void> {
  const { scope: home } = scope.registration
  await scope.registration.showNotification(title, {
    body,
    tag: table,
    data: page,
    icon: new URL('icons/192.png', home).href,
  })
  if ('setAppBadge' in scope.navigator) await scope.navigator.setAppBadge().catch(() => undefined)
}

/** The table in a page that is open already, the one that shows it if there is one; else in a new one. */
async function open(scope: ServiceWorkerGlobalScope, page: string): Promise<void> {
  const address = new URL(page, scope.registration.scope).href
  const pages = await scope.clients.matchAll({ type: 'window' })
  const found = pages.find(({ url }) => url === address) ?? pages[0]
  if (!found) return void (await scope.clients.openWindow(address))
  const shown = found.url === address ? found : await found.navigate(address)
  await shown?.focus()
}
