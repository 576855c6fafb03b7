/** What every game gets that brings nothing of its own: its facts as tables, its choices as buttons. */

import type { Kit } from '../boards/kit'
import { Stage } from '../lib/animate.svelte'
import { TEAMS, type Table } from '../lib/types'
import { Film } from '../replay/film.svelte'
import Board from './Board.svelte'
import Hand from './Hand.svelte'
import Places from './Places.svelte'
import Podium from './Podium.svelte'
import ReplayBoard from './ReplayBoard.svelte'
import Riders from './Riders.svelte'
import { gameCalled } from './facts'
import { wonText } from './words'

const ridden = ({ game, stage }: Table): string => [gameCalled(game), stage].filter(Boolean).join(' · ')

export const plain: Kit = {
  sentence: ({ text }) => text,
  choiceText: ({ type }) => type,
  /** A rider goes by the team's name, or by a number that begins with the seat's. */
  seatOf: (rider) => Math.max(0, TEAMS.includes(rider) ? TEAMS.indexOf(rider) : Number.parseInt(rider) || 0),
  ridden,
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
