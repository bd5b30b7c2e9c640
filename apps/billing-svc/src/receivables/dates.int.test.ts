/** Dates among receivables, by days of the business's zone. */
import { connectAt } from '@pacioli/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestBilling, type TestBilling } from '../testing/billing.test-helpers.ts'
import { refusals } from '../testing/bills.test-helpers.ts'
import { closeBooks } from '../testing/ledger.test-helpers.ts'
import { makePayout, payoutInput } from '../testing/payouts.test-helpers.ts'
import {
  dedicatedPayment,
  dedicatedRefund,
  anotherCustomer,
  expectAllSound,
  invoiceInput,
  line,
  makeInvoice,
  makePayment,
  openReceivables,
  payFor,
  refundInput,
  type TestReceivables,
} from '../testing/receivable-rules.test-helpers.ts'
import { refundOne } from '../testing/refund-requests.test-helpers.ts'
import { updateOf, type UpdateGiven } from '../testing/update-requests.test-helpers.ts'
import {
  createInvoice,
  createInvoices,
  createPayout,
  createRefund,
  payInvoice,
  refundInvoice,
  voidInvoice,
  writeOffInvoice,
} from '../testing/use-cases.test-helpers.ts'

/** Their 20 January begins at 05:00Z. */
const ZONE = 'America/New_York'
const NOON = '2026-01-20T17:00:00Z'
const FIRST_HOUR = '2026-01-20T05:30:00Z'
const DAY_BEFORE = '2026-01-20T04:30:00Z'

let billing: TestBilling
let receivables: TestReceivables
beforeAll(async () => {
  billing = await startTestBilling()
  receivables = await openReceivables(billing, { time_zone: ZONE })
})
afterAll(async () => {
  await expectAllSound(billing)
  expect(billing.refusedPostings).toEqual([])
  await billing.stop()
})

/** Nothing is refused of the first, and just this of the second. */
async function expectBoundary(act: (at: string) => Promise<unknown>, field: string): Promise<void> {
  expect(await refusals(act(DAY_BEFORE))).toEqual([['DatedTooEarly', field]])
  await act(FIRST_HOUR)
}

describe('not before the day of', () => {
  test('its invoice is a due date, alone and in bulk', async () => {
    const input = (due_at: string) => invoiceInput(receivables, { sent_at: NOON, due_at })
    await expectBoundary((due_at) => createInvoice(billing, receivables.request, input(due_at)), 'due_at')
    await expectBoundary(
      (due_at) => createInvoices(billing, receivables.request, [input(NOON), input(due_at)]),
      '1.due_at',
    )
  })

  test('its invoice is a write-off', async () => {
    const { id: invoice_id } = await makeInvoice(billing, receivables, { sent_at: NOON })
    await expectBoundary(
      (write_off_at) =>
        writeOffInvoice(billing, receivables.request, { invoice_id, write_off_at, amount: 10, tags: [] }),
      'write_off_at',
    )
  })

  test('its payment is a refund, nor is what pays it out', async () => {
    const owed = await makeInvoice(billing, receivables)
    const payment = await payFor(billing, receivables, owed, 100, { paid_at: NOON })
    const of = { allocations: [{ invoice_payment_id: payment.id, total_amount: 10 }] }
    const refunding = (given: object) => createRefund(billing, receivables.request, refundInput({ ...of, ...given }))
    await expectBoundary((completed_at) => refunding({ completed_at }), 'completed_at')
    await expectBoundary(
      (completed_at) => refunding({ completed_at: NOON, payments: [{ refunded_amount: 10, completed_at }] }),
      'payments.0.completed_at',
    )
    const ofInvoice = (completed_at: string) =>
      refundInvoice(billing, receivables.request, {
        invoice_id: owed.id,
        refund: dedicatedRefund({ completed_at, refunded_amount: 10, method: 'CASH' }),
      })
    await expectBoundary(ofInvoice, 'completed_at')
    await expectBoundary(async (completed_at) => {
      const { id } = await makeInvoice(billing, receivables)
      const refunds = [{ completed_at, line_items: [{ amount: 10 }] }]
      return payInvoice(billing, receivables.request, {
        invoice_id: id,
        payment: dedicatedPayment({ paid_at: NOON, dedicated_refunds: refunds }),
      })
    }, 'dedicated_refunds.0.completed_at')
  })

  test('its payment is a refund that changes; one that stays as it is may be renamed', async () => {
    const payment = await makePayment(billing, receivables, { paid_at: NOON })
    const { data } = await createRefund(
      billing,
      receivables.request,
      refundInput({ allocations: [{ invoice_payment_id: payment.id, total_amount: 10 }] }),
    )
    const change = (given: UpdateGiven) => updateOf(billing, receivables, { id: data?.id ?? '' }, given)
    await expectBoundary((completed_at) => change({ completed_at }), 'completed_at')
    await expectBoundary(
      (completed_at) => change({ payments: [{ refunded_amount: 10, completed_at }] }),
      'payments.0.completed_at',
    )
    await change({ memo: 'Renamed' })
  })

  test('its members is a payout', async () => {
    const payment = await makePayment(billing, receivables, { paid_at: NOON, method: 'CREDIT_CARD' })
    await expectBoundary(
      (completed_at) =>
        createPayout(
          billing,
          receivables.request,
          payoutInput({ completed_at, paid_out_amount: 100, payments: [payment] }),
        ),
      'completed_at',
    )
    const paid = await makePayment(billing, receivables, { paid_at: '2026-01-10T12:00:00Z' })
    const { data } = await createRefund(
      billing,
      receivables.request,
      refundInput({
        completed_at: NOON,
        allocations: [{ invoice_payment_id: paid.id }],
        payments: [{ refunded_amount: 100, completed_at: NOON }],
      }),
    )
    const members = { payments: [paid], refund_payments: [{ id: data?.payments?.[0]?.id ?? '' }] }
    expect(await refusals(makePayout(billing, receivables, { completed_at: DAY_BEFORE, ...members }))).toEqual([
      ['DatedTooEarly', 'completed_at'],
    ])
    await makePayout(billing, receivables, { completed_at: FIRST_HOUR, ...members })
  })
})

