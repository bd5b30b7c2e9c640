/** Creating a business that lies on another node of a cluster than what belongs to its client. */
import { homeOf, urlAt, withClient } from '@pacioli/testing'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestBusiness, startTestLedger, type TestLedger } from '../ledger.test-helpers.ts'

let ledger: TestLedger
let coordinator: pg.Client

beforeAll(async () => {
  ledger = await startTestLedger()
  coordinator = new pg.Client({ connectionString: ledger.adminUrl })
  await coordinator.connect()
})
afterAll(async () => {
  await coordinator.end()
  await ledger.stop()
})

test('its first events are on its own node, as all later ones, so that these cannot come before them', async () => {
  const { businessId } = await openTestBusiness(ledger)
  const node = urlAt(ledger.adminUrl, await homeOf(coordinator, businessId))
  const { rows } = await withClient(node, (client) =>
    client.query<{ type: string }>(
      'SELECT aggregate_type AS type FROM events WHERE business_id = $1 ORDER BY position',
      [businessId],
    ),
  )
  expect(rows).toEqual([{ type: 'business' }, { type: 'chart' }])
  const { rows: others } = await coordinator.query('SELECT FROM events WHERE business_id = $1', [businessId])
  expect(others).toEqual([])
})
