import { expect, test } from 'vitest'
import { rowsOf } from '../src/races/ladder'

const person = (name: string, points: number, provisional = false) => ({
  place: 1,
  rider: name,
  name,
  points,
  margin: 100,
  races: 30,
  provisional,
})
const anchors = [
  { level: 'patron', points: 1780 },
  { level: 'touriste', points: 1358 },
]
const names = (rows: ReturnType<typeof rowsOf>) => rows.map(({ name, level }) => level || name)

test('bots stand where their points belong', () => {
  const rungs = [person('Cy', 1900, true), person('Ada', 1800), person('Bo', 1400)]
  const rows = rowsOf({ game: 'flamme-rouge', rungs, anchors, next: null })
  expect(names(rows)).toEqual(['Cy', 'Ada', 'patron', 'Bo', 'touriste'])
})

test('a bot below the last who is shown waits for those who follow', () => {
  const rungs = [person('Ada', 1800), person('Bo', 1400)]
  const rows = rowsOf({ game: 'flamme-rouge', rungs, anchors, next: '2~b' })
  expect(names(rows)).toEqual(['Ada', 'patron', 'Bo'])
})
