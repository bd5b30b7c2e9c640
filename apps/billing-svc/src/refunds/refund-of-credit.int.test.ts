/** Refunds of what customers overpaid, and of their credit. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestBilling, type TestBilling } from '../testing/billing.test-helpers.ts'
import { refusals } from '../testing/bills.test-helpers.ts'
import { standingOf } from '../testing/books.test-helpers.ts'
import { balancingDimension } from '../testing/ledger.test-helpers.ts'
import {
  anotherCustomer,
  creditOf,
  expectAllSound,
  invoiceNow,
  line,
  makeInvoice,
  makePayment,
  openReceivables,
  payFor,
  refundInput,
  refundLine,
  SALES,
  type RefundOfManyGiven,
  type TestReceivables,
} from '../testing/receivable-rules.test-helpers.ts'
import { tag } from '../testing/refund-requests.test-helpers.ts'
import { updateOf } from '../testing/update-requests.test-helpers.ts'
import { createRefund, updateCustomer, voidInvoice } from '../testing/use-cases.test-helpers.ts'
import { changeOf } from '../testing/customers.test-helpers.ts'

let billing: TestBilling
let receivables: TestReceivables
beforeAll(async () => {
  billing = await startTestBilling()
  receivables = await openReceivables(billing)
  await balancingDimension(billing, receivables.request, 'fund')
})
afterAll(async () => {
  await expectAllSound(billing)
  expect(billing.refusedPostings).toEqual([])
  await billing.stop()
})

const somebody = () => anotherCustomer(billing, receivables)
const refund = (given: RefundOfManyGiven) => createRefund(billing, receivables.request, refundInput(given))
const refunded = async (given: RefundOfManyGiven) => {
  const { data } = await refund(given)
  if (!data?.id) throw new Error('nothing was refunded')
  return { ...data, id: data.id }
}
const entries = ({ id }: { id: string }) => standingOf(billing, receivables.request, id)

/** 12,000 came in, of which an invoice got 10,000. */
async function overpaid(of: TestReceivables) {
  const tags = [tag('fund', 'A')]
  const owed = await makeInvoice(billing, of, { line_items: [line(10_000)], tags })
  const payment = await makePayment(billing, of, {
    amount: 12_000,
    allocations: [{ invoice_id: owed.id, amount: 10_000 }],
    tags: [tag('fund', 'B')],
  })
  return { owed, payment }
}

