/** Updates of refunds with a real ledger; the books are right after each change. */
import { randomUUID } from 'node:crypto'
import { refused } from '@pacioli/errors'
import type { Refund__Output, RefundAnswer, RefundPayment__Output } from '@pacioli/protos/billing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestBusiness, requestFor, startTestBilling, type TestBilling } from '../testing/billing.test-helpers.ts'
import { named, refusals } from '../testing/bills.test-helpers.ts'
import { changeAccount, openAccount, postedOf, standingOf } from '../testing/books.test-helpers.ts'
import { announced, archiveTag, closeBooks, failPostings } from '../testing/ledger.test-helpers.ts'
import { makePayout, makeRefund, voided } from '../testing/acts.test-helpers.ts'
import {
  anotherCustomer,
  creditOf,
  DEPOSITS,
  expectAllSound,
  FEES,
  invoiceNow,
  line,
  makeInvoice,
  makePayment,
  openReceivables,
  payFor,
  type InvoiceGiven,
  type RefundOfManyGiven,
  type TestReceivables,
} from '../testing/receivable-rules.test-helpers.ts'
import { paidInvoice, plain, problemsOf, REFUNDED_AT, tag } from '../testing/refund-requests.test-helpers.ts'
import {
  asAllocation,
  asPayment,
  inputTags,
  updateOf,
  type UpdateGiven,
} from '../testing/update-requests.test-helpers.ts'
import { getRefund, updateRefund } from '../testing/use-cases.test-helpers.ts'

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

type Given = UpdateGiven
type Id = { id: string }

const OTHER = named('OTHER_EXPENSES')

const update = (one: Id, given: Given = {}, of: TestReceivables = receivables): Promise<RefundAnswer> =>
  updateOf(billing, of, one, given)
const changed = async (of: Id, given: Given, where?: TestReceivables) =>
  (await update(of, given, where)).data as Refund__Output
const refusal = (of: Id, given: Given, where?: TestReceivables) => refusals(update(of, given, where))

const make = (given: RefundOfManyGiven, of: TestReceivables = receivables) => makeRefund(billing, of, given)
const paid = (given: InvoiceGiven = {}, of: TestReceivables = receivables) => paidInvoice(billing, of, given)
const now = (one: Id, of: TestReceivables = receivables) => invoiceNow(billing, of, one)
const read = async ({ id }: Id, { request }: TestReceivables = receivables) =>
  (await getRefund(billing, request, id)).data as Refund__Output
const standing = (one: { id?: string } | undefined, { request }: TestReceivables = receivables) =>
  standingOf(billing, request, one?.id)
const everPosted = (one: { id?: string } | undefined, { request }: TestReceivables = receivables) =>
  postedOf(billing, request, one?.id)
const versionsOf = async (one: { id: string } | undefined) =>
  (await announced(billing, one?.id ?? '')).map(({ data }) => data.version)

/** A refund of an invoice of 100 with a value in every field. */
async function fullRefund(of: TestReceivables = receivables) {
  const owed = await paid(
    { line_items: [line(60, { taxes: { CA: 6 }, tags: [tag('room', '1')] }), line(34)], tags: [tag('shop', 'n')] },
    of,
  )
  const name = randomUUID()
  const refund = await make(
    {
      external_id: name,
      memo: 'They came back',
      metadata: '{"a":1}',
      reference_number: 'R-1',
      tags: [tag('run', '7'), tag('area', 'x')],
      allocations: [
        {
          external_id: 'on the whole',
          invoice_id: owed.id,
          line_items: [
            {
              amount: 12,
              external_id: 'on another account',
              account_identifier: OTHER,
              prepayment_account_identifier: DEPOSITS,
              memo: 'goodwill',
              metadata: '{"b":2}',
              reference_number: 'L-1',
              tags: [tag('reason', 'late'), tag('mood', 'bad')],
            },
            { amount: 8, external_id: 'pro rata' },
          ],
          memo: 'of the engine',
          metadata: '{"c":3}',
          reference_number: 'A-1',
          tags: [tag('desk', '2'), tag('floor', '1')],
        },
        { external_id: 'on the line', invoice_line_item_id: owed.line_items[0]?.id, total_amount: 15 },
        { external_id: 'on the payment', invoice_payment_id: owed.payment.id, total_amount: 20 },
        { external_id: 'goodwill', customer_id: of.contactId, total_amount: 5 },
      ],
      payments: [
        {
          external_id: `${name} 1`,
          refunded_amount: 15,
          completed_at: '2026-01-26T12:00:00Z',
          method: 'CREDIT_CARD',
          processor: 'stripe',
          refund_processing_fee: 2,
          payment_clearing_account_identifier: named('BANK_ACCOUNTS'),
          refunded_payment_fees: [{ account: FEES, fee_amount: 3, description: 'card fee' }],
          memo: 'by card',
          metadata: '{"d":4}',
          reference_number: 'P-1',
          tags: [tag('till', '4'), tag('hand', 'left')],
        },
        { external_id: `${name} 2`, refunded_amount: 10, method: 'STORE_CREDIT' },
        { external_id: `${name} 3`, refunded_amount: 5, method: 'CASH' },
      ],
    },
    of,
  )
  return { owed: { ...owed, ...(await now(owed, of)) }, refund: await read(refund, of) }
}

