/** Payouts over payments and refund payments; with a real ledger. */
import { refused } from '@pacioli/errors'
import type { InvoicePayment__Output, RefundPayment__Output } from '@pacioli/protos/billing'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalsAmong } from '../testing/races.test-helpers.ts'
import { requestFor, startTestBilling, type TestBilling } from '../testing/billing.test-helpers.ts'
import { named, refusals } from '../testing/bills.test-helpers.ts'
import { announced, archiveAccount, closeBooks, standingEntries } from '../testing/ledger.test-helpers.ts'
import {
  anotherCustomer,
  dedicatedRefund,
  expectAllSound,
  FEES,
  line,
  makeInvoice,
  makePayment,
  openReceivables,
  payFor,
  refundInput,
  type InvoiceGiven,
  type PaymentGiven,
  type RefundGiven,
  type TestReceivables,
} from '../testing/receivable-rules.test-helpers.ts'
import { makePayout, payoutInput, type PayoutGiven } from '../testing/payouts.test-helpers.ts'
import {
  createPayout,
  createRefund,
  getInvoicePayment,
  getPayout,
  getRefund,
  refundInvoice,
  updateRefund,
} from '../testing/use-cases.test-helpers.ts'

let billing: TestBilling
let receivables: TestReceivables
/** Another business. */
let elsewhere: TestReceivables
beforeAll(async () => {
  billing = await startTestBilling()
  receivables = await openReceivables(billing)
  elsewhere = await openReceivables(billing)
})
afterAll(async () => {
  await expectAllSound(billing)
  expect(billing.refusedPostings).toEqual([])
  await billing.stop()
})

const CARD = { method: 'CREDIT_CARD', processor: 'STRIPE' }

/** A payment of an invoice of its own, by card, by default. */
const pay = async (amount: number, given: PaymentGiven = {}, of = receivables, invoice: InvoiceGiven = {}) =>
  payFor(billing, of, await makeInvoice(billing, of, { line_items: [line(amount)], ...invoice }), amount, {
    ...CARD,
    ...given,
  })

/** A refund of the invoice of a payment, by card on 25 January 2026 at noon, by default; its one payment. */
async function refund(
  { allocations }: InvoicePayment__Output,
  refunded_amount: number,
  given: RefundGiven = {},
  of = receivables,
): Promise<RefundPayment__Output> {
  const { data } = await refundInvoice(billing, of.request, {
    invoice_id: allocations[0]?.invoice_id ?? '',
    refund: dedicatedRefund({ ...CARD, completed_at: '2026-01-25T12:00:00Z', refunded_amount, ...given }),
  })
  return data?.payments?.[0] as RefundPayment__Output
}

const create = (given: PayoutGiven, { request } = receivables) => createPayout(billing, request, payoutInput(given))
const refusal = (given: PayoutGiven, of = receivables) => refusals(create(given, of))
const entriesOf = ({ id }: { id: string }, { request } = receivables) => standingEntries(billing, request, id)
const tag = (key: string, value: string) => ({ key, value })
const idOf = ({ id }: { id?: string | undefined }) => ({ id: id ?? '' })

