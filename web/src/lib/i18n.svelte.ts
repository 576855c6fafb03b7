/** Sentences in the reader's language, from the catalogues that the terminal reads too; only theirs is fetched. */
import type { Entry } from '../../po-plugin'
import { latest } from './latest'

export type Language = 'en' | 'pl' | 'it' | 'cs'
export type Params = Record<string, string | number>

/** The sentences of a language by their keys, and which of their forms goes with a number. */
export interface Catalogue {
  sentences: Record<string, Entry>
  form: (n: number) => number
}

/** Every language by the name its own speakers give it. */
export const LANGUAGES: Record<Language, string> = {
  en: 'English',
  pl: 'Polski',
  it: 'Italiano',
  cs: 'Čeština',
}

const KEPT = 'gruppetto.language'

const catalogues: Record<Language, () => Promise<{ default: Catalogue }>> = {
  en: () => import('../../../src/gruppetto/locales/en.po'),
  pl: () => import('../../../src/gruppetto/locales/pl.po'),
  it: () => import('../../../src/gruppetto/locales/it.po'),
  cs: () => import('../../../src/gruppetto/locales/cs.po'),
}

const NOTHING: Catalogue = { sentences: {}, form: () => 0 }

let current = $state.raw<{ language: Language; catalogue: Catalogue }>({ language: 'en', catalogue: NOTHING })

/** The language now shown. */
export function language(): Language {
  return current.language
}

/** A sentence, with {names} filled in; {name:key} by the sentence that counts them. */
export function t(key: string, params: Params = {}): string {
  return sentenceOf(key, params).replace(/\{(\w+)(?::([\w.-]+))?\}/g, (whole, name: string, counted?: string) => {
    const value = params[name]
    if (value === undefined) return whole
    return counted ? t(counted, { n: value }) : String(value)
  })
}

/** A sentence in the form that goes with the number it counts. */
function sentenceOf(key: string, params: Params): string {
  const { sentences, form } = current.catalogue
  const entry = sentences[key] ?? key
  if (typeof entry === 'string') return entry
  const [counts, ...forms] = entry
  return forms[form(Math.abs(Number(params[counts])))] ?? key
}

/** Whether the catalogue has a sentence for a key that is put together at run time. */
export function has(key: string): boolean {
  return key in current.catalogue.sentences
}

/** Change the language; it is kept in this browser. */
export async function setLanguage(wanted: Language): Promise<void> {
  await show(wanted)
  try {
    localStorage.setItem(KEPT, wanted)
  } catch {
    // A browser that keeps nothing still shows the language.
  }
}

/** A language by its code, if we speak it. */
export function spoken(code: string): Language | undefined {
  const isOurs = (wanted: string): wanted is Language => wanted in LANGUAGES
  return isOurs(code) ? code : undefined
}

/** The language kept in this browser, or the first of the browser's own that we speak. */
function preferred(): Language {
  for (const wish of [kept(), ...navigator.languages]) {
    const found = spoken(wish.slice(0, 2).toLowerCase())
    if (found) return found
  }
  return 'en'
}

function kept(): string {
  try {
    return localStorage.getItem(KEPT) ?? ''
  } catch {
    return ''
  }
}

const newest = latest()

async function show(wanted: Language): Promise<void> {
  const { default: catalogue } = await newest(catalogues[wanted]())
  current = { language: wanted, catalogue }
  if (typeof document !== 'undefined') document.documentElement.lang = wanted
}

/** Resolves when the preferred language is known, or English where it cannot be fetched. */
export const ready: Promise<void> = show(preferred()).catch(() => show('en'))
