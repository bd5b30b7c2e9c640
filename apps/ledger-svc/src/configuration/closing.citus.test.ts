/** The closing of a client whose businesses lie on several nodes of a cluster, while a shard moves and after a node was lost. */
import {
  homeOf,
  makeAuthority,
  moveShard,
  startCuttingProxy,
  testDirectory,
  urlAt,
  waitFor,
  type Home,
} from '@pacioli/testing'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockClientForChange } from '../books/books.store.ts'
import { openTestBusiness, requestFor, startTestLedger, type TestLedger } from '../ledger.test-helpers.ts'
import { createBusiness, getConfiguration, updateClientConfiguration } from '../use-cases.test-helpers.ts'

let ledger: TestLedger
let coordinator: pg.Client
let mover: pg.Client

async function connected(at?: { host: string; port: number }): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: at ? urlAt(ledger.adminUrl, at) : ledger.adminUrl })
  await client.connect()
  return client
}

beforeAll(async () => {
  ledger = await startTestLedger()
  coordinator = await connected()
  mover = await connected()
})
afterAll(async () => {
  await Promise.all([coordinator.end(), mover.end()])
  await ledger.stop()
})

const close = (clientId: string, closing_date: string) =>
  updateClientConfiguration(ledger, requestFor(clientId, ''), { cleared: [], closing_date })

/** Until work is done, or something waits for an advisory lock on this server. */
async function doneOrWaiting(work: Promise<unknown>, server: pg.Client): Promise<void> {
  let isDone = false
  const ended = () => (isDone = true)
  void work.then(ended, ended)
  await waitFor('work to end or to wait', async () => {
    const { rows } = await server.query(
      `SELECT FROM pg_locks JOIN pg_database d ON d.oid = database
        WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted`,
    )
    return isDone || rows.length > 0
  })
}

test('a business that its node has not heard the COMMIT of is closed with the others', async () => {
  const first = await openTestBusiness(ledger)
  const { host, port } = await homeOf(coordinator, first.businessId)
  const { rows } = await coordinator.query<{ id: number }>(
    'SELECT nodeid AS id FROM pg_dist_node WHERE (nodename, nodeport) = ($1, $2)',
    [host, port],
  )
  const moveNode = (to: { host: string; port: number }) =>
    coordinator.query('SELECT citus_update_node($1, $2, $3)', [rows[0]?.id, to.host, to.port])
  // Nodes speak TLS with one another, and ask for no name.
  const certificate = await (await makeAuthority('nodes')).issue(testDirectory('node'), ['node.test'])
  const proxy = await startCuttingProxy({ host, port }, certificate)
  const node = await connected({ host, port })
  try {
    await moveNode({ host: '127.0.0.1', port: Number(new URL(proxy.through(`postgres://${host}:${port}/`)).port) })
    // On the same shard, so on the node behind the proxy.
    const there = () => {
      for (;;) {
        const id = crypto.randomUUID()
        if (ledger.db.groupOf(id) === ledger.db.groupOf(first.businessId)) return id
      }
    }
    const passed = proxy.arm({ side: 'client', before: 'COMMIT PREPARED' })
    const { data } = await createBusiness({ ...ledger, newId: there }, requestFor(first.clientId, ''), {
      legal_name: 'In doubt',
    })
    expect(passed.client).not.toBe('')
    const lost = requestFor(first.clientId, data.id ?? '')
    await expect(getConfiguration(ledger, lost)).rejects.toMatchObject({ errorEnum: 'BusinessNotFound' })

    const closing = close(first.clientId, '2025-12-31')
    await doneOrWaiting(closing, node)
    await mover.query('SELECT recover_prepared_transactions()')
    await closing
    for (const business of [first, lost])
      expect((await getConfiguration(ledger, business)).closing_date).toBe('2025-12-31T23:59:59.999Z')
    const { rows: books } = await coordinator.query<{ closed_through: Date }>(
      'SELECT closed_through FROM businesses WHERE client_id = $1',
      [first.clientId],
    )
    expect(books.map(({ closed_through }) => closed_through.toISOString())).toEqual(
      Array.from({ length: 2 }, () => '2025-12-31T23:59:59.999Z'),
    )
  } finally {
    await moveNode({ host, port })
    await Promise.all([node.end(), proxy.close()])
  }
})

test('no shard of its businesses moves from when it has locked the client until it ends', async () => {
  const { clientId, businessId } = await openTestBusiness(ledger)
  const from = await homeOf(coordinator, businessId)
  const [locked, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const closing = ledger.db.transact({ clientId }, async (tx) => {
    await lockClientForChange(tx)
    locked.resolve()
    await go.promise
  })
  await locked.promise
  const moving = moveShard(mover, from)
  await doneOrWaiting(moving, coordinator)
  expect(await homeOf(coordinator, businessId)).toEqual(from)
  go.resolve()
  await Promise.all([closing, moving])
  expect((await homeOf(coordinator, businessId)).port).not.toBe(from.port)
})

test('a closing and moves of its shards wait for each other, and all of them end', async () => {
  const first = await openTestBusiness(ledger)
  const businesses = [first]
  while (new Set(businesses.map(({ businessId }) => ledger.db.groupOf(businessId))).size < 2)
    businesses.push(await openTestBusiness(ledger, { clientId: first.clientId }))
  let moving = true
  const homes = new Map<string, Home>()
  const moves = async () => {
    for (const { businessId } of businesses) {
      const home = await homeOf(mover, businessId)
      homes.set(home.shard, home)
      await moveShard(mover, home)
    }
    moving = false
  }
  const outcomes = new Set<unknown>()
  const closings = async () => {
    for (let day = 1; moving; day = (day % 28) + 1)
      outcomes.add(
        await close(first.clientId, `2025-01-${String(day).padStart(2, '0')}`).then(
          () => 'closed',
          (error: unknown) => (error as { errorEnum?: string }).errorEnum ?? error,
        ),
      )
  }
  await Promise.all([moves(), closings()])
  outcomes.delete('ServiceUnavailable')
  expect([...outcomes]).toEqual(['closed'])
  expect(homes.size).toBeGreaterThanOrEqual(2)
})
