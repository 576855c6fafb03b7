/** Every sentence the page asks for exists, and counts as its language does. That all languages agree, Python tests. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { formOf, sentencesOf } from '../po-plugin'
import { setLanguage, t } from '../src/lib/i18n.svelte'

const SOURCE = join(__dirname, '..', 'src')
const PACKAGE = join(__dirname, '..', '..', 'src', 'gruppetto')

const catalogue = (language: string): string => readFileSync(join(PACKAGE, 'locales', `${language}.po`), 'utf8')
const english = sentencesOf(catalogue('en'))
const known = Object.keys(english)

/** Keys in the source: whole ones, and the beginnings of those put together at run time. */
function used(): { keys: Map<string, string>; beginnings: Map<string, string> } {
  const keys = new Map<string, string>()
  const beginnings = new Map<string, string>()
  for (const entry of readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(svelte|ts)$/.test(entry)) continue
    const text = readFileSync(join(SOURCE, entry), 'utf8')
    for (const [, key = ''] of text.matchAll(/\bt\(\s*['"]([^'"]+)['"]/g)) keys.set(key, entry)
    for (const [, whole = ''] of text.matchAll(/\bt\(\s*`([^`]+)`/g)) {
      const [beginning = '', ...rest] = whole.split('${')
      if (rest.length) beginnings.set(beginning, entry)
      else keys.set(whole, entry)
    }
  }
  return { keys, beginnings }
}

describe('the catalogue', () => {
  const { keys, beginnings } = used()

  it('has every key that the source uses', () => {
    expect([...keys].filter(([key]) => !(key in english)).map(([key, file]) => `${file}: ${key}`)).toEqual([])
  })

  it('has keys for every beginning that the source completes', () => {
    const empty = [...beginnings].filter(([start]) => !start || !known.some((key) => key.startsWith(start)))
    expect(empty.map(([start, file]) => `${file}: ${start}…`)).toEqual([])
  })

  it('leaves the words of the terminal to the terminal', () => {
    expect(catalogue('en')).toContain('msgid "cli.')
    expect(known.filter((key) => key.startsWith('cli.'))).toEqual([])
  })

  it('can tell every refusal of the server', () => {
    const server = join(PACKAGE, 'server')
    const kinds = readdirSync(server)
      .filter((file) => file.endsWith('.py'))
      .flatMap((file) => [...readFileSync(join(server, file), 'utf8').matchAll(/Refused\(\s*\d+,\s*"(\w+)"/g)])
      .map(([, kind]) => `fault.${kind}`)
    expect(kinds.length).toBeGreaterThan(10)
    expect(kinds.filter((key) => !(key in english))).toEqual([])
  })

  it('is refused when it does not say how its language counts', () => {
    expect(() => formOf('msgid ""\nmsgstr "Plural-Forms: nplurals=1; plural=alert(1);"\n')).toThrow('plural=(n != 1)')
  })
})

describe('a number', () => {
  const cards = (count: number): string => t('table.cards_left', { cards: count })

  it('picks the form of its noun', async () => {
    vi.stubGlobal('document', { documentElement: {} })
    expect([0, 1, 2].map(cards)).toEqual(['0 cards', '1 card', '2 cards'])
    await setLanguage('pl')
    expect([1, 3, 5, 12, 22].map(cards)).toEqual(['1 karta', '3 karty', '5 kart', '12 kart', '22 karty'])
    await setLanguage('cs')
    expect([1, 3, 5, 22].map(cards)).toEqual(['1 karta', '3 karty', '5 karet', '22 karet'])
    await setLanguage('it')
    expect([1, 2].map(cards)).toEqual(['1 carta', '2 carte'])
    await setLanguage('en')
  })

  it('is counted inside a sentence that has several', () => {
    expect(t('due.purse', { tokens: 1, special: 2 })).toBe('1 base token, 2 special tokens')
  })
})
