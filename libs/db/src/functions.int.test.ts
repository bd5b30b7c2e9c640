import { testDatabase, testDirectory } from '@pacioli/testing'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Database, expectSchema } from './index.ts'
import { provision, type ServiceDatabase } from './migrate.ts'
import { sharedMigrations } from './migrations.ts'

const APP = { role: 'functions_app', password: 'app' }
const folder = pathToFileURL(`${testDirectory('functions')}/`)
const sample = { name: 'sample', folder }
const migrations = [sharedMigrations, sample]
const service = (adminUrl: string, database: string): ServiceDatabase => ({
  adminUrl,
  database,
  owner: 'functions_owner',
  app: APP,
  relay: { role: 'functions_relay', password: 'relay' },
  migrations,
})

let client: pg.Client
let app: Database
let migrated: (changes?: Partial<ServiceDatabase>) => Promise<void>

beforeAll(async () => {
  const { adminUrl, urlFor } = await testDatabase({
    name: 'functions',
    migrate: (admin, name) => provision({ ...service(admin, name), migrations: [sharedMigrations] }),
  })
  migrated = (changes) => provision({ ...service(adminUrl, new URL(adminUrl).pathname.slice(1)), ...changes })
  client = new pg.Client({ connectionString: adminUrl })
  app = new Database({ url: urlFor(APP.role, APP.password), applicationName: 'test', poolSize: 2 })
  await client.connect()
})
afterAll(() => Promise.all([client.end(), app.close()]))

beforeEach(async () => {
  rmSync(new URL('functions/', folder), { recursive: true, force: true })
  mkdirSync(new URL('functions/before/', folder), { recursive: true })
  await client.query(`DO $$ DECLARE it record; BEGIN
    DROP VIEW IF EXISTS began_with_a_later_version;
    FOR it IN SELECT oid::regprocedure AS s FROM pg_proc WHERE proname LIKE 'twice%' LOOP EXECUTE 'DROP FUNCTION ' || it.s; END LOOP;
  END $$`)
})

const write = (file: string, text: string) => writeFileSync(new URL(`functions/${file}`, folder), text)
const twice = (name: string, body = 'n + n', parameter = 'n integer', result = 'integer') =>
  `CREATE OR REPLACE FUNCTION ${name}(${parameter}) RETURNS ${result} LANGUAGE sql AS $$ SELECT ${body} $$;\n`
const valueOf = async (call: string): Promise<unknown> =>
  (await client.query<{ value: unknown }>(`SELECT ${call} AS value`)).rows[0]?.value
const standing = async () =>
  (
    await client.query<{ made: string }>(
      `SELECT oid::regprocedure::text AS made FROM pg_proc WHERE proname LIKE 'twice%' ORDER BY 1`,
    )
  ).rows.map(({ made }) => made)

test('a function is replaced when its text has changed', async () => {
  write('twice.sql', twice('twice_v1', 'n + n + 1'))
  await migrated()
  write('twice.sql', twice('twice_v1'))
  await migrated()
  expect(await valueOf('twice_v1(21)')).toBe(42)
})

test.each([
  [
    'other parameters',
    twice('twice_v1', 'n + n', 'n bigint', 'bigint'),
    'gives twice_v1 other parameters than twice_v1(integer) has',
  ],
  [
    'another result',
    twice('twice_v1', 'n::text || n', 'n integer', 'text'),
    'cannot change return type of existing function',
  ],
  ['other names of parameters', twice('twice_v1', 'm + m', 'm integer'), 'cannot change name of input parameter "n"'],
])('a function that gets %s needs a new version, and until then all stays as it was', async (_, changed, message) => {
  write('twice.sql', twice('twice_v1'))
  await migrated()
  write('twice.sql', changed)
  write('a-new-one.sql', twice('twice_as_much_v1'))
  await expect(migrated()).rejects.toThrow(message)
  await expect(migrated()).rejects.toThrow('give the changed one the next version in its name')
  expect(await standing()).toEqual(['twice_v1(integer)'])
  expect(await valueOf('twice_v1(21)')).toBe(42)
})

