import { DomainError } from '@pacioli/errors'
import { servingRequest } from '@pacioli/telemetry'
import { testDatabase, testDirectory, waitFor } from '@pacioli/testing'
import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Database, listen, writeOnce, type WriteRequest } from './index.ts'
import { provision } from './migrate.ts'
import { sharedMigrations, type MigrationSet } from './migrations.ts'

const APP = { role: 'sample_app', password: 'app' }
const RELAY = { role: 'sample_relay', password: 'relay' }
const service = (adminUrl: string, database: string) => ({
  adminUrl,
  database,
  owner: 'sample_owner',
  app: APP,
  relay: RELAY,
  migrations: [sharedMigrations],
})

let db: Database
let adminUrl: string
let url: string

beforeAll(async () => {
  const database = await testDatabase({ name: 'write_once', migrate: (admin, name) => provision(service(admin, name)) })
  adminUrl = database.adminUrl
  url = database.urlFor(APP.role, APP.password)
  db = new Database({ url, applicationName: 'test', poolSize: 3 })
})
afterAll(() => db.close())

const clientId = crypto.randomUUID()

const request = (key?: string, requestHash = 'h', deadlineMs = 30_000): WriteRequest & { replays: number } => {
  const made = {
    clientId,
    idempotency: key === undefined ? undefined : { key, operation: 'op', requestHash },
    deadline: new Date(Date.now() + deadlineMs),
    replays: 0,
    markReplayed: () => void (made.replays += 1),
  }
  return made
}

const refusal = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'accepted',
    (error: unknown) => (error instanceof DomainError ? error.errorEnum : String(error)),
  )

describe('provisioning', () => {
  test('can be repeated, also concurrently', async () => {
    const name = new URL(adminUrl).pathname.slice(1)
    await Promise.all([1, 2, 3].map(() => provision(service(adminUrl, name))))
  })

  test('rolls back a broken migration and names it', async () => {
    const name = new URL(adminUrl).pathname.slice(1)
    const broken = { name: 'broken', folder: new URL('./test-migrations/', import.meta.url) }
    await expect(provision({ ...service(adminUrl, name), migrations: [sharedMigrations, broken] })).rejects.toThrow(
      'broken/0001-half.sql',
    )
    const client = new pg.Client({ connectionString: adminUrl })
    await client.connect()
    expect((await client.query(`SELECT FROM pg_tables WHERE tablename = 'half'`)).rowCount).toBe(0)
    await client.end()
  })

  test('does not reapply a migration that moved to another set, and applies it where it never ran', async () => {
    const name = new URL(adminUrl).pathname.slice(1)
    const folder = pathToFileURL(`${testDirectory('moved')}/`)
    writeFileSync(new URL('0001-moved.sql', folder), 'CREATE TABLE moved (id int)')
    const provisionWith = (set: MigrationSet) =>
      provision({ ...service(adminUrl, name), migrations: [sharedMigrations, set] })
    const client = new pg.Client({ connectionString: adminUrl })
    await client.connect()
    const applied = async () =>
      (
        await client.query<{ name: string }>(`SELECT name FROM schema_migrations WHERE name LIKE '%/0001-moved.sql'`)
      ).rows.map((row) => row.name)
    await provisionWith({ name: 'one', folder })
    expect(await applied()).toEqual(['one/0001-moved.sql'])
    const moved = { name: 'other', folder, formerly: { '0001-moved.sql': 'one/0001-moved.sql' } }
    for (let time = 0; time < 2; time++) {
      await provisionWith(moved)
      expect(await applied()).toEqual(['other/0001-moved.sql'])
    }
    await client.query(`DELETE FROM schema_migrations WHERE name = 'other/0001-moved.sql'; DROP TABLE moved`)
    await provisionWith(moved)
    expect(await applied()).toEqual(['other/0001-moved.sql'])
    expect((await client.query(`SELECT FROM pg_tables WHERE tablename = 'moved'`)).rowCount).toBe(1)
    await client.end()
  })
})

