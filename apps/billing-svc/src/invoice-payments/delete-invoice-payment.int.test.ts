/** Payments that never were. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeRefund, makeRefund } from '../testing/acts.test-helpers.ts'
import { startTestBilling, type TestBilling } from '../testing/billing.test-helpers.ts'
import { refusals } from '../testing/bills.test-helpers.ts'
import { postedOf, standingOf } from '../testing/books.test-helpers.ts'
import { announced, balancingDimension, closeBooks } from '../testing/ledger.test-helpers.ts'
import { makePayout } from '../testing/payouts.test-helpers.ts'
import {
  anotherCustomer,
  balances,
  creditOf,
  DEPOSITS,
  expectSoundBooks,
  invoiceNow,
  line,
  makeInvoice,
  makePayment,
  openReceivables,
  payFor,
  refundAllocation,
  refundInput,
  type TestReceivables,
} from '../testing/receivable-rules.test-helpers.ts'
import { problemsOf, refundOne, tag } from '../testing/refund-requests.test-helpers.ts'
import {
  createRefund,
  deleteInvoicePayment,
  getInvoicePayment,
  listInvoicePayments,
  voidInvoice,
} from '../testing/use-cases.test-helpers.ts'

let billing: TestBilling
let receivables: TestReceivables
let closed: TestReceivables
beforeAll(async () => {
  billing = await startTestBilling()
  receivables = await openReceivables(billing)
  closed = await openReceivables(billing)
  await balancingDimension(billing, receivables.request, 'fund')
})
afterAll(async () => {
  await expectSoundBooks(billing, receivables, ['fund'])
  await expectSoundBooks(billing, closed)
  expect(billing.refusedPostings).toEqual([])
  await billing.stop()
})

const somebody = () => anotherCustomer(billing, receivables)
const remove = ({ id }: { id: string }, { request } = receivables) => deleteInvoicePayment(billing, request, id)

describe('a deleted payment', () => {
  test('never was: its entries are reversed in both books, and its invoices are owed again', async () => {
    const of = await somebody()
    const one = await makeInvoice(billing, of, { tags: [tag('fund', 'A')] })
    const early = await makeInvoice(billing, of, {
      sent_at: '2026-02-01T12:00:00Z',
      line_items: [line(50, { prepayment_account_identifier: DEPOSITS })],
      tags: [tag('fund', 'B')],
    })
    const payment = await makePayment(billing, of, {
      external_id: 'never',
      amount: 170,
      fee: 17,
      allocations: [
        { invoice_id: one.id, amount: 100 },
        { invoice_id: early.id, amount: 50 },
      ],
    })
    const before = await postedOf(billing, of.request, payment.id)
    const { data, posting } = await remove(payment)
    expect([posting, data?.unallocated_amount, data?.allocations?.map((part) => part.moved_to_credit_at)]).toEqual([
      'posted',
      0,
      [undefined, undefined],
    ])
    expect(data?.deleted_at).toBeTruthy()
    expect(await standingOf(billing, of.request, payment.id)).toEqual([])
    const after = await postedOf(billing, of.request, payment.id)
    expect(after.filter(([name]) => name.startsWith('reversal'))).toHaveLength(before.length)
    for (const invoice of [one, early])
      expect(await invoiceNow(billing, of, invoice)).toMatchObject({ status: 'SENT', payment_allocations: [] })
    expect(await creditOf(billing, of)).toBe(0)
    expect((await announced(billing, payment.id)).at(-1)).toMatchObject({
      type: 'pacioli.invoice_payment.deleted.v1',
      data: { deleted_at: data?.deleted_at, unallocated_amount: 0, match_candidate: { is_open: false } },
    })
    // Again, nothing changes; its external_id is free.
    expect((await remove(payment)).data).toEqual(data)
    expect((await getInvoicePayment(billing, of.request, payment.id)).data).toEqual(data)
    const again = await makePayment(billing, of, { external_id: 'never', amount: 1, paid_at: '2026-01-22T12:00:00Z' })
    expect(again.id).not.toBe(payment.id)
    const asked = { page: null, reference_numbers: [], tag_values: [], customer_id: of.contactId }
    const listed = async (more: object) =>
      (await listInvoicePayments(billing, of.request, { ...asked, ...more })).data?.map(({ id }) => id)
    expect(await listed({ invoice_id: one.id })).toEqual([])
    expect([await listed({}), await listed({ include_deleted: true })]).toEqual([[again.id], [again.id, payment.id]])
    await payFor(billing, of, one, 100)
    expect((await invoiceNow(billing, of, one)).status).toBe('PAID')
  })

  test('gives back what it spent of the credit', async () => {
    const of = await somebody()
    await makePayment(billing, of, { amount: 40 })
    const { id } = await makeInvoice(billing, of)
    const spent = await payFor(billing, of, { id }, 40, { method: 'CREDIT_BALANCE' })
    expect(await creditOf(billing, of)).toBe(0)
    await remove(spent)
    expect(await creditOf(billing, of)).toBe(40)
  })

  test('takes the credit of a voided invoice with it', async () => {
    const of = await somebody()
    const owed = await makeInvoice(billing, of)
    const payment = await payFor(billing, of, owed, 100)
    await voidInvoice(billing, of.request, { invoice_id: owed.id, move_payments_to_credit: true })
    await remove(payment)
    expect(await creditOf(billing, of)).toBe(0)
  })

  test('of a closed period is reversed at the first open instant', async () => {
    const owed = await makeInvoice(billing, closed)
    const payment = await payFor(billing, closed, owed, 60)
    await closeBooks(billing, closed.request, '2026-01-31')
    await remove(payment, closed)
    const entries = (await postedOf(billing, closed.request, payment.id)).map(([name]) => name)
    expect(entries.filter((name) => name.startsWith('reversal'))).toEqual([
      'reversal ACCRUAL 2026-02-01',
      'reversal CASH 2026-02-01',
    ])
    expect(await balances(billing, closed, ['ACCOUNTS_RECEIVABLE'])).toEqual({ ACCOUNTS_RECEIVABLE: [100, 0] })
  })
})

describe('a payment is not deleted', () => {
  test('while refunds hang on it, or on what it paid', async () => {
    const of = await somebody()
    const owed = await makeInvoice(billing, of)
    const payment = await payFor(billing, of, owed, 60)
    const other = await payFor(billing, of, owed, 40)
    const { data } = await createRefund(
      billing,
      of.request,
      refundInput({ allocations: [{ invoice_payment_id: payment.id, total_amount: 10 }] }),
    )
    expect(await problemsOf(remove(payment))).toMatchObject([
      { error_enum: 'PaymentHasRefunds', field: 'paymentId', refund_ids: [data?.id] },
    ])
    await refundOne(billing, of, owed, { refunded_amount: 55 })
    expect(await refusals(remove(other))).toEqual([['PaymentHasRefunds', 'paymentId']])
  })

  test('and refunded after, by a new refund or by another', async () => {
    const of = await somebody()
    const payment = await makePayment(billing, of, { amount: 100 })
    const refund = await makeRefund(billing, of, { allocations: [{ customer_id: of.contactId, total_amount: 5 }] })
    await remove(payment)
    const target = { invoice_payment_id: payment.id, total_amount: 5 }
    const onto = () => changeRefund(billing, of, refund, { allocations: { items: [refundAllocation(target)] } })
    for (const refunding of [() => makeRefund(billing, of, { allocations: [target] }), onto])
      expect(await refusals(refunding())).toEqual([['DocumentDeleted', 'allocations.0.invoice_payment_id']])
  })

  test('while a bank transaction or a payout has it', async () => {
    const of = await somebody()
    const payment = await makePayment(billing, of, { amount: 100, method: 'CREDIT_CARD' })
    billing.bankingPeer.matched.set(payment.id, { matchId: 'match', transactionId: 'transaction' })
    expect(await refusals(remove(payment))).toEqual([['DocumentMatched', undefined]])
    billing.bankingPeer.matched.clear()
    const payout = await makePayout(billing, of, { paid_out_amount: 100, payments: [payment] })
    expect(await problemsOf(remove(payment))).toMatchObject([{ error_enum: 'DocumentMatched', payout_id: payout.id }])
  })

  test('where its credit is spent, naming what spent it; the credit of another one may be enough', async () => {
    const of = await somebody()
    const first = await makePayment(billing, of, { amount: 2_000, paid_at: '2026-01-10T12:00:00Z' })
    const second = await makePayment(billing, of, { amount: 3_000, paid_at: '2026-01-11T12:00:00Z' })
    const { id } = await makeInvoice(billing, of, { line_items: [line(1_500)] })
    const spent = await payFor(billing, of, { id }, 1_500, { method: 'CREDIT_BALANCE' })
    await remove(second)
    expect(await creditOf(billing, of)).toBe(500)
    expect(await problemsOf(remove(first))).toMatchObject([
      { error_enum: 'OverAllocated', field: 'paymentId', spent_by: [{ type: 'invoice_payment', id: spent.id }] },
    ])
    await remove(spent)
    await remove(first)
    expect(await creditOf(billing, of)).toBe(0)
  })

  test('and spent at once, or twice', async () => {
    const of = await somebody()
    const payment = await makePayment(billing, of, { amount: 100 })
    const { id } = await makeInvoice(billing, of)
    const spend = () => payFor(billing, of, { id }, 100, { method: 'CREDIT_BALANCE' })
    const ends = await Promise.all([refusals(remove(payment)), refusals(spend()), refusals(remove(payment))])
    expect(await creditOf(billing, of)).toBe(0)
    expect(ends[1] === 'done').toBe(ends[0] !== 'done')
  })
})
