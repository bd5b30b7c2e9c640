import type { Nats } from '@pacioli/dev-stack'
import { testNatsCluster, waitFor } from '@pacioli/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Broker } from './connect.ts'
import { openBroker } from './events-database.test-helpers.ts'
import { openKeyValue } from './key-value.ts'
import { ensureStream, STREAM } from './stream.ts'

let servers: Nats[]
let one: Broker
let three: Broker

const PATIENCE = { timeoutMs: 25_000, everyMs: 100 }

beforeAll(async () => {
  servers = await testNatsCluster()
  const url = servers.map((server) => server.url).join()
  one = openBroker(url)
  three = openBroker(url, undefined, 3)
  await Promise.all([one.whenConnected(), three.whenConnected()])
  // Until the servers have a leader they refuse.
  await waitFor('the cluster to make a stream', () => ensureStream(one).catch(() => undefined), PATIENCE)
})
afterAll(async () => {
  await Promise.all([one?.close(), three?.close()])
  await Promise.all((servers ?? []).map((server) => server.stop()))
})

/** How many servers have all of it, including the leader. */
const currentCopies = async (stream: string): Promise<number> => {
  const { cluster } = await (await three.client.jetstreamManager()).streams.info(stream)
  const followers = cluster?.replicas?.filter(({ current }) => current) ?? []
  return followers.length + (cluster?.leader ? 1 : 0)
}

test('a stream and a bucket of one server get the configured replicas, keep their contents, and outlive the loss of any server', async () => {
  await one.client.jetstream().publish('pacioli.x.sample.changed', 'kept')
  const options = { bucket: 'limits', storage: 'memory', timeoutMs: 5_000 } as const
  await openKeyValue(one, options).create('key', new Uint8Array([7]))
  expect((await ensureStream(one)).config.num_replicas).toBe(1)

  expect((await ensureStream(three)).config.num_replicas).toBe(3)
  const bucket = openKeyValue(three, options)
  expect([...((await bucket.get('key'))?.value ?? [])]).toEqual([7])
  for (const stream of [STREAM, 'KV_limits'])
    await waitFor(`three copies of ${stream}`, async () => (await currentCopies(stream)) === 3, PATIENCE)

  const { cluster } = await (await three.client.jetstreamManager()).streams.info(STREAM)
  const leader = servers[Number(cluster?.leader?.replace('server-', ''))]
  await leader?.crash()
  const published = await waitFor(
    'the others to take an event',
    () =>
      three.client
        .jetstream()
        .publish('pacioli.x.sample.changed', 'later')
        .catch(() => undefined),
    PATIENCE,
  )
  expect(published.seq).toBeGreaterThan(1)
  const kept = await waitFor('the bucket to answer', () => bucket.get('key').catch(() => undefined), PATIENCE)
  expect([...kept.value]).toEqual([7])
}, 60_000)