test.each([3, 1])(
  'a business that came after statistics of %i were taken is not taken for an empty one',
  async (known) => {
    const folder = pathToFileURL(`${testDirectory('tenants')}/`)
    const table = `documents_of_${known}`
    const sql = `CREATE TABLE ${table} (business_id uuid, id uuid, account_id uuid, PRIMARY KEY (business_id, id));
    CREATE INDEX ${table}_by_account ON ${table} (business_id, account_id);`
    writeFileSync(new URL('0001-documents.sql', folder), sql)
    await provision({
      ...service(adminUrl, new URL(adminUrl).pathname.slice(1)),
      migrations: [sharedMigrations, { name: table, folder }],
    })
    const client = new pg.Client({ connectionString: adminUrl })
    await client.connect()
    const fill = (business: string) =>
      client.query(
        `INSERT INTO ${table} SELECT $1, gen_random_uuid(), gen_random_uuid() FROM generate_series(1, 5000)`,
        [business],
      )
    const unknown = crypto.randomUUID()
    for (let one = 0; one < known; one++) await fill(crypto.randomUUID())
    await client.query(`VACUUM ANALYZE ${table}`)
    await fill(unknown)
    type Plan = { 'QUERY PLAN': [{ Plan: { 'Plan Rows': number; 'Index Name'?: string } }] }
    const planOf = async (condition: string) =>
      (
        await client.query<Plan>(
          `EXPLAIN (FORMAT JSON) SELECT * FROM ${table} WHERE business_id = '${unknown}' ${condition}`,
        )
      ).rows[0]?.['QUERY PLAN'][0].Plan
    expect((await planOf(''))?.['Plan Rows']).toBeGreaterThan(1_000)
    expect((await planOf(`AND id = '${crypto.randomUUID()}'`))?.['Index Name']).toBe(`${table}_pkey`)
    await client.end()
  },
)

test('a write can read the id of its request, within its transaction only', async () => {
  const one = new Database({ url, applicationName: 'test', poolSize: 1 })
  const here = () => one.transact({}, (tx) => tx.row<{ id: string | null }>('SELECT app_request_id() AS id'))
  expect(await here()).toEqual({ id: null })
  expect(await servingRequest({ requestId: 'r-1' }, here)).toEqual({ id: 'r-1' })
  expect(await here()).toEqual({ id: null })
  expect(await one.call('SELECT app_request_id() AS id')).toEqual([{ id: null }])
  await one.close()
})

