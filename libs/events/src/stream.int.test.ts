import { testNats } from '@pacioli/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Broker } from './connect.ts'
import { memoryLog, openBroker } from './events-database.test-helpers.ts'
import { ensureStream, STREAM } from './stream.ts'

let nats: Awaited<ReturnType<typeof testNats>>
let broker: Broker

beforeAll(async () => {
  nats = await testNats()
  broker = openBroker(nats.url)
  await broker.whenConnected()
})

afterAll(async () => {
  await broker.close()
  await nats.stop()
})

const MIB = 1024 * 1024

test('the stream keeps seven days, whatever their size', async () => {
  const { config } = await ensureStream(broker)
  expect(config).toMatchObject({ max_bytes: -1, max_age: 7 * 86_400 * 1e9, discard: 'old' })
})

test('a stream with another size gets the configured one, and keeps its events', async () => {
  await broker.client.jetstream().publish('pacioli.x.sample.changed', 'kept')
  const { config, state } = await ensureStream(broker, { maxBytes: 8 * MIB })
  expect(config.max_bytes).toBe(8 * MIB)
  expect(state.messages).toBe(1)
})

test('a full stream continues, without the oldest events', async () => {
  await ensureStream(broker, { maxBytes: MIB })
  const body = 'x'.repeat(100_000)
  for (let count = 0; count < 20; count += 1) await broker.client.jetstream().publish('pacioli.x.sample.changed', body)
  const { streams } = await broker.client.jetstreamManager()
  const { state } = await streams.info(STREAM)
  expect(state.bytes).toBeLessThanOrEqual(MIB)
  expect(state.last_seq).toBe(21)
})

test('a stream that cannot have the size that is wanted is used as it is, and that is said once', async () => {
  const log = memoryLog()
  const wanting = openBroker(nats.url, log)
  await wanting.whenConnected()
  // More than the disk of the server is said to have.
  for (const _again of [1, 2])
    expect((await ensureStream(wanting, { maxBytes: 2 * MIB ** 2 })).config.max_bytes).toBe(MIB)
  expect(log.lines.filter((line) => line.includes('it is used as it is'))).toHaveLength(1)
  await wanting.close()
})

test('the reason is reported when the server refuses to create a stream', async () => {
  const { streams } = await broker.client.jetstreamManager()
  await streams.delete(STREAM)
  const wanting = openBroker(nats.url, undefined, 3)
  await wanting.whenConnected()
  await expect(ensureStream(wanting)).rejects.toThrow(/replicas/)
  await wanting.close()
})
