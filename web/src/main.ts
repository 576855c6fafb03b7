import '@fontsource-variable/playfair-display'
import '@fontsource-variable/libre-franklin'
import './fonts/fonts.css'
import './app.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { api } from './lib/api'
import { ready } from './lib/i18n.svelte'
import { router } from './lib/router.svelte'
import { dialAhead } from './lib/socket'
import { session } from './lib/session.svelte'
import { enrol, recover, stayOnBuild } from './lib/worker'

const AFTERWARDS = 2000

const target = document.getElementById('app')
if (!target) throw new Error('The page has no #app.')

// What a page begins with is asked for while the page itself is on its way.
if (router.route.page === 'table' && !session.former.length) dialAhead(router.route.id)
else window.dialled?.close() // whose seats are only just brought along is known there a little later
if (router.route.page === 'lobby') void Promise.allSettled([api.games(), api.players(), api.lessons()])

stayOnBuild()
addEventListener('vite:preloadError', () => void recover())

// Without its sentences the page still says that something is missing.
const start = () => mount(App, { target })
void ready.then(start, start)

/** What is for later visits waits until this one is served. */
addEventListener('load', () => setTimeout(() => void enrol(), AFTERWARDS))