describe('a payout', () => {
  test('deposits the amounts of its members on their clearing accounts, less its fee, with other transactions', async () => {
    const of = await anotherCustomer(billing, receivables)
    const card = await pay(1_000, { fee: 30, external_id: 'p-1' }, of)
    const ach = await pay(500, { method: 'ACH', fee: 5 }, of)
    const check = await pay(300, { method: 'CHECK', processor: undefined }, of)
    const { data: refunded } = await createRefund(
      billing,
      of.request,
      refundInput({
        allocations: [{ invoice_payment_id: card.id, total_amount: 300 }],
        payments: [
          {
            ...CARD,
            external_id: 'r-1',
            refunded_amount: 200,
            refund_processing_fee: 5,
            refunded_payment_fees: [{ account: FEES, fee_amount: 6 }],
          },
          { ...CARD, refunded_amount: 100 },
        ],
      }),
    )
    const [back, other] = refunded?.payments ?? []
    const answer = await create(
      {
        external_id: 'payout-1',
        processor: 'STRIPE',
        fee: 15,
        paid_out_amount: 970 + 495 + 300 - 199 - 15 + 50 - 20,
        payments: [{ id: ach.id.toUpperCase() }, { external_id: 'p-1' }, { id: check.id }],
        refund_payments: [{ external_id: 'r-1' }],
        other_transactions: [
          { amount: 50, direction: 'CREDIT', external_id: 'bonus', description: 'Welcome' },
          { amount: 20, direction: 'DEBIT', account_identifier: named('OTHER_EXPENSES') },
        ],
        memo: 'January',
        metadata: '{"batch": 7}',
        reference_number: 'P-1',
      },
      of,
    )
    expect(answer).toMatchObject({
      created: true,
      posting: 'posted',
      data: {
        external_id: 'payout-1',
        processor: 'STRIPE',
        paid_out_amount: 1_581,
        fee: 15,
        completed_at: '2026-01-28T12:00:00.000Z',
        refund_payments: [{ id: back?.id, external_id: 'r-1', amount: 199 }],
        other_transactions: [
          {
            external_id: 'bonus',
            amount: 50,
            direction: 'CREDIT',
            ledger_account: { stable_name: 'OTHER_INCOME' },
            description: 'Welcome',
          },
          { amount: 20, direction: 'DEBIT', ledger_account: { stable_name: 'OTHER_EXPENSES' } },
        ],
        is_matched: false,
        memo: 'January',
        metadata: '{"batch": 7}',
        reference_number: 'P-1',
      },
    })
    expect(answer.data?.payments?.map(({ id, amount }) => [id, amount])).toEqual(
      [
        [card.id, 970],
        [ach.id, 495],
        [check.id, 300],
      ].toSorted(),
    )
    const payout = idOf(answer.data ?? {})
    expect(await entriesOf(payout, of)).toEqual([
      {
        basis: 'BOTH',
        at: '2026-01-28T12:00:00.000Z',
        lines: [
          'Cr OTHER_INCOME 50',
          'Cr PAYMENT_PROCESSOR_CLEARING_ACCOUNT 1465',
          'Cr UNDEPOSITED_FUNDS 300',
          'Dr OTHER_EXPENSES 20',
          'Dr PAYMENT_PROCESSING_FEES 15',
          'Dr PAYMENT_PROCESSOR_CLEARING_ACCOUNT 199',
          'Dr UNDEPOSITED_FUNDS 1581',
        ],
      },
    ])
    expect((await getPayout(billing, of.request, payout.id)).data).toEqual(answer.data)
    // Its members are announced, each as a new version.
    const { data: paid } = await getInvoicePayment(billing, of.request, card.id)
    expect(paid).toMatchObject({ payout_id: payout.id, amount: 1_000 })
    const { data: now } = await getRefund(billing, of.request, refunded?.id ?? '')
    expect(now?.payments?.map(({ payout_id }) => payout_id)).toEqual([payout.id, undefined])
    const published = async (one: { id?: string | undefined } | null | undefined) => {
      const { type, data } = (await announced(billing, one?.id ?? '')).at(-1) ?? { type: '', data: {} }
      const candidate = data.match_candidate as { is_open: boolean } | undefined
      return [type, data.version, data.payout_id, candidate?.is_open]
    }
    expect(await published(ach)).toEqual(['pacioli.invoice_payment.changed.v1', 2, payout.id, false])
    expect(await published(back)).toEqual(['pacioli.refund_payment.changed.v1', 2, payout.id, false])
    expect(await published(other)).toEqual(['pacioli.refund_payment.created.v1', 1, null, true])
    expect((await published(refunded)).slice(0, 2)).toEqual(['pacioli.refund.changed.v1', 2])
    expect(await published(payout)).toEqual(['pacioli.payout.created.v1', 1, undefined, true])
  })

  test('may be empty, and takes place now by default', async () => {
    const before = Date.now()
    const payout = await makePayout(billing, receivables, { completed_at: undefined })
    expect(payout).toMatchObject({ paid_out_amount: 0, payments: [], refund_payments: [] })
    expect(Date.parse(payout.completed_at)).toBeGreaterThanOrEqual(before)
    expect(Date.parse(payout.completed_at)).toBeLessThanOrEqual(Date.now())
    expect(await entriesOf(payout)).toEqual([])
  })

  test('with a used external_id is returned for the same request; once for an Idempotency-Key', async () => {
    const payment = await pay(100)
    const { clientId, businessId } = receivables.request
    const act = () =>
      createPayout(
        billing,
        requestFor(clientId, businessId, { key: 'pay out once', requestHash: 'h' }),
        payoutInput({ external_id: 'again', paid_out_amount: 100, payments: [payment] }),
      )
    const first = await act()
    expect(await act()).toEqual(first)
    billing.bankingPeer.fault = refused('ServiceUnavailable', 'Banking is away.')
    try {
      const given = { external_id: 'again', paid_out_amount: 100, payments: [payment] }
      expect(await create(given)).toEqual({ ...first, created: false })
      expect(await refusals(create({ ...given, payments: [{ id: randomUUID() }] }))).toEqual([
        ['ExternalIdReused', 'payments.0.id'],
      ])
    } finally {
      billing.bankingPeer.fault = undefined
    }
    // Another business may have it, too.
    expect(await create({ external_id: 'again' }, elsewhere)).toMatchObject({ created: true })
  })
})

