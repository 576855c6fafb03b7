/** Routes as they are written: terrain letters, and in the advanced game the cards between them. */

/** The players choose the route. */
export const CHOOSE = 'choose'

const TERRAINS = /^[PCMD]+$/
const MARKERS = ['GPM', 'TV', 'R']

/** The cards of a route; letters may stand alone or together, and markers are left out of the basic game. */
export function cardsOf(route: string, advanced: boolean): string[] {
  const words = route.trim().toUpperCase().split(/\s+/)
  const cards = words.flatMap((word) => (TERRAINS.test(word) ? [...word] : [word]))
  return advanced ? cards : cards.filter((card) => !MARKERS.includes(card))
}

/** Whether somebody has written a route. */
export function isRoute(route: string): boolean {
  const cards = cardsOf(route, true)
  return cards.some((card) => TERRAINS.test(card)) && cards.every((card) => TERRAINS.test(card) || MARKERS.includes(card))
}
