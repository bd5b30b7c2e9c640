import { testDatabase, testDirectory, waitFor } from '@pacioli/testing'
import { rmSync, mkdirSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { provision, type ServiceDatabase } from './migrate.ts'
import { sharedMigrations } from './migrations.ts'

const folder = pathToFileURL(`${testDirectory('steps')}/`)
const migrations = [sharedMigrations, { name: 'sample', folder }]
const service = (adminUrl: string, database: string): ServiceDatabase => ({
  adminUrl,
  database,
  owner: 'steps_owner',
  app: { role: 'steps_app', password: 'app' },
  relay: { role: 'steps_relay', password: 'relay' },
  migrations,
  patience: { lockTimeoutMs: 100, pauseMs: 20, tries: 500 },
  say: (line) => void said.push(line),
})

let adminUrl: string
let said: string[]
let admin: pg.Client

const migrated = (more: Partial<ServiceDatabase> = {}) =>
  provision({ ...service(adminUrl, new URL(adminUrl).pathname.slice(1)), ...more })
const write = (file: string, sql: string) => writeFileSync(new URL(file, folder), sql)

async function session(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: adminUrl })
  client.on('error', () => undefined)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

beforeAll(async () => {
  const database = await testDatabase({
    name: 'steps',
    migrate: (url, name) => provision({ ...service(url, name), migrations: [sharedMigrations] }),
  })
  adminUrl = database.adminUrl
  admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
})
afterAll(() => admin.end())

beforeEach(async () => {
  said = []
  rmSync(folder, { recursive: true })
  mkdirSync(folder)
  await admin.query(`DROP TABLE IF EXISTS sheets; DELETE FROM schema_migrations WHERE name LIKE 'sample/%'`)
  write('0001-sheets.sql', 'CREATE TABLE sheets (id int PRIMARY KEY, shape text, corners int)')
  await migrated()
})

test('what is for a cluster alone is noted on a server, and not done', async () => {
  write('0002-cluster.sql', '-- in a cluster alone\nDROP TABLE sheets;\n')
  await migrated()
  expect((await admin.query(`SELECT FROM schema_migrations WHERE name = 'sample/0002-cluster.sql'`)).rowCount).toBe(1)
  expect((await admin.query('SELECT FROM sheets')).rowCount).toBe(0)
})

const fill = (rows: number) =>
  admin.query(`INSERT INTO sheets SELECT n, 'square' FROM generate_series(1, $1::int) AS n`, [rows])
const columns = async () =>
  (await admin.query(`SELECT FROM pg_attribute WHERE attrelid = 'sheets'::regclass AND attname = 'colour'`)).rowCount
const indexIsValid = async (): Promise<boolean | undefined> =>
  (
    await admin.query<{ indisvalid: boolean }>(
      `SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('sheets_by_shape')`,
    )
  ).rows[0]?.indisvalid
