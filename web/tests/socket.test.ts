import { beforeEach, expect, test, vi } from 'vitest'
import type { Connection } from '../src/lib/socket'

/** A socket of which the test is the other side. */
class Wire {
  static readonly OPEN = 1
  static readonly CLOSED = 3
  static readonly CLOSING = 2
  static all: Wire[] = []
  readyState = 0
  sent: string[] = []
  onopen: (() => void) | null = null
  onmessage: ((message: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null

  constructor(readonly address: URL) {
    Wire.all.push(this)
  }
  send(words: string): void {
    this.sent.push(words)
  }
  close(): void {
    this.readyState = Wire.CLOSED
  }
  open(): void {
    this.readyState = Wire.OPEN
    this.onopen?.()
  }
  tell(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
  end(code: number): void {
    this.readyState = Wire.CLOSED
    this.onclose?.({ code })
  }
}

const SNAPSHOT = { type: 'snapshot', seat: 0, seq: 3, own: 1 }

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers() // no line of an earlier test dials again
  vi.clearAllTimers()
  Wire.all = []
  const nothing = () => undefined
  vi.stubGlobal('WebSocket', Wire)
  vi.stubGlobal('window', {})
  vi.stubGlobal('location', { href: 'http://here/#/table/t', protocol: 'http:' })
  vi.stubGlobal('addEventListener', nothing)
  vi.stubGlobal('document', { addEventListener: nothing, documentElement: { dataset: {} } })
  vi.stubGlobal('navigator', { languages: ['en'] })
})

async function dialled(ahead?: string) {
  const { Line, dialAhead } = await import('../src/lib/socket')
  if (ahead) {
    dialAhead(ahead)
    if (Wire.all[0]?.readyState === 0) Wire.all[0].open()
  }
  const said: Connection[] = []
  new Line({
    table: 't',
    seat: null,
    hear: () => undefined,
    connection: (connection) => said.push(connection),
    pending: () => undefined,
  })
  return said
}

test('whoever lagged behind comes again at once, and nothing is said to be lost', async () => {
  const said = await dialled()
  Wire.all[0]?.open()
  Wire.all[0]?.tell(SNAPSHOT)
  Wire.all[0]?.end(1013)
  expect(Wire.all).toHaveLength(2)
  expect(said).toEqual(['connecting', 'online', 'connecting'])
  Wire.all[1]?.end(1013) // it is the server that cannot be reached
  expect(Wire.all).toHaveLength(2)
  expect(said.at(-1)).toBe('lost')
})

test('a socket that was opened ahead of the page is the one that is used, if it leads there', async () => {
  await dialled('t')
  expect(Wire.all).toHaveLength(1)
  expect(Wire.all[0]?.sent[0]).toContain('hello')
})

test('a line that stands before the app is there is used, and greeted at once', async () => {
  const early = new Wire(new URL('ws://here/api/tables/t/ws'))
  early.readyState = Wire.OPEN
  vi.stubGlobal('window', { dialled: early })
  await dialled('t')
  expect(Wire.all).toHaveLength(1)
  expect(early.sent.map((said) => JSON.parse(said).type)).toEqual(['hello'])
})

test('a socket to another table is not', async () => {
  await dialled('u')
  expect(Wire.all).toHaveLength(2)
  expect(Wire.all[0]?.readyState).toBe(Wire.CLOSED) // or one would be there without looking
})

test('whoever is refused for the moment comes again, and others do not', async () => {
  const said = await dialled()
  Wire.all[0]?.end(4429)
  expect(said.at(-1)).toBe('lost')
  vi.advanceTimersByTime(1000)
  Wire.all[1]?.end(4409)
  expect(said.at(-1)).toBe('lost')
  vi.advanceTimersByTime(2000)
  Wire.all[2]?.end(4404)
  expect(said.at(-1)).toBe('refused')
})

test('whom the server no longer understands waits for another page', async () => {
  const { news } = await import('../src/lib/news.svelte')
  const said = await dialled()
  news.unfit = true
  Wire.all[0]?.end(4409)
  expect(said.at(-1)).toBe('refused')
})
