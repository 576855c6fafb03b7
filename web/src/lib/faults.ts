/** What went wrong, in the reader's language: by its kind, or in the server's own English. */
import { ApiError } from './api'
import { has, t } from './i18n.svelte'
import type { Fault } from './types'

export function faultText({ kind, text }: Fault): string {
  const key = `fault.${kind}`
  return has(key) ? t(key, { text }) : text
}

export function explain(error: unknown): string {
  if (error instanceof ApiError) return faultText({ kind: error.kind, text: error.message })
  return error instanceof Error ? error.message : String(error)
}
