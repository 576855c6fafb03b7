/** What is known of the Grand Tour before it is looked at. */

import type { Cover } from '../boards/kit'
import Picture from './Picture.svelte'
import { tourRidden } from './stages'

export const grandTour: Cover<'flamme-rouge-tour'> = {
  ridden: tourRidden,
  Picture,
  kit: () => import('./kit').then(({ grandTour }) => grandTour),
}
