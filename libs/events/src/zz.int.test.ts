import { testNats, waitFor } from '@pacioli/testing'
import { test } from 'vitest'
import { OutboxRelay } from './relay.ts'
import { ensureStream } from './stream.ts'
import { eventsDatabase, memoryLog, openBroker, sampleEvent, stage } from './events-database.test-helpers.ts'
test('bench', { timeout: 120000 }, async () => {
  const db = await eventsDatabase(); const nats = await testNats(); const broker = openBroker(nats.url); await broker.whenConnected(); await ensureStream(broker)
  const b = crypto.randomUUID()
  const N = 20000
  const raw = async () => {
    const events = Array.from({ length: N }, () => sampleEvent(b, crypto.randomUUID(), 1))
    const js = broker.client.jetstream(); const t = performance.now()
    for (let i = 0; i < N; i += 500) await Promise.all(events.slice(i, i + 500).map((e) => js.publish(e.subject, e.event, { msgID: e.id })))
    return Math.round(N / (performance.now() - t) * 1000)
  }
  const drain = async () => {
    const events = Array.from({ length: N }, () => sampleEvent(b, crypto.randomUUID(), 1))
    for (let i = 0; i < N; i += 2000) await stage(db, events.slice(i, i + 2000))
    const t = performance.now()
    const relay = new OutboxRelay({ db: db.relay, databaseUrl: db.relayUrl, broker, log: memoryLog() })
    await waitFor('drain', async () => (await relay.backlog()).count === 0, { timeoutMs: 60000, everyMs: 10 })
    const rate = Math.round(N / (performance.now() - t) * 1000)
    await relay.stop(); return rate
  }
  for (let i = 0; i < 3; i++) console.log('raw', await raw(), 'drain', await drain())
  await broker.close(); await db.close(); await nats.stop()
})
