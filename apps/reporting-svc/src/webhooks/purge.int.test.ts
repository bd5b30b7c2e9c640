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
  const clientId = crypto.randomUUID()
  await db.app.transact({ clientId }, (tx) =>
    tx.rows(
      `INSERT INTO webhook_deliveries (client_id, webhook_id, id, business_id, position, event_id, event_type, status,
                                       next_attempt_at, created_at)
       SELECT $1, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), n, n::text, 'x', 'PENDING', now(),
              now() - interval '100 days' FROM generate_series(1, 2) n`,
      [clientId],
    ),
  )
  const before = new Date(Date.now() - 86_400_000)
  const { removing } = await db.app.transact({ clientId }, async (tx) => {
    await tx.rows('UPDATE webhook_deliveries SET attempts = attempts + 1')
    const removing = db.relay.transact({}, (other) => purgeSomeDeliveries(other, before, 10))
    await waitFor('the removal to wait for the deliveries', async () => {
      const waiting = await db.relay.call(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
      return waiting.length > 0
    })
    return { removing }
  })
  expect(await removing).toBe(2)
})
