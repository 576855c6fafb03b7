/**
 * Puts a small script into the page that fetches at once what this reader will need: no file waits for another. It runs
 * before the app's first file can fail, because it is there to notice that.
 */
import { basename } from 'node:path'
import type { OutputBundle, OutputChunk } from 'rollup'
import type { Plugin } from 'vite'
import { early, type Files } from './early'
import { FILES } from './src/pages'

export const CATALOGUE = /locales\/(\w\w)\.po$/
const KIT = /src\/([\w-]+)\/kit\.ts$/
const FOLDERS: Record<string, string> = { tour: 'flamme-rouge-tour' }

export function fetchedEarly(): Plugin {
  return {
    name: 'fetched-early',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const front = bundle['index.html']
      if (front?.type !== 'asset') return
      const script = `(${early.toString()})(${JSON.stringify(filesOf(bundle))},document.currentScript.src)`
      const name = this.getFileName(this.emitFile({ type: 'asset', name: 'early.js', source: script }))
      front.source = String(front.source).replace('<script', `<script src="./${name}"></script>\n    <script`)
    },
  }
}

function filesOf(bundle: OutputBundle): Files {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const files: Files = { languages: {}, pages: {}, games: {} }
  const first = new Set(chunks.filter(({ isEntry }) => isEntry).flatMap((chunk) => needs(chunk, bundle)))
  for (const chunk of chunks) {
    const own = needs(chunk, bundle).filter((file) => !first.has(file))
    for (const module of chunk.moduleIds) {
      const language = CATALOGUE.exec(module)?.[1]
      if (language) files.languages[language] = own
      const folder = KIT.exec(module)?.[1]
      if (folder) files.games[FOLDERS[folder] ?? folder] = own
      for (const [page, file] of Object.entries(FILES))
        if (file && module.endsWith(file.replace('./', 'src/'))) files.pages[page] = own
    }
  }
  return files
}

/** A file with all that it imports, and the styles of each. */
export function needs(chunk: OutputChunk, bundle: OutputBundle, known = new Set<string>()): string[] {
  if (known.has(chunk.fileName)) return []
  known.add(chunk.fileName)
  const imported = chunk.imports.flatMap((name) => {
    const found = bundle[name]
    return found?.type === 'chunk' ? needs(found, bundle, known) : []
  })
  const styles = [...(chunk.viteMetadata?.importedCss ?? [])].map((path) => basename(path))
  return [basename(chunk.fileName), ...styles, ...imported]
}
