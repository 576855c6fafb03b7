declare module '*.po' {
  const catalogue: import('./lib/i18n.svelte').Catalogue
  export default catalogue
}

declare module 'gettext-parser' {
  interface Entry {
    msgid: string
    msgid_plural?: string
    msgstr: string[]
  }
  export const po: {
    parse(input: string): { headers: Record<string, string>; translations: Record<string, Record<string, Entry>> }
  }
}
