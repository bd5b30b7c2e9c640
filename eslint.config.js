import nx from '@nx/eslint-plugin'
import prettier from 'eslint-config-prettier'
import tseslint from 'typescript-eslint'
import importHomes from './eslint.import-homes.js'

const TESTS = ['**/*.test.ts', '**/*.test-helpers.ts']

/** Which kinds of projects may depend on which: no app imports another one, pure libs stay pure. */
const boundaries = {
  enforceBuildableLibDependency: false,
  banTransitiveDependencies: false,
  allow: [],
  depConstraints: [
    { sourceTag: 'kind:pure-lib', onlyDependOnLibsWithTags: ['kind:pure-lib'] },
    { sourceTag: 'kind:protos', onlyDependOnLibsWithTags: ['kind:protos'] },
    { sourceTag: 'kind:io-lib', onlyDependOnLibsWithTags: ['kind:pure-lib', 'kind:io-lib', 'kind:protos'] },
    { sourceTag: 'kind:app', onlyDependOnLibsWithTags: ['kind:pure-lib', 'kind:io-lib', 'kind:protos'] },
    { sourceTag: 'kind:tool', onlyDependOnLibsWithTags: ['kind:pure-lib', 'kind:io-lib', 'kind:protos', 'kind:tool'] },
  ],
}

export default tseslint.config(
  {
    ignores: ['**/node_modules/**', '**/dist/**', '**/.nx/**', '**/.pacioli/**', 'protos/src/generated/**', '**/*.js'],
  },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    plugins: { '@nx': nx, pacioli: { rules: { 'import-homes': importHomes } } },
    rules: {
      '@nx/enforce-module-boundaries': ['error', boundaries],
      'pacioli/import-homes': 'error',
      'max-lines': ['warn', { max: 300, skipBlankLines: true }],
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'] }],
      eqeqeq: 'error',
      'no-param-reassign': 'error',
      'prefer-const': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true, caughtErrors: 'none' },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // An async function without an await is how a function says that it keeps an asynchronous contract.
      '@typescript-eslint/require-await': 'off',
    },
  },
  { files: ['apps/*/src/**/*.ts', 'libs/*/src/**/*.ts'], rules: { 'no-console': 'error' } },
  {
    files: [
      'apps/*/src/{migrate,clients,check-books,check-banking,check-billing,keys-rotate,rebuild,parked-events,make-bucket}.ts',
      'libs/events/src/{check,parked}-command.ts',
      'libs/vault/src/rotate-command.ts',
    ],
    rules: { 'no-console': 'off' },
  },
  {
    files: TESTS,
    rules: {
      // Answers read in a test are what the assertions are about; typing each of them first hides the fact asserted.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/unbound-method': 'off',
      'max-lines': 'off',
    },
  },
  prettier,
)