test('a new version is created beside the previous one, which is dropped when it has expired', async () => {
  write('twice.sql', twice('twice_v1'))
  await migrated()
  write('twice.sql', twice('twice_v2', 'n * 2', 'n bigint', 'bigint'))
  write('before/twice.sql', twice('twice_v1', 'twice_v2(n)::integer'))
  await migrated()
  expect(await standing()).toEqual(['twice_v1(integer)', 'twice_v2(bigint)'])
  expect(await valueOf('twice_v1(21)')).toBe(42)
  rmSync(new URL('functions/before/twice.sql', folder))
  await migrated()
  expect(await standing(), 'forgotten is not expired').toEqual(['twice_v1(integer)', 'twice_v2(bigint)'])
  write('expired.txt', '# until 2026\ntwice_v1\n')
  await migrated()
  await migrated()
  expect(await standing()).toEqual(['twice_v2(bigint)'])
})

test('where a database began with this version, what the one before calls refuses, and its migrations, too', async () => {
  write('twice.sql', twice('twice_v2'))
  write('before/twice.sql', twice('twice', 'twice_v2(n)'))
  await client.query('CREATE TEMPORARY TABLE noted AS SELECT * FROM schema_migrations; DELETE FROM schema_migrations')
  try {
    await migrated({ migrations: [sample] })
  } finally {
    await client.query('INSERT INTO schema_migrations SELECT * FROM noted ON CONFLICT DO NOTHING; DROP TABLE noted')
  }
  for (let run = 0; run < 2; run++) {
    await expect(valueOf('twice(21)')).rejects.toThrow('This database began with a later version')
    expect(await valueOf('twice_v2(21)')).toBe(42)
    await expect(client.query('DROP FUNCTION twice(integer)')).rejects.toThrow('other objects depend on it')
    await migrated()
  }
  write('before/twice.sql', twice('twice', 'twice_v2(n) + 0') + twice('twice_more'))
  await migrated()
  await expect(valueOf('twice(21)'), 'a correction changes nothing').rejects.toThrow('This database began')
  expect(await valueOf('twice_more(21)')).toBe(42)
  write('before/twice.sql', twice('twice_v2'))
  write('twice.sql', twice('twice_v3'))
  write('expired.txt', 'twice\ntwice_more')
  await migrated()
  expect(await standing(), 'the next version keeps what this one calls').toEqual([
    'twice_v2(integer)',
    'twice_v3(integer)',
  ])
  expect(await valueOf('twice_v2(21)')).toBe(42)
})

test('no function is both defined and expired', async () => {
  write('twice.sql', twice('twice_v1'))
  write('expired.txt', 'twice_v1')
  await expect(migrated()).rejects.toThrow(
    'sample/functions/twice.sql makes twice_v1, which functions/expired.txt drops.',
  )
})

test.each([
  [
    twice('twice'),
    'sample/functions/twice.sql makes twice(integer), which has no version in its name. Call it twice_v1.',
  ],
  [twice('twice_v1').replace(' OR REPLACE', ''), 'It has to say CREATE OR REPLACE FUNCTION.'],
])('%s is refused', async (sql, message) => {
  write('twice.sql', sql)
  await expect(migrated()).rejects.toThrow(message)
  expect(await standing()).toEqual([])
})

test('trigger functions have no version', async () => {
  write(
    'twice.sql',
    'CREATE OR REPLACE FUNCTION twice() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;',
  )
  await migrated()
  expect(await standing()).toEqual(['twice()'])
})

test('a function changed by the migration program of an earlier version is restored by the next run', async () => {
  write('twice.sql', twice('twice_v2'))
  write('before/twice.sql', twice('twice', 'twice_v2(n)'))
  await migrated()
  await client.query(`SET ROLE functions_owner; DROP FUNCTION twice(integer); ${twice('twice', '3 * n')}; RESET ROLE`)
  await migrated()
  expect(await valueOf('twice(21)')).toBe(42)
  await client.query('DROP FUNCTION twice_v2(integer)')
  await migrated()
  expect(await valueOf('twice(21)')).toBe(42)
})

test('a service waits for the functions that it calls, and accepts more', async () => {
  const expected = () => expectSchema(app, migrations)
  write('twice.sql', twice('twice_v1'))
  await migrated()
  await expected()
  write('twice.sql', twice('twice_v1') + twice('twice_v2', 'n * 2', 'p_n bigint', 'bigint'))
  await expect(expected()).rejects.toThrow(
    /the database lacks 1 of \d+ functions, the first is twice_v2\(bigint\). Run the migration program of this version./,
  )
  await migrated()
  await expected()
  write('twice.sql', twice('twice_v1', 'NULL::integer'))
  write('before/twice.sql', twice('twice'))
  await expected()
})
