/** Payouts over payments and refund payments; the books are the ledger's own. */
import { refused } from '@pacioli/errors'
import type { InvoicePayment__Output, RefundPayment__Output } from '@pacioli/protos/billing'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalsAmong } from '../bill-payments/races.test-helpers.ts'
import { requestFor, startTestBilling, type TestBilling } from '../billing.test-helpers.ts'
import { named, refusals } from '../bills/bills.test-helpers.ts'
import {
  announced,
  archiveAccount,
  balancingDimension,
  closeBooks,
  standingEntries,
} from '../documents/ledger.test-helpers.ts'
import { getInvoicePayment } from '../invoice-payments/get-invoice-payment.ts'
import { voidInvoice } from '../invoices/void-invoice.ts'
import {
  anotherCustomer,
  balances,
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
} from '../receivables/receivables.test-helpers.ts'
import { createRefund } from '../refunds/create-refund.ts'
import { getRefund } from '../refunds/get-refund.ts'
import { refundInvoice } from '../refunds/refund-invoice.ts'
import { updateRefund } from '../refunds/update-refund.ts'
import { createPayout } from './create-payout.ts'
import { getPayout } from './get-payout.ts'
import { makePayout, payoutInput, type PayoutGiven } from './payouts.test-helpers.ts'

let billing: TestBilling
let receivables: TestReceivables
beforeAll(async () => {
  billing = await startTestBilling()
  receivables = await openReceivables(billing)
})
afterAll(async () => {
  await expectAllSound(billing)
  expect(billing.refusedPostings).toEqual([])
  await billing.stop()
})

const CARD = { method: 'CREDIT_CARD', processor: 'STRIPE' }

/** A payment of an invoice of its own, by card, unless told otherwise. */
const pay = async (amount: number, given: PaymentGiven = {}, of = receivables, invoice: InvoiceGiven = {}) =>
  payFor(billing, of, await makeInvoice(billing, of, { line_items: [line(amount)], ...invoice }), amount, {
    ...CARD,
    ...given,
  })

/** A refund of the invoice of a payment, by card on 25 January 2026 at noon, unless told otherwise; its one payment. */
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
const linesOf = async (of: { id: string }, where = receivables) => (await entriesOf(of, where))[0]?.lines
const tag = (key: string, value: string) => ({ key, value })
const idOf = ({ id }: { id?: string | undefined }) => ({ id: id ?? '' })

