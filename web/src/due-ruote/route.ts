/** Routes as they are written: terrain letters, and in the advanced game the cards between them. */

/** The players choose the route. */
export const CHOOSE = 'choose'

const TERRAINS = 'PCMD'
const MARKERS = ['GPM', 'TV', 'R']
/** Cards with a single letter may stand together. */
const LETTERS = /^[PCMDR]+$/
const IN_ANY_CARD = new Set([...TERRAINS, ...MARKERS.join('')])

const isTerrain = (card: string): boolean => card.length === 1 && TERRAINS.includes(card)

/** The cards of a route; letters may stand alone or together, and markers are left out of the basic game. */
export function cardsOf(route: string, advanced: boolean): string[] {
  const words = route.trim().toUpperCase().split(/\s+/).filter(Boolean)
  const cards = words.flatMap((word) => (LETTERS.test(word) ? [...word] : [word]))
  return advanced ? cards : cards.filter((card) => !MARKERS.includes(card))
}

/** Whether somebody has written a route. */
export const isRoute = (route: string): boolean => cardsOf(route, true).some(isTerrain) && wrongIn(route) === ''

/** The first thing in a route that is no card: a letter, or a word of right letters that are none together. */
export function wrongIn(route: string): string {
  const word = cardsOf(route, true).find((card) => !isTerrain(card) && !MARKERS.includes(card)) ?? ''
  return [...word].find((letter) => !IN_ANY_CARD.has(letter)) ?? word
}

/** A route as the rules read it: with a space after every card where there are longer ones than letters. */
export function routeText(route: string): string {
  const cards = cardsOf(route, true)
  return cards.join(cards.every(isTerrain) ? '' : ' ')
}
