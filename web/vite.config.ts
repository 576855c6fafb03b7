/// <reference types="vitest/config" />
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'
import { licences } from './licences-plugin'
import { po } from './po-plugin'

const server = process.env.GRUPPETTO_SERVER ?? 'http://127.0.0.1:8017'
const proxy = { '/api': { target: server, ws: true } }

export default defineConfig({
  plugins: [po(), svelte(), licences()],
  // Everything is a file of its own: the page's security policy allows no inlined fonts or scripts.
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false }, target: 'es2022' },
  server: { proxy, fs: { allow: ['..'] } }, // the catalogues lie beside the Python that reads them too
  preview: { proxy },
  test: { include: ['tests/**/*.test.ts'], environment: 'node' },
})
