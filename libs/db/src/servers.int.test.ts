/**
 * Several servers in one URL: two that know nothing of each other, of which one is a standby until it is promoted.
 * Proxies in front of them freeze, as a server does that is stopped or out of reach.
 */
import { startPostgres, type Postgres } from '@pacioli/dev-stack'
import { startFreezingProxy, testDirectory, type FreezingProxy } from '@pacioli/testing'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { Database } from './index.ts'
import { listen } from './listen.ts'
import { loginOf, provision } from './migrate.ts'
import { sharedMigrations } from './migrations.ts'

type Kind = 'primary' | 'standby'
type Running = { postgres: Postgres; proxy: FreezingProxy; stateDir: string }

const servers: Record<'a' | 'b', Running> = {} as never
const closing: (() => unknown)[] = []

async function start(stateDir: string, port?: number): Promise<Postgres> {
  return startPostgres({ stateDir, durable: false, ...(port === undefined ? {} : { port }) })
}

async function asAdmin(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

/** Stops a server, and starts it as what it shall be. */
async function become(name: 'a' | 'b', kind: Kind): Promise<void> {
  const server = servers[name]
  const { port } = server.postgres
  await server.postgres.stop()
  if (kind === 'standby') writeFileSync(join(server.stateDir, 'postgres', 'standby.signal'), '')
  server.postgres = await start(server.stateDir, port)
}

const promote = (name: 'a' | 'b'): Promise<void> => asAdmin(servers[name].postgres.adminUrl, 'SELECT pg_promote()')

beforeAll(async () => {
  for (const name of ['a', 'b'] as const) {
    const stateDir = testDirectory(`server-${name}`)
    const postgres = await start(stateDir)
    // One URL has one user.
    await asAdmin(
      postgres.adminUrl,
      `CREATE ROLE known LOGIN SUPERUSER PASSWORD 'known'`,
      'CREATE TABLE written (what text)',
      // All that a transaction needs of a schema.
      `CREATE FUNCTION enter_tenant_v1(text, text, text) RETURNS void LANGUAGE sql AS ''`,
      `CREATE FUNCTION is() RETURNS text LANGUAGE sql AS $$ SELECT '${name}' $$`,
    )
    servers[name] = {
      postgres,
      stateDir,
      proxy: await startFreezingProxy({ host: '127.0.0.1', port: postgres.port }),
    }
  }
})
afterAll(async () => {
  for (const { proxy, postgres } of Object.values(servers)) {
    await proxy.close()
    await postgres.stop()
  }
})

/** The first is the primary. */
beforeEach(async () => {
  await become('b', 'standby')
  for (const { proxy } of Object.values(servers)) proxy.thaw()
})
afterEach(async () => {
  for (const { proxy } of Object.values(servers)) proxy.thaw()
  for (const close of closing.splice(0).reverse()) await close()
})

/** A process of its own would know nothing of what others found: nor does another URL. */
let urls = 0
function urlOf(order: readonly ('a' | 'b')[], attrs?: string): string {
  const hosts = order.map((name) => `127.0.0.1:${servers[name].proxy.port}`).join(',')
  const wanted = attrs === undefined ? '' : `&target_session_attrs=${attrs}`
  return `postgres://known:known@${hosts}/postgres?application_name=test${(urls += 1)}${wanted}`
}

function databaseAt(url: string): Database {
  const breaker = { unresponsiveMs: 200, probeTimeoutMs: 300, probeIntervalMs: 20 }
  const db = new Database({ url, applicationName: 'test', poolSize: 4, breaker })
  closing.push(() => db.close())
  return db
}

const isOf = async (db: Database): Promise<string | undefined> => (await db.call<{ is: string }>('SELECT is()'))[0]?.is

/** Whose rows it is about says nothing on a server. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

const write = (db: Database): Promise<object[]> => db.callToWrite(`INSERT INTO written VALUES ('x')`, [], NOBODY)

const unavailable = expect.objectContaining({ errorEnum: 'ServiceUnavailable' })
const unknown = expect.objectContaining({ errorEnum: 'OutcomeUnknown' })

test.each([
  [undefined, 'a'],
  ['read-write', 'a'],
  ['primary', 'a'],
  ['read-only', 'b'],
  ['standby', 'b'],
  ['prefer-standby', 'b'],
])('of a primary and a standby, %s means %s, wherever it stands in the URL', async (attrs, expected) => {
  for (const order of [['a', 'b'] as const, ['b', 'a'] as const])
    expect(await isOf(databaseAt(urlOf(order, attrs)))).toBe(expected)
})

test('any means each of them, and prefer-standby the primary where there is no standby', async () => {
  expect(['a', 'b']).toContain(await isOf(databaseAt(urlOf(['a', 'b'], 'any'))))
  await promote('b')
  expect(['a', 'b']).toContain(await isOf(databaseAt(urlOf(['a', 'b'], 'prefer-standby'))))
})

test('one server can be asked for as well: a standby is no primary', async () => {
  expect(await isOf(databaseAt(urlOf(['b'])))).toBe('b')
  await expect(isOf(databaseAt(urlOf(['b'], 'primary')))).rejects.toEqual(unavailable)
})

test('migrations find the primary too', async () => {
  const adminUrl = urlOf(['b', 'a'])
  const database = `migrated_${urls}`
  const [app, relay] = ['app', 'relay'].map((role) => ({ role: `${database}_${role}`, password: role }))
  if (!app || !relay) throw new Error('two roles are needed')
  await provision({ adminUrl, database, owner: `${database}_owner`, app, relay, migrations: [sharedMigrations] })
  const url = urlOf(['b', 'a']).replace('known:known', `${app.role}:app`).replace('/postgres?', `/${database}?`)
  expect(loginOf(url)).toEqual({ ...app, password: 'app', database })
  expect(await databaseAt(url).call('SELECT name FROM schema_migrations')).not.toEqual([])
})

test('a server that hangs keeps nobody from the others', async () => {
  await promote('b')
  servers.a.proxy.freeze()
  expect(await isOf(databaseAt(urlOf(['a', 'b'])))).toBe('b')
})

test('while there is no primary everything is refused at once, and served again when there is one', async () => {
  const db = databaseAt(urlOf(['a', 'b']))
  await db.ping()
  await become('a', 'standby')
  await expect(db.ping()).rejects.toEqual(unavailable)
  await expect(write(db)).rejects.toEqual(unavailable)
  await promote('b')
  await expect.poll(() => isOf(db).catch(() => 'none'), { timeout: 10_000 }).toBe('b')
  await write(db)
  await promote('a')
})

test('when another server has taken over from a frozen one, no connection to that one is kept', async () => {
  const url = urlOf(['a', 'b'])
  const db = databaseAt(url)
  let heard = 0
  const listener = listen(url, 'news', () => (heard += 1))
  closing.push(() => listener.close())
  await expect.poll(() => heard).toBe(1)
  await db.ping()
  servers.a.proxy.freeze()
  const asked = await Promise.allSettled([db.call('SELECT 1'), write(db), write(db)])
  expect(asked.map((one) => (one.status === 'rejected' ? one.reason : 'answered'))).toEqual([
    unavailable,
    unknown,
    unknown,
  ])
  await expect(db.ping()).rejects.toEqual(unavailable)
  await promote('b')
  await expect.poll(() => isOf(db).catch(() => 'none'), { timeout: 10_000 }).toBe('b')
  await expect.poll(() => db.pool().inUse).toBe(0)
  // It listens on the new one without having been told that the old one was gone.
  await expect.poll(() => heard, { timeout: 10_000 }).toBe(2)
  await db.call('NOTIFY news')
  await expect.poll(() => heard).toBe(3)
})

test('behind one address that leads to whichever is the primary, none is kept either', async () => {
  const target = { host: '127.0.0.1', port: servers.a.proxy.port }
  const front = await startFreezingProxy(target)
  closing.push(() => front.close())
  const url = `postgres://known:known@127.0.0.1:${front.port}/postgres?target_session_attrs=read-write`
  const db = databaseAt(url)
  let heard = 0
  const listener = listen(url, 'news', () => (heard += 1))
  closing.push(() => listener.close())
  await expect.poll(() => heard).toBe(1)
  await db.ping()
  servers.a.proxy.freeze()
  await promote('b')
  target.port = servers.b.proxy.port
  // What waits for the frozen one is told so, and so is what listens there.
  await expect(write(db)).rejects.toEqual(unknown)
  await expect.poll(() => isOf(db).catch(() => 'none'), { timeout: 10_000 }).toBe('b')
  await expect.poll(() => db.pool().inUse).toBe(0)
  await expect.poll(() => heard, { timeout: 10_000 }).toBe(2)
  await db.call('NOTIFY news')
  await expect.poll(() => heard).toBe(3)
})

test.each(['one', 'two'])('a primary that takes no writes any more is left, of %s in the URL', async (count) => {
  const db = databaseAt(urlOf(count === 'one' ? ['a'] : ['a', 'b']))
  await write(db)
  const admin = servers.a.postgres.adminUrl
  await asAdmin(admin, 'ALTER SYSTEM SET default_transaction_read_only = on', 'SELECT pg_reload_conf()')
  const refused = (): Promise<unknown> =>
    write(db).then(
      () => 'written',
      (error: unknown) => error,
    )
  await expect.poll(refused).toEqual(unavailable)
  await expect.poll(() => db.pool()).toMatchObject({ inUse: 0, idle: 0 })
  const transaction = db.transact({}, (tx) => tx.rows(`INSERT INTO written VALUES ('y')`))
  await expect(transaction).rejects.toEqual(unavailable)
  await asAdmin(
    admin,
    'SET default_transaction_read_only = off',
    'ALTER SYSTEM RESET default_transaction_read_only',
    'SELECT pg_reload_conf()',
  )
  await expect.poll(refused).toBe('written')
})

test('a statement that writes among reads is a mistake, and no reason to try again', async () => {
  const db = databaseAt(urlOf(['a', 'b']))
  const mistaken = db.read({}, (tx) => tx.rows(`INSERT INTO written VALUES ('z')`))
  await expect(mistaken).rejects.toMatchObject({ code: '25006' })
})
