/** An external_id is of one business of its client, whichever version wrote it. */
import pg from 'pg'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestFor, startTestLedger, type TestLedger } from '../ledger.test-helpers.ts'
import { createBusiness, updateBusiness } from '../use-cases.test-helpers.ts'

let ledger: TestLedger
let admin: pg.Client

beforeAll(async () => {
  ledger = await startTestLedger()
  admin = new pg.Client({ connectionString: ledger.adminUrl })
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await ledger.stop()
})

/** As the version before writes it: to the businesses alone. */
async function insertedBefore(clientId: string, externalId: string): Promise<string> {
  const id = randomUUID()
  await admin.query(
    `INSERT INTO businesses (id, client_id, ledger_id, external_id, legal_name, currency, time_zone, activation_at, created_at, updated_at)
     VALUES ($1, $2, $1, $3, 'Before', 'USD', 'UTC', now(), now(), now())`,
    [id, clientId, externalId],
  )
  return id
}

test('one that the version before has given is found and taken, and one that it has taken back is free', async () => {
  const clientId = randomUUID()
  const id = await insertedBefore(clientId, 'a')
  await admin.query(`UPDATE businesses SET external_id = 'b' WHERE id = $1`, [id])
  const found = await createBusiness(ledger, requestFor(clientId, ''), { legal_name: 'New', external_id: 'b' })
  expect([found.data.id, found.created]).toEqual([id, false])
  const { data } = await createBusiness(ledger, requestFor(clientId, ''), { legal_name: 'New', external_id: 'a' })
  const write = requestFor(clientId, data.id ?? '')
  await expect(updateBusiness(ledger, write, { external_id: 'b', cleared: [] })).rejects.toMatchObject({
    errorEnum: 'DuplicateExternalId',
  })
  await updateBusiness(ledger, write, { external_id: 'c', cleared: [] })
  const { rows } = await admin.query(
    'SELECT external_id, business_id FROM business_external_ids WHERE client_id = $1 ORDER BY 1',
    [clientId],
  )
  expect(rows).toEqual([
    { external_id: 'b', business_id: id },
    { external_id: 'c', business_id: data.id },
  ])
})
