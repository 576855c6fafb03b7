/** Times of stages and time trials as they are written. */

const two = (figure: number): string => String(figure).padStart(2, '0')

/** A time of the general classification: 4:29:12. */
export function long(seconds: number): string {
  const length = Math.abs(seconds)
  return `${seconds < 0 ? '−' : ''}${Math.floor(length / 3600)}:${two(Math.floor(length / 60) % 60)}:${two(length % 60)}`
}

/** A gap in the classification: +12″, +1′04″. */
export function gap(seconds: number): string {
  const minutes = Math.floor(Math.abs(seconds) / 60)
  const rest = `${minutes ? two(Math.abs(seconds) % 60) : Math.abs(seconds) % 60}″`
  return `${seconds < 0 ? '−' : '+'}${minutes ? `${minutes}′` : ''}${rest}`
}

/** A time trial's clock, from tenths: 7:31.6. */
export const trial = (tenths: number): string =>
  `${Math.floor(tenths / 600)}:${two(Math.floor(tenths / 10) % 60)}.${tenths % 10}`
