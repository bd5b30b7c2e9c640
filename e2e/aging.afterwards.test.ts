/** When all end-to-end tests have run: what aging has of each of their documents is what billing says is owed of it. */
import { isDeepStrictEqual } from 'node:util'
import { databaseUrl, sharedStack, waitFor } from '@pacioli/testing'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

let billing: pg.Client
let reporting: pg.Client

async function connect(database: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl(sharedStack().postgresAdminUrl, { database }) })
  await client.connect()
  return client
}

beforeAll(async () => {
  ;[billing, reporting] = await Promise.all([connect('billing'), connect('reporting')])
})
afterAll(async () => {
  await Promise.all([billing.end(), reporting.end()])
})

type Owed = { id: string; owed: string }

/** Credits less debits; of businesses all of whose postings are in the journal. */
const owedInBilling = async (): Promise<Owed[]> => {
  const { rows } = await billing.query<Owed>(
    `SELECT id, owed::text FROM (
       SELECT business_id, id, outstanding_balance AS owed FROM bills WHERE NOT is_expense
       UNION ALL SELECT business_id, id, -unallocated_amount FROM vendor_credits WHERE deleted_at IS NULL
       UNION ALL SELECT business_id, id, -outstanding_balance FROM invoices
     ) documents
      WHERE owed <> 0 AND NOT EXISTS (SELECT FROM postings p WHERE p.business_id = documents.business_id AND p.status <> 'POSTED')
      ORDER BY id`,
  )
  return rows
}

const owedInReporting = async (): Promise<Owed[]> => {
  const { rows: unposted } = await billing.query<{ business_id: string }>(
    `SELECT DISTINCT business_id FROM postings WHERE status <> 'POSTED'`,
  )
  const { rows } = await reporting.query<Owed>(
    `SELECT item_id AS id, balance::text AS owed FROM open_items
      WHERE balance <> 0 AND kind IS NOT NULL AND NOT business_id = ANY ($1::uuid[]) ORDER BY item_id`,
    [unposted.map(({ business_id }) => business_id)],
  )
  return rows
}

test('aging has of each document what is owed of it', async () => {
  const owed = await owedInBilling()
  const isTold = async (): Promise<boolean> => isDeepStrictEqual(await owedInReporting(), owed)
  // What differs in the end says more than that it does.
  await waitFor('all that was told', isTold).catch(() => undefined)
  expect(await owedInReporting()).toEqual(owed)
  expect(owed.length).toBeGreaterThan(0)
})

test('and no line names a document that nobody has told of', async () => {
  const { rows } = await reporting.query(
    `SELECT business_id, item_id FROM open_items WHERE kind IS NULL AND balance <> 0`,
  )
  const { rows: expenses } = await billing.query<{ id: string }>('SELECT id FROM bills WHERE is_expense')
  expect(rows).toEqual([])
  expect(expenses.length).toBeGreaterThan(0)
  const ids = expenses.map(({ id }) => id)
  expect((await reporting.query('SELECT FROM open_items WHERE item_id = ANY ($1::uuid[])', [ids])).rowCount).toBe(0)
})
