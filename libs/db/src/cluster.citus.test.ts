/** Transactions on a Citus cluster: where they go, what they see there, and what becomes of them while a shard moves. */
import { databaseUrl } from '@pacioli/fields/database-url'
import { homeOf as homeIn, moveShard, sharedServers, testDatabase, withClient } from '@pacioli/testing'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { app, relay, template } from './cluster.test-helpers.ts'
import { Cluster } from './cluster.ts'
import { Database, violates, type Tx } from './index.ts'

let db: Database
let relayDb: Database
let adminUrl: string
let appUrl: string
let name: string
let coordinator: pg.Client

beforeAll(async () => {
  const database = await testDatabase(template)
  ;({ adminUrl, name } = database)
  appUrl = database.urlFor(app.role, app.password)
  db = new Database({ url: appUrl, applicationName: 'test', poolSize: 8 })
  relayDb = new Database({ url: database.urlFor(relay.role, relay.password), applicationName: 'test', poolSize: 4 })
  coordinator = new pg.Client({ connectionString: adminUrl })
  await coordinator.connect()
})
afterAll(async () => {
  await coordinator.end()
  await Promise.all([db.close(), relayDb.close()])
})

const clientId = randomUUID()
const notesOf = (businessId: string): Promise<{ seq: string; text: string }[]> =>
  db.read({ clientId, businessId }, (tx) => tx.rows('SELECT seq, text FROM notes ORDER BY seq'))

const note = (businessId: string, text: string): Promise<void> =>
  db.transact({ clientId, businessId }, async (tx) => {
    await tx.rows('INSERT INTO notes (business_id, id, text) VALUES ($1, gen_random_uuid(), $2)', [businessId, text])
  })

const homeOf = (id: string) => homeIn(coordinator, id)
const move = async (id: string, how?: string) => moveShard(coordinator, await homeOf(id), how)

/** The same work until it is not refused for a while any more. @returns how often it was refused */
async function untilServed(work: () => Promise<unknown>): Promise<number> {
  for (let refusals = 0; ; refusals++) {
    const error = await work().then(
      () => undefined,
      (failure: unknown) => failure,
    )
    if (error === undefined) return refusals
    expect(error).toMatchObject({ errorEnum: 'ServiceUnavailable' })
    expect(refusals).toBeLessThan(20)
  }
}

let businessId: string
beforeEach(() => {
  businessId = randomUUID()
})

test('a transaction goes to the node that has the rows, and is planned there as on any server', async () => {
  const { host, port, shard } = await homeOf(businessId)
  await note(businessId, 'one')
  const [at] = await db.call<{ port: number; path: string }>(
    `SELECT inet_server_port() AS port, current_setting('search_path') AS path`,
    [],
    businessId,
  )
  expect(at).toEqual({ port, path: `shard_${shard},public` })
  expect(host).not.toBe('')
  const plan = await db.read({ clientId, businessId }, (tx) =>
    tx.rows<{ 'QUERY PLAN': string }>('EXPLAIN SELECT text FROM notes WHERE business_id = $1', [businessId]),
  )
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).not.toContain('Citus')
  const { rows } = await coordinator.query('SELECT text FROM notes WHERE business_id = $1', [businessId])
  expect(rows).toEqual([{ text: 'one' }])
})

test('rows of other businesses of the same shard are not seen, and not written', async () => {
  const shard = (await homeOf(businessId)).shard
  let other = randomUUID()
  while ((await homeOf(other)).shard !== shard) other = randomUUID()
  await note(businessId, 'mine')
  expect(await notesOf(other)).toEqual([])
  const stolen = db.transact({ clientId, businessId }, (tx) =>
    tx.rows('INSERT INTO notes (business_id, id, text) VALUES ($1, gen_random_uuid(), $2)', [other, 'stolen']),
  )
  await expect(stolen).rejects.toThrow('row-level security')
})

test('a business of another shard cannot be written to by mistake', async () => {
  const { shard } = await homeOf(businessId)
  let other = randomUUID()
  while ((await homeOf(other)).shard === shard) other = randomUUID()
  const held = db.call('SELECT hold_businesses_v1($1::uuid[], $2)', [[businessId, other], shard], businessId)
  await expect(held).rejects.toMatchObject({ errorEnum: 'ServiceUnavailable' })
})

