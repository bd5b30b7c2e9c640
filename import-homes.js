import { matchesGlob, relative } from 'node:path'

/**
 * Which files an import may live in. Nx's rule knows projects only; this one knows packages and file roles, so that the
 * broker's client is a change of one folder and SQL stays behind the stores.
 *
 * An entry: the imports it means (a package with everything below it, or a RegExp on the import as written), the files
 * it applies to (default: all), the files that may have it all the same, whether a type alone counts (default: yes), and
 * what to do instead.
 */
const homes = [
  { imports: ['nats'], allowedIn: ['libs/events/**', 'e2e/bench/**'], instead: 'Use @pacioli/events.' },
  { imports: [/^@grpc\//], allowedIn: ['libs/rpc/**', 'protos/**', 'e2e/bench/**'], instead: 'Use @pacioli/rpc.' },
  {
    imports: [/^@opentelemetry\//],
    allowedIn: ['libs/telemetry/**'],
    instead: 'Use @pacioli/telemetry.',
  },
  { imports: ['minio'], allowedIn: ['libs/files/**'], instead: 'Use @pacioli/files.' },
  { imports: ['openapi-fetch'], allowedIn: ['libs/client/**'], instead: 'Use @pacioli/client.' },
  {
    imports: [/^node:/],
    in: ['libs/client/src/**'],
    allowedIn: ['**/*.test.ts', '**/*.test-helpers.ts'],
    instead: 'Browsers have nothing of Node.',
  },
  {
    imports: ['pg', 'umzug'],
    allowedIn: [
      'libs/db/**',
      'libs/testing/**',
      '**/*.store.ts',
      '**/migrate.ts',
      '**/migrations/**',
      '**/*.{int,citus}.test.ts',
      'e2e/**',
    ],
    instead: 'SQL lives in *.store.ts files, behind @pacioli/db.',
  },
  {
    imports: ['@pacioli/db/migrate'],
    allowedIn: ['apps/*/src/{migrate,provisioning}.ts', '**/*.test.ts', '**/*.test-helpers.ts'],
    instead: 'A service does not load what migrates: leave it to the migration program.',
  },
  {
    imports: [/\/config\.ts$/],
    in: ['apps/*/src/**'],
    allowedIn: [
      'apps/*/src/{main,migrate,clients,check-books,check-banking,check-billing,check-reporting,keys-rotate,rebuild,parked-events,make-bucket,import-books}.ts',
      'apps/*/src/config*.test.ts',
    ],
    instead: 'Only entry files read the configuration: take the value as an argument.',
  },
  {
    imports: ['@pacioli/db', 'pg'],
    in: ['apps/gateway/**'],
    instead: 'The gateway has no database: ask a service.',
  },
  {
    imports: ['@pacioli/testing', '@pacioli/dev-stack', 'vitest', 'fast-check'],
    in: ['apps/*/src/**'],
    allowedIn: ['**/*.test.ts', '**/*.test-helpers.ts', '**/testing/**'],
    instead: 'Test tools stay out of what we ship.',
  },
  {
    imports: [
      /\.(store|rpc|subscriber)\.ts$/,
      '@pacioli/db',
      '@pacioli/events',
      '@pacioli/rpc',
      '@pacioli/service',
      /^node:/,
    ],
    in: ['**/*.postings.ts'],
    instead: 'Rules about postings are pure: take the facts as arguments.',
  },
  {
    imports: [/\.(rpc|subscriber)\.ts$/, '@pacioli/rpc', '@pacioli/events'],
    in: ['**/*.store.ts'],
    typesToo: false,
    instead: 'A store speaks SQL only.',
  },
]

const means = (pattern, imported) =>
  pattern instanceof RegExp ? pattern.test(imported) : imported === pattern || imported.startsWith(`${pattern}/`)

const isIn = (file, globs) => globs.some((glob) => matchesGlob(file, glob))

/** The rule `pacioli/import-homes`. */
const importHomes = {
  meta: {
    type: 'problem',
    messages: { away: "'{{imported}}' may not be imported here. {{instead}}" },
    schema: [],
  },
  create(context) {
    const file = relative(import.meta.dirname, context.filename)
    const rules = homes.filter((home) => isIn(file, home.in ?? ['**']) && !isIn(file, home.allowedIn ?? []))
    const check = ({ source, importKind, exportKind }) => {
      if (typeof source?.value !== 'string') return
      const isTypeOnly = importKind === 'type' || exportKind === 'type'
      for (const { imports, instead, typesToo = true } of rules) {
        if (isTypeOnly && !typesToo) continue
        if (!imports.some((pattern) => means(pattern, source.value))) continue
        context.report({ node: source, messageId: 'away', data: { imported: source.value, instead } })
      }
    }
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    }
  },
}

/** A plugin of oxlint. */
export default { meta: { name: 'pacioli' }, rules: { 'import-homes': importHomes } }
