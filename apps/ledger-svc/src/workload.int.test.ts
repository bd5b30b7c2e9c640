/** A ledger with little capacity, as an operator starts it. */
import { JournalService } from '@pacioli/protos/ledger'
import { clientOfService } from '@pacioli/rpc'
import { connectAt, testNats, testService } from '@pacioli/testing'
import { randomBytes, randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'

test('what exceeds GRPC_MAX_MEGABYTES is refused with nothing done, until there is capacity again', async () => {
  const nats = await testNats()
  onTestFinished(() => nats.stop())
  const masterKeys = JSON.stringify([{ id: 'test', key: randomBytes(32).toString('base64') }])
  const env = { NATS_URL: nats.url, LEDGER_MASTER_KEYS: masterKeys, GRPC_MAX_MEGABYTES: '1' }
  const service = await testService({ name: 'ledger', env })
  onTestFinished(() => service.stop())
  const { client, close } = clientOfService(JournalService, { target: service.target, count: 1 })
  onTestFinished(close)

  const context = { requestId: 'r', clientId: randomUUID(), businessId: randomUUID() }
  const admin = await connectAt(service.adminUrl, context.businessId)
  onTestFinished(() => admin.end())
  const line = { account_identifier: { type: 'StableName', stable_name: 'CASH' }, amount: 1 }
  const lines = [
    { ...line, direction: 'DEBIT' },
    { ...line, direction: 'CREDIT' },
  ]
  const entry = { entry_at: '2026-01-01T00:00:00Z', line_items: lines, memo: 'x'.repeat(300 * 1024) }
  const post = () => client.PostJournalEntries({ entries: [entry] }, { context })
  const done = expect.objectContaining({ errorEnum: 'BusinessNotFound' })
  await admin.query('BEGIN; LOCK TABLE businesses')
  const inWork = expect(post()).rejects.toEqual(done)
  const waiting = async () =>
    (await admin.query(`SELECT FROM pg_locks WHERE NOT granted AND relation = 'businesses'::regclass`)).rowCount
  await expect.poll(waiting, { timeout: 10_000 }).toBe(1)
  await expect(post()).rejects.toMatchObject({ errorEnum: 'ServiceUnavailable', by: 'ledger' })
  expect(await waiting()).toBe(1)
  await admin.query('ROLLBACK')
  await inWork
  await expect(post()).rejects.toEqual(done)
})
