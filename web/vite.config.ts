/// <reference types="vitest/config" />
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, type Rollup } from 'vite'
import { fetchedEarly } from './early-plugin'
import { licences } from './licences-plugin'
import { packed } from './packed-plugin'
import { po } from './po-plugin'
import { worker } from './worker-plugin'

const server = process.env.GRUPPETTO_SERVER ?? 'http://127.0.0.1:8017'
type WarningHandler = NonNullable<Rollup.RollupOptions['onwarn']>

const proxy = { '/api': { target: server, ws: true } }

/**
 * What hardly any page does without comes with the first file, what any table and the lobby need in others, and a board
 * in its own: on a slow line a request costs more than the little it brings.
 */
function together(file: string): string | undefined {
  if (COMMON.some((part) => part.test(file))) return 'common'
  if (TABLE.some((part) => part.test(file))) return 'table'
  if (LOBBY.some((part) => part.test(file))) return 'lobby'
  return /src\/flamme-rouge\/(?!studio)/.test(file) ? 'flamme-rouge' : undefined
}

/** Files that need each other are begun in an order that no module can rely on: the page would stay empty. */
const strictly: WarningHandler = (warning, warn) => {
  if (warning.code === 'CIRCULAR_CHUNK') throw new Error(warning.message)
  warn(warning)
}

const COMMON = [
  /node_modules\/svelte/,
  /src\/lib\/(?!phrase|qr|sha256|animate)/,
  /src\/boards\/(?!TourPlanner|ChoiceButton)/,
  /src\/rules\/(Rules|RulesButton)\.svelte/,
  /src\/lobby\/(people|TeamMark|atOnce)/,
  /src\/clock\/words/,
  /src\/manners\/api/,
  /src\/notices\/mark/,
  /src\/plain\/facts/,
  /\/cover\.ts|Picture\.svelte/,
  /src\/(Sure|Appearance)\.svelte/,
  /vite\/preload-helper/,
]

const LOBBY = [
  /src\/lobby\/(LobbyPage|GameCard|OpenSave|OwnTables|QuickRace|TableLists|TableLine|Menu)/,
  /src\/(daily|puzzles|clubs)\/(DayToday|PuzzleToday|YourClubs|ClubLines|streak|words|api)/,
  /src\/lessons\/(LessonButton|begin|kept)/,
  /src\/manners\/(AgainWith|Invitations)/,
]

const TABLE = [
  /src\/table\/(?!TvPage)/,
  /src\/clock\/(?!ClockSetup|presets|words)/,
  /src\/lib\/animate/,
  /src\/boards\/ChoiceButton/,
  /src\/lobby\/HostMenu/,
  /src\/rules\/Stake/,
  /src\/podium\/(Steps|victory)/,
  /src\/replay\/film/,
  /src\/review\/(words|curve)/,
]

export default defineConfig({
  base: './', // the app may lie under any path of a site: it names its files from where its page is
  plugins: [po(), svelte(), licences(), fetchedEarly(), worker(), packed()],
  // Everything is a file of its own: the page's security policy allows no inlined fonts or scripts.
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    rollupOptions: { output: { manualChunks: together }, onwarn: strictly },
  },
  server: { proxy, fs: { allow: ['..'] } }, // the catalogues lie beside the Python that reads them too
  preview: { proxy },
  test: { include: ['tests/**/*.test.ts'], environment: 'node', setupFiles: ['tests/english.ts'] },
})
