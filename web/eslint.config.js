import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'
import prettier from 'eslint-config-prettier'
import svelteConfig from './svelte.config.js'

export default ts.config(
  { ignores: ['dist/', 'src/lib/schema.d.ts'] },
  ...ts.configs.strict,
  ...ts.configs.stylistic,
  ...svelte.configs.recommended,
  prettier,
  ...svelte.configs.prettier,
  {
    rules: {
      // Types come from the server's schema: what a thing is gets found out, not asserted.
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-empty-function': 'off', // a stage's hooks do nothing unless a game says so
      '@typescript-eslint/class-literal-property-style': 'off', // a getter can be overridden
      '@typescript-eslint/no-dynamic-delete': 'off',
      'svelte/prefer-svelte-reactivity': 'off', // what is private to a class need not be watched
    },
  },
  { files: ['tests/**', '*.ts'], rules: { '@typescript-eslint/consistent-type-assertions': 'off' } }, // parts of things
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
  },
)
