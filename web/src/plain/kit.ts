/** What every game gets that brings nothing of its own: its facts as tables, its choices as buttons. */

import type { Kit } from '../boards/kit'
import { Stage } from '../lib/animate.svelte'
import { TEAMS } from '../lib/types'
import { Film } from '../replay/film.svelte'
import Board from './Board.svelte'
import Hand from './Hand.svelte'
import Places from './Places.svelte'
import Podium from './Podium.svelte'
import ReplayBoard from './ReplayBoard.svelte'
import Riders from './Riders.svelte'
import { ridden } from './cover'
import { wonText } from './words'

export const plain: Kit = {
  sentence: ({ text }) => text,
  choiceText: ({ type }) => type,
  /** A rider goes by the team's name, or by a number that begins with the seat's. */
  seatOf: (rider) => Math.max(0, TEAMS.includes(rider) ? TEAMS.indexOf(rider) : Number.parseInt(rider) || 0),
  winner: wonText,

  stage: (told) => new Stage(told),
  title: ({ table }) => (table ? ridden(table) : undefined),
  Board,
  Hand,
  handTab: 'plain.tab',
  Riders,
  atOnce: ({ waiting }) => waiting.length > 1,
  panels: [],
  Places,

  film: (story) => new Film(story),
  filmTitle: (film) => ridden(film.story.table),
  ReplayBoard,
  Podium,

  dummies: [],
  placed: [],
  usual: () => ({}),
}