test.each(['block_writes', 'force_logical'])(
  'rows are found after their shard has moved (%s), and what comes later is numbered after what came before',
  async (how) => {
    await note(businessId, 'before')
    const { port } = await homeOf(businessId)
    await move(businessId, how)
    expect((await homeOf(businessId)).port).not.toBe(port)
    await untilServed(() => note(businessId, 'there'))
    await move(businessId, how)
    await untilServed(() => note(businessId, 'back again'))
    expect((await notesOf(businessId)).map(({ text }) => text)).toEqual(['before', 'there', 'back again'])
  },
)

test('a shard does not move under a transaction, and who comes meanwhile is refused or served, never shown nothing', async () => {
  await note(businessId, 'first')
  const reached = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  const open = db.transact({ clientId, businessId }, async (tx) => {
    await tx.rows('SELECT 1')
    reached.resolve()
    await go.promise
    await tx.rows('INSERT INTO notes (business_id, id, text) VALUES ($1, gen_random_uuid(), $2)', [
      businessId,
      'second',
    ])
  })
  await reached.promise
  const moving = move(businessId)
  const { host, port } = await homeOf(businessId)
  const waits = async (): Promise<boolean> =>
    withClient(
      databaseUrl(`postgres://${new URL(adminUrl).username}@${host}:${port}/`, { database: name }),
      async (client) => {
        const { rows } = await client.query('SELECT FROM pg_locks WHERE NOT granted AND locktype = $1', ['advisory'])
        return rows.length > 0
      },
    )
  await expect.poll(waits, { timeout: 10_000 }).toBe(true)
  const readers = Array.from({ length: 5 }, async () => {
    let seen: unknown[] = []
    await untilServed(async () => (seen = await notesOf(businessId)))
    return seen.length
  })
  go.resolve()
  await Promise.all([open, moving])
  for (const count of await Promise.all(readers)) expect(count).toBeGreaterThan(0)
  await untilServed(() => notesOf(businessId))
  expect((await notesOf(businessId)).map(({ text }) => text)).toEqual(['first', 'second'])
})

test('a shard moves while its rows change, and policies bind the owner of what has moved', async () => {
  let [written, isOver] = [0, false]
  const moving = move(businessId, 'force_logical').finally(() => (isOver = true))
  for (; !isOver; written++) await untilServed(() => note(businessId, `note ${written}`))
  await moving
  await untilServed(() => note(businessId, 'there'))
  expect(await notesOf(businessId)).toHaveLength(written + 1)
  const { host, port } = await homeOf(businessId)
  const node = new URL(adminUrl)
  node.host = `${host}:${port}`
  await withClient(node.href, async (client) => {
    await client.query('SET citus.override_table_visibility = off')
    const { rows } = await client.query<{ forced: boolean }>(
      'SELECT relforcerowsecurity AS forced FROM pg_class WHERE relkind = $1 AND relrowsecurity AND relname ~ $2',
      ['r', '_\\d+$'],
    )
    expect(rows.length).toBeGreaterThan(1)
    expect(rows.filter(({ forced }) => !forced)).toEqual([])
  })
})

test('who waits for a move longer than a caller would is told to try again', async () => {
  await note(businessId, 'before')
  const { shard, host, port } = await homeOf(businessId)
  const node = new URL(adminUrl)
  node.host = `${host}:${port}`
  // One that knows of no open shards yet waits for the same, to open them.
  const another = new Database({ url: appUrl, applicationName: 'test', poolSize: 1 })
  await withClient(node.href, async (client) => {
    await client.query('BEGIN')
    // As a move locks it while it blocks writes.
    await client.query('SELECT lock_shard_metadata(7, $1::bigint[])', [[shard]])
    const asked = [
      note(businessId, 'meanwhile'),
      notesOf(businessId),
      another.read({ clientId, businessId }, (tx) => tx.rows('SELECT 1')),
    ]
    for (const one of await Promise.allSettled(asked))
      expect(one).toMatchObject({ status: 'rejected', reason: { errorEnum: 'ServiceUnavailable' } })
    await client.query('COMMIT')
  })
  await another.close()
  await untilServed(() => note(businessId, 'after'))
  expect((await notesOf(businessId)).map(({ text }) => text)).not.toContain('meanwhile')
})

