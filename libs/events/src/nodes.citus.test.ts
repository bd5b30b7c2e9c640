/** Nodes that leave a cluster and join it: events do not move with the rows that they are about. */
import { randomUUID } from 'node:crypto'
import { Database } from '@pacioli/db'
import { sharedServers, waitFor, withClient } from '@pacioli/testing'
import { joinCluster } from '@pacioli/testing/citus'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  eventsBroker,
  eventsDatabase,
  memoryLog,
  migrateEvents,
  sampleEvent,
  type EventsBroker,
  type EventsDatabase,
} from './events-database.test-helpers.ts'
import { stageEvents } from './outbox.ts'
import { OutboxRelay } from './relay.ts'

type Node = { host: string; port: number }

let db: EventsDatabase
let relays: Database
let broker: EventsBroker

beforeAll(async () => {
  db = await eventsDatabase()
  relays = new Database({ url: db.relayUrl, applicationName: 'test', poolSize: 4 })
  broker = await eventsBroker()
})
afterAll(async () => {
  await broker.stop()
  await Promise.all([relays.close(), db.close()])
})

const ask = <Row extends object>(sql: string, bind: unknown[] = [], url = db.adminUrl): Promise<Row[]> =>
  withClient(url, async (client) => (await client.query<Row>(sql, bind)).rows)

const remove = ({ host, port }: Node, url?: string): Promise<object[]> =>
  ask('SELECT remove_node_v1($1, $2)', [host, port], url)

const nodes = (): Promise<Node[]> => ask<Node>('SELECT nodename AS host, nodeport AS port FROM pg_dist_node')

/** The one with the rows of all businesses. */
async function home(): Promise<Node> {
  const [node] = await ask<Node>(
    `SELECT n.nodename AS host, n.nodeport AS port
       FROM pg_dist_shard JOIN pg_dist_placement USING (shardid) JOIN pg_dist_node n USING (groupid)
      WHERE logicalrelid = 'idempotency_keys'::regclass`,
  )
  if (!node) throw new Error('no node has the shard')
  return node
}

test('is removed only by whoever sees all events, and only if there is such a node', async () => {
  const node = await home()
  await expect(remove(node, db.relayUrl)).rejects.toThrow('has to be called by a superuser, not by events_relay')
  await expect(remove({ host: node.host, port: 1 })).rejects.toThrow(`${node.host}:1 is no node of the cluster`)
})

test('stays while it has shards, and until its events are published', async () => {
  const node = await home()
  const businessId = randomUUID()
  await db.app.transact({ businessId }, async (tx) => stageEvents(tx, [sampleEvent(businessId, randomUUID(), 1)]))
  await expect(remove(node)).rejects.toThrow(/still has \d+ shards/)
  await ask('SELECT citus_drain_node($1, $2, $3)', [node.host, node.port, 'block_writes'])
  await ask('CALL citus_cleanup_orphaned_resources()')
  await expect(remove(node)).rejects.toThrow('are not published yet: 1')
  expect(await nodes()).toContainEqual(node)

  broker.runs(new OutboxRelay({ db: relays, app: db.app, broker: broker.open(), log: memoryLog() }))
  const isRemoved = (): Promise<boolean> =>
    remove(node).then(
      () => true,
      () => false,
    )
  await waitFor('the event to be published', isRemoved, { everyMs: 100 })
  expect(await nodes()).not.toContainEqual(node)
  const { state } = await (await broker.publisher.client.jetstreamManager()).streams.info('PACIOLI')
  expect(state.messages).toBe(1)

  const gone = new URL(db.adminUrl)
  gone.host = `${node.host}:${node.port}`
  await ask(`DROP DATABASE ${gone.pathname.slice(1)} WITH (FORCE)`, [], new URL('/postgres', gone).href)
  const isServed = (): Promise<boolean> =>
    db.app
      .transact({ businessId }, async (tx) => stageEvents(tx, [sampleEvent(businessId, randomUUID(), 1)]))
      .then(
        () => true,
        () => false,
      )
  await waitFor('its business to be found elsewhere', isServed)
})

const FUNCTIONS = `
SELECT pg_get_functiondef(oid) AS text FROM pg_proc
 WHERE pronamespace = 'public'::regnamespace AND prokind = 'f' ORDER BY 1`

test('that joins has the functions of the others, and events are written and published there', async () => {
  const away = sharedServers().nodes.map((url) => new URL(url))
  const known = await nodes()
  const joining = away.find(
    ({ hostname, port }) => !known.some(({ host, port: at }) => `${host}:${at}` === `${hostname}:${port}`),
  )
  if (!joining) throw new Error('no node has left')
  const database = new URL(db.adminUrl).pathname.slice(1)
  await ask(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`, [], joining.href)
  await joinCluster(sharedServers().postgresAdminUrl, joining.href, database)
  await migrateEvents(sharedServers().postgresAdminUrl, database)
  const there = new URL(db.adminUrl)
  there.host = joining.host
  expect(await ask(FUNCTIONS, [], there.href)).toEqual(await ask(FUNCTIONS))

  const before = await home()
  await ask(
    `SELECT citus_move_shard_placement(shardid, $1, $2, $3, $4, 'block_writes') FROM pg_dist_shard WHERE logicalrelid = 'idempotency_keys'::regclass`,
    [before.host, before.port, joining.hostname, Number(joining.port)],
  )
  const businessId = randomUUID()
  const write = (): Promise<boolean> =>
    db.app
      .transact({ businessId }, async (tx) => stageEvents(tx, [sampleEvent(businessId, randomUUID(), 1)]))
      .then(
        () => true,
        () => false,
      )
  await waitFor('the shard to be found there', write)
  const waiting = (): Promise<object[]> => ask('SELECT FROM event_queue', [], there.href)
  expect(await ask('SELECT FROM events', [], there.href)).toHaveLength(1)
  broker.runs(new OutboxRelay({ db: relays, app: db.app, broker: broker.open(), log: memoryLog() }))
  await waitFor('the event to be published', async () => (await waiting()).length === 0)
})
