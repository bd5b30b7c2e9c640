import { waitFor } from '@pacioli/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportingDatabase } from '../reporting.test-helpers.ts'
import { purgeSomeDeliveries } from './purge.store.ts'

let db: Awaited<ReturnType<typeof reportingDatabase>>

beforeAll(async () => {
  db = await reportingDatabase()
})
afterAll(() => Promise.all([db.app.close(), db.relay.close()]))

test('an old delivery is removed although it is retried at the same time', async () => {
  const [clientId, businessId] = [crypto.randomUUID(), crypto.randomUUID()]
  const parts = await db.relay.parts()
  await db.app.transact({ clientId }, (tx) =>
    tx.rows(
      `INSERT INTO webhook_deliveries (client_id, webhook_id, id, business_id, position, event_id, event_type, status,
                                       next_attempt_at, created_at)
       VALUES ($1, gen_random_uuid(), gen_random_uuid(), $2, 1, '1', 'x', 'PENDING', now(), now() - interval '100 days'),
              ($1, gen_random_uuid(), gen_random_uuid(), $2, 2, '2', 'x', 'PENDING', now(), now() - interval '100 days')`,
      [clientId, businessId],
    ),
  )
  const before = new Date(Date.now() - 86_400_000)
  const { removing } = await db.app.transact({ clientId }, async (tx) => {
    await tx.rows('UPDATE webhook_deliveries SET attempts = attempts + 1')
    const removing = Promise.all(
      parts.map((part) => part.transact({}, (other) => purgeSomeDeliveries(other, before, 10))),
    )
    await waitFor('the removal to wait for the deliveries', async () => {
      const waiting = await Promise.all(
        parts.map((part) =>
          part.call(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`),
        ),
      )
      return waiting.flat().length > 0
    })
    return { removing }
  })
  expect((await removing).reduce((sum, count) => sum + count, 0)).toBe(2)
})
