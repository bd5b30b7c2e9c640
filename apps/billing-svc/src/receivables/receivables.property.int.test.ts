/** Whatever is done to receivables, each command ends as a model says, and the ledger has what the documents say. */
import { Database } from '@pacioli/db'
import { DomainError } from '@pacioli/errors'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestBilling, type TestBilling } from '../billing.test-helpers.ts'
import { checkBusiness } from '../checking/check-business.ts'
import { balancingDimension, waitUntilPosted } from '../documents/ledger.test-helpers.ts'
import {
  commands,
  creditOf as creditIn,
  outstandingOf,
  owedToCustomer,
  stepOf,
  type Command,
  type Model,
} from './modelled-receivables.test-helpers.ts'
import { balances, creditOf, invoiceNow, openReceivables, type TestReceivables } from './receivables.test-helpers.ts'

const RUNS = 5

let billing: TestBilling
let ledger: Database
beforeAll(async () => {
  billing = await startTestBilling()
  ledger = new Database({ url: billing.ledgerProcess.adminUrl, applicationName: 'test admin', poolSize: 1 })
})
afterAll(async () => {
  await ledger.close()
  await billing.stop()
})

/** Does the commands that there is something for, and compares how each ends. */
async function run(receivables: TestReceivables, model: Model, all: readonly Command[]): Promise<void> {
  for (const command of all) {
    const step = stepOf({ billing, receivables, model }, command)
    if (!step) continue
    const { expected, act, apply } = step
    const answer: unknown = await act().catch((error: unknown) => error)
    if (answer instanceof Error && !(answer instanceof DomainError)) throw answer
    const ending = answer instanceof DomainError ? answer.errorEnum : 'done'
    expect({ command, ending }).toEqual({ command, ending: expected })
    if (ending === 'done') apply(answer)
  }
}

async function expectBooks(receivables: TestReceivables, model: Model): Promise<void> {
  const { request } = receivables
  await waitUntilPosted(billing, request)
  for (const invoice of model.invoices) {
    const { outstanding_balance } = await invoiceNow(billing, receivables, invoice)
    expect(outstanding_balance).toBe(outstandingOf(model, invoice))
  }
  const credit = creditIn(model)
  expect(await creditOf(billing, receivables)).toBe(credit)
  const outstanding = model.invoices.reduce((sum, invoice) => sum + outstandingOf(model, invoice), 0)
  expect(
    await balances(billing, receivables, ['ACCOUNTS_RECEIVABLE', 'REFUND_LIABILITIES', 'CUSTOMER_CREDITS']),
  ).toMatchObject({
    ACCOUNTS_RECEIVABLE: [outstanding, 0],
    REFUND_LIABILITIES: [owedToCustomer(model), 0],
    CUSTOMER_CREDITS: [credit, expect.any(Number)],
  })
  expect(await checkBusiness(billing, request)).toEqual([])
  expect(await ledger.call('SELECT * FROM check_books($1, $2)', [request.clientId, request.businessId])).toEqual([])
}

test('random commands end as they must, and the books are what the documents say', async () => {
  await fc.assert(
    fc.asyncProperty(commands, async (all) => {
      const receivables = await openReceivables(billing)
      for (const kind of ['INVOICE', 'INVOICE_PAYMENT', 'REFUND', 'PAYOUT'])
        await balancingDimension(billing, receivables.request, `${kind} region`)
      const model: Model = { invoices: [], payments: [], refunds: [], payouts: [], tags: new Map() }
      await run(receivables, model, all)
      await expectBooks(receivables, model)
      expect(billing.refusedPostings).toEqual([])
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
}, 120_000)
