/** Behind a pooler that gives each transaction another connection of the server: one for many clients here. */
import { startPgbouncer, type Pgbouncer } from '@pacioli/dev-stack'
import { DomainError } from '@pacioli/errors'
import {
  databaseUrl,
  startCuttingProxy,
  testDatabase,
  testDirectory,
  waitFor,
  type TestDatabase,
} from '@pacioli/testing'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { Database, pgErrorOf, type DatabaseOptions, type Tx } from './index.ts'
import { provision } from './migrate.ts'
import { intakeMigrations, sharedMigrations } from './migrations.ts'

const APP = { role: 'pooled_app', password: 'app' }
const RELAY = { role: 'pooled_relay', password: 'relay' }
/** Connections of the server, for all clients together. */
const POOL = 2

let database: TestDatabase
let pooler: Pgbouncer
let url: string
let admin: Database

const poolerOptions = () => ({
  stateDir: testDirectory('pgbouncer'),
  postgresPort: Number(new URL(database.adminUrl).port),
  passwords: { [APP.role]: APP.password },
  poolSize: POOL,
})

/** The URL of the service's role, through a pooler on this port. */
function through(port: number, parameters = '?pooler=transaction'): string {
  const direct = new URL(database.urlFor(APP.role, APP.password))
  direct.port = String(port)
  return `${direct.href}${parameters}`
}

beforeAll(async () => {
  database = await testDatabase({
    name: 'pooled',
    migrate: (adminUrl, name) =>
      provision({
        ...{ adminUrl, database: name, owner: 'pooled_owner', app: APP, relay: RELAY },
        intake: 'pooled_intake',
        migrations: [sharedMigrations, intakeMigrations],
      }),
  })
  admin = new Database({ url: database.adminUrl, applicationName: 'looks', poolSize: 2 })
  for (const sql of [
    'CREATE TABLE notes (business_id uuid, id uuid PRIMARY KEY, n int CHECK (n < 1000))',
    'ALTER TABLE notes OWNER TO pooled_owner',
    'ALTER TABLE notes ENABLE ROW LEVEL SECURITY',
    'ALTER TABLE notes FORCE ROW LEVEL SECURITY',
    'CREATE POLICY tenant ON notes TO pooled_app USING (business_id = app_business_id())',
    `CREATE POLICY intake ON notes TO pooled_intake
       USING ((business_id = ANY ((SELECT app_business_ids())::uuid[])) IS TRUE)`,
    'GRANT SELECT, INSERT ON notes TO pooled_app, pooled_intake',
  ])
    await admin.call(sql)
  pooler = await startPgbouncer(poolerOptions())
  url = through(pooler.port)
})
afterAll(async () => {
  await admin.close()
  await pooler.stop()
})

function connect(options: Partial<DatabaseOptions> = {}): Database {
  const db = new Database({ url, applicationName: 'pooled', poolSize: 3, ...options })
  onTestFinished(() => db.close())
  return db
}

const serverConnections = () =>
  admin.call<{ count: number }>('SELECT count(*)::int AS count FROM pg_stat_activity WHERE usename = $1', [APP.role])

const setting = async (tx: Tx, name: string): Promise<string> =>
  (await tx.one<{ value: string }>('SELECT current_setting($1) AS value', [name])).value

const failure = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof DomainError ? error.errorEnum : (pgErrorOf(error)?.code ?? String(error))),
  )

describe('settings of a session', () => {
  test('are those of the role, and of a transaction where a pool has others', async () => {
    const names = ['TimeZone', 'client_min_messages', 'statement_timeout', 'idle_in_transaction_session_timeout']
    const read = (db: Database) => db.transact({}, (tx) => Promise.all(names.map((name) => setting(tx, name))))
    const usual = ['UTC', 'warning', '15s', '30s']
    const [patient, other] = [connect({ statementTimeoutMs: 60_000, idleInTransactionMs: 61_000 }), connect()]
    for (let time = 0; time < 2 * POOL; time++) {
      expect(await read(patient)).toEqual(['UTC', 'warning', '1min', '61s'])
      expect(await read(other)).toEqual(usual)
      const [called] = await other.call<{ value: string }>(`SELECT current_setting('statement_timeout') AS value`)
      expect(called?.value).toBe('15s')
    }
    const hasty = connect({ statementTimeoutMs: 20 })
    expect(await failure(hasty.read({}, (tx) => tx.rows('SELECT pg_sleep(10)')))).toBe('DeadlineExceeded')
    expect(await failure(hasty.snapshot({}, (tx) => tx.rows('SELECT pg_sleep(10)')))).toBe('DeadlineExceeded')
  })

  test('need a pooler of a known kind in the URL', () => {
    expect(() => connect({ url: through(pooler.port, '?pooler=statement') })).toThrow('expected pooler=transaction')
  })
})

