/** The one of these words that was said, if it is one of them. */
export const known = <Word extends string>(words: readonly Word[], said: string | null): Word | undefined =>
  words.find((word) => word === said)
