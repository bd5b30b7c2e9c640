import { startNats, wipeNatsStore } from '@pacioli/dev-stack'
import { testNats, waitFor } from '@pacioli/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BrokerUnavailable, type Broker } from './connect.ts'
import type { CloudEvent } from './cloud-event.ts'
import { openKeyValue, type KeyValue } from './key-value.ts'
import { subscribe } from './subscribe.ts'
import { openBroker, sampleEvent } from './events-database.test-helpers.ts'

/** Longer than a test may take: waiting for an unavailable server does not end. */
const PATIENT_MS = 600_000

let nats: Awaited<ReturnType<typeof testNats>>
let broker: Broker
let buckets: KeyValue

beforeAll(async () => {
  nats = await testNats()
  broker = openBroker(nats.url)
  await broker.whenConnected()
  buckets = openKeyValue(broker, { bucket: 'rates', storage: 'memory', ttlMs: 60_000, timeoutMs: PATIENT_MS })
})

afterAll(async () => {
  await broker.close()
  await nats.stop()
})

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const read = async (key: string) => {
  const stored = await buckets.get(key)
  return stored && new TextDecoder().decode(stored.value)
}

test('an unwritten key is undefined', async () => {
  expect(await buckets.get('unknown')).toBeUndefined()
})

test('of two concurrent creations of a key one wins', async () => {
  const results = await Promise.all([buckets.create('new', bytes('a')), buckets.create('new', bytes('b'))])
  expect(results.filter((result) => result === 'conflict')).toHaveLength(1)
})

test('of two concurrent updates of a revision one wins, and its value stays', async () => {
  const revision = await buckets.create('counter', bytes('0'))
  if (revision === 'conflict') throw new Error('somebody else wrote it')
  const results = await Promise.all([
    buckets.update('counter', bytes('1'), revision),
    buckets.update('counter', bytes('2'), revision),
  ])
  expect(results.filter((result) => result === 'conflict')).toHaveLength(1)
  expect(await read('counter')).toBe(results[0] === 'conflict' ? '2' : '1')
})

test('a bucket has a maximum size, which an existing one gets, too', async () => {
  const { streams } = await broker.client.jetstreamManager()
  const sizeOf = async (bucket: string) => (await streams.info(`KV_${bucket}`)).config.max_bytes
  await openKeyValue(broker, { bucket: 'usual', storage: 'memory' }).create('key', bytes('x'))
  expect(await sizeOf('usual')).toBe(64 * 1024 * 1024)
  await openKeyValue(broker, { bucket: 'usual', storage: 'memory', maxBytes: 4_096 }).get('key')
  expect(await sizeOf('usual')).toBe(4_096)
  expect(await openKeyValue(broker, { bucket: 'usual', storage: 'memory', maxBytes: 4_096 }).get('key')).toBeDefined()
})

test('while NATS is down every call fails at once, and afterwards the bucket exists again', async () => {
  await buckets.create('before', bytes('x'))
  const received: CloudEvent[] = []
  let gaps = 0
  const forget = subscribe(
    broker,
    'pacioli.*.sample.*',
    (event) => received.push(event),
    () => (gaps += 1),
  )
  await nats.crash()
  wipeNatsStore(nats.stateDir)
  await waitFor('the loss to be noticed', () => !broker.connected)
  await expect(buckets.get('before')).rejects.toThrow(BrokerUnavailable)
  Object.assign(nats, await startNats({ stateDir: nats.stateDir, port: nats.port }))
  await broker.whenConnected()
  expect(await buckets.get('before')).toBeUndefined()
  expect(await buckets.create('before', bytes('y'))).toBeTypeOf('number')
  expect(gaps).toBe(2)
  const { subject, event } = sampleEvent(crypto.randomUUID(), crypto.randomUUID(), 1)
  broker.client.publish(subject, event)
  await waitFor('the event', () => received.length === 1)
  forget()
})
