/** The words of the rules: the little Markdown they are written in, the names of options, and what a search finds. */
import { has, t } from '../lib/i18n.svelte'
import type { Block, GameInfo } from '../lib/types'

export interface Part {
  kind: 'plain' | 'em' | 'strong' | 'code' | 'link'
  text: string
  /** Where a link leads. */
  to?: string
}

const MARKED = /(`[^`]+`|\[[^\]]*\]\([^)]*\)|\*\*[^*]+\*\*|\*[^*]+\*)/

/** A text cut at its marks. */
export function partsOf(text: string): Part[] {
  return text
    .split(MARKED)
    .filter(Boolean)
    .map((piece) => {
      const link = /^\[([^\]]*)\]\(([^)]*)\)$/.exec(piece)
      if (link) return { kind: 'link', text: link[1] ?? '', to: link[2]?.split('#')[1] ?? '' }
      if (/^`.+`$/.test(piece)) return { kind: 'code', text: piece.slice(1, -1) }
      if (/^\*\*.+\*\*$/.test(piece)) return { kind: 'strong', text: piece.slice(2, -2) }
      if (/^\*.+\*$/.test(piece)) return { kind: 'em', text: piece.slice(1, -1) }
      return { kind: 'plain', text: piece }
    })
}

// --- options ----------------------------------------------------------------------------------------

/** Where the forms have the names of options. */
const FORMS = ['option', 'tour', 'due.setup', 'etapa.rule', 'etapa.champion', 'create']
const WRITTEN = /^(\w+)(?:\s*[=:]\s*"?([\w-]+)"?)?$/

/** An option as the form for a new table calls it, without the number of its rule; nothing where it has no name. */
export function optionName(name: string): string | undefined {
  const key = FORMS.map((form) => `${form}.${name}`).find(has)
  return key && t(key).replace(/\s*\([A-Z]+[\d.]+\)$/, '')
}

function valueName(name: string, value: string): string | undefined {
  const key = FORMS.map((form) => `${form}.${name}.${value}`).find(has)
  return key && t(key)
}

/** What a rule has in code, in the words of the form where they are known: an option, or a value of the rule's own. */
export function spoken(code: string, options: readonly string[]): string | undefined {
  const [, name = '', value] = WRITTEN.exec(code) ?? []
  const called = optionName(name)
  if (called && value === undefined) return called
  if (called && value !== undefined) {
    const said = valueName(name, value)
    return said && `${called}: ${said}`
  }
  return options.map((option) => valueName(option, code)).find(Boolean)
}

/** The house rules of a table: what it chose, in words, by the name of the option. */
export function houseRules(game: GameInfo, chosen: Readonly<Record<string, unknown>>): Map<string, string> {
  const found = new Map<string, string>()
  for (const [name, form] of Object.entries(game.schema.$defs.Options.properties)) {
    const value = chosen[name]
    if (value === undefined || value === form.default || !(form.enum || form.type === 'boolean')) continue
    const called = optionName(name)
    if (!called) continue
    const said = typeof value === 'string' ? valueName(name, value) : t(value === true ? 'rules.yes' : 'rules.no')
    found.set(name, `${called}: ${said ?? String(value)}`)
  }
  return found
}

// --- searching --------------------------------------------------------------------------------------

/** Words as they are compared: without accents, in small letters. */
export function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replaceAll('ł', 'l')
}

/** All words of a block. */
function wordsOf(block: Block): string {
  if (block.kind === 'rule') return `${block.number} ${block.text}`
  if (block.kind === 'points') return block.points.join(' ')
  if (block.kind === 'note') return [block.title, ...block.text].join(' ')
  if (block.kind === 'grid') return block.rows.flat().join(' ')
  if (block.kind === 'drawing') return `${block.shows} ${block.caption}`
  return block.text
}

/** The blocks in which every word of a search is found, each below the heading it stands under. */
export function found(blocks: readonly Block[], search: string): Block[] {
  const wanted = plain(search).split(/\s+/).filter(Boolean)
  const shown = new Set<Block>()
  let heading: Block | undefined
  for (const block of blocks) {
    if (block.kind === 'heading') heading = block
    const words = plain(wordsOf(block))
    if (!wanted.every((word) => words.includes(word))) continue
    if (heading) shown.add(heading)
    shown.add(block)
  }
  return [...shown]
}
