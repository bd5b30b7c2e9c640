/**
 * A database that accepts connections and does not answer: a proxy in front of it holds back what is sent, with every
 * connection open.
 */
import { startFreezingProxy, testDatabase } from '@pacioli/testing'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { Database } from './index.ts'
import { provision } from './migrate.ts'
import { sharedMigrations } from './migrations.ts'

const APP = { role: 'sample_app', password: 'app' }

let url: string
beforeAll(async () => {
  const database = await testDatabase({
    name: 'frozen',
    migrate: (adminUrl, name) =>
      provision({
        adminUrl,
        database: name,
        owner: 'sample_owner',
        app: APP,
        relay: { role: 'sample_relay', password: 'relay' },
        migrations: [sharedMigrations],
      }),
  })
  url = database.urlFor(APP.role, APP.password)
})

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function proxied() {
  const own = new URL(url)
  const { port, freeze, thaw, close } = await startFreezingProxy({ host: own.hostname, port: Number(own.port) })
  closing.push(close)
  own.host = `127.0.0.1:${port}`
  return { url: own.href, freeze, thaw }
}

function databaseAt(url: string, probeTimeoutMs = 300): Database {
  const breaker = { unresponsiveMs: 200, probeTimeoutMs, probeIntervalMs: 20 }
  const db = new Database({ url, applicationName: 'test', poolSize: 2, acquireTimeoutMs: 60_000, breaker })
  closing.push(() => db.close())
  return db
}

const unavailable = expect.objectContaining({ errorEnum: 'ServiceUnavailable' })
const unknown = expect.objectContaining({ errorEnum: 'OutcomeUnknown' })

test('queries to a frozen database fail at once, including those under way, until it answers again', async () => {
  const proxy = await proxied()
  const db = databaseAt(proxy.url)
  await db.ping()
  proxy.freeze()
  // Two have a connection, and one waits for one: no server is left to cancel their statements.
  const asked = [
    db.call('SELECT 1'),
    db.transact({}, (tx) => tx.rows('SELECT 1')),
    db.transact({}, (tx) => tx.rows('SELECT 1')),
  ]
  const outcomes = (await Promise.allSettled(asked)) as PromiseRejectedResult[]
  expect(outcomes.map(({ reason }) => reason)).toEqual([unavailable, unknown, unknown])
  await expect(db.transact({}, (tx) => tx.rows('SELECT 1'))).rejects.toEqual(unavailable)
  await expect(db.ping()).rejects.toEqual(unavailable)
  proxy.thaw()
  const isBack = (): Promise<boolean> =>
    db.ping().then(
      () => true,
      () => false,
    )
  await expect.poll(isBack, { timeout: 10_000 }).toBe(true)
})

test('slow statements on all connections are not taken for an outage', async () => {
  // A busy machine may take long to answer a probe; it does answer.
  const db = databaseAt(url, 30_000)
  const slow = [db.call('SELECT pg_sleep(1.5)'), db.call('SELECT pg_sleep(1.5)')]
  const [, , quick] = await Promise.all([...slow, db.call<{ one: number }>('SELECT 1 AS one')])
  expect(quick).toEqual([{ one: 1 }])
})
