/** Riders ride: whoever is drawn in another place than before comes there from where they were. */

const NEAR = 2

/** Notes where riders are before the board changes, and lets them ride from there afterwards. */
export function ride(board: () => HTMLElement | undefined) {
  let was = new Map<string, DOMRect>()

  const riders = () => [...(board()?.querySelectorAll<HTMLElement>('[data-rider]') ?? [])]
  const named = (element: HTMLElement) => element.dataset['rider'] ?? ''

  return {
    before(): void {
      was = new Map(riders().map((element) => [named(element), element.getBoundingClientRect()]))
    },
    /** They take so many milliseconds. */
    after(time: number): void {
      if (time <= 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return
      for (const element of riders()) {
        const from = was.get(named(element))
        const to = element.getBoundingClientRect()
        if (!from) continue
        const [dx, dy] = [from.left - to.left, from.top - to.top]
        if (Math.hypot(dx, dy) > NEAR)
          element.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: 'none' }], {
            duration: time,
            easing: 'ease-in-out',
          })
      }
      was.clear()
    },
  }
}