describe('a refund of a payment', () => {
  test('takes what was overpaid first, and then pro rata, in both books', async () => {
    const of = await somebody()
    const { owed, payment } = await overpaid(of)
    const on = { invoice_payment_id: payment.id }
    const first = await refunded({
      allocations: [{ ...on, total_amount: 1_500 }],
      payments: [{ refunded_amount: 1_500, method: 'CASH' }],
    })
    expect(await entries(first)).toEqual([
      ['ACCRUAL 2026-01-25', ['Dr CUSTOMER_CREDITS 1500', 'Cr REFUND_LIABILITIES 1500']],
    ])
    expect(await entries({ id: first.payments?.[0]?.id ?? '' })).toEqual([
      ['ACCRUAL 2026-01-25', ['Dr REFUND_LIABILITIES 1500', 'Cr CASH 1500']],
      ['CASH 2026-01-25', ['Dr CUSTOMER_CREDITS 1500', 'Cr CASH 1500']],
    ])
    expect(await creditOf(billing, of)).toBe(500)
    const second = await refunded({ allocations: [{ ...on, total_amount: 700 }] })
    expect(await entries(second)).toEqual([
      [
        'ACCRUAL 2026-01-25',
        [
          'Dr RETURNS_ALLOWANCES 200 fund:A',
          'Cr REFUND_LIABILITIES 200 fund:A',
          'Dr CUSTOMER_CREDITS 500',
          'Cr REFUND_LIABILITIES 500',
        ],
      ],
    ])
    expect([await creditOf(billing, of), (await invoiceNow(billing, of, owed)).status]).toEqual([0, 'PAID'])
    expect(await refusals(refund({ allocations: [{ ...on, total_amount: 9_801 }] }))).toEqual([
      ['OverRefunded', 'allocations.0.total_amount'],
    ])
    await refund({ allocations: [on] })
    expect((await invoiceNow(billing, of, owed)).status).toBe('REFUNDED')
  })

  test('takes no more of the credit than can be spent, and what was moved to it counts', async () => {
    const of = await somebody()
    const { owed, payment } = await overpaid(of)
    const next = await makeInvoice(billing, of, { line_items: [line(1_800)] })
    await payFor(billing, of, next, 1_800, { method: 'CREDIT_BALANCE', paid_at: '2026-01-28T12:00:00Z' })
    const on = { invoice_payment_id: payment.id }
    const made = await refunded({ allocations: [{ ...on, total_amount: 500 }] })
    expect((await entries(made))[0]?.[1]).toEqual([
      'Dr RETURNS_ALLOWANCES 300 fund:A',
      'Cr REFUND_LIABILITIES 300 fund:A',
      'Dr CUSTOMER_CREDITS 200',
      'Cr REFUND_LIABILITIES 200',
    ])
    await voidInvoice(billing, of.request, { invoice_id: owed.id, move_payments_to_credit: true })
    expect(await creditOf(billing, of)).toBe(9_700)
    const rest = await refunded({ allocations: [{ ...on, total_amount: 9_700 }] })
    expect((await entries(rest))[0]?.[1]).toEqual(['Dr CUSTOMER_CREDITS 9700', 'Cr REFUND_LIABILITIES 9700'])
    expect(await refusals(refund({ allocations: [{ ...on, total_amount: 1 }] }))).toEqual([
      ['OverAllocated', 'allocations.0.total_amount'],
    ])
  })

  test('takes no credit that was spent to give it back as store credit', async () => {
    const of = await somebody()
    const payment = await makePayment(billing, of, { amount: 100 })
    const next = await makeInvoice(billing, of, { line_items: [line(80)] })
    await payFor(billing, of, next, 80, { method: 'CREDIT_BALANCE' })
    const back = (amount: number) =>
      refund({
        allocations: [{ invoice_payment_id: payment.id, total_amount: amount }],
        payments: [{ refunded_amount: amount, method: 'STORE_CREDIT' }],
      })
    expect(await refusals(back(42))).toEqual([['OverAllocated', 'allocations.0.total_amount']])
    await back(20)
    expect(await creditOf(billing, of)).toBe(20)
  })

  test('that changes divides anew, with what it took itself', async () => {
    const of = await somebody()
    const { payment } = await overpaid(of)
    const on = { invoice_payment_id: payment.id }
    const made = await refunded({ allocations: [{ ...on, total_amount: 1_999 }] })
    const change = (total_amount: number) => updateOf(billing, of, made, { allocations: [{ ...on, total_amount }] })
    await change(2_001)
    expect((await entries(made))[0]?.[1]).toEqual([
      'Dr RETURNS_ALLOWANCES 1 fund:A',
      'Cr REFUND_LIABILITIES 1 fund:A',
      'Dr CUSTOMER_CREDITS 2000',
      'Cr REFUND_LIABILITIES 2000',
    ])
    await change(5)
    expect(await creditOf(billing, of)).toBe(1_995)
  })

  test('takes a credit that the previous version has moved', async () => {
    const of = await somebody()
    const { payment } = await overpaid(of)
    await makePayment(billing, of, { amount: 50, paid_at: '2026-02-10T12:00:00Z' })
    await billing.db.transact(of.request, async (tx) => {
      await tx.rows('UPDATE customer_credits SET dated = NULL WHERE customer_id = $1', [of.contactId])
      await tx.rows('DELETE FROM customer_credit_days WHERE customer_id = $1', [of.contactId])
    })
    const made = await refunded({ allocations: [{ invoice_payment_id: payment.id, total_amount: 2_000 }] })
    expect((await entries(made))[0]?.[1]).toEqual(['Dr CUSTOMER_CREDITS 2000', 'Cr REFUND_LIABILITIES 2000'])
    expect(await creditOf(billing, of)).toBe(50)
  })

  test('takes the credit once, by requests that meet', async () => {
    const of = await somebody()
    const { owed, payment } = await overpaid(of)
    const asked = Array.from({ length: 4 }, () =>
      refund({ allocations: [{ invoice_payment_id: payment.id, total_amount: 800 }] }),
    )
    await Promise.all(asked)
    expect(await creditOf(billing, of)).toBe(0)
    const { refund_allocations } = await invoiceNow(billing, of, owed)
    expect(refund_allocations.reduce((all, { amount }) => all + amount, 0)).toBe(1_200)
  })
})

