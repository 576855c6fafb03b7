/** What tells the choices of a moment apart, on the board and beside it. */
export const MADE = '✗'
export const BETTER = '★'
export const OTHER = '•'
