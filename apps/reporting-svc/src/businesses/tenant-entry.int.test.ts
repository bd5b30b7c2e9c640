import type { Database } from '@pacioli/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventsSubscriber } from '../consumers/events.subscriber.ts'
import { businessEvent, delivered, reportingDatabase, sampleBusiness, sampleOwners } from '../reporting.test-helpers.ts'

let db: Database
let sample: Awaited<ReturnType<typeof sampleOwners>>

beforeAll(async () => {
  db = (await reportingDatabase()).app
  sample = await sampleOwners()
})
afterAll(async () => {
  await sample.close()
  await db.close()
})

test('only its client can open a transaction for a business that is known from events', async () => {
  const tenant = { clientId: crypto.randomUUID(), businessId: crypto.randomUUID() }
  const otherClient = { ...tenant, clientId: crypto.randomUUID() }
  const reached = (who: typeof tenant) => db.transact(who, () => Promise.resolve('reached'))
  expect(await reached(otherClient)).toBe('reached')
  const event = businessEvent(sampleBusiness(tenant.businessId, tenant.clientId))
  await eventsSubscriber(db, sample.owners, () => new Date()).handle(tenant.businessId, [delivered(event)])
  await expect(reached(otherClient)).rejects.toMatchObject({ errorEnum: 'BusinessNotFound' })
  expect(await reached(tenant)).toBe('reached')
})

test('the same holds for one that only the feed knows', async () => {
  const tenant = { clientId: crypto.randomUUID(), businessId: crypto.randomUUID() }
  await db.transact(tenant, (tx) =>
    tx.rows('INSERT INTO feed_positions (business_id, client_id) VALUES ($1, $2)', [
      tenant.businessId,
      tenant.clientId,
    ]),
  )
  const otherClient = { ...tenant, clientId: crypto.randomUUID() }
  await expect(db.transact(otherClient, () => Promise.resolve('reached'))).rejects.toMatchObject({
    errorEnum: 'BusinessNotFound',
  })
})
