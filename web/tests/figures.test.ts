/** Figures of a report beside those of others. */
import { expect, it } from 'vitest'
import { decimal, meanCurve, percent } from '../src/studio/figures'

it('means curves as far as all of them go', () => {
  const mean = meanCurve([
    [0.2, 0.5, 1],
    [0.4, 0.7],
  ])
  expect(mean.map((chance) => chance.toFixed(2))).toEqual(['0.30', '0.60'])
  expect(meanCurve([])).toEqual([])
})

it('writes shares and numbers as the reader does', () => {
  expect([percent(0.663), decimal(14.25), decimal(3)]).toEqual(['66%', '14.3', '3.0'])
})