describe('statements', () => {
  const often = (db: Database) =>
    Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        db.read({ businessId: crypto.randomUUID() }, (tx) => tx.rows('SELECT $1::int AS n WHERE $1 <> $2', [n, -1])),
      ),
    )

  test('have no names, however often they come, and no setting of a session', async () => {
    const clients = Array.from({ length: 4 }, () => connect())
    await Promise.all(clients.map(often))
    expect(await Promise.all(clients.map((db) => failure(often(db))))).toEqual(['none', 'none', 'none', 'none'])
    const [left] = await clients[0]!.call(
      `SELECT current_setting('plan_cache_mode') AS plan, (SELECT count(*)::int FROM pg_prepared_statements) AS named`,
    )
    expect(left).toEqual({ plan: 'auto', named: 0 })
  })

  test('need the parameter in the URL: without it they have names that the next server does not know', async () => {
    const clients = Array.from({ length: 4 }, () => connect({ url: through(pooler.port, '') }))
    const outcomes = await Promise.all(clients.map((db) => failure(often(db))))
    expect(outcomes).not.toEqual(['none', 'none', 'none', 'none'])
  })
})

test('cursors and batches keep their connection to the end of the transaction', async () => {
  const clients = Array.from({ length: 6 }, () => connect())
  const sums = await Promise.all(
    clients.map((db) =>
      db.snapshot({}, async (tx) => {
        let sum = 0
        for await (const rows of tx.batches<{ n: number }>('SELECT n FROM generate_series(1, $1::int) n', [1_000], 90))
          for (const { n } of rows) sum += n
        return sum
      }),
    ),
  )
  expect(sums).toEqual(clients.map(() => 500_500))
})

const notesOf = async (businessId: string): Promise<number> => {
  const sql = 'SELECT count(*)::int AS count FROM notes WHERE business_id = $1'
  return (await admin.call<{ count: number }>(sql, [businessId]))[0]?.count ?? 0
}

/** All of it or nothing: nothing where the caller was told so, all where nothing failed. */
function expectWritten(outcome: string, written: number, all: number): void {
  expect({ none: [all], ServiceUnavailable: [0], OutcomeUnknown: [0, all] }[outcome]).toContain(written)
}