describe('a payout is refused', () => {
  test('with members that are unknown, repeated, or named inconsistently', async () => {
    const [one, other] = [await pay(100, { external_id: 'one' }), await pay(100, { external_id: 'other' })]
    const back = await refund(one, 40, { external_id: 'back' })
    const theirs = await pay(100, { external_id: 'theirs' }, elsewhere)
    expect(
      await refusal({
        payments: [
          one,
          { id: randomUUID() },
          { external_id: 'unheard' },
          { id: theirs.id },
          { external_id: 'theirs' },
          { id: back.id },
          { id: 'x' },
          { external_id: 'one' },
          { id: other.id, external_id: 'one' },
          { id: other.id, external_id: 'unheard' },
        ],
        refund_payments: [{ id: one.id }, { external_id: 'back' }, { id: back.id }, { external_id: 'one' }],
      }),
    ).toEqual([
      ['InvoicePaymentNotFound', 'payments.1.id'],
      ['InvoicePaymentNotFound', 'payments.2.external_id'],
      ['InvoicePaymentNotFound', 'payments.3.id'],
      ['InvoicePaymentNotFound', 'payments.4.external_id'],
      ['InvoicePaymentNotFound', 'payments.5.id'],
      ['InvoicePaymentNotFound', 'payments.6.id'],
      ['InvalidPayload', 'payments.7.external_id'],
      ['InvalidPayload', 'payments.8.external_id'],
      ['InvoicePaymentNotFound', 'payments.9.external_id'],
      ['RefundPaymentNotFound', 'refund_payments.0.id'],
      ['InvalidPayload', 'refund_payments.2.id'],
      ['RefundPaymentNotFound', 'refund_payments.3.external_id'],
    ])
    expect(await refusal({ paid_out_amount: 100, payments: [{ id: other.id, external_id: 'other' }] })).toBe('done')
  })

  test('with members that moved no money, are deleted, or are paid out already', async () => {
    const of = await anotherCustomer(billing, receivables)
    await makePayment(billing, of, { amount: 500 })
    const ofCredit = await pay(100, { method: 'CREDIT_BALANCE', processor: undefined }, of)
    const paidOut = await pay(100, {}, of)
    const stored = await refund(paidOut, 40, { method: 'STORE_CREDIT', processor: undefined }, of)
    const reported = await refund(paidOut, 30, {}, of)
    const taken = await refund(paidOut, 20, { external_id: 'taken' }, of)
    await updateRefund(billing, of.request, { refund_id: taken.refund_id, cleared: [], payments: { items: [] } })
    await makePayout(billing, of, { paid_out_amount: 70, payments: [paidOut], refund_payments: [reported] })
    expect(
      await refusal(
        {
          payments: [ofCredit, paidOut],
          refund_payments: [stored, reported, { id: taken.id }, { external_id: 'taken' }],
        },
        of,
      ),
    ).toEqual([
      ['NotPaidOut', 'payments.0.id'],
      ['NotPaidOut', 'payments.1.id'],
      ['NotPaidOut', 'refund_payments.0.id'],
      ['NotPaidOut', 'refund_payments.1.id'],
      ['NotPaidOut', 'refund_payments.2.id'],
      ['RefundPaymentNotFound', 'refund_payments.3.external_id'],
    ])
  })

  test('with members that the bank has reported, and while banking is unavailable', async () => {
    const [one, other, third] = [await pay(100), await pay(100, { external_id: 'reported' }), await pay(100)]
    const back = await refund(third, 40)
    const transactionId = randomUUID()
    for (const id of [other.id, back.id]) billing.bankingPeer.matched.set(id, { matchId: randomUUID(), transactionId })
    const given = {
      paid_out_amount: 260,
      payments: [one, { external_id: 'reported' }, third],
      refund_payments: [back],
    }
    billing.bankingPeer.asked.splice(0)
    expect(await refusal(given)).toEqual([
      ['DocumentMatched', 'payments.1.external_id'],
      ['DocumentMatched', 'refund_payments.0.id'],
    ])
    expect(billing.bankingPeer.asked.map((ids) => ids.toSorted())).toEqual([
      [one.id, other.id, third.id, back.id].toSorted(),
    ])
    billing.bankingPeer.matched.clear()
    billing.bankingPeer.fault = refused('ServiceUnavailable', 'Banking is away.')
    try {
      expect(await refusal(given)).toEqual([['ServiceUnavailable', undefined]])
    } finally {
      billing.bankingPeer.fault = undefined
    }
    expect(await refusal(given)).toBe('done')
  })

  test('for its other fields, every problem at once; in a closed period; unless it balances, to the unit', async () => {
    const of = elsewhere
    const transaction = (given: object) =>
      refusal({ paid_out_amount: 10, other_transactions: [{ amount: 10, ...given }] }, of)
    const field = 'other_transactions.0.'
    expect(await transaction({ account_identifier: named('ACCOUNTS_RECEIVABLE') })).toEqual([
      ['ControlAccount', `${field}account_identifier`],
    ])
    expect(await transaction({ account_identifier: named('NOWHERE') })).toEqual([
      ['AccountNotFound', `${field}account_identifier`],
    ])
    await archiveAccount(billing, of.request, 'CHARITABLE_CONTRIBUTIONS')
    expect(await transaction({ account_identifier: named('CHARITABLE_CONTRIBUTIONS') })).toEqual([
      ['AccountArchived', `${field}account_identifier`],
    ])
    expect(await transaction({ tags: [tag('a', '1'), tag('a', '2')] })).toEqual([
      ['DuplicateTagDimension', `${field}tags.1`],
    ])
    expect(
      await refusal({
        paid_out_amount: 2 ** 53,
        fee: -1,
        completed_at: '2026-01-28',
        payments: [{}],
        refund_payments: [{}],
        other_transactions: [{ amount: 0, direction: 'INFLOW', account_identifier: null }],
      }),
    ).toEqual([
      ['InvalidPayload', 'paid_out_amount'],
      ['InvalidPayload', 'fee'],
      ['InvalidPayload', 'completed_at'],
      ['InvalidPayload', 'payments.0.id'],
      ['InvalidPayload', 'refund_payments.0.id'],
      ['InvalidPayload', `${field}account_identifier`],
      ['InvalidPayload', `${field}amount`],
      ['InvalidPayload', `${field}direction`],
    ])
    expect(await refusal({ paid_out_amount: 10, fee: 1, tags: [tag('a', '1'), tag('a', '2')] }, of)).toEqual([
      ['DuplicateTagDimension', 'tags.1'],
      ['PayoutUnbalanced', 'paid_out_amount'],
    ])
    const many = Array.from({ length: 10_001 }, () => ({ id: randomUUID() }))
    expect(await refusal({ payments: many })).toEqual([['InvalidPayload', 'payments']])
    const payment = await pay(100, { fee: 3 }, of)
    await closeBooks(billing, of.request, '2026-01-31')
    const at = (completed_at: string, paid_out_amount = 97) =>
      refusal({ completed_at, paid_out_amount, payments: [payment] }, of)
    expect(await at('2026-01-31T23:59:59.999Z')).toEqual([['PeriodClosed', 'completed_at']])
    const after = '2026-02-01T00:00:00Z'
    for (const amount of [96, 98]) expect(await at(after, amount)).toEqual([['PayoutUnbalanced', 'paid_out_amount']])
    expect(await at(after)).toBe('done')
  })
})

