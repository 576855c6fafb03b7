/** Lets the app import gettext catalogues: a .po file becomes a module of its sentences by key. */
import { po as gettext } from 'gettext-parser'
import type { Plugin } from 'vite'

export function sentencesOf(catalogue: string): Record<string, string> {
  const sentences: Record<string, string> = {}
  for (const entry of Object.values(gettext.parse(catalogue).translations[''] ?? {})) {
    const text = entry.msgstr[0]
    if (entry.msgid && text) sentences[entry.msgid] = text
  }
  return sentences
}

export function po(): Plugin {
  return {
    name: 'gettext-catalogues',
    transform(code, id) {
      if (!id.endsWith('.po')) return null
      return { code: `export default ${JSON.stringify(sentencesOf(code))};`, map: null }
    },
  }
}