describe('a payout', () => {
  test('deposits what its members left on their clearing accounts, less its fee, with whatever else there was', async () => {
    const of = await openReceivables(billing)
    const card = await pay(1_000, { fee: 30, external_id: 'p-1' }, of)
    const ach = await pay(500, { method: 'ACH', fee: 5 }, of)
    const check = await pay(300, { method: 'CHECK', processor: undefined }, of)
    const back = await refund(
      card,
      200,
      {
        external_id: 'r-1',
        refund_processing_fee: 5,
        refunded_payment_fees: [{ account: FEES, fee_amount: 6 }],
      },
      of,
    )
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
        refund_payments: [{ id: back.id, external_id: 'r-1', amount: 199 }],
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
    expect(
      await balances(billing, of, [
        'PAYMENT_PROCESSOR_CLEARING_ACCOUNT',
        'UNDEPOSITED_FUNDS',
        'PAYMENT_PROCESSING_FEES',
      ]),
    ).toEqual({
      PAYMENT_PROCESSOR_CLEARING_ACCOUNT: [0, 0],
      UNDEPOSITED_FUNDS: [1_581, 1_581],
      PAYMENT_PROCESSING_FEES: [55, 55],
    })
    expect((await getPayout(billing, of.request, payout.id)).data).toEqual(answer.data)
  })

  test('is told of by its members, in a version of each of them and of its own', async () => {
    const payment = await pay(100)
    const back = await refund(payment, 40)
    const payout = await makePayout(billing, receivables, {
      paid_out_amount: 60,
      payments: [payment],
      refund_payments: [back],
    })
    const { data } = await getInvoicePayment(billing, receivables.request, payment.id)
    expect(data).toMatchObject({ payout_id: payout.id, amount: 100 })
    expect((await getRefund(billing, receivables.request, back.refund_id)).data?.payments).toMatchObject([
      { id: back.id, payout_id: payout.id },
    ])
    const told = async (id: string) => {
      const { type, data } = (await announced(billing, id)).at(-1) ?? { type: '', data: {} }
      const candidate = data.match_candidate as { is_open: boolean } | undefined
      return [type, data.version, data.payout_id, candidate?.is_open]
    }
    expect(await told(payment.id)).toEqual(['pacioli.invoice_payment.changed.v1', 2, payout.id, false])
    expect(await told(back.id)).toEqual(['pacioli.refund_payment.changed.v1', 2, payout.id, false])
    expect((await told(back.refund_id)).slice(0, 2)).toEqual(['pacioli.refund.changed.v1', 2])
    expect(await told(payout.id)).toEqual(['pacioli.payout.created.v1', 1, undefined, true])
  })

  test('may be what the processor collects, or nothing', async () => {
    const of = await openReceivables(billing)
    const [one, other] = [await pay(100, {}, of), await pay(50, {}, of)]
    const [back, later] = [await refund(one, 100, {}, of), await refund(other, 50, {}, of)]
    const collected = await makePayout(billing, of, { paid_out_amount: -110, fee: 10, refund_payments: [back] })
    expect(await linesOf(collected, of)).toEqual([
      'Cr UNDEPOSITED_FUNDS 110',
      'Dr PAYMENT_PROCESSING_FEES 10',
      'Dr PAYMENT_PROCESSOR_CLEARING_ACCOUNT 100',
    ])
    expect(collected).toMatchObject({ paid_out_amount: -110, payments: [], refund_payments: [{ amount: 100 }] })
    const even = await makePayout(billing, of, { payments: [other], refund_payments: [later] })
    expect(await linesOf(even, of)).toEqual([
      'Cr PAYMENT_PROCESSOR_CLEARING_ACCOUNT 50',
      'Dr PAYMENT_PROCESSOR_CLEARING_ACCOUNT 50',
    ])
    const empty = await create({}, of)
    expect(empty).toMatchObject({ created: true, data: { paid_out_amount: 0, payments: [], refund_payments: [] } })
    expect(await entriesOf(idOf(empty.data ?? {}), of)).toEqual([])
    expect(await balances(billing, of, ['UNDEPOSITED_FUNDS', 'PAYMENT_PROCESSOR_CLEARING_ACCOUNT'])).toEqual({
      UNDEPOSITED_FUNDS: [-110, -110],
      PAYMENT_PROCESSOR_CLEARING_ACCOUNT: [100, 100],
    })
  })

  test('takes place now where it does not say when', async () => {
    const before = Date.now()
    const { completed_at } = await makePayout(billing, receivables, { completed_at: undefined })
    expect(Date.parse(completed_at)).toBeGreaterThanOrEqual(before)
    expect(Date.parse(completed_at)).toBeLessThanOrEqual(Date.now())
  })

  test('takes a member that brought nothing but its fee, and some of a refund’s payments', async () => {
    const of = await openReceivables(billing)
    const payment = await pay(100, { fee: 100 }, of)
    const { data } = await createRefund(
      billing,
      of.request,
      refundInput({
        allocations: [{ customer_id: of.customerId, total_amount: 90 }],
        payments: [
          { refunded_amount: 60, ...CARD },
          { refunded_amount: 30, ...CARD },
        ],
      }),
    )
    const [first] = data?.payments ?? []
    const payout = await makePayout(billing, of, {
      paid_out_amount: -60,
      payments: [payment],
      refund_payments: [idOf(first ?? {})],
    })
    expect(await linesOf(payout, of)).toEqual(['Cr UNDEPOSITED_FUNDS 60', 'Dr PAYMENT_PROCESSOR_CLEARING_ACCOUNT 60'])
    const { data: now } = await getRefund(billing, of.request, data?.id ?? '')
    expect(now?.payments?.map(({ payout_id }) => payout_id)).toEqual([payout.id, undefined])
  })

  test('carries the tags of each member on its lines, and its own on fee and other transactions', async () => {
    const of = await openReceivables(billing)
    await balancingDimension(billing, of.request, 'fund')
    const north = { tags: [tag('fund', 'N'), tag('place', 'Here')] }
    const one = await pay(100, { fee: 3, tags: [tag('team', 'Field')] }, of, north)
    const other = await makeInvoice(billing, of, { tags: [tag('fund', 'S')] })
    const both = await makePayment(billing, of, {
      ...CARD,
      amount: 120,
      allocations: [{ invoice_id: other.id, amount: 80 }],
    })
    const back = await refund(one, 40, {}, of)
    const payout = await makePayout(billing, of, {
      paid_out_amount: 97 + 120 - 40 - 10 + 7 - 4,
      fee: 10,
      payments: [one, both],
      refund_payments: [back],
      other_transactions: [
        { amount: 7, tags: [tag('fund', 'S')] },
        { amount: 4, direction: 'DEBIT' },
      ],
      tags: [tag('fund', 'N'), tag('team', 'Payers')],
    })
    expect(payout.transaction_tags).toMatchObject([tag('fund', 'N'), tag('team', 'Payers')])
    expect(payout.other_transactions[0]?.transaction_tags).toMatchObject([tag('fund', 'S')])
    expect(await linesOf(payout, of)).toEqual([
      'Cr OTHER_INCOME 7 fund=S team=Payers',
      'Cr PAYMENT_PROCESSOR_CLEARING_ACCOUNT 40',
      'Cr PAYMENT_PROCESSOR_CLEARING_ACCOUNT 80 fund=S',
      'Cr PAYMENT_PROCESSOR_CLEARING_ACCOUNT 97 fund=N place=Here team=Field',
      'Cr UNDEPOSITED_FUNDS 14 fund=N team=Payers',
      'Cr UNDEPOSITED_FUNDS 40 fund=N place=Here',
      'Dr OTHER_INCOME 4 fund=N team=Payers',
      'Dr PAYMENT_PROCESSING_FEES 10 fund=N team=Payers',
      'Dr PAYMENT_PROCESSOR_CLEARING_ACCOUNT 40 fund=N place=Here',
      'Dr UNDEPOSITED_FUNDS 40',
      'Dr UNDEPOSITED_FUNDS 7 fund=S team=Payers',
      'Dr UNDEPOSITED_FUNDS 80 fund=S',
      'Dr UNDEPOSITED_FUNDS 97 fund=N place=Here team=Field',
    ])
  })

  test('stays as it is when what it paid out is refunded or its invoice is voided later', async () => {
    const of = await openReceivables(billing)
    const payment = await pay(100, { fee: 3 }, of)
    const payout = await makePayout(billing, of, { paid_out_amount: 97, payments: [payment] })
    const lines = await linesOf(payout, of)
    await refund(payment, 30, {}, of)
    await voidInvoice(billing, of.request, {
      invoice_id: payment.allocations[0]?.invoice_id ?? '',
      move_payments_to_credit: true,
    })
    expect(await linesOf(payout, of)).toEqual(lines)
    expect(await announced(billing, payout.id)).toHaveLength(1)
  })

  test('follows a refund that is updated under other tags', async () => {
    const of = await openReceivables(billing)
    const back = await refund(await pay(100, {}, of), 40, {}, of)
    const payout = await makePayout(billing, of, { paid_out_amount: -40, refund_payments: [back] })
    const request = { refund_id: back.refund_id, cleared: [], tags: { items: [tag('team', 'Field')] } }
    expect(await updateRefund(billing, of.request, request)).toMatchObject({ posting: 'posted' })
    expect(await linesOf(payout, of)).toEqual([
      'Cr UNDEPOSITED_FUNDS 40 team=Field',
      'Dr PAYMENT_PROCESSOR_CLEARING_ACCOUNT 40 team=Field',
    ])
    expect((await announced(billing, payout.id)).map(({ data }) => data.version)).toEqual([1, 2])
  })

  test('of an external_id that it has already is answered again, whatever else the request says', async () => {
    const payment = await pay(100)
    const first = await create({ external_id: 'again', paid_out_amount: 100, payments: [payment] })
    billing.bankingPeer.fault = refused('ServiceUnavailable', 'Banking is away.')
    try {
      const second = await create({ external_id: 'again', paid_out_amount: 1, payments: [{ id: randomUUID() }] })
      expect(second).toEqual({ ...first, created: false })
    } finally {
      billing.bankingPeer.fault = undefined
    }
    // Another business may have it, too.
    expect(await create({ external_id: 'again' }, await openReceivables(billing))).toMatchObject({ created: true })
  })

  test('comes once for an Idempotency-Key', async () => {
    const payment = await pay(100)
    const { clientId, businessId } = receivables.request
    const act = () =>
      createPayout(
        billing,
        requestFor(clientId, businessId, { key: 'pay out once', requestHash: 'h' }),
        payoutInput({ paid_out_amount: 100, payments: [payment] }),
      )
    expect(await act()).toEqual(await act())
  })
})