test('what is for all tenants finds the rows of each shard once', async () => {
  const ids = Array.from({ length: 30 }, () => randomUUID())
  for (const id of ids) await untilServed(() => note(id, 'for all'))
  const found: string[] = []
  for (const part of await relayDb.parts())
    found.push(
      ...(await part.call<{ id: string }>(`SELECT business_id AS id FROM notes WHERE text = 'for all'`)).map(
        ({ id }) => id,
      ),
    )
  expect(found.sort()).toEqual(ids.sort())
})

test('what is done in each part goes on past one that is being moved, and names it at the end', async () => {
  const { shard, host, port } = await homeOf(businessId)
  const done: string[] = []
  const go = (): Promise<unknown> =>
    relayDb.inEachPart(async (part) => {
      const [row] = await part.transact({ lockTimeoutMs: 500 }, (tx) =>
        tx.rows<{ path: string }>(`SELECT current_setting('search_path') AS path`),
      )
      done.push(row?.path ?? '')
    })
  await go()
  const all = [...done]
  expect(all.length).toBeGreaterThan(1)
  done.length = 0
  const node = new URL(adminUrl)
  node.host = `${host}:${port}`
  await withClient(node.href, async (client) => {
    await client.query('BEGIN')
    await client.query('SELECT lock_shard_metadata(7, $1::bigint[])', [[shard]])
    await expect(go()).rejects.toThrow(`1 of ${all.length} failed: the shard ${shard} on ${host}:${port}: `)
    await client.query('COMMIT')
  })
  expect(done).toEqual(all.filter((path) => path !== `shard_${shard},public`))
})

test('each node has its own rows of a table that is not distributed', async () => {
  await untilServed(() =>
    db.transact({ clientId, businessId }, (tx) => tx.rows('INSERT INTO heard VALUES ($1)', [businessId])),
  )
  const counts = await Promise.all(
    (await relayDb.nodes()).map(
      async (node) => (await node.call('SELECT FROM heard WHERE id = $1', [businessId])).length,
    ),
  )
  expect(counts.length).toBe(sharedServers().nodes.length + 1)
  expect(counts.reduce((sum, count) => sum + count)).toBe(1)
})

test('a constraint has the name that migrations gave it', async () => {
  const id = randomUUID()
  const insert = (tx: Tx): Promise<unknown> =>
    tx.rows('INSERT INTO notes (business_id, id, text) VALUES ($1, $2, $3)', [businessId, id, 'twice'])
  await untilServed(() => db.transact({ clientId, businessId }, insert))
  const onNode = await db.transact({ clientId, businessId }, insert).catch((failure: unknown) => failure)
  const overCoordinator = await db
    .transact({ clientId }, async (tx) => {
      await tx.enterBusiness(businessId)
      return insert(tx)
    })
    .catch((failure: unknown) => failure)
  expect([onNode, overCoordinator].map((error) => violates(error, 'notes_pkey'))).toEqual([true, true])
})

test('what goes over the coordinator is answered however often it is asked', async () => {
  for (let times = 0; times < 20; times++) {
    const sum = await db.transact({ clientId }, (tx) =>
      tx.count('SELECT count(*) FROM notes WHERE text = $1', ['none']),
    )
    expect(sum).toBe(0)
  }
})

test('migrating again changes nothing that is read, and opens nothing anew', async () => {
  await note(businessId, 'kept')
  const { shard } = await homeOf(businessId)
  const before = await db.call(
    `SELECT oid FROM pg_class WHERE relnamespace = $1::regnamespace ORDER BY oid`,
    [`shard_${shard}`],
    businessId,
  )
  await db.call('SELECT open_shard_v1($1, false)', [shard], businessId)
  const after = await db.call(
    `SELECT oid FROM pg_class WHERE relnamespace = $1::regnamespace ORDER BY oid`,
    [`shard_${shard}`],
    businessId,
  )
  expect(after).toEqual(before)
  expect(await notesOf(businessId)).toHaveLength(1)
})

const COUNT = `SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'few' AND datname = current_database()`

