/**
 * Cuts a connection before each message of a write, in both directions, and compares what the caller learns with the
 * row.
 */
import { randomUUID } from 'node:crypto'
import { DomainError } from '@pacioli/errors'
import { startCuttingProxy, testDatabase, type Cut, type CuttingProxy } from '@pacioli/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Database, writeOnce, type WriteRequest } from './index.ts'
import { provision } from './migrate.ts'
import { sharedMigrations } from './migrations.ts'

const NAME = 'to be cut'
const clientId = crypto.randomUUID()

let proxy: CuttingProxy
let db: Database
let direct: Database
let appUrl: string

beforeAll(async () => {
  const app = { role: 'cut_app', password: 'app' }
  const relay = { role: 'cut_relay', password: 'relay' }
  const database = await testDatabase({
    name: 'lost_connections',
    migrate: (adminUrl, name) =>
      provision({ adminUrl, database: name, owner: 'cut_owner', app, relay, migrations: [sharedMigrations] }),
  })
  const { hostname, port } = new URL(database.adminUrl)
  proxy = await startCuttingProxy({ host: hostname, port: Number(port) })
  appUrl = database.urlFor(app.role, app.password)
  db = new Database({ url: proxy.through(appUrl), applicationName: NAME, poolSize: 1 })
  direct = new Database({ url: database.adminUrl, applicationName: 'looks', poolSize: 1 })
  await direct.call('CREATE TABLE written (what text NOT NULL)')
  await direct.call(`GRANT ALL ON written TO ${app.role}`)
  await direct.call(
    `CREATE FUNCTION write_down(what text) RETURNS void LANGUAGE sql AS 'INSERT INTO written VALUES (write_down.what)'`,
  )
})
afterAll(async () => {
  await db.close()
  await direct.close()
  await proxy.close()
})

type Outcome = 'written' | 'not written' | 'unknown'

/** What the caller learns. */
const outcomeOf = (write: Promise<unknown>): Promise<Outcome> =>
  write.then(
    () => 'written',
    (error: unknown) => {
      if (!(error instanceof DomainError)) throw error
      if (error.errorEnum === 'OutcomeUnknown') return 'unknown'
      expect(error.message).toContain('Nothing was written.')
      return 'not written'
    },
  )

/** Counted once nothing is in flight any more. */
async function rowsOf(what: string): Promise<number> {
  const busy = (): Promise<object[]> =>
    direct.call(
      `SELECT FROM pg_stat_activity WHERE application_name = $1 AND state <> 'idle' AND datname = current_database()`,
      [NAME],
    )
  await expect.poll(busy, { interval: 1, timeout: 10_000 }).toEqual([])
  return (await direct.call('SELECT FROM written WHERE what = $1', [what])).length
}

/** Over an unused connection a write sends the same every time: none of its statements is known there. */
async function connectAnew(): Promise<void> {
  await direct.call('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1', [NAME])
  await expect.poll(() => db.pool().idle, { interval: 1 }).toBe(0)
  await db.ping()
}

/** Each position at which the traffic of `write` can be cut, and what it sent when nothing was cut. */
async function placesIn(write: (what: string) => Promise<unknown>): Promise<{ cuts: Cut[]; sent: string }> {
  // Frequent statements have a name.
  for (let time = 0; time < 12; time++) await write(`often ${crypto.randomUUID()}`)
  await connectAnew()
  const passed = proxy.arm()
  await write(`whole ${crypto.randomUUID()}`)
  const cuts = (['client', 'server'] as const).flatMap((side) =>
    Array.from({ length: passed[side].length }, (_, count): Cut => ({ side, passed: count })),
  )
  return { cuts, sent: passed.client }
}

/** Cuts `write` at each position. @returns what the caller learned, with how many rows there were by then */
async function cutEverywhere(
  write: (what: string) => Promise<unknown>,
  then: (what: string, outcome: Outcome) => Promise<void> = async () => undefined,
): Promise<Set<string>> {
  const found = new Set<string>()
  const { cuts } = await placesIn(write)
  expect(cuts.length).toBeGreaterThan(10)
  for (const cut of cuts) {
    const what = `${cut.side} ${cut.passed} ${crypto.randomUUID()}`
    await connectAnew()
    proxy.arm(cut)
    const outcome = await outcomeOf(write(what))
    found.add(`${outcome}: ${await rowsOf(what)}`)
    await then(what, outcome)
  }
  return found
}