describe('concurrently', () => {
  test('a payment and a refund payment are in one payout at most, and one external_id makes one payout', async () => {
    const of = await anotherCustomer(billing, receivables)
    const payments = [await pay(100, {}, of), await pay(100, {}, of)]
    const back = await refund(payments[0] as InvoicePayment__Output, 40, {}, of)
    const given = (members: typeof payments) => ({
      paid_out_amount: 160,
      payments: members,
      refund_payments: [back],
    })
    const outcomes = await refusalsAmong([
      create(given(payments), of),
      create(given(payments.toReversed()), of),
      create({ paid_out_amount: -40, refund_payments: [back] }, of),
    ])
    expect(outcomes.toSorted()).toEqual(['NotPaidOut', 'NotPaidOut', undefined])
    for (let round = 0; round < 15; round++)
      for (const one of [
        { external_id: `once, ${round}`, paid_out_amount: 100, payments: [await pay(100, {}, of)] },
        { external_id: `once, ${round}, of nothing` },
      ]) {
        const answers = await Promise.all([1, 2, 3].map(() => create(one, of)))
        expect(answers.filter(({ created }) => created)).toHaveLength(1)
        expect(new Set(answers.map(({ data }) => data?.id)).size).toBe(1)
      }
  })

  test('a payment that is refunded during its payout ends as both', async () => {
    const of = await anotherCustomer(billing, receivables)
    const payment = await pay(100, {}, of)
    const allocations = [{ invoice_payment_id: payment.id, total_amount: 30 }]
    await Promise.all([
      create({ paid_out_amount: 100, payments: [payment] }, of),
      createRefund(billing, of.request, refundInput({ allocations })),
    ])
    const { data } = await getInvoicePayment(billing, of.request, payment.id)
    expect([data?.payout_id !== undefined, data?.refunded_amount]).toEqual([true, 30])
  })
})
