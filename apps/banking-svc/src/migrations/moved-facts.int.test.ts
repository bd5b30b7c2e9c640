/** Earlier databases: the ledger facts were banking's own tables. */
import { cpSync, readdirSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { provision, type ServiceDatabase } from '@pacioli/db/migrate'
import { testDatabase, testDirectory } from '@pacioli/testing'
import pg from 'pg'
import { expect, test } from 'vitest'
import { BANKING_INTAKE, BANKING_OWNER, bankingMigrations } from './index.ts'

const here = import.meta.dirname

/** The two files as they were, beside the current ones that existed then. */
function migrationsOfBefore(): ServiceDatabase['migrations'] {
  const folder = testDirectory('migrations-of-before')
  for (const file of readdirSync(here).filter((name) => name.endsWith('.sql') && name < '0009'))
    cpSync(join(here, file), join(folder, file))
  cpSync(join(here, 'functions'), join(folder, 'functions'), { recursive: true })
  cpSync(join(here, '..', 'test-migrations'), folder, { recursive: true })
  const others = bankingMigrations.filter(({ name }) => !['ledger-facts', 'banking'].includes(name))
  return [...others, { name: 'banking', folder: pathToFileURL(`${folder}/`) }]
}

const provisioned = (migrations: ServiceDatabase['migrations']) => (adminUrl: string, database: string) =>
  provision({
    adminUrl,
    database,
    owner: BANKING_OWNER,
    app: { role: 'banking_app', password: 'app' },
    relay: { role: 'banking_relay', password: 'relay' },
    intake: BANKING_INTAKE,
    migrations,
  })

/** Everything that a database is made of, in words. */
const SCHEMA = `
  SELECT 'migration ' || name AS what FROM schema_migrations
  UNION ALL SELECT 'extension ' || extname FROM pg_extension
  UNION ALL
  SELECT concat_ws(' ', 'column', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull, attstattarget,
                   attacl, pg_get_expr(d.adbin, d.adrelid))
    FROM pg_attribute a JOIN pg_class c ON c.oid = attrelid AND relkind = 'r' AND relnamespace = 'public'::regnamespace
    LEFT JOIN pg_attrdef d ON d.adrelid = attrelid AND d.adnum = attnum
   WHERE attnum > 0
  UNION ALL
  SELECT concat_ws(' ', 'table', relname, relacl, relrowsecurity, relforcerowsecurity, reloptions)
    FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
  UNION ALL
  SELECT concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid))
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace
  UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
  UNION ALL
  SELECT concat_ws(' ', 'policy', tablename, policyname, roles, cmd, qual, with_check) FROM pg_policies
  UNION ALL
  SELECT concat_ws(' ', 'function', oid::regprocedure, md5(prosrc), proacl, prosecdef)
    FROM pg_proc WHERE pronamespace = 'public'::regnamespace`

async function withDatabase<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const schemaOf = (url: string): Promise<string[]> =>
  withDatabase(url, async (client) =>
    (await client.query<{ what: string }>(SCHEMA)).rows.map(({ what }) => what).sort(),
  )

test('an earlier database becomes like a new one, and keeps its rows', async () => {
  const fresh = await testDatabase({ name: 'banking', migrate: provisioned(bankingMigrations) })
  const earlier = await testDatabase({ name: 'banking_of_before', migrate: provisioned(migrationsOfBefore()) })
  const before = await schemaOf(earlier.adminUrl)
  expect(before).toContain('migration banking/0001-reference.sql')
  expect(before).toContain('migration banking/0008-statement-lines.sql')

  const id = randomUUID()
  await withDatabase(earlier.adminUrl, async (client) => {
    await client.query(`INSERT INTO businesses VALUES ($1, $1, 'UTC', 'USD', now(), NULL, 3, now())`, [id])
    await client.query(
      `INSERT INTO accounts VALUES ($1, $1, NULL, 'Cash', NULL, 'CASH', 'DEBIT', 'ASSET', 'BANK_ACCOUNTS', NULL, 2)`,
      [id],
    )
  })
  for (let time = 0; time < 2; time++) await provisioned(bankingMigrations)(earlier.adminUrl, earlier.name)
  const after = await schemaOf(earlier.adminUrl)
  expect(after).toContain('migration ledger-facts/0001-ledger-facts.sql')
  expect(after).toEqual(await schemaOf(fresh.adminUrl))
  const { rows } = await withDatabase(earlier.adminUrl, (client) =>
    client.query('SELECT time_zone, name FROM businesses JOIN accounts USING (business_id)'),
  )
  expect(rows).toEqual([{ time_zone: 'UTC', name: 'Cash' }])
})
