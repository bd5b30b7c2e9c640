/** Whatever is done to payables, each command ends as a model says, and the ledger has what the documents say. */
import { DomainError } from '@pacioli/errors'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestBilling, type TestBilling } from '../billing.test-helpers.ts'
import { openPayables, type TestPayables } from '../bills/bills.test-helpers.ts'
import { getBill } from '../bills/get-bill.ts'
import { checkBusiness } from '../checking/check-business.ts'
import { balancesOf } from '../documents/ledger.test-helpers.ts'
import {
  commands,
  costsOf,
  outstandingOf,
  settlingOf,
  stepOf,
  type Command,
  type Model,
} from './modelled-payables.test-helpers.ts'
import { comparedBooks } from './races.test-helpers.ts'

const RUNS = 6

let billing: TestBilling
beforeAll(async () => {
  billing = await startTestBilling()
})
afterAll(() => billing.stop())

const ACCOUNTS = ['OPERATING_EXPENSES', 'COGS', 'PURCHASE_DISCOUNTS']

/** Does the commands that there is something for, and compares how each ends. */
async function run(payables: TestPayables, model: Model, all: readonly Command[]): Promise<void> {
  for (const command of all) {
    const step = stepOf(billing, payables, model, command)
    if (!step) continue
    const { expected, act, apply } = step
    const answer: unknown = await act().catch((error: unknown) => error)
    if (answer instanceof Error && !(answer instanceof DomainError)) throw answer
    const ending = answer instanceof DomainError ? answer.errorEnum : 'done'
    expect({ command, ending }).toEqual({ command, ending: expected })
    if (ending === 'done') apply(answer)
  }
}

async function expectBooks(payables: TestPayables, model: Model): Promise<void> {
  for (const bill of model.bills) {
    const { data } = await getBill(billing, payables.request, bill.id)
    expect(data?.outstanding_balance).toBe(outstandingOf(model, bill))
  }
  const { books, documents } = await comparedBooks(billing, payables)
  expect(books).toEqual(documents)
  expect(await checkBusiness(billing, payables.request)).toEqual([])
}

test('random commands end as they must, and the books are what the documents say', async () => {
  await fc.assert(
    fc.asyncProperty(commands, async (all) => {
      const payables = await openPayables(billing)
      const model: Model = { bills: [], givers: [] }
      await run(payables, model, all)
      await expectBooks(payables, model)
      await run(payables, model, settlingOf(model))
      await expectBooks(payables, model)
      expect(await balancesOf(billing, payables.request, 'CASH', ACCOUNTS)).toEqual(costsOf(model))
      expect(billing.refusedPostings).toEqual([])
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
}, 120_000)