describe('a write with an Idempotency-Key', () => {
  const now = new Date()

  test('runs once, and repeats get its answer', async () => {
    let runs = 0
    const requests = Array.from({ length: 30 }, () => request('once'))
    const answers = await Promise.all(requests.map((one) => writeOnce(db, one, now, async () => ({ run: ++runs }))))
    expect([runs, new Set(answers.map(({ run }) => run)).size]).toEqual([1, 1])
    expect(requests.reduce((sum, { replays }) => sum + replays, 0)).toBe(29)
  })

  test('stores nothing of a failure: the next attempt runs', async () => {
    await expect(writeOnce(db, request('fails'), now, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await writeOnce(db, request('fails'), now, async () => ({ run: 1 }))).toEqual({ run: 1 })
  })

  test('is refused when the key was used for another request, and the key is free again after a day', async () => {
    await writeOnce(db, request('day'), now, async () => ({ run: 1 }))
    expect(await refusal(writeOnce(db, request('day', 'other'), now, async () => ({ run: 2 })))).toBe(
      'IdempotencyKeyReused',
    )
    const nextDay = new Date(now.getTime() + 24 * 3_600_000 + 1)
    expect(await writeOnce(db, request('day', 'other'), nextDay, async () => ({ run: 3 }))).toEqual({ run: 3 })
  })

  test('waits for the first without holding a connection, and gives up when that takes too long', async () => {
    let finish = (): void => undefined
    let begin = (): void => undefined
    const begun = new Promise<void>((resolve) => (begin = resolve))
    const first = writeOnce(db, request('slow'), now, async () => {
      begin()
      await new Promise<void>((resolve) => (finish = resolve))
      return { run: 1 }
    })
    await begun
    const hasty = writeOnce(db, request('slow', 'h', 1), now, async () => ({ run: 2 }))
    expect(await refusal(hasty)).toBe('IdempotencyInProgress')
    const waiting = Array.from({ length: 20 }, () => writeOnce(db, request('slow'), now, async () => ({ run: 2 })))
    // Three connections, one of them in use: the others must stay free for other requests.
    await Promise.all(Array.from({ length: 5 }, () => db.ping()))
    finish()
    expect(await Promise.all([first, ...waiting])).toEqual(Array.from({ length: 21 }, () => ({ run: 1 })))
  })

  test('uses keys of its own client only', async () => {
    await writeOnce(db, request('mine'), now, async () => ({ run: 1 }))
    const other = { ...request('mine', 'other'), clientId: crypto.randomUUID() }
    expect(await writeOnce(db, other, now, async () => ({ run: 2 }))).toEqual({ run: 2 })
  })
})

describe('failures of the database', () => {
  test('a pool without a free connection is a 503', async () => {
    let finish = (): void => undefined
    const until = new Promise<void>((resolve) => (finish = resolve))
    const scarce = new Database({ url, applicationName: 'test', poolSize: 1, acquireTimeoutMs: 2_000 })
    const holding = scarce.transact({}, () => until)
    const waiting = refusal(scarce.ping())
    await expect.poll(() => scarce.pool()).toEqual({ inUse: 1, idle: 0, waiting: 1, max: 1 })
    expect(await waiting).toBe('ServiceUnavailable')
    finish()
    await holding
    expect(scarce.pool()).toEqual({ inUse: 0, idle: 1, waiting: 0, max: 1 })
    await scarce.close()
  })

  test('an unreachable database is a 503', async () => {
    const nowhere = new Database({ url: 'postgres://a:b@127.0.0.1:1/none', applicationName: 'test', poolSize: 1 })
    expect(await refusal(nowhere.ping())).toBe('ServiceUnavailable')
    await nowhere.close()
  })

  test('a statement that takes too long is a 504, and a sum out of range a 422', async () => {
    const hasty = new Database({ url, applicationName: 'test', poolSize: 1, statementTimeoutMs: 20 })
    expect(await refusal(hasty.call('SELECT pg_sleep(5)'))).toBe('DeadlineExceeded')
    expect(await refusal(hasty.call('SELECT 9223372036854775807 + 1'))).toBe('AmountOutOfRange')
    await hasty.close()
  })

  test.each(['53100', '53200', '58030'])('a database that lacks space or memory (%s) is a 503', async (sqlstate) => {
    const full = db.call(`DO 'BEGIN RAISE EXCEPTION SQLSTATE ''${sqlstate}''; END'`)
    expect(await refusal(full)).toBe('ServiceUnavailable')
  })

  test('afterCommit actions do not run after a rollback', async () => {
    const done: string[] = []
    await db.transact({}, async (tx) => tx.afterCommit(() => done.push('committed')))
    await expect(
      db.transact({}, async (tx) => {
        tx.afterCommit(() => done.push('rolled back'))
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(done).toEqual(['committed'])
  })
})

describe('a long result', () => {
  const numbers = (most: number, size: number) =>
    db.transact({}, async (tx) => {
      const found: number[][] = []
      const sql = 'SELECT n FROM generate_series(1, $1::int) AS n ORDER BY n'
      for await (const rows of tx.batches<{ n: number }>(sql, [most], size)) found.push(rows.map(({ n }) => n))
      return found
    })

  test('comes in batches; the last may be short, and none is empty', async () => {
    expect(await numbers(5, 2)).toEqual([[1, 2], [3, 4], [5]])
    expect(await numbers(4, 2)).toEqual([
      [1, 2],
      [3, 4],
    ])
    expect(await numbers(0, 2)).toEqual([])
  })

  test('can be abandoned early, and two can be read at once', async () => {
    await db.transact({}, async (tx) => {
      const [one, other] = [1, 2].map((first) =>
        tx.batches<{ n: number }>('SELECT n FROM generate_series($1::int, 1000) AS n ORDER BY n', [first], 10),
      )
      for (const first of [1, 2]) {
        expect((await one?.next())?.value?.[0]).toEqual({ n: first === 1 ? 1 : 11 })
        expect((await other?.next())?.value?.[0]).toEqual({ n: first === 1 ? 2 : 12 })
      }
      await one?.return(undefined)
      expect(await tx.row('SELECT 1 AS n')).toEqual({ n: 1 })
    })
  })

  test('that fails midway is refused at that point', async () => {
    const failing = db.transact({}, async (tx) => {
      const found: unknown[] = []
      const sql = 'SELECT 1 / (7 - n) AS n FROM generate_series(1, 10) AS n'
      try {
        for await (const rows of tx.batches(sql, [], 2)) found.push(...rows)
      } catch (error) {
        expect(found).toHaveLength(6)
        throw error
      }
    })
    await expect(failing).rejects.toThrow('division by zero')
  })
})

test('a listener gets notifications, and one call after each reconnection', async () => {
  let heard = 0
  const listener = listen(url, 'sample', () => (heard += 1))
  await waitFor('the first connection', () => heard === 1)
  await db.call(`SELECT pg_notify('sample', '')`)
  await waitFor('the notification', () => heard === 2)
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'listen sample'`)
  await admin.end()
  await waitFor('the next connection', () => heard >= 3)
  await listener.close()
})
