import { beforeEach, expect, test, vi } from 'vitest'

const [BEFORE, AFTER] = ['before'.padEnd(22, '_'), 'after'.padEnd(22, '_')]

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('localStorage', {
    getItem: () => JSON.stringify({ key: BEFORE, name: 'Ada' }),
    setItem: () => undefined,
  })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('location', { href: 'http://here/' })
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
})

/** Whose key the browser has once somebody has brought another, and whether that went wrong. */
async function became(fetch: () => Promise<Response>) {
  vi.stubGlobal('fetch', fetch)
  const { become } = await import('../src/you/become')
  const { session } = await import('../src/lib/session.svelte')
  const failed = await become(AFTER, true).then(
    () => false,
    () => true,
  )
  return { key: session.key, failed }
}

test('a key is kept until the other one has taken everything over', async () => {
  expect(await became(() => Promise.reject(new TypeError('offline')))).toEqual({ key: BEFORE, failed: true })
})

test('a key that was taken on stays', async () => {
  const me = { id: null, name: 'Ada', made: null, tables: [] }
  expect(await became(() => Promise.resolve(Response.json(me)))).toEqual({ key: AFTER, failed: false })
})
