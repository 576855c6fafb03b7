/** Figures of a report, as they are shown. */
import { language, t } from '../lib/i18n.svelte'
import { decimal } from '../lib/sentences'
import type { Measure, StageFigures } from './types'

export const percent = (share: number): string =>
  new Intl.NumberFormat(language(), { style: 'percent', maximumFractionDigits: 0 }).format(share)

/** Parts of a whole in percent that add up to it: what rounding loses is given back where it lost most. */
export function percents(shares: number[]): string[] {
  const exact = shares.map((share) => 100 * share)
  const lost = Math.round(sum(exact)) - sum(exact.map(Math.floor))
  const raised = exact
    .map((points, at) => ({ at, rest: points - Math.floor(points) }))
    .sort((one, other) => other.rest - one.rest)
    .slice(0, lost)
    .map(({ at }) => at)
  return exact.map((points, at) => percent((Math.floor(points) + (raised.includes(at) ? 1 : 0)) / 100))
}

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
