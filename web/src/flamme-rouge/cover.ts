/** What is known of Flamme Rouge before it is looked at. */

import type { Cover } from '../boards/kit'
import Picture from './Picture.svelte'

export const flammeRouge: Cover<'flamme-rouge'> = {
  ridden: ({ stage }) => stage ?? '',
  Picture,
  kit: () => import('./kit').then(({ flammeRouge }) => flammeRouge),
}
