/** Labels beside a chart can all be read. */
import { expect, it } from 'vitest'
import { apart } from '../src/flamme-rouge/lines'

it('leaves labels that have room where they are', () => {
  expect(apart([10, 40, 80], 14, 100)).toEqual([10, 40, 80])
})

it('pushes those that are too close downwards', () => {
  expect(apart([10, 12, 12], 14, 100)).toEqual([10, 24, 38])
})

it('pushes them up again where there is no room below', () => {
  expect(apart([10, 98, 98, 98], 14, 100)).toEqual([10, 72, 86, 100])
})

it('knows nobody', () => {
  expect(apart([], 14, 100)).toEqual([])
})
