import type { Database } from './database.ts'
import { pgErrorOf } from './errors.ts'
import { functionFilesOf, functionsIn } from './functions.ts'
import { asDistributed, sqlFilesIn, type MigrationSet } from './migrations.ts'

/** The table of migrations is missing, or this role may not read it, as in earlier versions. */
const NOT_MIGRATED = new Set(['42P01', '42501'])

/**
 * What a version of a service needs in its database: its migrations, and the functions that it calls. A database that
 * has more is of a later version and serves this one too; so does one whose functions have other texts, since a name
 * with a version always means the same.
 *
 * In a cluster all of that has to have reached the shards as well.
 */
export async function expectSchema(db: Database, migrations: readonly MigrationSet[]): Promise<void> {
  const expected = migrations.flatMap(({ name, folder }) => sqlFilesIn(folder).map((file) => `${name}/${file}`))
  refuseIfAny(await missingOf(db, expected), expected, 'migrations')
  const functions = functionFilesOf(migrations, ['functions/']).flatMap(({ sql }) =>
    functionsIn(sql).map(({ signature }) => signature),
  )
  refuseIfAny(await missingFunctions(db, functions), functions, 'functions')
  if (!(await db.isDistributed())) return
  const inShards = [...expected, ...functions].map(asDistributed)
  refuseIfAny(await missingOf(db, inShards), inShards, 'migrations and functions in its shards')
}

function refuseIfAny(missing: readonly string[], expected: readonly string[], what: string): void {
  if (missing.length > 0)
    throw new Error(
      `the database lacks ${missing.length} of ${expected.length} ${what}, the first is ${missing[0]}. ` +
        'Run the migration program of this version.',
    )
}

async function missingFunctions(db: Database, signatures: readonly string[]): Promise<string[]> {
  const rows = await db.call<{ signature: string }>(
    `SELECT f.signature FROM unnest($1::text[]) WITH ORDINALITY AS f(signature, place)
      WHERE to_regprocedure('public.' || f.signature) IS NULL ORDER BY f.place`,
    [signatures],
  )
  return rows.map(({ signature }) => signature)
}

async function missingOf(db: Database, expected: readonly string[]): Promise<string[]> {
  try {
    const rows = await db.call<{ name: string }>(
      'SELECT t.name FROM unnest($1::text[]) WITH ORDINALITY AS t(name, place) ' +
        'WHERE NOT EXISTS (SELECT FROM schema_migrations m WHERE m.name = t.name) ORDER BY t.place',
      [expected],
    )
    return rows.map(({ name }) => name)
  } catch (error) {
    if (NOT_MIGRATED.has(pgErrorOf(error)?.code ?? '')) return [...expected]
    throw error
  }
}
