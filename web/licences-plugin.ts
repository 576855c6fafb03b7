/** Puts the licences of all that is bundled, fonts and scripts, beside the app: a file of its own in every build. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

export interface Licence {
  name: string
  version: string
  licence: string
  text: string
}

/** The package a module comes from: the nearest folder above it that says what it is called. */
function packageOf(module: string): string | null {
  if (!module.includes('node_modules')) return null
  for (let folder = dirname(module); folder.includes('node_modules'); folder = dirname(folder)) {
    const about = join(folder, 'package.json')
    if (existsSync(about) && 'version' in (JSON.parse(readFileSync(about, 'utf-8')) as object)) return folder
  }
  return null
}

function licenceOf(folder: string): Licence {
  const about = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf-8')) as Record<string, string>
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name))
  const { name = '', version = '', license: licence = '' } = about
  const text = file ? readFileSync(join(folder, file), 'utf-8') : noticeIn(join(folder, about['main'] ?? 'index.js'))
  return { name, version, licence, text: text.trim() }
}

/** What a package without a licence file says at the top of its source. */
function noticeIn(source: string): string {
  const lines = readFileSync(source, 'utf-8').split('\n')
  const end = lines.findIndex((line) => !line.startsWith('//'))
  return lines
    .slice(0, end)
    .map((line) => line.replace(/^\/\/-*\s?/, ''))
    .join('\n')
}

export function licences(): Plugin {
  return {
    name: 'licences',
    apply: 'build',
    generateBundle() {
      const modules = [...this.getModuleIds()].map((id) => id.replace(/^\0/, '').replace(/\?.*$/, ''))
      const folders = new Set(modules.map(packageOf).filter((folder) => folder !== null))
      const found = [...folders].map(licenceOf).sort((one, other) => one.name.localeCompare(other.name))
      this.emitFile({ type: 'asset', fileName: 'licences.json', source: JSON.stringify(found, null, 1) })
    },
  }
}
