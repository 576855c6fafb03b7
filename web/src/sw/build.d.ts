/** What the build tells the worker of itself: its name, and its files by what they are for. */
declare const BUILD: {
  name: string
  /** What no page does without. */
  first: string[]
  /** What other pages ask for. */
  rest: string[]
  /** What is only asked for where its letters are. */
  fonts: string[]
  /** What readers of a language ask for. */
  languages: Record<string, string[]>
}