describe('a payout is refused', () => {
  test('unless it balances', async () => {
    const payment = await pay(100, { fee: 3 })
    for (const paid_out_amount of [100, 96, 98, -97, 0])
      expect(await refusal({ paid_out_amount, payments: [payment] })).toEqual([['PayoutUnbalanced', 'paid_out_amount']])
    expect(await refusal({ paid_out_amount: 97, fee: 1, payments: [payment] })).toEqual([
      ['PayoutUnbalanced', 'paid_out_amount'],
    ])
    expect(await refusal({ paid_out_amount: 97, payments: [payment] })).toBe('done')
  })

  test('with members that nobody knows, that come twice, or by two names', async () => {
    const [one, other] = [await pay(100, { external_id: 'one' }), await pay(100, { external_id: 'other' })]
    const back = await refund(one, 40, { external_id: 'back' })
    const theirs = await pay(100, { external_id: 'theirs' }, await openReceivables(billing))
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

  test('with what moved no money, was taken out, or is paid out already', async () => {
    const of = await openReceivables(billing)
    await makePayment(billing, of, { amount: 500 })
    const ofCredit = await pay(100, { method: 'CREDIT_BALANCE', processor: undefined }, of)
    const paidOut = await pay(100, {}, of)
    const stored = await refund(await pay(100, {}, of), 40, { method: 'STORE_CREDIT', processor: undefined }, of)
    const reported = await refund(paidOut, 30, {}, of)
    const taken = await refund(await pay(100, {}, of), 20, { external_id: 'taken' }, of)
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

  test('with members that the bank has reported, and while nobody can be asked', async () => {
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

  test('for what it names besides its members, every problem at once', async () => {
    const of = await openReceivables(billing)
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
  })

  test('in a closed period', async () => {
    const of = await openReceivables(billing)
    const payment = await pay(100, {}, of)
    await closeBooks(billing, of.request, '2026-01-31')
    const at = (completed_at: string) => refusal({ completed_at, paid_out_amount: 100, payments: [payment] }, of)
    expect(await at('2026-01-31T23:59:59.999Z')).toEqual([['PeriodClosed', 'completed_at']])
    expect(await at('2026-02-01T00:00:00Z')).toBe('done')
  })
})

describe('at one moment', () => {
  test('a payment and a refund payment are in one payout at most', async () => {
    const of = await anotherCustomer(billing, receivables)
    for (let round = 0; round < 2; round++) {
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
    }
  })

  test('one external_id makes one payout, which all of its requests are told', async () => {
    const of = await anotherCustomer(billing, receivables)
    for (let round = 0; round < 2; round++) {
      const given = { external_id: `once ${round}`, paid_out_amount: 100, payments: [await pay(100, {}, of)] }
      const answers = await Promise.all([1, 2, 3].map(() => create(given, of)))
      expect(answers.filter(({ created }) => created)).toHaveLength(1)
      expect(new Set(answers.map(({ data }) => data?.id)).size).toBe(1)
      const empty = await Promise.all([1, 2].map(() => create({ external_id: `empty ${round}` }, of)))
      expect(new Set(empty.map(({ data }) => data?.id)).size).toBe(1)
    }
  })

  test('what is refunded while it is paid out is both', async () => {
    const of = await anotherCustomer(billing, receivables)
    for (let round = 0; round < 2; round++) {
      const payment = await pay(100, {}, of)
      const allocations = [{ invoice_payment_id: payment.id, total_amount: 30 }]
      const acts = [
        () => create({ paid_out_amount: 100, payments: [payment] }, of),
        () => createRefund(billing, of.request, refundInput({ allocations })),
      ]
      await Promise.all((round % 2 ? acts : acts.toReversed()).map((act) => act()))
      const { data } = await getInvoicePayment(billing, of.request, payment.id)
      expect([data?.payout_id !== undefined, data?.refunded_amount]).toEqual([true, 30])
    }
  })
})
