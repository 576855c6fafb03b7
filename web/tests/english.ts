/** Tests speak English, as soon as it has come. */
import { ready } from '../src/lib/i18n.svelte'

await ready
