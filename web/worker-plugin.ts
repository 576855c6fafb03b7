/** Builds the service worker into one file beside the page, under a name that stays: browsers look for it there. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { OutputBundle } from 'rollup'
import { build, type Plugin } from 'vite'
import { CATALOGUE, needs } from './early-plugin'
import { FILES } from './src/pages'

const NAME = 'sw.js'
const LOBBY = FILES.lobby.replace('./', 'src/')
const BESIDE = ['icon.svg', 'icon-turn.svg', 'licences.json'] // what is not named by its content

export function worker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_, bundle) {
      const front = bundle['index.html']
      if (front?.type !== 'asset') return
      const page = String(front.source)
      const name = nameOf(bundle, page)
      front.source = page.replace('<html ', `<html data-build="${name}" `)
      this.emitFile({ type: 'asset', fileName: NAME, source: await built({ name, ...sorted(bundle, page) }) })
    },
  }
}

/** A build is known by its page and by the names of its files, which are those of their contents. */
function nameOf(bundle: OutputBundle, page: string): string {
  const digest = createHash('sha256').update(page)
  for (const file of Object.keys(bundle).sort()) digest.update(file)
  return digest.digest('hex').slice(0, 12)
}

/** The files of the app by what they are for: first what the page itself names, and what the lobby needs. */
function sorted(bundle: OutputBundle, page: string) {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const lobby = chunks.filter(({ moduleIds }) => moduleIds.some((id) => id.endsWith(LOBBY)))
  const begun = lobby.flatMap((chunk) => needs(chunk, bundle)).map((file) => `assets/${file}`)
  const first = new Set([...begun, ...Object.keys(bundle).filter((file) => page.includes(file))])
  const languages: Record<string, string[]> = {}
  for (const { fileName, moduleIds } of chunks) {
    const language = moduleIds.map((module) => CATALOGUE.exec(module)?.[1]).find(Boolean)
    if (language) languages[language] = [fileName]
  }
  const spoken = new Set(Object.values(languages).flat())
  const others = Object.keys(bundle).filter(
    (file) => file.startsWith('assets/') && !first.has(file) && !spoken.has(file),
  )
  const isFont = (file: string) => file.endsWith('.woff2')
  const rest = others.filter((file) => !isFont(file))
  return { first: [...first], rest: [...rest, ...BESIDE], fonts: others.filter(isFont), languages }
}

/** The worker with all that it imports, as a script that any browser runs. */
async function built(about: object): Promise<string> {
  const made = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { BUILD: JSON.stringify(about) },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rollupOptions: {
        input: join(import.meta.dirname, 'src/sw/worker.ts'),
        output: { format: 'iife', entryFileNames: NAME },
      },
    },
  })
  const found = [made].flat().flatMap((one) => ('output' in one ? one.output : []))
  const script = found.find((file) => file.type === 'chunk')
  if (!script) throw new Error('The service worker came to nothing.')
  return script.code
}