describe('a tenant', () => {
  type Who = { db: Database; businessId: string }

  /** What a transaction sees of the tenant that it is for. */
  const around = (tx: Tx) =>
    tx.one<{ business: string; businesses: string; role: string; readOnly: string }>(
      `SELECT current_setting('app.business_id', true) AS business, coalesce(current_setting('app.business_ids', true), '') AS businesses,
              current_user AS role, current_setting('transaction_read_only') AS "readOnly"`,
    )

  const insert = 'INSERT INTO notes VALUES ($1, gen_random_uuid(), $2)'
  const others = (businessId: string, tx: Tx) =>
    tx.count('SELECT count(*) FROM notes WHERE business_id IS DISTINCT FROM $1::uuid', [businessId])

  /** Ways of using a transaction, and of ending it. */
  const WAYS: ((who: Who) => Promise<unknown>)[] = [
    ({ db, businessId }) =>
      db.transact({ businessId }, async (tx) => {
        tx.send(insert, [businessId, 1])
        expect(await around(tx)).toMatchObject({ business: businessId, role: APP.role, readOnly: 'off' })
        expect(await others(businessId, tx)).toBe(0)
      }),
    ({ db, businessId }) =>
      db.read({ businessId }, async (tx) => {
        const [seen, foreign] = await Promise.all([around(tx), others(businessId, tx)])
        expect([seen.business, foreign]).toEqual([businessId, 0])
        expect((await around(tx)).business).toBe(businessId)
      }),
    ({ db, businessId }) =>
      db.snapshot({ businessId }, async (tx) => {
        expect(await others(businessId, tx)).toBe(0)
        expect(await around(tx)).toMatchObject({ business: businessId, readOnly: 'on' })
      }),
    ({ db, businessId }) =>
      db.transactMany({ businessIds: [businessId] }, async (tx) => {
        tx.send(insert, [businessId, 2])
        expect(await around(tx)).toMatchObject({ business: '', businesses: `{${businessId}}`, role: 'pooled_intake' })
        expect(await others(businessId, tx)).toBe(0)
      }),
    ({ db, businessId }) => db.transact({ businessId }, (tx) => tx.rows(insert, [businessId, 1_000])),
    ({ db, businessId }) =>
      db.transactMany({ businessIds: [businessId] }, (tx) => tx.rows(insert, [businessId, 1_000])),
    ({ db, businessId }) => db.transact({ businessId }, (tx) => tx.rows(insert, [crypto.randomUUID(), 1])),
    ({ db, businessId }) =>
      db.transactMany({ businessIds: [businessId] }, async (tx) => {
        await tx.rows(insert, [businessId, 3])
        throw new Error('given up')
      }),
    ({ db, businessId }) => db.read({ businessId }, (tx) => tx.rows('SELECT 1 / $1::int', [0])),
  ]

  /** Without a transaction nothing of anybody is left. */
  async function expectNothingLeft(db: Database): Promise<void> {
    const [left] = await db.call<{ rows: number }>(
      `SELECT coalesce(current_setting('app.business_id', true), '') || coalesce(current_setting('app.client_id', true), '')
              || coalesce(current_setting('app.business_ids', true), '') AS tenants, current_user AS role,
              current_setting('transaction_read_only') AS "readOnly", (SELECT count(*)::int FROM notes) AS rows`,
    )
    expect(left).toEqual({ tenants: '', role: APP.role, readOnly: 'off', rows: 0 })
  }

  test('never passes to the next client of a connection, however a transaction ends', async () => {
    const everybody = Array.from({ length: 12 }, () => ({ db: connect(), businessId: crypto.randomUUID() }))
    let ended = 0
    await Promise.all(
      everybody.map(async (who, first) => {
        for (let turn = 0; turn < 60; turn++) {
          const way = WAYS[(first * 7 + turn * 5) % WAYS.length]
          const outcome = await failure(way?.(who) ?? Promise.resolve())
          expect(['none', '23514', '42501', '22012', 'Error: given up']).toContain(outcome)
          if (turn % 4 === 0) await expectNothingLeft(who.db)
          ended += 1
        }
      }),
    )
    expect(ended).toBe(12 * 60)
    expect((await serverConnections())[0]?.count).toBeLessThanOrEqual(POOL)
  })

  test('nor where a client disappears in the midst of its transaction', async () => {
    const other = connect()
    for (let passed = 1; passed <= 12; passed++) {
      const proxy = await startCuttingProxy({ host: '127.0.0.1', port: pooler.port })
      const businessId = crypto.randomUUID()
      const db = new Database({ url: proxy.through(url), applicationName: 'cut', poolSize: 1 })
      await db.ping()
      proxy.arm({ side: 'client', passed })
      const insertTwo = async (tx: Tx): Promise<void> => {
        await tx.rows(insert, [businessId, 1])
        await tx.rows(insert, [businessId, 2])
      }
      const outcome = await failure(
        passed % 2 === 0
          ? db.transactMany({ businessIds: [businessId] }, insertTwo)
          : db.transact({ businessId }, insertTwo),
      )
      await expectNothingLeft(other)
      await Promise.all(Array.from({ length: POOL }, () => expectNothingLeft(other)))
      expectWritten(outcome, await notesOf(businessId), 2)
      await db.close()
      await proxy.close()
    }
  })
})

