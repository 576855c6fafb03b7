/** Lets the app import gettext catalogues: a .po file becomes a module of its sentences, and of which form goes with a number. */
import { po as gettext } from 'gettext-parser'
import type { Plugin } from 'vite'

/** A sentence, or what its forms count and the forms in their order. */
export type Entry = string | [counts: string, ...forms: string[]]

/** The sentences of a catalogue by their keys, without those of the terminal and of what the server sends. */
export function sentencesOf(catalogue: string): Record<string, Entry> {
  const sentences: Record<string, Entry> = {}
  for (const { msgid, msgid_plural: counts, msgstr } of Object.values(gettext.parse(catalogue).translations[''] ?? {}))
    if (msgid && !/^(cli|call)\./.test(msgid)) sentences[msgid] = counts ? [counts, ...msgstr] : (msgstr[0] ?? '')
  return sentences
}

/** The rule of a catalogue for its forms, as an expression in n. */
export function formOf(catalogue: string): string {
  const rule = /plural=([n0-9\s()?:%<>=!&|]+);/.exec(gettext.parse(catalogue).headers['Plural-Forms'] ?? '')?.[1]
  if (!rule) throw new Error('Plural-Forms: a catalogue says which form goes with n, such as plural=(n != 1);')
  return rule
}

export function po(): Plugin {
  return {
    name: 'gettext-catalogues',
    transform(code, id) {
      if (!id.endsWith('.po')) return null
      const module = `{ sentences: ${JSON.stringify(sentencesOf(code))}, form: (n) => Number(${formOf(code)}) }`
      return { code: `export default ${module};`, map: null }
    },
  }
}
