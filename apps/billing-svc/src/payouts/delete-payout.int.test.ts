/** Payouts that never were. */
import type { InvoicePayment__Output, RefundPayment__Output } from '@pacioli/protos/billing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeRefund } from '../testing/acts.test-helpers.ts'
import { startTestBilling, type TestBilling } from '../testing/billing.test-helpers.ts'
import { refusals } from '../testing/bills.test-helpers.ts'
import { postedOf, standingOf } from '../testing/books.test-helpers.ts'
import { announced, balancingDimension, closeBooks } from '../testing/ledger.test-helpers.ts'
import { makePayout, payoutInput, type PayoutGiven } from '../testing/payouts.test-helpers.ts'
import { refusalsAmong } from '../testing/races.test-helpers.ts'
import {
  anotherCustomer,
  balances,
  expectSoundBooks,
  line,
  makeInvoice,
  openReceivables,
  payFor,
  type PaymentGiven,
  type TestReceivables,
} from '../testing/receivable-rules.test-helpers.ts'
import { problemsOf, tag } from '../testing/refund-requests.test-helpers.ts'
import {
  applyTags,
  createPayout,
  deleteInvoicePayment,
  deletePayout,
  getInvoicePayment,
  getPayout,
  getRefund,
  listPayouts,
  updateRefund,
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

const CARD = { method: 'CREDIT_CARD', processor: 'STRIPE' }
const AT = '2026-01-25T12:00:00Z'

const somebody = () => anotherCustomer(billing, receivables)
const remove = ({ id }: { id: string }, { request } = receivables) => deletePayout(billing, request, id)

/** A payment by card of an invoice of its own. */
const pay = async (amount: number, of: TestReceivables, given: PaymentGiven = {}, fund = 'A') =>
  payFor(
    billing,
    of,
    await makeInvoice(billing, of, { line_items: [line(amount)], tags: [tag('fund', fund)] }),
    amount,
    {
      ...CARD,
      ...given,
    },
  )

async function refund(
  payment: InvoicePayment__Output,
  refunded_amount: number,
  of: TestReceivables,
): Promise<RefundPayment__Output> {
  const { payments } = await makeRefund(billing, of, {
    completed_at: AT,
    allocations: [{ invoice_payment_id: payment.id, total_amount: refunded_amount }],
    payments: [{ ...CARD, completed_at: AT, refunded_amount, refund_processing_fee: 1 }],
  })
  return payments[0] as RefundPayment__Output
}

const create = (given: PayoutGiven, { request }: TestReceivables) => createPayout(billing, request, payoutInput(given))

const asked = (given: object) => ({ page: null, reference_numbers: [], tag_values: [], ...given })
const listed = async (given: object) => (await listPayouts(billing, receivables.request, asked(given))).data

describe('a deleted payout', () => {
  test('never was: its entry is reversed, its members are free, and it still names them', async () => {
    const of = await somebody()
    const [one, other] = [await pay(100, of, { fee: 3 }), await pay(60, of, {}, 'B')]
    const back = await refund(one, 40, of)
    const given = {
      external_id: 'never',
      reference_number: 'P-never',
      fee: 2,
      paid_out_amount: 97 + 60 - 41 - 2 + 5,
      payments: [one, other],
      refund_payments: [back],
      other_transactions: [{ amount: 5, tags: [tag('fund', 'A')] }],
      tags: [tag('fund', 'A')],
    }
    const payout = await makePayout(billing, of, given)
    const { data, posting, created } = await remove({ id: payout.id.toUpperCase() })
    expect([posting, created]).toEqual(['posted', false])
    expect(data?.deleted_at).toBeTruthy()
    expect(data).toEqual({ ...payout, deleted_at: data?.deleted_at, updated_at: data?.updated_at })
    expect((await getPayout(billing, of.request, payout.id)).data).toEqual(data)
    expect(await standingOf(billing, of.request, payout.id)).toEqual([])
    expect((await postedOf(billing, of.request, payout.id)).map(([name]) => name).toSorted()).toEqual([
      'BOTH 2026-01-28',
      'reversal BOTH 2026-01-28',
    ])
    const published = async (id: string | undefined) => {
      const { type, data: state } = (await announced(billing, id ?? '')).at(-1) ?? { type: '', data: {} }
      const candidate = state.match_candidate as { is_open: boolean } | undefined
      return [type, state.payout_id, candidate?.is_open]
    }
    for (const { id } of [one, other])
      expect(await published(id)).toEqual(['pacioli.invoice_payment.changed.v1', null, true])
    expect(await published(back.id)).toEqual(['pacioli.refund_payment.changed.v1', null, true])
    expect((await announced(billing, payout.id)).at(-1)).toMatchObject({
      type: 'pacioli.payout.deleted.v1',
      data: {
        deleted_at: data?.deleted_at,
        payments: expect.arrayContaining([expect.objectContaining({ id: one.id, amount: 97 })]),
        match_candidate: { is_open: false },
      },
    })
    // Again, nothing changes; its members and its external_id are free.
    expect((await remove(payout)).data).toEqual(data)
    const again = await makePayout(billing, of, given)
    expect(again.id).not.toBe(payout.id)
    expect(again.refund_payments).toEqual(payout.refund_payments)
    expect((await getRefund(billing, of.request, back.refund_id)).data?.payments).toMatchObject([
      { payout_id: again.id },
    ])
    const ids = async (by: object) => (await listed(by))?.map(({ id }) => id).toSorted()
    expect(await ids({ external_id: 'never' })).toEqual([again.id])
    expect(await ids({ reference_numbers: ['P-never'] })).toEqual([again.id])
    expect(await ids({ external_id: 'never', include_deleted: true })).toEqual([payout.id, again.id].toSorted())
    // What becomes of its members is not of the deleted one.
    await remove(again)
    await updateRefund(billing, of.request, { refund_id: back.refund_id, cleared: [], payments: { items: [] } })
    await deleteInvoicePayment(billing, of.request, other.id)
    expect((await getInvoicePayment(billing, of.request, one.id)).data?.payout_id).toBeUndefined()
    expect((await getPayout(billing, of.request, payout.id)).data).toEqual(data)
  })

  test('takes no tags', async () => {
    const payout = await makePayout(billing, receivables, { paid_out_amount: -1, fee: 1, tags: [tag('fund', 'A')] })
    await remove(payout)
    const request = { entity_type: 'PAYOUT', entity_ids: [payout.id], key_values: [tag('other', 'B')] }
    expect(await refusals(applyTags(billing, receivables.request, request))).toMatchObject([
      ['DocumentDeleted', expect.anything()],
    ])
  })

  test('of a closed period is reversed at the first open instant', async () => {
    const invoice = await makeInvoice(billing, closed)
    const payment = await payFor(billing, closed, invoice, 100, CARD)
    const payout = await makePayout(billing, closed, { paid_out_amount: 100, payments: [payment] })
    await closeBooks(billing, closed.request, '2026-01-31')
    await remove(payout, closed)
    expect((await postedOf(billing, closed.request, payout.id)).map(([name]) => name).toSorted()).toEqual([
      'BOTH 2026-01-28',
      'reversal BOTH 2026-02-01',
    ])
    const accounts = ['UNDEPOSITED_FUNDS', 'PAYMENT_PROCESSOR_CLEARING_ACCOUNT'] as const
    expect(await balances(billing, closed, [...accounts])).toEqual({
      UNDEPOSITED_FUNDS: [0, 0],
      PAYMENT_PROCESSOR_CLEARING_ACCOUNT: [100, 100],
    })
  })
})

describe('a payout is not deleted', () => {
  test('while a bank transaction has it, nor one that the business does not have', async () => {
    const payout = await makePayout(billing, receivables)
    billing.bankingPeer.matched.set(payout.id, { matchId: 'match', transactionId: 'transaction' })
    expect(await problemsOf(remove(payout))).toMatchObject([
      { error_enum: 'DocumentMatched', transaction_id: 'transaction' },
    ])
    billing.bankingPeer.matched.clear()
    expect(await refusals(remove(payout, closed))).toEqual([['PayoutNotFound', 'payoutId']])
    expect(await refusals(remove({ id: 'x' }))).toEqual([['PayoutNotFound', 'payoutId']])
    expect(await refusals(remove(payout))).toBe('done')
  })
})

describe('concurrently', () => {
  test('a payout is deleted once, and its members are in another one only after that', async () => {
    const of = await somebody()
    for (let round = 0; round < 4; round++) {
      const payment = await pay(100, of)
      const back = await refund(payment, 30, of)
      const given = { paid_out_amount: 69, payments: [payment], refund_payments: [back] }
      const payout = await makePayout(billing, of, given)
      const acts = [() => remove(payout), () => create(given, of), () => remove(payout)]
      const ends = await refusalsAmong((round % 2 ? acts.toReversed() : acts).map((act) => act()))
      expect([ends[0], ends[2]]).toEqual([undefined, undefined])
      expect([undefined, 'NotPaidOut']).toContain(ends[1])
      const { data } = await getInvoicePayment(billing, of.request, payment.id)
      expect(data?.payout_id === undefined).toBe(ends[1] === 'NotPaidOut')
      expect(data?.payout_id).not.toBe(payout.id)
      const { data: refunded } = await getRefund(billing, of.request, back.refund_id)
      expect(refunded?.payments?.[0]?.payout_id).toBe(data?.payout_id)
    }
  })

  test('a member is refunded or deleted while its payout is', async () => {
    const of = await somebody()
    const [one, other] = [await pay(100, of), await pay(50, of)]
    const payout = await makePayout(billing, of, { paid_out_amount: 150, payments: [one, other] })
    const [deleted, refunded, gone] = await refusalsAmong([
      remove(payout),
      refund(one, 40, of),
      deleteInvoicePayment(billing, of.request, other.id),
    ])
    expect([deleted, refunded]).toEqual([undefined, undefined])
    expect([undefined, 'DocumentMatched']).toContain(gone)
    const { data } = await getInvoicePayment(billing, of.request, one.id)
    expect([data?.payout_id, data?.refunded_amount]).toEqual([undefined, 40])
  })
})