describe('a pooler', () => {
  test('that loses its server leaves nobody in doubt about what was not committed', async () => {
    const db = connect()
    const cut = async (tx: Tx): Promise<void> => {
      const { pid } = await tx.one<{ pid: number }>('SELECT pg_backend_pid() AS pid')
      await admin.call('SELECT pg_terminate_backend($1)', [pid])
      await tx.rows('SELECT 1')
    }
    expect(await failure(db.transact({ businessId: crypto.randomUUID() }, cut))).toBe('ServiceUnavailable')
    expect(await failure(db.snapshot({ businessId: crypto.randomUUID() }, cut))).toBe('ServiceUnavailable')
    await db.ping()
  })

  test('that loses its server on the way says nothing of what may be committed', async () => {
    const { port } = new URL(database.adminUrl)
    const proxy = await startCuttingProxy({ host: '127.0.0.1', port: Number(port) })
    const options = { ...poolerOptions(), poolSize: 1, postgresPort: Number(new URL(proxy.through(url)).port) }
    const own = await startPgbouncer({ ...options, settings: { server_login_retry: 0 } })
    const outcomes = new Set<string>()
    const insertOne = 'INSERT INTO notes VALUES ($1, gen_random_uuid(), 1)'
    for (let passed = 0; passed <= 20; passed++)
      for (const work of ['at once', 'in turns']) {
        const db = new Database({ url: through(own.port), applicationName: 'cut', poolSize: 1 })
        await waitFor('the pooler', async () => (await failure(db.ping())) === 'none')
        const businessId = crypto.randomUUID()
        proxy.arm({ side: 'server', passed })
        const outcome = await failure(
          db.transact({ businessId }, async (tx) => {
            // Its COMMIT leaves with it, or when it is answered.
            if (work === 'at once') tx.send(insertOne, [businessId])
            else await tx.rows(insertOne, [businessId])
          }),
        )
        proxy.arm()
        expectWritten(outcome, await notesOf(businessId), 1)
        outcomes.add(outcome)
        await db.close()
      }
    expect([...outcomes].toSorted()).toEqual(['OutcomeUnknown', 'ServiceUnavailable', 'none'])
    await own.stop()
    await proxy.close()
  })

  test('without a free connection sends nothing, and says so', async () => {
    const own = await startPgbouncer({ ...poolerOptions(), poolSize: 1, settings: { query_wait_timeout: 1 } })
    onTestFinished(() => own.stop())
    const [busy, waiting] = [connect({ url: through(own.port) }), connect({ url: through(own.port) })]
    const businessId = crypto.randomUUID()
    await busy.transact({}, async (tx) => {
      await tx.rows('SELECT 1')
      const insertOne = 'INSERT INTO notes VALUES ($1, gen_random_uuid(), 1)'
      expect(await failure(waiting.callToWrite('SELECT 1', [], businessId))).toBe('ServiceUnavailable')
      const work = waiting.transact({ businessId }, (tx) => tx.rows(insertOne, [businessId]))
      expect(await failure(work)).toBe('ServiceUnavailable')
    })
    expect(await notesOf(businessId)).toBe(0)
  })

  test('that is gone is a database that cannot be reached, until it is back', async () => {
    const options = poolerOptions()
    const own = await startPgbouncer(options)
    const db = connect({ url: through(own.port) })
    await db.ping()
    const inTransaction = Promise.withResolvers<void>()
    const stopped = Promise.withResolvers<void>()
    const work = failure(
      db.transact({ businessId: crypto.randomUUID() }, async (tx) => {
        await tx.rows('SELECT 1')
        inTransaction.resolve()
        await stopped.promise
        await tx.rows('SELECT 1')
      }),
    )
    await inTransaction.promise
    await own.stop()
    stopped.resolve()
    expect(await work).toBe('ServiceUnavailable')
    expect(await failure(db.ping())).toBe('ServiceUnavailable')
    const again = await startPgbouncer({ ...options, port: own.port })
    onTestFinished(() => again.stop())
    await waitFor('the pooler', async () => (await failure(db.ping())) === 'none')
  })
})

test('what goes to the server itself has the settings of its session', async () => {
  const direct = connect({ url: databaseUrl(database.urlFor(APP.role, APP.password), {}), statementTimeoutMs: 7_000 })
  expect(await direct.transact({}, (tx) => setting(tx, 'statement_timeout'))).toBe('7s')
})
