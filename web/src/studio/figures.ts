/** Figures of a report, as they are shown. */
import { language, t } from '../lib/i18n.svelte'
import type { Measure, StageFigures } from './types'

export const percent = (share: number): string =>
  new Intl.NumberFormat(language(), { style: 'percent', maximumFractionDigits: 0 }).format(share)

export const decimal = (number: number): string =>
  new Intl.NumberFormat(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(number)

/** What was measured on a stage, in words of the reader. */
export function shown({ key, form }: Measure, { means }: StageFigures): string {
  const mean = means[key] ?? 0
  if (form === 'share') return percent(mean)
  return form === 'seconds' ? t('studio.report.in_seconds', { seconds: Math.round(mean) }) : decimal(mean)
}

/** The steps of the gaps: a number, from one to another, or all above. */
export function gapNames(steps: number[]): string[] {
  return steps.map((first, index) => {
    const next = steps[index + 1]
    if (next === undefined) return t('studio.report.more', { gap: first })
    return next - first > 1 ? `${first}–${next - 1}` : String(first)
  })
}

/** The mean of several curves, as far as all of them go. */
export function meanCurve(curves: number[][]): number[] {
  const shortest = curves.length ? Math.min(...curves.map((curve) => curve.length)) : 0
  return Array.from({ length: shortest }, (_, round) => sum(curves.map((curve) => curve[round] ?? 0)) / curves.length)
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)