/** The session that runs migrations, while it waits for a lock. */
const waiting = (): Promise<number> =>
  waitFor('migrations to wait for others', async () => {
    const { rows } = await admin.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND wait_event_type = 'Lock' AND query ~ 'sheets'`,
    )
    return rows[0]?.pid ?? false
  })
const notedAs = async (): Promise<string[]> =>
  (
    await admin.query<{ name: string }>(`SELECT name FROM schema_migrations WHERE name LIKE 'sample/%' ORDER BY 1`)
  ).rows.map(({ name }) => name)

test('a migration is told whether a version has used the database before', async () => {
  const note = (name: string) =>
    write(
      `${name}.sql`,
      `CREATE TABLE told_${name.slice(0, 4)} AS SELECT current_setting('app.new_database') AS new_database`,
    )
  const told = async (name: string) => (await admin.query(`SELECT new_database FROM told_${name}`)).rows
  onTestFinished(async () => void (await admin.query('DROP TABLE IF EXISTS told_0002, told_0003')))

  note('0002-told')
  await migrated()
  expect(await told('0002')).toEqual([{ new_database: 'off' }])

  await admin.query('CREATE TEMPORARY TABLE noted AS SELECT * FROM schema_migrations')
  onTestFinished(async () => {
    await admin.query('INSERT INTO schema_migrations SELECT * FROM noted ON CONFLICT DO NOTHING; DROP TABLE noted')
  })
  await admin.query('DELETE FROM schema_migrations')
  await admin.query('DROP TABLE sheets')
  note('0003-told')
  await admin.query('DROP TABLE told_0002')
  await migrated({ migrations: [{ name: 'sample', folder }] })
  expect(await told('0003')).toEqual([{ new_database: 'on' }])
})

describe('a lock in the way', () => {
  beforeEach(() => write('0002-colour.sql', 'ALTER TABLE sheets ADD COLUMN colour text'))

  test('is waited for without blocking requests behind the migration', async () => {
    const [reader, traffic] = [await session(), await session()]
    await reader.query('BEGIN; SELECT FROM sheets')
    const migrating = migrated()
    await waiting()
    // Behind a migration that waited as long as the reader reads this would never be answered.
    for (let request = 0; request < 5; request++) await traffic.query('SELECT FROM sheets')
    await waitFor('the migration to try again', () => Promise.resolve(said.length >= 3))
    expect(said[0]).toMatch(/^sample\/0002-colour.sql: others hold a lock that it needs .*; 499 more tries$/)
    expect(await columns()).toBe(0)
    await reader.query('COMMIT')
    await migrating
    expect(await columns()).toBe(1)
  })

  test('for too long is named, and the next run continues from there', async () => {
    const reader = await session()
    await reader.query('BEGIN; SELECT FROM sheets')
    await expect(migrated({ patience: { lockTimeoutMs: 20, pauseMs: 1, tries: 3 } })).rejects.toThrow(
      'sample/0002-colour.sql did not get a lock in 3 tries (canceling statement due to lock timeout). Find in ' +
        'pg_stat_activity and pg_locks who holds it, let that end, and run the migrations again: what was done stays done.',
    )
    await reader.query('COMMIT')
    await Promise.all([migrated(), migrated()])
    expect(await columns()).toBe(1)
  })
})

describe('each table alone', () => {
  const admitted = `-- each table alone, in public:
--   sheets, pens
-- Everybody sees all.
DROP POLICY IF EXISTS everybody ON {{table}};
CREATE POLICY everybody ON {{table}} USING (true);
`
  const policies = async () =>
    (
      await admin.query<{ tablename: string }>(
        `SELECT tablename FROM pg_policies WHERE policyname = 'everybody' ORDER BY 1`,
      )
    ).rows.map(({ tablename }) => tablename)

  beforeEach(async () => {
    await admin.query('DROP TABLE IF EXISTS pens')
    write('0002-pens.sql', 'CREATE TABLE pens (id int)')
    await migrated()
    write('0003-everybody.sql', admitted)
  })

  test('never holds the lock of one while it waits for another, and goes on where it was interrupted', async () => {
    const writer = await session()
    await writer.query('BEGIN; INSERT INTO pens VALUES (1)')
    await expect(migrated({ patience: { lockTimeoutMs: 20, pauseMs: 1, tries: 2 } })).rejects.toThrow('in 2 tries')
    expect([await policies(), (await notedAs()).length]).toEqual([['sheets'], 2])
    await writer.query('INSERT INTO sheets VALUES (1); COMMIT')
    await migrated()
    expect([await policies(), (await notedAs()).length]).toEqual([['pens', 'sheets'], 3])
  })

  test.each([
    ['-- each table alone\nGRANT SELECT ON {{table}} TO PUBLIC'],
    ['-- each table alone, in public: sheets\nGRANT SELECT ON sheets TO PUBLIC'],
  ])('%s is refused', async (sql) => {
    write('0003-everybody.sql', sql)
    await expect(migrated()).rejects.toThrow('expected "-- each table alone, in SCHEMA, …: TABLE, …"')
  })
})

describe('table by table', () => {
  const colours = `-- table by table
-- What colour it is.
ALTER TABLE sheets ADD COLUMN IF NOT EXISTS colour text;
ALTER TABLE pens ADD COLUMN IF NOT EXISTS colour text;
`
  beforeEach(async () => {
    await admin.query('DROP TABLE IF EXISTS pens')
    write('0002-pens.sql', 'CREATE TABLE pens (id int)')
    await migrated()
    write('0003-colours.sql', colours)
  })

  test('a request that holds the lock of one table and needs that of another never fails', async () => {
    const writer = await session()
    await writer.query('BEGIN; INSERT INTO pens VALUES (1)')
    const migrating = migrated({ patience: { lockTimeoutMs: 60_000, pauseMs: 20, tries: 1 } })
    await waitFor('the migration to wait for the writer', async () => {
      const { rowCount } = await admin.query(
        `SELECT FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ~ 'ALTER TABLE pens'`,
      )
      return rowCount === 1
    })
    // In one transaction with the other table, this would close a circle.
    await writer.query('INSERT INTO sheets VALUES (1); COMMIT')
    await migrating
    expect(await columns()).toBe(1)
    expect(await notedAs()).toEqual(['sample/0001-sheets.sql', 'sample/0002-pens.sql', 'sample/0003-colours.sql'])
  })

  test('a run that was interrupted does not hinder the next', async () => {
    const reader = await session()
    await reader.query('BEGIN; SELECT FROM pens')
    await expect(migrated({ patience: { lockTimeoutMs: 20, pauseMs: 1, tries: 2 } })).rejects.toThrow('in 2 tries')
    expect([await columns(), (await notedAs()).length]).toEqual([1, 2])
    await reader.query('COMMIT')
    await migrated()
    expect((await notedAs()).length).toBe(3)
  })

  test.each([
    ['ALTER TABLE sheets ADD COLUMN colour text'],
    ['ALTER TABLE sheets ADD COLUMN IF NOT EXISTS colour text, ADD COLUMN size int'],
    ['ALTER TABLE sheets ADD COLUMN IF NOT EXISTS colour int REFERENCES pens'],
    ['ALTER TABLE sheets ADD COLUMN IF NOT EXISTS colour text; UPDATE sheets SET shape = $$a;b$$'],
  ])('%s is refused', async (sql) => {
    write('0003-colours.sql', `-- table by table\n${sql}`)
    await expect(migrated()).rejects.toThrow('table by table is ALTER TABLE … ADD COLUMN IF NOT EXISTS alone, not "')
    expect(await columns()).toBe(0)
  })
})

describe('outside of a transaction', () => {
  const unique = '-- outside of a transaction\nCREATE UNIQUE INDEX CONCURRENTLY sheets_by_shape ON sheets (shape);\n'

  test('an index is built during writes', async () => {
    const [writer, traffic] = [await session(), await session()]
    await writer.query(`BEGIN; INSERT INTO sheets VALUES (1, 'circle')`)
    write('0002-index.sql', unique)
    const migrating = Promise.all([migrated(), migrated(), migrated()])
    await waiting()
    await traffic.query(`INSERT INTO sheets VALUES (2, 'square')`)
    await writer.query('COMMIT')
    await migrating
    expect(await indexIsValid()).toBe(true)
    expect(said).toContain('Another run of migrations is under way; waiting for it')
    expect(await notedAs()).toEqual(['sample/0001-sheets.sql', 'sample/0002-index.sql'])
  })

  test.each(['killed in its midst', 'refused by rows'])('an index that was %s is built again', async (how) => {
    const isKilled = how === 'killed in its midst'
    const writer = await session()
    await fill(2)
    await writer.query(`BEGIN; UPDATE sheets SET shape = id::text`)
    write('0002-index.sql', unique)
    const outcome = migrated().then(
      () => 'built',
      () => 'failed',
    )
    await admin.query('SELECT pg_terminate_backend($1)', [isKilled ? await waiting() : 0])
    if (isKilled) expect(await outcome).toBe('failed')
    await writer.query(isKilled ? 'COMMIT' : 'ROLLBACK')
    expect(await outcome).toBe('failed')
    expect(await indexIsValid()).toBe(false)
    await admin.query('UPDATE sheets SET shape = id::text')
    await migrated()
    expect(await indexIsValid()).toBe(true)
    expect(said.at(-1)).toBe(
      'sample/0002-index.sql: building sheets_by_shape again, which an earlier run left half built',
    )
  })

  test('an index that was built, but not recorded, is not built again', async () => {
    write('0002-index.sql', unique)
    await migrated()
    const oid = () => admin.query(`SELECT 'sheets_by_shape'::regclass::oid`)
    const before = (await oid()).rows
    await admin.query(`DELETE FROM schema_migrations WHERE name = 'sample/0002-index.sql'`)
    await migrated()
    expect((await oid()).rows).toEqual(before)
    write('0003-no-index.sql', '-- outside of a transaction\nDROP INDEX CONCURRENTLY IF EXISTS sheets_by_shape')
    await migrated()
    expect(await indexIsValid()).toBe(undefined)
  })

  test.each([
    [
      '-- outside of a transaction\nALTER TABLE sheets ADD COLUMN colour text',
      'is one CREATE INDEX CONCURRENTLY name ON',
    ],
    ['-- outside of a transaction\nDROP INDEX CONCURRENTLY IF EXISTS a; DROP TABLE sheets', 'is one CREATE INDEX'],
    [
      '-- outside a transaction\nSELECT 1',
      'begins with "-- outside a transaction": expected "-- table by table", "-- each table alone, in SCHEMA: TABLE", "-- outside of a transaction"',
    ],
  ])('%s is refused', async (sql, message) => {
    write('0002-index.sql', sql)
    await expect(migrated()).rejects.toThrow(message)
    expect(await notedAs()).toEqual(['sample/0001-sheets.sql'])
  })
})

describe('in batches', () => {
  const backfill = `-- in batches, on sheets
-- A sheet has four corners unless somebody says otherwise.
UPDATE sheets SET corners = 4 WHERE id IN (SELECT id FROM sheets WHERE corners IS NULL ORDER BY id LIMIT 10);
`
  const filled = async () =>
    Number((await admin.query<{ n: string }>('SELECT count(*) AS n FROM sheets WHERE corners = 4')).rows[0]?.n)

  beforeEach(async () => {
    await admin.query('ALTER TABLE sheets ENABLE ROW LEVEL SECURITY; ALTER TABLE sheets FORCE ROW LEVEL SECURITY')
    await fill(95)
    write('0002-corners.sql', backfill)
  })

  test('the rows of all tenants are filled, a batch in each transaction, and progress is reported', async () => {
    await admin.query('UPDATE sheets SET corners = 3 WHERE id = 7')
    await Promise.all([migrated(), migrated()])
    expect(await filled()).toBe(94)
    expect(said.filter((line) => line.startsWith('sample/0002')).at(-1)).toBe('sample/0002-corners.sql: 94 rows')
    expect((await admin.query(`SELECT FROM pg_policies WHERE tablename = 'sheets'`)).rowCount).toBe(0)
    expect(await notedAs()).toEqual(['sample/0001-sheets.sql', 'sample/0002-corners.sql'])
  })

  test('work done before a kill stays, and the next run does the rest', async () => {
    await admin.query(`
      CREATE OR REPLACE FUNCTION stop_here() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_advisory_xact_lock(35); RETURN NEW; END $$;
      CREATE TRIGGER stop_here BEFORE UPDATE ON sheets FOR EACH ROW WHEN (NEW.id = 35) EXECUTE FUNCTION stop_here();
      SELECT pg_advisory_lock(35)`)
    const outcome = migrated().catch((error: Error) => error.message)
    await admin.query('SELECT pg_terminate_backend($1)', [await waiting()])
    expect(await outcome).toMatch(/terminat/)
    await admin.query('SELECT pg_advisory_unlock(35)')
    expect(await filled()).toBe(30)
    expect(await notedAs()).toEqual(['sample/0001-sheets.sql'])
    said = []
    await migrated()
    expect(await filled()).toBe(95)
    expect(said.at(-1)).toBe('sample/0002-corners.sql: 65 rows')
    expect((await admin.query(`SELECT FROM pg_policies WHERE tablename = 'sheets'`)).rowCount).toBe(0)
  })

  test('after the functions it calls functions of this version, when all other files are applied', async () => {
    onTestFinished(async () => void (await admin.query('DROP FUNCTION IF EXISTS shape_corners_v1')))
    mkdirSync(new URL('functions/', folder))
    write(
      'functions/corners.sql',
      'CREATE OR REPLACE FUNCTION shape_corners_v1() RETURNS integer LANGUAGE sql AS $$ SELECT least(max(edges), 4) FROM edges $$;',
    )
    write(
      '0002-corners.sql',
      backfill.replace('in batches, on', 'in batches after the functions, on').replace('= 4 ', '= shape_corners_v1() '),
    )
    write('0003-edges.sql', 'CREATE TABLE edges AS SELECT 4 AS edges')
    onTestFinished(async () => void (await admin.query('DROP TABLE IF EXISTS edges')))
    await migrated()
    expect(await filled()).toBe(95)
    expect(await notedAs()).toEqual(['sample/0001-sheets.sql', 'sample/0002-corners.sql', 'sample/0003-edges.sql'])
  })

  test.each([
    ['-- in batches, on sheets\nUPDATE sheets SET corners = 4', 'with a LIMIT: the rows of one batch.'],
    [
      '-- in batches\nUPDATE sheets SET corners = 4',
      'expected "-- table by table", "-- each table alone, in SCHEMA: TABLE", "-- outside of a transaction", "-- in a cluster alone", "-- in batches, on TABLE" or',
    ],
  ])('%s is refused', async (sql, message) => {
    write('0002-corners.sql', sql)
    await expect(migrated()).rejects.toThrow(message)
    expect(await filled()).toBe(0)
  })
})
