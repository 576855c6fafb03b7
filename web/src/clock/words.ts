/** Clocks in words: how they were set up, and how much is left. */
import { language, t } from '../lib/i18n.svelte'
import { DAY, HOUR, MINUTE } from '../lib/time'
import type { Clock } from '../lib/types'

/** What time is measured in, the longest first. */
export const UNITS = [
  { unit: 'day', seconds: DAY },
  { unit: 'hour', seconds: HOUR },
  { unit: 'minute', seconds: MINUTE },
  { unit: 'second', seconds: 1 },
] as const

/** Seconds left as a clock shows them: nothing is over while it shows more than zero. */
export function onClock(left: number): string {
  const seconds = Math.ceil(left)
  if (seconds >= DAY) return inWords(seconds - (seconds % HOUR), 'short')
  const parts = [Math.floor((seconds % HOUR) / MINUTE), seconds % MINUTE]
  const hours = Math.floor(seconds / HOUR)
  const [first, ...others] = hours ? [hours, ...parts] : parts
  return [first, ...others.map((part) => String(part).padStart(2, '0'))].join(':')
}

/** Seconds in words, to the second: “1 minute 30 seconds”. */
export function inWords(seconds: number, unitDisplay: 'long' | 'short' = 'long'): string {
  let rest = Math.max(0, Math.ceil(seconds))
  const said: string[] = []
  for (const { unit, seconds: each } of UNITS) {
    const many = Math.floor(rest / each)
    rest -= many * each
    if (many || (unit === 'second' && !said.length))
      said.push(new Intl.NumberFormat(language(), { style: 'unit', unit, unitDisplay }).format(many))
  }
  return said.join(' ')
}

/** A clock in a line, or nothing where there is none. */
export function clockLine(clock: Clock | null | undefined): string {
  if (!clock) return ''
  const given = t(`clock.line.${clock.each}`, { time: inWords(clock.seconds) })
  return clock.increment ? t('clock.line.more', { given, time: inWords(clock.increment) }) : given
}
