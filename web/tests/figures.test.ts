/** Figures of a report beside those of others. */
import { expect, it } from 'vitest'
import { decimal } from '../src/lib/sentences'
import { gapNames, meanCurve, percent, shown } from '../src/studio/figures'
import type { StageFigures } from '../src/studio/types'

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

it('names the steps of gaps', () => {
  expect(gapNames([0, 1, 6, 11]).slice(0, 3)).toEqual(['0', '1–5', '6–10'])
})

it('shows a measure by its form', () => {
  const found = { means: { falls: 0.53, break: 0.17 } } as unknown as StageFigures
  expect(shown({ key: 'falls', title: '', form: 'number' }, found)).toBe('0.5')
  expect(shown({ key: 'break', title: '', form: 'share' }, found)).toBe('17%')
})
