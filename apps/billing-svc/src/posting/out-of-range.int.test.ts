/** Documents beyond the journal's headroom are refused before they are created, so that everything accepted can be posted. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestBilling, type TestBilling } from '../testing/billing.test-helpers.ts'
import { line } from '../testing/bill-inputs.test-helpers.ts'
import { expenseInput, openPayables, refusals, type TestPayables } from '../testing/bills.test-helpers.ts'
import { createExpense, voidBill } from '../testing/use-cases.test-helpers.ts'
import { rowsIn } from '../testing/rows.test-helpers.ts'

const MAX = Number.MAX_SAFE_INTEGER

let billing: TestBilling
let payables: TestPayables
beforeAll(async () => {
  billing = await startTestBilling()
})
beforeEach(async () => {
  payables = await openPayables(billing)
})
afterAll(() => billing.stop())

const spend = (amount: number) => createExpense(billing, payables.request, expenseInput({ line_items: [line(amount)] }))
const kept = () => rowsIn(billing, payables.request, 'bills')

test('a second expense of the largest amount is refused, and nothing is written; also of the smallest', async () => {
  expect(await spend(MAX)).toMatchObject({ created: true, posting: 'posted' })
  for (const amount of [MAX, 1]) expect(await refusals(spend(amount))).toEqual([['AmountOutOfRange', undefined]])
  expect(await kept()).toBe(1)
})

test('what fits to the unit is posted, and a void frees the headroom', async () => {
  const most = await spend(MAX - 5)
  expect(await refusals(spend(6))).toEqual([['AmountOutOfRange', undefined]])
  expect(await spend(5)).toMatchObject({ posting: 'posted' })
  await voidBill(billing, payables.request, most.data?.id ?? '')
  expect(await spend(MAX - 5)).toMatchObject({ posting: 'posted' })
})

test('of several concurrent requests that do not fit together, the accepted ones are posted', async () => {
  const half = 2 ** 52
  const outcomes = await Promise.all(
    [half, half - 1, half, half - 1].map((amount) =>
      spend(amount).then(
        ({ posting }) => posting,
        (error: unknown) => (error as { errorEnum: string }).errorEnum,
      ),
    ),
  )
  expect(outcomes).not.toContain('failed')
  const accepted = outcomes.filter((one) => one === 'posted' || one === 'pending')
  expect(accepted.length).toBeGreaterThan(0)
  expect(await kept()).toBe(accepted.length)
})
