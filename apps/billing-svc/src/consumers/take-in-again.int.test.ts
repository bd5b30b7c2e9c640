/** What events of the ledger that never came would have brought. */
import type { BusinessWrite } from '@pacioli/rpc'
import { randomUUID } from 'node:crypto'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { compileCacheEnv } from '@pacioli/dev-stack'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestBusiness, startTestBilling, type TestBilling } from '../testing/billing.test-helpers.ts'
import { getCustomer, listCustomers } from '../testing/use-cases.test-helpers.ts'
import { allBusinesses, takeInAgain } from './take-in-again.ts'

let billing: TestBilling
let inLedger: pg.Client
beforeAll(async () => {
  billing = await startTestBilling()
  inLedger = new pg.Client({ connectionString: billing.ledgerProcess.adminUrl })
  await inLedger.connect()
})
afterAll(async () => {
  await inLedger.end()
  await billing.stop()
})

/** As an import leaves it in the ledger: a customer, and an entry by which it owes 50. */
async function imported({ clientId, businessId }: BusinessWrite): Promise<string> {
  const id = randomUUID()
  await inLedger.query(
    `INSERT INTO imported_parties (business_id, id, connector, external_company_id, kind, external_id, name)
     VALUES ($1, $2, 'quickbooks', '1', 'CUSTOMER', '3', 'Amy')`,
    [businessId, id],
  )
  const side = (stable_name: string, direction: string, more = {}) => ({
    account_identifier: { type: 'StableName', stable_name },
    ...{ amount: 50, direction, tags: [], ...more },
  })
  for (const party of [{ customer_id: id }, {}])
    await billing.ledger.journal.PostJournalEntry(
      {
        entry_at: '2026-05-01T12:00:00Z',
        line_items: [side('ACCOUNTS_RECEIVABLE', 'DEBIT', party), side('SALES', 'CREDIT')],
        tags: [],
      },
      { context: { clientId, businessId } },
    )
  return id
}

const owedBy = (request: BusinessWrite) =>
  billing.db.transact(request, (tx) =>
    tx.rows('SELECT contact_id, owed::int, settled::int FROM contact_entries WHERE business_id = $1', [
      request.businessId,
    ]),
  )

test('contacts of imports and lines that name them are taken in once, of the business alone', async () => {
  const [request, other] = [await openTestBusiness(billing), await openTestBusiness(billing)]
  const [customer] = [await imported(request), await imported(other)]
  expect(await owedBy(request)).toEqual([])
  for (const _again of [1, 2]) {
    expect(await takeInAgain(billing, request.businessId)).toBe(2)
    expect((await getCustomer(billing, request, customer)).data).toMatchObject({
      company_name: 'Amy',
      external_id: 'quickbooks:1:3',
    })
    expect(await owedBy(request)).toEqual([{ contact_id: customer, owed: 50, settled: 0 }])
  }
  const page = { page: null, reference_numbers: [], tag_values: [] }
  expect((await listCustomers(billing, other, page)).data).toEqual([])
  expect(await owedBy(other)).toEqual([])
  expect(await allBusinesses(billing)).toEqual(expect.arrayContaining([request.businessId, other.businessId]))
})

test(
  'the command does it for a business, and says which one the ledger does not have',
  { timeout: 60_000 },
  async () => {
    const request = await openTestBusiness(billing)
    const customer = await imported(request)
    const urlOf = (user: string, password: string): string =>
      Object.assign(new URL(billing.adminUrl), { username: user, password }).href
    const run = (business: string) =>
      promisify(execFile)(process.execPath, [join(import.meta.dirname, '..', 'rebuild.ts'), '--business', business], {
        env: {
          ...process.env,
          ...compileCacheEnv(),
          BILLING_DATABASE_URL: urlOf('billing_app', 'app'),
          BILLING_RELAY_DATABASE_URL: urlOf('billing_relay', 'relay'),
          LEDGER_GRPC_URL: billing.ledgerProcess.target,
          BANKING_GRPC_URL: billing.bankingTarget,
        },
      })
    expect((await run(request.businessId.toUpperCase())).stdout).toBe(`${request.businessId}: 2 taken in\n`)
    expect(await owedBy(request)).toEqual([{ contact_id: customer, owed: 50, settled: 0 }])
    const nobody = randomUUID()
    await expect(run(nobody)).rejects.toMatchObject({
      code: 1,
      stderr: `The ledger has no business ${nobody}. Check the id, or leave --business out to take in all.\n`,
    })
  },
)