test('all shards of a node have together no more connections than one server would, and each may have one', async () => {
  const few = new Database({
    url: databaseUrl(adminUrl, { user: app.role, password: app.password }),
    applicationName: 'few',
    poolSize: 2,
    acquireTimeoutMs: 60_000,
  })
  const nodes = sharedServers().nodes.map(
    (url) => new pg.Client({ connectionString: databaseUrl(url, { database: name }) }),
  )
  try {
    for (const node of nodes) await node.connect()
    const ids = Array.from({ length: 40 }, () => randomUUID())
    for (const id of ids) await untilServed(() => note(id, 'of few'))
    let most = 0
    const counted = async (): Promise<void> => {
      for (const { rows } of await Promise.all(nodes.map((node) => node.query<{ count: number }>(COUNT))))
        most = Math.max(most, rows[0]?.count ?? 0)
    }
    const read = (id: string) => few.read({ clientId, businessId: id }, (tx) => tx.rows('SELECT text FROM notes'))
    let reading = true
    const reads = Promise.all([...ids, ...ids, ...ids].map(read)).finally(() => (reading = false))
    while (reading) await counted()
    expect((await reads).map((rows) => rows.length)).toEqual(Array.from({ length: 120 }, () => 1))
    const shards = new Set(ids.map((id) => few.groupOf(id))).size
    expect(shards).toBeGreaterThan(2)
    expect(most).toBeGreaterThan(0)
    const { rows } = await coordinator.query<{ most: number }>(
      `SELECT max(count)::int AS most
         FROM (SELECT count(*) FROM pg_dist_shard JOIN pg_dist_placement USING (shardid)
                WHERE logicalrelid = 'idempotency_keys'::regclass GROUP BY groupid) AS of_node`,
    )
    // One that is being closed the server may not have heard of.
    expect(most).toBeLessThanOrEqual(Math.max(2, 1 + (rows[0]?.most ?? 0)) + 1)
    expect(few.pool()).toMatchObject({ inUse: 0, waiting: 0 })
  } finally {
    await Promise.all([few.close(), ...nodes.map((node) => node.end())])
  }
})

test('shards that are all in use keep their connections to a node', async () => {
  const few = new Database({
    url: databaseUrl(adminUrl, { user: app.role, password: app.password }),
    applicationName: 'kept',
    poolSize: 6,
    acquireTimeoutMs: 60_000,
  })
  try {
    const ids = Array.from({ length: 40 }, () => randomUUID())
    for (const id of ids) await untilServed(() => note(id, 'of kept'))
    const pids = new Set<string>()
    const read = async (id: string): Promise<void> => {
      const sql = `SELECT pg_backend_pid() || ' ' || inet_server_port() AS pid, text FROM notes`
      const [row] = await few.read({ clientId, businessId: id }, (tx) => tx.rows<{ pid: string }>(sql))
      if (row) pids.add(row.pid)
    }
    await Promise.all(Array.from({ length: 15 }, () => ids.map(read)).flat())
    const shards = new Set(ids.map((id) => few.groupOf(id))).size
    // A shard without any takes one from another that has it idle.
    expect(pids.size).toBeGreaterThanOrEqual(shards)
    expect(pids.size).toBeLessThanOrEqual(sharedServers().nodes.length * 6 + shards)
  } finally {
    await few.close()
  }
})

test('an answer of one shard is a sign of life of the whole node, and nodes do not answer for each other', async () => {
  const cluster = new Cluster({
    url: databaseUrl(adminUrl, { user: app.role, password: app.password }),
    applicationName: 'alive',
    poolSize: 2,
  })
  try {
    const places = [...(await cluster.parts()), ...(await cluster.nodes())]
    const byNode = Map.groupBy(places, ({ url }) => url)
    expect(byNode.size).toBe(1 + sharedServers().nodes.length)
    for (const [, ofNode] of byNode) expect(new Set(ofNode.map(({ breaker }) => breaker)).size).toBe(1)
    expect(new Set(places.map(({ breaker }) => breaker)).size).toBe(byNode.size)
  } finally {
    await cluster.close()
  }
})

test('a shard whose connections are held for long gets one that another has idle', async () => {
  const few = new Database({
    url: databaseUrl(adminUrl, { user: app.role, password: app.password }),
    applicationName: 'held',
    poolSize: 2,
  })
  try {
    const ids = Array.from({ length: 40 }, () => randomUUID())
    for (const id of ids) await untilServed(() => note(id, 'of held'))
    const read = (id: string) => few.read({ clientId, businessId: id }, (tx) => tx.rows('SELECT text FROM notes'))
    await Promise.all(ids.map(read))
    const [id = ''] = ids
    const within = await few.transact({ clientId, businessId: id }, async (tx) => {
      await tx.rows('SELECT text FROM notes')
      return read(id)
    })
    expect(within).toEqual([{ text: 'of held' }])
  } finally {
    await few.close()
  }
})
