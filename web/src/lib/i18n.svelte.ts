/** Sentences in the reader's language; English where a catalogue has not come yet. */
import english from '../locales/en.po'

export type Language = 'en' | 'pl' | 'it' | 'cs'
export type Params = Record<string, string | number>

/** Every language by the name its own speakers give it. */
export const LANGUAGES: Record<Language, string> = {
  en: 'English',
  pl: 'Polski',
  it: 'Italiano',
  cs: 'Čeština',
}

const KEPT = 'gruppetto.language'

const catalogues: Record<Exclude<Language, 'en'>, () => Promise<{ default: Record<string, string> }>> = {
  pl: () => import('../locales/pl.po'),
  it: () => import('../locales/it.po'),
  cs: () => import('../locales/cs.po'),
}

let current = $state.raw<{ language: Language; sentences: Record<string, string> }>({
  language: 'en',
  sentences: english,
})

/** The language now shown. */
export function language(): Language {
  return current.language
}

/** A sentence, with {names} filled in. */
export function t(key: string, params: Params = {}): string {
  const sentence = current.sentences[key] ?? english[key] ?? key
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole))
}

/** Whether the catalogue has a sentence for a key that is put together at run time. */
export function has(key: string): boolean {
  return key in english
}

/** Change the language; it is kept in this browser. */
export async function setLanguage(wanted: Language): Promise<void> {
  try {
    localStorage.setItem(KEPT, wanted)
  } catch {
    // A browser that keeps nothing still shows the language.
  }
  await show(wanted)
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

async function show(wanted: Language): Promise<void> {
  const sentences = wanted === 'en' ? english : (await catalogues[wanted]()).default
  current = { language: wanted, sentences }
  document.documentElement.lang = wanted
}

/** Resolves when the preferred language is shown. */
export const ready: Promise<void> =
  typeof navigator === 'undefined' ? Promise.resolve() : show(preferred()).catch(() => undefined)
