/** Puts every text file of the app a second time beside itself, packed with Brotli as tightly as it goes. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXT = /\.(js|css|svg|html|json)$/
const SMALL = 1000 // bytes that are not worth packing

export function packed(): Plugin {
  return {
    name: 'packed',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      for (const name of Object.keys(bundle).filter((name) => TEXT.test(name))) {
        const path = join(dir, name)
        const content = readFileSync(path)
        if (content.length > SMALL) writeFileSync(`${path}.br`, brotliCompressSync(content))
      }
    },
  }
}
