declare module '*.po' {
  const sentences: Record<string, string>
  export default sentences
}

declare module 'gettext-parser' {
  export const po: {
    parse(input: string): { translations: Record<string, Record<string, { msgid: string; msgstr: string[] }>> }
  }
}
