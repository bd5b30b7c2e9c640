import nx from '@nx/eslint-plugin'
import parser from '@typescript-eslint/parser'
import importHomes from './eslint.import-homes.js'

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

/** Who may import what. Everything else is looked at by oxlint, which knows the types, too (.oxlintrc.json). */
export default [
  {
    ignores: [
      ...['**/node_modules/**', '**/dist/**', '**/.nx/**', '**/.pacioli/**', '**/*.js'],
      ...['protos/src/generated/**', 'deploy/local/refused/**'],
    ],
  },
  {
    files: ['**/*.ts'],
    languageOptions: { parser },
    plugins: { '@nx': nx, pacioli: { rules: { 'import-homes': importHomes } } },
    rules: {
      '@nx/enforce-module-boundaries': ['error', boundaries],
      'pacioli/import-homes': 'error',
    },
  },
]
