import { describe, expect, it } from 'vitest'
import type { Block } from '../src/lib/types'
import { found, partsOf, plain, spoken } from '../src/rules/words'

const heading: Block = { kind: 'heading', anchor: 'gory', level: 3, text: 'Góry' }
const climb: Block = { kind: 'rule', number: 'FR4.5', text: '*Podjazd.* Najwyżej pięć pól.', options: [] }
const wind: Block = { kind: 'text', text: 'Zmęczenie na wietrze.' }

describe('a text of the rules', () => {
  it('is cut at its marks', () => {
    expect(partsOf('*Ours:* see [FR8.1](flamme-rouge.md#FR8.1), `tie`')).toEqual([
      { kind: 'em', text: 'Ours:' },
      { kind: 'plain', text: ' see ' },
      { kind: 'link', text: 'FR8.1', to: 'FR8.1' },
      { kind: 'plain', text: ', ' },
      { kind: 'code', text: 'tie' },
    ])
  })

  it('calls options as the form for a new table does', () => {
    expect(spoken('start_lane = "free"', [])).toBe('On an empty start square: any lane')
    expect(spoken('minimum_move', [])).toBe('Least a throw moves')
    expect(spoken('every-throw', ['minimum_move'])).toBe('one field always')
    expect(spoken('finish_order: distance', [])).toBe('The finish goes by: distance past it')
    expect(spoken('#FR4.6', ['first'])).toBeUndefined()
  })
})

describe('a search', () => {
  it('minds neither accents nor capitals', () => {
    expect(plain('Góry, ŁÓDŹ, závětří')).toBe('gory, lodz, zavetri')
    expect(found([heading, climb, wind], 'PIEC pol')).toEqual([heading, climb])
  })

  it('wants every word', () => {
    expect(found([heading, climb, wind], 'piec wietrze')).toEqual([])
    expect(found([heading, climb, wind], 'fr4.5')).toEqual([heading, climb])
  })
})