/** A refund of one invoice of 100, with payments. */
async function refundOfOne(
  total_amount: number,
  payments: RefundOfManyGiven['payments'] = [],
  of: TestReceivables = receivables,
) {
  const owed = await paid({}, of)
  return { owed, refund: await make({ allocations: [{ invoice_id: owed.id, total_amount }], payments }, of) }
}

describe('an update', () => {
  test('changes given fields, and clears null ones; remarks post nothing, and equal values change nothing', async () => {
    const { owed, refund } = await fullRefund()
    const [payment] = refund.payments
    const posted = [await everPosted(refund), await everPosted(payment)]
    // All of it again, by ids and by external ids.
    const all: Given[] = [
      { allocations: refund.allocations.map(asAllocation), payments: refund.payments.map(asPayment) },
      {
        external_id: refund.external_id,
        metadata: '{ "a" : 1 }',
        tags: inputTags(refund.transaction_tags).toReversed(),
        payments: refund.payments.map((one) => ({ ...asPayment(one), id: undefined })),
        allocations: refund.allocations.map(asAllocation).map((one) => ({
          ...one,
          id: undefined,
          line_items: one.line_items?.map((item) => ({ ...item, id: undefined })) ?? [],
        })),
      },
    ]
    for (const given of all) expect((await update(refund, given)).data).toEqual(refund)
    const answer = await update(
      { id: refund.id.toUpperCase() },
      { external_id: 'renamed', memo: 'They came back twice', metadata: '{"z":26}', reference_number: 'R-2' },
    )
    expect(answer).toMatchObject({ created: false, posting: 'posted' })
    const words = { external_id: 'renamed', memo: 'They came back twice', reference_number: 'R-2' }
    expect({ ...answer.data, metadata: JSON.parse(answer.data?.metadata ?? '') }).toEqual({
      ...refund,
      ...words,
      metadata: { z: 26 },
      updated_at: answer.data?.updated_at,
    })
    expect(answer.data?.updated_at).not.toBe(refund.updated_at)
    expect(plain(await read(refund))).toEqual(plain(answer.data))
    const cleared = ['external_id', 'memo', 'metadata', 'reference_number']
    expect(await changed(refund, { cleared })).toMatchObject({
      external_id: undefined,
      memo: undefined,
      metadata: undefined,
      reference_number: undefined,
      total_amount: 60,
    })
    expect([await everPosted(refund), await everPosted(payment)]).toEqual(posted)
    expect(await versionsOf(refund)).toEqual([1, 2, 3])
    // Its payments and targets are unchanged.
    expect([await versionsOf(payment), await versionsOf(owed), await versionsOf(owed.payment)]).toEqual([
      [1],
      [1, 2],
      [1, 2],
    ])
    // The external_id is free.
    expect(
      (await make({ external_id: 'renamed', allocations: [{ customer_id: receivables.contactId, total_amount: 1 }] }))
        .id,
    ).not.toBe(refund.id)
  })

  test('of allocations, payments, time and tags reposts what changed, and announces it', async () => {
    const of = await anotherCustomer(billing, receivables)
    const [one, other] = [
      await paid({}, of),
      await paid({ line_items: [line(60, { taxes: { CA: 6 } }), line(34)] }, of),
    ]
    const refund = await make(
      {
        allocations: [{ external_id: 'a', invoice_id: one.id, total_amount: 40 }],
        payments: [
          { external_id: `${one.id} 1`, refunded_amount: 10 },
          { external_id: `${one.id} 2`, refunded_amount: 20, method: 'CASH' },
        ],
      },
      of,
    )
    const [first, second] = refund.payments as [RefundPayment__Output, RefundPayment__Output]
    const after = await changed(
      refund,
      {
        allocations: [{ external_id: 'a', invoice_id: other.id, total_amount: 100 }],
        payments: [asPayment(first), { ...asPayment(second), refunded_amount: 40, tags: [tag('till', '4')] }],
        completed_at: '2026-02-03T10:00:00+01:00',
        tags: [tag('shop', 's')],
      },
      of,
    )
    expect(after).toMatchObject({
      completed_at: '2026-02-03T09:00:00.000Z',
      total_amount: 100,
      outstanding_balance: 50,
      allocations: [{ id: refund.allocations[0]?.id, invoice_id: other.id, total_amount: 100 }],
      payments: [{ id: first.id }, { id: second.id, refunded_amount: 40, completed_at: REFUNDED_AT }],
      transaction_tags: [tag('shop', 's')],
    })
    expect(plain(await read(refund, of))).toEqual(plain(after))
    expect(await everPosted(refund, of)).toEqual([
      ['ACCRUAL 2026-01-25', ['Dr RETURNS_ALLOWANCES 40', 'Cr REFUND_LIABILITIES 40']],
      ['reversal ACCRUAL 2026-01-25', ['Cr RETURNS_ALLOWANCES 40', 'Dr REFUND_LIABILITIES 40']],
      [
        'ACCRUAL 2026-02-03',
        ['Dr RETURNS_ALLOWANCES 94 shop:s', 'Dr SALES_TAXES_PAYABLE:CA 6 shop:s', 'Cr REFUND_LIABILITIES 100 shop:s'],
      ],
    ])
    expect((await standing(second, of))[1]).toEqual([
      'CASH 2026-01-25',
      [
        'Dr RETURNS_ALLOWANCES 38 shop:s till:4',
        'Dr SALES_TAXES_PAYABLE:CA 2 shop:s till:4',
        'Cr CASH 40 shop:s till:4',
      ],
    ])
    expect(await now(one, of)).toMatchObject({ status: 'PAID', refund_allocations: [] })
    expect(await now(other, of)).toMatchObject({ status: 'REFUNDED', refund_allocations: [{ amount: 100 }] })
    expect([await versionsOf(one), await versionsOf(other)]).toEqual([
      [1, 2, 3],
      [1, 2],
    ])
    expect(await announced(billing, second.id)).toMatchObject([
      { type: 'pacioli.refund_payment.created.v1' },
      {
        type: 'pacioli.refund_payment.changed.v1',
        data: { version: 2, refunded_amount: 40, match_candidate: { amount: 40 } },
      },
    ])
    expect((await announced(billing, refund.id)).at(-1)).toMatchObject({
      type: 'pacioli.refund.changed.v1',
      data: { version: 2, paid_out_amount: 50, outstanding_balance: 50 },
    })
    // Its own part counts as refundable, and no unit more.
    const over = { allocations: [{ external_id: 'a', invoice_id: other.id, total_amount: 101 }] }
    expect(await problemsOf(update(refund, over, of))).toEqual([
      { error_enum: 'OverRefunded', field: 'allocations.0.total_amount', value: 101, refundable_amount: 100 },
    ])
  })

  test('moves it to a line, to the remainder of a payment, to the customer alone; to nothing with [], and back', async () => {
    const of = await anotherCustomer(billing, receivables)
    const owed = await paid({ line_items: [line(70), line(30)] }, of)
    const rest = await makePayment(billing, of, { amount: 40 })
    const refund = await make(
      {
        allocations: [{ external_id: 'a', invoice_id: owed.id, total_amount: 40 }],
        payments: [{ refunded_amount: 10, method: 'STORE_CREDIT' }],
      },
      of,
    )
    const moved = (names: object) =>
      changed(refund, { allocations: [{ external_id: 'a', total_amount: 40, ...names }] }, of)
    const lineId = owed.line_items[0]?.id
    expect((await moved({ invoice_line_item_id: lineId })).allocations).toMatchObject([
      { invoice_id: owed.id, invoice_line_item_id: lineId },
    ])
    expect((await moved({ invoice_payment_id: rest.id })).allocations).toMatchObject([
      { id: refund.allocations[0]?.id, invoice_id: undefined, invoice_payment_id: rest.id },
    ])
    expect((await now(owed, of)).refund_allocations).toEqual([])
    expect(await creditOf(billing, of)).toBe(10)
    // It keeps its customer, which need not be named again.
    await moved({})
    expect(await creditOf(billing, of)).toBe(50)
    const nothing = await changed(refund, { allocations: [], payments: [] }, of)
    expect(nothing).toMatchObject({ total_amount: 0, outstanding_balance: 0, allocations: [], payments: [] })
    expect([await standing(refund, of), await standing(refund.payments[0], of)]).toEqual([[], []])
    expect(await creditOf(billing, of)).toBe(40)
    const published = (await announced(billing, refund.payments[0]?.id ?? '')).at(-1)
    expect(published?.type).toBe('pacioli.refund_payment.deleted.v1')
    const again = await changed(
      refund,
      { allocations: [{ invoice_id: owed.id }], payments: [{ refunded_amount: 100, method: 'CASH' }] },
      of,
    )
    expect(again).toMatchObject({ total_amount: 100, outstanding_balance: 0, payments: [{ method: 'CASH' }] })
    expect(again.payments[0]?.id).not.toBe(refund.payments[0]?.id)
    expect((await now(owed, of)).status).toBe('REFUNDED')
  })

  test('with an Idempotency-Key is applied once', async () => {
    const { refund } = await refundOfOne(60)
    const { clientId, businessId } = receivables.request
    const keyed = () => requestFor(clientId, businessId, { key: `update ${refund.id}`, requestHash: 'h' })
    const request = { refund_id: refund.id, cleared: [], memo: 'once' }
    const answers = await Promise.all(Array.from({ length: 3 }, () => updateRefund(billing, keyed(), request)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    await changed(refund, { memo: 'later' })
    expect((await updateRefund(billing, keyed(), request)).data).toEqual(answers[0]?.data)
    expect((await read(refund)).memo).toBe('later')
    expect(await versionsOf(refund)).toEqual([1, 2, 3])
  })
})

describe('the payments of a refund', () => {
  test('can swap their external ids; that of a deleted one is free', async () => {
    const [a, b, c] = [randomUUID(), randomUUID(), randomUUID()]
    const { refund } = await refundOfOne(90, [
      { external_id: a, refunded_amount: 1 },
      { external_id: b, refunded_amount: 2 },
      { external_id: c, refunded_amount: 3 },
    ])
    const [one, two] = refund.payments
    const swapped = await changed(refund, {
      payments: [
        { id: one?.id, external_id: b, refunded_amount: 1 },
        { id: two?.id, external_id: a, refunded_amount: 2 },
      ],
    })
    expect(swapped.payments.map(({ id, external_id }) => [id, external_id])).toEqual([
      [one?.id, b],
      [two?.id, a],
    ])
    const elsewhere = await make({
      allocations: [{ customer_id: receivables.contactId, total_amount: 3 }],
      payments: [{ external_id: c, refunded_amount: 3 }],
    })
    expect(elsewhere.id).not.toBe(refund.id)
    // It was deleted, so the same external_id makes a new one.
    expect(await refusal(refund, { payments: [{ external_id: c, refunded_amount: 3 }] })).toEqual([
      ['DuplicateExternalId', 'payments.0.external_id'],
    ])
    await changed(elsewhere, { payments: [] })
    const again = await changed(refund, { payments: [{ external_id: c, refunded_amount: 3 }] })
    expect(refund.payments.map(({ id }) => id)).not.toContain(again.payments[0]?.id)
  })

  test('to and from store credit move the customer’s credit, as far as there is any', async () => {
    const of = await anotherCustomer(billing, receivables)
    const { refund } = await refundOfOne(80, [{ external_id: of.contactId, refunded_amount: 50 }], of)
    const by = (method: string, refunded_amount = 50) => ({
      payments: [{ external_id: of.contactId, refunded_amount, method }],
    })
    await update(refund, by('STORE_CREDIT'), of)
    expect(await creditOf(billing, of)).toBe(50)
    const owed = await makeInvoice(billing, of)
    await payFor(billing, of, owed, 20, { method: 'CREDIT_BALANCE', paid_at: '2026-01-31T12:00:00Z' })
    expect(await refusal(refund, by('STORE_CREDIT', 19), of)).toEqual([['OverAllocated', 'payments']])
    expect(await refusal(refund, { payments: [], allocations: [] }, of)).toEqual([['OverAllocated', 'allocations']])
    await update(refund, by('STORE_CREDIT', 20), of)
    expect(await creditOf(billing, of)).toBe(0)
  })

  test('are queried at banking only where they may change; matched ones move no money', async () => {
    const { owed, refund } = await refundOfOne(80, [{ refunded_amount: 30 }, { refunded_amount: 20 }])
    const [one, other] = refund.payments as [RefundPayment__Output, RefundPayment__Output]
    const { bankingPeer } = billing
    const count = bankingPeer.asked.length
    bankingPeer.fault = refused('ServiceUnavailable', 'Banking is away.')
    try {
      const allocations = [{ invoice_id: owed.id, total_amount: 70 }]
      expect(await refusal(refund, { memo: 'words', allocations, tags: [tag('a', 'b')] })).toBe('done')
      expect(bankingPeer.asked.length).toBe(count)
      expect(await refusal(refund, { payments: [] })).toEqual([['ServiceUnavailable', undefined]])
      expect(bankingPeer.asked.slice(count).map((ids) => ids.toSorted())).toEqual([[one.id, other.id].toSorted()])
    } finally {
      bankingPeer.fault = undefined
    }
    const match = { matchId: randomUUID(), transactionId: randomUUID() }
    bankingPeer.matched.set(one.id, match)
    expect(await problemsOf(update(refund, { payments: [asPayment(other)] }))).toEqual([
      {
        error_enum: 'DocumentMatched',
        field: 'payments',
        value: one.id,
        transaction_id: match.transactionId,
        match_id: match.matchId,
      },
    ])
    expect(await refusal(refund, { payments: [{ ...asPayment(one), memo: 'noted' }] })).toBe('done')
    bankingPeer.matched.clear()
    // A deleted payment needs no query.
    await update(refund, { payments: [] })
    const asked = bankingPeer.asked.length
    await update(refund, { payments: [{ refunded_amount: 5 }] })
    expect(bankingPeer.asked.length).toBe(asked)
  })

  test('in a payout move no money either, and the payout follows their parts', async () => {
    const of = await anotherCustomer(billing, receivables)
    const { refund } = await refundOfOne(80, [{ refunded_amount: 30, method: 'CREDIT_CARD' }], of)
    const [member] = refund.payments as [RefundPayment__Output]
    const payout = await makePayout(billing, of, { paid_out_amount: -30, refund_payments: [{ id: member.id }] })
    expect(await problemsOf(update(refund, { payments: [] }, of))).toEqual([
      { error_enum: 'DocumentMatched', field: 'payments', value: member.id, payout_id: payout.id },
    ])
    const other = await paid({ tags: [tag('entity', 'a')] }, of)
    await update(refund, { allocations: [{ invoice_id: other.id, total_amount: 80 }] }, of)
    expect((await standing(payout, of))[0]?.[1]).toEqual([
      'Cr UNDEPOSITED_FUNDS 30 entity:a',
      'Dr PAYMENT_PROCESSOR_CLEARING_ACCOUNT 30 entity:a',
    ])
  })
})

describe('refused is an update', () => {
  test('of an unknown refund, of another or an archived business, and an invalid one', async () => {
    const theirs = await openReceivables(billing)
    const { refund } = await refundOfOne(10, [], theirs)
    for (const id of [refund.id, randomUUID(), 'no id'])
      expect(await refusal({ id }, { memo: 'mine' })).toEqual([['RefundNotFound', 'refundId']])
    const stranger = requestFor(randomUUID(), theirs.request.businessId)
    expect(
      await refusals(updateRefund(billing, stranger, { refund_id: refund.id, cleared: [], memo: 'mine' })),
    ).toEqual([['BusinessNotFound', 'businessId']])
    expect(await refusal(refund, { cleared: ['payments'], completed_at: 'never' }, theirs)).toEqual([
      ['InvalidPayload', 'payments'],
      ['InvalidPayload', 'completed_at'],
    ])
    expect(
      await refusal(refund, { payments: [{ payment_clearing_account_identifier: named('NOWHERE') }] }, theirs),
    ).toEqual([['AccountNotFound', 'payments.0.payment_clearing_account_identifier']])
    const { clientId, businessId } = theirs.request
    await billing.ledger.businesses.ArchiveBusiness({}, { context: { clientId, businessId } })
    expect(await refusal(refund, { memo: 'late' }, theirs)).toEqual([['BusinessArchived', undefined]])
    expect(await read(refund, theirs)).toEqual(refund)
  })

  test('with the external_id of another refund or payment; its own stay valid', async () => {
    const names = [randomUUID(), randomUUID(), randomUUID()] as const
    const { refund } = await refundOfOne(10, [{ external_id: names[0], refunded_amount: 5 }])
    await make({
      external_id: names[1],
      allocations: [{ customer_id: receivables.contactId, total_amount: 5 }],
      payments: [{ external_id: names[2], refunded_amount: 5 }],
    })
    expect(await refusal(refund, { external_id: names[1] })).toEqual([['DuplicateExternalId', 'external_id']])
    const payments = [
      { external_id: names[0], refunded_amount: 1 },
      { external_id: names[2], refunded_amount: 1 },
    ]
    expect(await refusal(refund, { payments })).toEqual([['DuplicateExternalId', 'payments.1.external_id']])
    // Refunds and payments have separate external ids.
    expect(await refusal(refund, { external_id: names[2], payments: payments.slice(0, 1) })).toBe('done')
  })

  test('to a target of another customer, an unknown or a void one', async () => {
    const of = await anotherCustomer(billing, receivables)
    const external_id = randomUUID()
    const other = await anotherCustomer(billing, of, { external_id })
    const { refund } = await refundOfOne(10, [], of)
    const [theirs, gone] = [await paid({}, other), await makeInvoice(billing, of)]
    await voided(billing, of, gone)
    const to = (...names: object[]) =>
      refusal(refund, { allocations: names.map((one) => ({ total_amount: 1, ...one })) }, of)
    const mismatches = [
      { invoice_id: theirs.id },
      { invoice_payment_id: theirs.payment.id },
      { customer_id: other.contactId },
      { customer_external_id: external_id },
      { customer_external_id: 'nobody yet' },
    ]
    expect(await to(...mismatches)).toEqual(
      mismatches.map((_, index) => ['CustomerMismatch', `allocations.${index}.customer_id`]),
    )
    expect(await to({ invoice_id: gone.id })).toEqual([['InvoiceVoided', 'allocations.0.invoice_id']])
    expect(await to({ invoice_id: randomUUID() })).toEqual([['InvoiceNotFound', 'allocations.0.invoice_id']])
  })

  test('to a closed period; what is dated there already may change, and is posted at the first open instant', async () => {
    const of = await openReceivables(billing)
    const { owed, refund } = await refundOfOne(50, [{ external_id: 'p', refunded_amount: 20 }], of)
    const [payment] = refund.payments as [RefundPayment__Output]
    await closeBooks(billing, of.request, '2026-01-31T23:59:59.999Z')
    expect(await refusal(refund, { completed_at: '2026-01-26T00:00:00Z' }, of)).toEqual([
      ['PeriodClosed', 'completed_at'],
    ])
    const allocations = [{ invoice_id: owed.id, total_amount: 60 }]
    await update(refund, { allocations, payments: [{ ...asPayment(payment), refunded_amount: 30 }] }, of)
    expect((await everPosted(refund, of)).map(([entry]) => entry)).toEqual([
      'ACCRUAL 2026-01-25',
      'reversal ACCRUAL 2026-02-01',
      'ACCRUAL 2026-02-01',
    ])
    expect((await standing(payment, of)).map(([entry]) => entry)).toEqual(['ACCRUAL 2026-02-01', 'CASH 2026-02-01'])
    expect((await read(refund, of)).completed_at).toBe(REFUNDED_AT)
  })

  test('that posts to archived accounts or tags; remarks can still change', async () => {
    const of = await anotherCustomer(billing, receivables)
    const shop = await openAccount(billing, of.request, { name: 'Shop', account_subtype: 'OTHER_EXPENSES' })
    const owed = await paid({}, of)
    const line_items = [{ amount: 10, external_id: 'l', account_identifier: { type: 'AccountId', id: shop } }]
    const refund = await make(
      {
        allocations: [{ external_id: 'a', invoice_id: owed.id, line_items, tags: [tag('area', 'north')] }],
        payments: [{ refunded_amount: 5 }],
      },
      of,
    )
    const definition = refund.allocations[0]?.transaction_tags[0]?.definition_id ?? ''
    await changeAccount(billing, of.request, shop, { archived: true })
    expect(await refusal(refund, { completed_at: '2026-01-26T12:00:00Z' }, of)).toEqual([
      ['AccountArchived', undefined],
    ])
    await archiveTag(billing, of.request, definition)
    expect((await changed(refund, { memo: 'words' }, of)).memo).toBe('words')
    const paying = () => refusal(refund, { payments: [{ refunded_amount: 6 }] }, of)
    expect(await paying()).toEqual([['TagValueArchived', 'refundId']])
    // The same once the event has arrived.
    await billing.db.transact(of.request, (tx) =>
      tx.rows('UPDATE tag_values SET archived_at = now() WHERE business_id = $1 AND definition_id = $2', [
        of.request.businessId,
        definition,
      ]),
    )
    expect(await paying()).toEqual([['TagValueArchived', undefined]])
    const without = { external_id: 'a', invoice_id: owed.id, total_amount: 10 }
    expect(await refusal(refund, { allocations: [{ ...without, tags: [tag('area', 'north')] }] }, of)).toEqual([
      ['TagValueArchived', 'allocations.0.tags.0'],
    ])
    expect(await refusal(refund, { allocations: [without] }, of)).toBe('done')
  })

  test('behind a posting that the ledger refused, except of remarks', async () => {
    // Its books will not be sound: it is excluded from the final check.
    const apart = { request: await openTestBusiness(billing), contactId: '' }
    const { refund } = await refundOfOne(10, [], await anotherCustomer(billing, apart))
    const of = { ...receivables, request: requestFor(receivables.request.clientId, refund.business_id) }
    await failPostings(billing, of.request, refund.id)
    expect(await refusal(refund, { completed_at: '2026-01-26T12:00:00Z' }, of)).toEqual([['PostingFailed', undefined]])
    expect(await update(refund, { memo: 'words' }, of)).toMatchObject({ posting: 'failed' })
  })
})

test('a refund of an invoice voided since is of the credit, and can be changed as such', async () => {
  const of = await anotherCustomer(billing, receivables)
  const owed = await paid({ tags: [tag('shop', 'n')] }, of)
  const refund = await make(
    {
      allocations: [{ invoice_id: owed.id, total_amount: 40 }],
      payments: [{ external_id: owed.id, refunded_amount: 25 }],
    },
    of,
  )
  await voided(billing, of, owed)
  const seen = await read(refund, of)
  expect(await changed(refund, {}, of)).toEqual(seen)
  await changed(refund, { tags: [tag('run', '8')], payments: [{ external_id: owed.id, refunded_amount: 40 }] }, of)
  expect((await standing(refund.payments[0], of))[1]).toEqual([
    'CASH 2026-01-25',
    ['Dr CUSTOMER_CREDITS 40 run:8 shop:n', 'Cr UNDEPOSITED_FUNDS 40 run:8 shop:n'],
  ])
  expect(await creditOf(billing, of)).toBe(60)
  // It cannot refer to the invoice again, but to the payment that became credit.
  expect(await refusal(refund, { allocations: [{ invoice_id: owed.id, total_amount: 40 }] }, of)).toEqual([
    ['InvoiceVoided', 'allocations.0.invoice_id'],
  ])
  await update(refund, { allocations: [{ invoice_payment_id: owed.payment.id, total_amount: 100 }] }, of)
  expect(await creditOf(billing, of)).toBe(0)
})