describe('a refund out of the credit', () => {
  const ofCredit = (of: TestReceivables, given: object = {}) => ({
    customer_id: of.contactId,
    source: 'CREDIT_BALANCE',
    ...given,
  })

  test('names only the customer, and takes what can be spent, by default all', async () => {
    const of = await somebody()
    await makePayment(billing, of, { amount: 100 })
    await makePayment(billing, of, { amount: 50, paid_at: '2026-01-27T12:00:00Z' })
    const over = (given: object) => refusals(refund({ allocations: [ofCredit(of, given)] }))
    expect(await over({ total_amount: 101 })).toEqual([['OverAllocated', 'allocations.0.total_amount']])
    const made = await refunded({
      allocations: [ofCredit(of, { line_items: [refundLine(60, { memo: 'of last year' })] })],
      payments: [{ refunded_amount: 60, method: 'CASH' }],
    })
    expect(made.allocations?.[0]).toMatchObject({ source: 'CREDIT_BALANCE', total_amount: 60 })
    expect(await entries({ id: made.payments?.[0]?.id ?? '' })).toEqual([
      ['ACCRUAL 2026-01-25', ['Dr REFUND_LIABILITIES 60', 'Cr CASH 60']],
      ['CASH 2026-01-25', ['Dr CUSTOMER_CREDITS 60', 'Cr CASH 60']],
    ])
    await refund({ allocations: [ofCredit(of)] })
    expect(await creditOf(billing, of)).toBe(50)
    expect(await over({})).toEqual([['OverAllocated', 'allocations.0.total_amount']])
    await refund({ allocations: [ofCredit(of)], completed_at: '2026-01-27T12:00:00Z' })
    expect(await creditOf(billing, of)).toBe(0)
  })

  test('is not paid out as store credit, and names neither other targets nor accounts', async () => {
    const of = await somebody()
    const payment = await makePayment(billing, of, { amount: 100 })
    const payments = [{ refunded_amount: 10, method: 'STORE_CREDIT' }]
    expect(await refusals(refund({ allocations: [ofCredit(of)], payments }))).toEqual([
      ['AlreadyCredit', 'payments.0.method'],
    ])
    const made = await refunded({ allocations: [ofCredit(of, { total_amount: 10 })] })
    expect(await refusals(updateOf(billing, of, made, { payments }))).toEqual([['AlreadyCredit', 'payments.0.method']])
    const wrong = ofCredit(of, {
      invoice_payment_id: payment.id,
      line_items: [refundLine(1, { account_identifier: SALES })],
    })
    expect(await refusals(refund({ allocations: [wrong] }))).toEqual([
      ['InvalidPayload', 'allocations.0.invoice_payment_id'],
      ['InvalidPayload', 'allocations.0.line_items.0.account_identifier'],
    ])
  })

  test('of an archived customer is possible; a credit note is not', async () => {
    const of = await somebody()
    await makePayment(billing, of, { amount: 100 })
    await updateCustomer(billing, of.request, changeOf({ id: of.contactId }, { status: 'ARCHIVED' }))
    expect(await refusals(refund({ allocations: [{ customer_id: of.contactId, total_amount: 1 }] }))).toEqual([
      ['CustomerArchived', 'allocations.0.customer_id'],
    ])
    await refund({ allocations: [ofCredit(of)] })
    expect(await creditOf(billing, of)).toBe(0)
  })
})
