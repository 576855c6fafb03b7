/** Figures of a report, as they are shown. */
import { language, t } from '../lib/i18n.svelte'
import type { StageFigures } from './types'

export const percent = (share: number): string =>
  new Intl.NumberFormat(language(), { style: 'percent', maximumFractionDigits: 0 }).format(share)

export const decimal = (number: number): string =>
  new Intl.NumberFormat(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(number)

/** What a stage is compared by. */
export const COLUMNS: { name: () => string; show: (found: StageFigures) => string }[] = [
  { name: () => t('studio.report.rounds'), show: ({ rounds }) => decimal(rounds) },
  { name: () => t('studio.report.sprinteur'), show: (found) => percent(found.wins_by_kind.sprinteur) },
  { name: () => t('studio.report.clear'), show: ({ gaps }) => percent(sum(gaps.slice(2))) },
  { name: () => t('studio.report.changes'), show: (found) => decimal(found.lead_changes) },
  { name: () => t('studio.report.exhaustion'), show: ({ exhaustion }) => decimal(exhaustion) },
  { name: () => t('studio.report.decided'), show: ({ decided }) => percent(decided) },
]

/** The mean of several curves, as far as all of them go. */
export function meanCurve(curves: number[][]): number[] {
  const shortest = curves.length ? Math.min(...curves.map((curve) => curve.length)) : 0
  return Array.from({ length: shortest }, (_, round) => sum(curves.map((curve) => curve[round] ?? 0)) / curves.length)
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)
