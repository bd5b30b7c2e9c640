/** A node that is to leave its cluster: its events do not move with the rows that they are about. */
import { randomUUID } from 'node:crypto'
import { Database } from '@pacioli/db'
import { waitFor, withClient } from '@pacioli/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  eventsBroker,
  eventsDatabase,
  memoryLog,
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
  await expect(remove(node)).rejects.toThrow('are not published yet: 1')
  expect(await nodes()).toContainEqual(node)

  broker.runs(new OutboxRelay({ db: relays, broker: broker.open(), log: memoryLog() }))
  const isRemoved = (): Promise<boolean> =>
    remove(node).then(
      () => true,
      () => false,
    )
  await waitFor('the event to be published', isRemoved, { everyMs: 100 })
  expect(await nodes()).not.toContainEqual(node)
  const { state } = await (await broker.publisher.client.jetstreamManager()).streams.info('PACIOLI')
  expect(state.messages).toBe(1)
})