const insert = (what: string): Promise<void> =>
  db.transact({ clientId }, async (tx) => {
    await tx.rows('SELECT 1')
    await tx.rows('INSERT INTO written VALUES ($1)', [what])
  })

const keyed = (key: string): WriteRequest & { replays: number } => {
  const request = {
    clientId,
    idempotency: { key, operation: 'op', requestHash: 'h' },
    deadline: new Date(Date.now() + 30_000),
    replays: 0,
    markReplayed: () => void (request.replays += 1),
  }
  return request
}

const insertOnce = (what: string, request: WriteRequest = keyed(what)): Promise<{ what: string }> =>
  writeOnce(db, request, new Date(), async (tx) => {
    await tx.rows('INSERT INTO written VALUES ($1)', [what])
    return { what }
  })

describe('a write whose connection is cut', () => {
  test('in a transaction was not written before its COMMIT was sent, and is unknown from then on', async () => {
    expect(await cutEverywhere(insert)).toEqual(new Set(['not written: 0', 'unknown: 0', 'unknown: 1']))
  })

  test('in one flight with its COMMIT is unknown, since all of it was sent', async () => {
    const sent = (what: string): Promise<void> =>
      db.transact({ clientId }, async (tx) => tx.send('INSERT INTO written VALUES ($1)', [what]))
    expect(await cutEverywhere(sent)).toEqual(new Set(['unknown: 0', 'unknown: 1']))
  })

  test('in a call of its own was not written before it was sent, and is unknown from then on', async () => {
    const found = await cutEverywhere((what) => db.callToWrite('SELECT write_down($1)', [what], randomUUID()))
    expect(found).toEqual(new Set(['unknown: 0', 'unknown: 1']))
  })

  test('under a key finds out by itself, and is written once', async () => {
    expect(await cutEverywhere(insertOnce)).toEqual(new Set(['not written: 0', 'written: 1']))
  })

  test('under a key is written once when the caller repeats it', async () => {
    // Its time is up as soon as it was cut: the caller gets OutcomeUnknown.
    const hurried = (what: string) => insertOnce(what, { ...keyed(what), deadline: new Date(0) })
    const found = await cutEverywhere(hurried, async (what) => {
      expect(await insertOnce(what)).toEqual({ what })
      expect(await rowsOf(what)).toBe(1)
    })
    expect(found).toEqual(new Set(['not written: 0', 'unknown: 0', 'unknown: 1']))
  })
})

test('a read whose connection is cut is repeated, whatever was cut', async () => {
  const { cuts } = await placesIn(() => db.call('SELECT 1'))
  for (const cut of cuts) {
    await db.ping()
    proxy.arm(cut)
    await expect(db.call('SELECT 1')).rejects.toMatchObject({ errorEnum: 'ServiceUnavailable' })
  }
})

test('a connection that was lost before its use sent nothing', async () => {
  const outcome = await outcomeOf(
    db.transact({ clientId }, async (tx) => {
      await tx.rows(`INSERT INTO written VALUES ('early')`)
      await direct.call('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1', [NAME])
      const failure = () => tx.rows('SELECT 1').then(() => '', String)
      await expect.poll(failure, { interval: 1 }).toContain('not queryable')
    }),
  )
  expect(outcome).toBe('not written')
  expect(await rowsOf('early')).toBe(0)
})

test('a write that takes too long was not written', async () => {
  const hasty = new Database({ url: appUrl, applicationName: NAME, poolSize: 1, statementTimeoutMs: 20 })
  const slow = hasty.callToWrite(`SELECT write_down('slow'), pg_sleep(5)`, [], randomUUID())
  await expect(slow).rejects.toMatchObject({ errorEnum: 'DeadlineExceeded' })
  await hasty.close()
  expect(await rowsOf('slow')).toBe(0)
})
