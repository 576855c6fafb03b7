/** Every sentence the page uses exists, in every language, with the same names to fill in. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sentencesOf } from '../po-plugin'

const SOURCE = join(__dirname, '..', 'src')
const LANGUAGES = ['en', 'pl', 'it', 'cs'] as const

const catalogues = Object.fromEntries(
  LANGUAGES.map((language) => [language, sentencesOf(readFileSync(join(SOURCE, 'locales', `${language}.po`), 'utf8'))]),
) as Record<(typeof LANGUAGES)[number], Record<string, string>>
const known = Object.keys(catalogues.en).sort()

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

const names = (sentence: string): string[] => [...new Set(sentence.match(/\{\w+\}/g) ?? [])].sort()

describe('catalogues', () => {
  const { keys, beginnings } = used()

  it('have every key that the source uses', () => {
    expect([...keys].filter(([key]) => !(key in catalogues.en)).map(([key, file]) => `${file}: ${key}`)).toEqual([])
  })

  it('have keys for every beginning that the source completes', () => {
    const empty = [...beginnings].filter(([start]) => !start || !known.some((key) => key.startsWith(start)))
    expect(empty.map(([start, file]) => `${file}: ${start}…`)).toEqual([])
  })

  it.each(LANGUAGES)('%s has the same keys as English', (language) => {
    expect(Object.keys(catalogues[language]).sort()).toEqual(known)
  })

  it.each(LANGUAGES)('%s fills in the same names as English', (language) => {
    const different = known.filter(
      (key) => String(names(catalogues[language][key] ?? '')) !== String(names(catalogues.en[key] ?? '')),
    )
    expect(different).toEqual([])
  })

  it('can tell every refusal of the server', () => {
    const server = join(__dirname, '..', '..', 'src', 'gruppetto', 'server')
    const kinds = readdirSync(server)
      .filter((file) => file.endsWith('.py'))
      .flatMap((file) => [...readFileSync(join(server, file), 'utf8').matchAll(/Refused\(\s*\d+,\s*"(\w+)"/g)])
      .map(([, kind]) => `fault.${kind}`)
    expect(kinds.length).toBeGreaterThan(10)
    expect(kinds.filter((key) => !(key in catalogues.en))).toEqual([])
  })

  it('have no key twice', () => {
    for (const language of LANGUAGES) {
      const text = readFileSync(join(SOURCE, 'locales', `${language}.po`), 'utf8')
      const all = [...text.matchAll(/^msgid "(.+)"$/gm)].map(([, key]) => key)
      expect(all.filter((key, index) => all.indexOf(key) !== index)).toEqual([])
    }
  })
})
