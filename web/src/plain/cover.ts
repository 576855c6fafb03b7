/** What is known of a game that brings nothing of its own: its name. */

import type { Cover } from '../boards/kit'
import type { Table } from '../lib/types'
import { heading } from './facts'
import Picture from './Picture.svelte'

export const ridden = ({ game, stage }: Table): string => [heading(game), stage].filter(Boolean).join(' · ')

export const plain: Cover = { ridden, Picture, kit: () => import('./kit').then(({ plain }) => plain) }