describe('credit is spent', () => {
  const spend = async (of: TestReceivables, amount: number, paid_at: string) => {
    const { id } = await makeInvoice(billing, of, { line_items: [line(amount)] })
    return payFor(billing, of, { id }, amount, { method: 'CREDIT_BALANCE', paid_at })
  }
  const days = ({ request, contactId }: TestReceivables) =>
    billing.db.transact(request, (tx) =>
      tx.rows<{ day: string; amount: string }>(
        `SELECT day::text, amount FROM customer_credit_days
          WHERE business_id = $1 AND customer_id = $2 AND amount <> 0 ORDER BY day`,
        [request.businessId, contactId],
      ),
    )

  test('from the day on which it came in, and not where it is spent since', async () => {
    const of = await anotherCustomer(billing, receivables)
    await makePayment(billing, of, { amount: 2_000, paid_at: NOON })
    expect(await refusals(spend(of, 1, DAY_BEFORE))).toEqual([['OverAllocated', 'amount']])
    await spend(of, 500, FIRST_HOUR)
    await makePayment(billing, of, { amount: 3_000, paid_at: '2026-01-25T12:00:00Z' })
    await spend(of, 1_000, '2026-01-23T12:00:00Z')
    // 1,500 are left of the 20th, and 1,000 of these are spent on the 23rd.
    expect(await refusals(spend(of, 501, '2026-01-21T12:00:00Z'))).toEqual([['OverAllocated', 'amount']])
    await spend(of, 500, '2026-01-21T12:00:00Z')
    expect(await refusals(spend(of, 3_001, '2026-01-25T12:00:00Z'))).toEqual([['OverAllocated', 'amount']])
    await spend(of, 3_000, '2026-01-25T12:00:00Z')
    expect(await days(of)).toEqual([
      { day: '2026-01-20', amount: '1500' },
      { day: '2026-01-21', amount: '-500' },
      { day: '2026-01-23', amount: '-1000' },
    ])
  })

  test('beyond its allocations only as far as it was there before', async () => {
    const of = await anotherCustomer(billing, receivables)
    await makePayment(billing, of, { amount: 100, paid_at: NOON })
    const more = (amount: number, paid_at: string) =>
      makePayment(billing, of, { method: 'CREDIT_BALANCE', amount, paid_at })
    expect(await refusals(more(100, DAY_BEFORE))).toEqual([['OverAllocated', 'amount']])
    expect(await refusals(more(101, FIRST_HOUR))).toEqual([['OverAllocated', 'amount']])
    await more(100, FIRST_HOUR)
  })

  test('once, by requests that meet', async () => {
    const of = await anotherCustomer(billing, receivables)
    await makePayment(billing, of, { amount: 100, paid_at: NOON })
    await makePayment(billing, of, { amount: 100, paid_at: '2026-01-25T12:00:00Z' })
    const ends = await Promise.all(Array.from({ length: 4 }, () => refusals(spend(of, 40, FIRST_HOUR))))
    expect(ends.filter((one) => one === 'done')).toHaveLength(2)
  })

  test('as its postings say, where a previous version has moved it', async () => {
    const of = await anotherCustomer(billing, receivables)
    const payment = await makePayment(billing, of, { amount: 100, paid_at: NOON })
    const owed = await makeInvoice(billing, of, { sent_at: NOON })
    await payFor(billing, of, owed, 60, { paid_at: '2026-01-25T12:00:00Z' })
    await voidInvoice(billing, of.request, { invoice_id: owed.id, move_payments_to_credit: true })
    await createRefund(
      billing,
      of.request,
      refundInput({
        completed_at: '2026-01-26T12:00:00Z',
        allocations: [{ invoice_payment_id: payment.id, total_amount: 30 }],
        payments: [{ refunded_amount: 20, method: 'STORE_CREDIT', completed_at: '2026-01-27T12:00:00Z' }],
      }),
    )
    const before = await days(of)
    expect(before).toHaveLength(4)
    await billing.db.transact(of.request, async (tx) => {
      await tx.rows('UPDATE customer_credits SET dated = NULL WHERE customer_id = $1', [of.contactId])
      await tx.rows('DELETE FROM customer_credit_days WHERE customer_id = $1', [of.contactId])
    })
    await spend(of, 70, '2026-01-21T12:00:00Z')
    expect(await days(of)).toEqual([before[0], { day: '2026-01-21', amount: '-70' }, ...before.slice(1)])
    expect(await refusals(spend(of, 1, '2026-01-21T12:00:00Z'))).toBe('done')
  })

  test.each<[string, (of: TestReceivables, payment: { id: string }) => Promise<void>]>([
    [
      'to and fro',
      (of) =>
        billing.db.transact(of.request, async (tx) => {
          for (const by of [40, -40])
            await tx.rows('UPDATE customer_credits SET balance = balance + $2 WHERE customer_id = $1', [
              of.contactId,
              by,
            ])
        }),
    ],
    [
      'from one day to another, by entries that name nobody',
      (of, { id }) =>
        billing.db.transact(of.request, async (tx) => {
          await tx.rows('UPDATE standing_entries SET party_revision = NULL WHERE source_id = $1', [id])
        }),
    ],
  ])('as its postings say, where a previous version has moved it %s', async (_how, moveAsBefore) => {
    const of = await anotherCustomer(billing, receivables)
    await makePayment(billing, of, { amount: 50, paid_at: NOON })
    const before = await days(of)
    await makePayment(billing, of, { amount: 40, paid_at: NOON })
    const spent = await spend(of, 40, '2026-01-25T12:00:00Z')
    const after = await days(of)
    await billing.db.transact(of.request, async (tx) => {
      await tx.rows('DELETE FROM customer_credit_days WHERE customer_id = $1', [of.contactId])
      for (const { day, amount } of before)
        await tx.rows('INSERT INTO customer_credit_days VALUES ($1, $2, $3, $4)', [
          of.request.businessId,
          of.contactId,
          day,
          amount,
        ])
    })
    await moveAsBefore(of, spent)
    await spend(of, 50, '2026-01-26T12:00:00Z')
    expect(await days(of)).toEqual([...after, { day: '2026-01-26', amount: '-50' }])
  })

  test('as its postings say, where a previous version has moved it and left none', async () => {
    const of = await anotherCustomer(billing, receivables)
    const { id } = await makeInvoice(billing, of, { sent_at: NOON })
    await payFor(billing, of, { id }, 100, { paid_at: NOON })
    await refundOne(billing, of, { id }, { refunded_amount: 100, completed_at: '2026-01-25T12:00:00Z' })
    await voidInvoice(billing, of.request, { invoice_id: id, move_payments_to_credit: true })
    const before = await days(of)
    expect(before.map(({ amount }) => amount)).toEqual(['100', '-100'])
    const admin = await connectAt(billing.adminUrl, of.request.businessId)
    for (const table of ['customer_credit_days', 'customer_credits'])
      await admin.query(`DELETE FROM ${table} WHERE customer_id = $1`, [of.contactId])
    await admin.end()
    await makePayment(billing, of, { amount: 5, paid_at: '2026-01-26T12:00:00Z' })
    expect(await days(of)).toEqual([...before, { day: '2026-01-26', amount: '5' }])
  })

  test('from the first open instant on, where its period was closed', async () => {
    const of = await openReceivables(billing, { time_zone: ZONE })
    const owed = await makeInvoice(billing, of, { sent_at: NOON })
    await payFor(billing, of, owed, 100, { paid_at: NOON })
    await closeBooks(billing, of.request, '2026-01-31')
    await voidInvoice(billing, of.request, { invoice_id: owed.id, move_payments_to_credit: true })
    expect(await days(of)).toEqual([{ day: '2026-02-01', amount: '100' }])
    const { id } = await makeInvoice(billing, of, { sent_at: '2026-02-01T12:00:00Z' })
    await payFor(billing, of, { id }, 100, { method: 'CREDIT_BALANCE', paid_at: '2026-02-01T12:00:00Z' })
  })
})

test('a payment may precede its invoice', async () => {
  const owed = await makeInvoice(billing, receivables, { sent_at: NOON })
  await payFor(billing, receivables, owed, 100, { paid_at: '2026-01-02T12:00:00Z' })
})
