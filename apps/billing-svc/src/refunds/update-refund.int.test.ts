/** Refunds that become others (endpoint 9): the books are the ledger's own, and right after each change. */
import { randomUUID } from 'node:crypto'
import { refused, type DomainError } from '@pacioli/errors'
import type {
  Refund__Output,
  RefundAnswer,
  RefundAllocation__Output,
  RefundPayment__Output,
  UpdateRefundRequest__Output,
} from '@pacioli/protos/billing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalsAmong } from '../bill-payments/races.test-helpers.ts'
import { openTestBusiness, requestFor, startTestBilling, type TestBilling } from '../billing.test-helpers.ts'
import { named, refusals } from '../bills/bills.test-helpers.ts'
import { changeAccount, openAccount, postedOf, standingOf } from '../bills/books.test-helpers.ts'
import { announced, archiveTag, balancingDimension, closeBooks } from '../documents/ledger.test-helpers.ts'
import { makePayout, makeRefund, voided } from '../receivables/acts.test-helpers.ts'
import {
  anotherCustomer,
  balances,
  creditOf,
  DEPOSITS,
  expectAllSound,
  expectSoundBooks,
  FEES,
  invoiceNow,
  line,
  makeInvoice,
  makePayment,
  openReceivables,
  payFor,
  refundAllocation,
  refundPayment,
  type InvoiceGiven,
  type RefundOfManyGiven,
  type TestReceivables,
} from '../receivables/receivables.test-helpers.ts'
import { getRefund } from './get-refund.ts'
import { paidInvoice, plain, problemsOf, REFUNDED_AT, refundOne, tag } from './refund-requests.test-helpers.ts'
import { updateRefund } from './update-refund.ts'

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

type Given = Partial<Omit<UpdateRefundRequest__Output, 'allocations' | 'payments' | 'tags'>> & {
  allocations?: readonly Parameters<typeof refundAllocation>[0][]
  payments?: readonly Parameters<typeof refundPayment>[0][]
  tags?: readonly { key: string; value: string }[]
}
type Id = { id: string }

const OTHER = named('OTHER_EXPENSES')

const update = (
  { id }: Id,
  { allocations, payments, tags, ...given }: Given = {},
  { request }: TestReceivables = receivables,
): Promise<RefundAnswer> =>
  updateRefund(billing, request, {
    refund_id: id,
    cleared: [],
    ...(allocations ? { allocations: { items: allocations.map(refundAllocation) } } : {}),
    ...(payments ? { payments: { items: payments.map(refundPayment) } } : {}),
    ...(tags ? { tags: { items: [...tags] } } : {}),
    ...given,
  })
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

const inputTags = (tags: readonly { key: string; value: string }[]) => tags.map(({ key, value }) => tag(key, value))
const account = (one: { id: string } | null | undefined) => (one ? { type: 'AccountId', id: one.id } : undefined)
/** As a caller who has read it spells it. */
const spelled = (metadata: string | undefined) =>
  metadata === undefined ? undefined : JSON.stringify(JSON.parse(metadata))

/** The allocation as a request that wants it to stay as it is. */
const asAllocation = (one: RefundAllocation__Output): Parameters<typeof refundAllocation>[0] => ({
  id: one.id,
  external_id: one.external_id,
  total_amount: one.total_amount,
  line_items: one.line_items.map(({ ledger_account, prepayment_account, transaction_tags, metadata, ...item }) => ({
    ...item,
    account_identifier: account(ledger_account),
    prepayment_account_identifier: account(prepayment_account),
    metadata: spelled(metadata),
    tags: inputTags(transaction_tags).toReversed(),
  })),
  invoice_id: one.invoice_id,
  invoice_line_item_id: one.invoice_line_item_id,
  invoice_payment_id: one.invoice_payment_id,
  customer_id: one.customer_id,
  tags: inputTags(one.transaction_tags).toReversed(),
  memo: one.memo,
  metadata: spelled(one.metadata),
  reference_number: one.reference_number,
})

const asPayment = (one: RefundPayment__Output): Parameters<typeof refundPayment>[0] => ({
  id: one.id,
  external_id: one.external_id,
  refunded_amount: one.refunded_amount,
  completed_at: one.completed_at,
  method: one.method,
  refund_processing_fee: one.fee,
  processor: one.processor,
  payment_clearing_account_identifier:
    one.method === 'STORE_CREDIT' ? undefined : account(one.payment_clearing_account),
  refunded_payment_fees: one.refunded_payment_fees.map(({ account: from, fee_amount, description }) => ({
    account: account(from) ?? null,
    fee_amount,
    description,
  })),
  tags: inputTags(one.transaction_tags).toReversed(),
  memo: one.memo,
  metadata: spelled(one.metadata),
  reference_number: one.reference_number,
})

/** A refund in which every field says something, of an invoice of 100. */
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
        { external_id: 'goodwill', customer_id: of.customerId, total_amount: 5 },
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

/** A refund of one invoice of 100, and what of it is paid out. */
async function refundOfOne(
  total_amount: number,
  payments: RefundOfManyGiven['payments'] = [],
  of: TestReceivables = receivables,
) {
  const owed = await paid({}, of)
  return { owed, refund: await make({ allocations: [{ invoice_id: owed.id, total_amount }], payments }, of) }
}

describe('an update', () => {
  test('changes what is given of a refund, and clears what is null; words post nothing', async () => {
    const { refund } = await fullRefund()
    const [payment] = refund.payments
    const posted = await everPosted(refund)
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
    const bare = await changed(refund, { cleared })
    expect(bare).toMatchObject({
      external_id: undefined,
      memo: undefined,
      metadata: undefined,
      reference_number: undefined,
      total_amount: 60,
    })
    expect(await everPosted(refund)).toEqual(posted)
    expect(await versionsOf(refund)).toEqual([1, 2, 3])
    // Its payments are what they were.
    expect(await versionsOf(payment)).toEqual([1])
    // The name is free.
    expect(
      (await make({ external_id: 'renamed', allocations: [{ customer_id: receivables.customerId, total_amount: 1 }] }))
        .id,
    ).not.toBe(refund.id)
  })

  test('that says nothing, or what the refund says already, posts nothing and keeps the version', async () => {
    const { owed, refund } = await fullRefund()
    const posted = [await everPosted(refund), await everPosted(refund.payments[0])]
    const same: Given[] = [
      {},
      {
        external_id: refund.external_id,
        completed_at: '2026-01-25T13:00:00+01:00',
        memo: refund.memo,
        metadata: '{ "a" : 1 }',
        reference_number: refund.reference_number,
      },
      { tags: inputTags(refund.transaction_tags).toReversed() },
      { payments: refund.payments.map(asPayment) },
      { payments: refund.payments.map((one) => ({ ...asPayment(one), id: undefined })) },
      { payments: refund.payments.map((one) => ({ ...asPayment(one), id: one.id.toUpperCase() })) },
      { allocations: refund.allocations.map(asAllocation) },
      {
        allocations: refund.allocations.map(asAllocation).map((one) => ({
          ...one,
          id: undefined,
          line_items: one.line_items?.map((item) => ({ ...item, id: undefined })) ?? [],
        })),
      },
    ]
    for (const given of same) expect([given, (await update(refund, given)).data]).toEqual([given, refund])
    expect([await everPosted(refund), await everPosted(refund.payments[0])]).toEqual(posted)
    expect(await versionsOf(refund)).toEqual([1])
    expect(await versionsOf(refund.payments[0])).toEqual([1])
    expect(await versionsOf(owed)).toEqual([1, 2])
    expect(await versionsOf(owed.payment)).toEqual([1, 2])
  })

  test('that restates what is refunded moves no cent, also where more was refunded since', async () => {
    const of = await openReceivables(billing)
    const owed = await paid({ line_items: [line(50, { taxes: { CA: 10 } }), line(40)] }, of)
    const other = await makeInvoice(billing, of)
    const payment = await makePayment(billing, of, { amount: 90, allocations: [{ invoice_id: other.id, amount: 60 }] })
    const first = await make(
      {
        allocations: [
          { invoice_id: owed.id, total_amount: 10 },
          { invoice_payment_id: payment.id, line_items: [{ amount: 9 }, { amount: 21, account_identifier: OTHER }] },
        ],
        payments: [{ external_id: 'p', refunded_amount: 15 }],
      },
      of,
    )
    await make({ allocations: [{ invoice_line_item_id: owed.line_items[1]?.id, total_amount: 30 }] }, of)
    await make({ allocations: [{ invoice_id: other.id, total_amount: 25 }] }, of)
    const seen = await read(first, of)
    const before = [await everPosted(first, of), await everPosted(first.payments[0], of)]
    const versions = await versionsOf(owed)
    const allocations = first.allocations.map(asAllocation)
    expect(await changed(first, { allocations }, of)).toEqual(seen)
    // Words and payments may be others with it.
    const words = allocations.map((one, index) => ({ ...one, memo: `allocation ${index}`, external_id: `${index}` }))
    const after = await changed(first, { allocations: words, memo: 'words' }, of)
    expect(after.allocations.map(({ memo, external_id }) => [memo, external_id])).toEqual([
      ['allocation 0', '0'],
      ['allocation 1', '1'],
    ])
    expect([await everPosted(first, of), await everPosted(first.payments[0], of)]).toEqual(before)
    expect(await versionsOf(owed)).toEqual(versions)
    await update(first, { allocations: words, payments: [{ external_id: 'p', refunded_amount: 40 }] }, of)
    expect(await everPosted(first, of)).toEqual(before[0])
    await expectSoundBooks(billing, of)
    // Under tags they are posted anew, and take back the same.
    await update(first, { allocations: words.map((one) => ({ ...one, tags: [tag('desk', '2')] })) }, of)
    const lines = (entries: [string, string[]][]) =>
      entries.flatMap(([, all]) => all).map((text) => text.replace(/ desk:2/, ''))
    expect(lines(await standing(first, of))).toEqual(lines(before[0] ?? []))
    await expectSoundBooks(billing, of)
  })

  test('of amounts, up and down, posts the difference anew, and follows to the invoice', async () => {
    const of = await openReceivables(billing)
    const owed = await paid({ line_items: [line(60, { taxes: { CA: 6 } }), line(34)] }, of)
    const refund = await make({ allocations: [{ invoice_id: owed.id, total_amount: 20 }] }, of)
    const [allocation] = refund.allocations
    const amounts: [number, string, string[]][] = [
      [100, 'REFUNDED', ['Dr RETURNS_ALLOWANCES 94', 'Dr SALES_TAXES_PAYABLE:CA 6', 'Cr REFUND_LIABILITIES 100']],
      [50, 'PAID', ['Dr RETURNS_ALLOWANCES 47', 'Dr SALES_TAXES_PAYABLE:CA 3', 'Cr REFUND_LIABILITIES 50']],
    ]
    for (const [total_amount, status, lines] of amounts) {
      const after = await changed(
        refund,
        { allocations: [{ id: allocation?.id, invoice_id: owed.id, total_amount }] },
        of,
      )
      expect(after).toMatchObject({ total_amount, outstanding_balance: total_amount })
      expect(after.allocations).toMatchObject([{ id: allocation?.id, total_amount }])
      expect(await standing(refund, of)).toEqual([['ACCRUAL 2026-01-25', lines]])
      expect(await now(owed, of)).toMatchObject({ status, refund_allocations: [{ amount: total_amount }] })
    }
    expect((await everPosted(refund, of)).map(([entry]) => entry)).toEqual([
      'ACCRUAL 2026-01-25',
      'reversal ACCRUAL 2026-01-25',
      'ACCRUAL 2026-01-25',
      'reversal ACCRUAL 2026-01-25',
      'ACCRUAL 2026-01-25',
    ])
    // To the unit: its own part counts as not refunded.
    const over = { allocations: [{ id: allocation?.id, invoice_id: owed.id, total_amount: 101 }] }
    expect(await problemsOf(update(refund, over, of))).toEqual([
      { error_enum: 'OverRefunded', field: 'allocations.0.total_amount', value: 101, refundable_amount: 100 },
    ])
    expect((await changed(refund, { allocations: [{ invoice_id: owed.id }] }, of)).total_amount).toBe(100)
  })

  test('moves allocations to another invoice of the customer, to a line, a payment, or to the customer alone', async () => {
    const of = await openReceivables(billing)
    const [one, other] = [await paid({}, of), await paid({ line_items: [line(70), line(30)] }, of)]
    const rest = await makePayment(billing, of, { amount: 40 })
    const refund = await make(
      {
        allocations: [{ external_id: 'a', invoice_id: one.id, total_amount: 40 }],
        payments: [{ refunded_amount: 10 }],
      },
      of,
    )
    const refundedOn = async () =>
      (await Promise.all([now(one, of), now(other, of)])).map(({ refund_allocations }) =>
        refund_allocations.map(({ amount }) => amount),
      )
    const moved = async (names: object) => {
      const after = await changed(refund, { allocations: [{ external_id: 'a', total_amount: 40, ...names }] }, of)
      expect(after.allocations).toMatchObject([{ id: refund.allocations[0]?.id, external_id: 'a', total_amount: 40 }])
      expect(after.payments).toMatchObject([{ id: refund.payments[0]?.id, refunded_amount: 10 }])
      return after.allocations[0]
    }
    expect(await refundedOn()).toEqual([[40], []])
    expect(await moved({ invoice_id: other.id })).toMatchObject({ invoice_id: other.id })
    expect(await refundedOn()).toEqual([[], [40]])
    const lineId = other.line_items[0]?.id
    expect(await moved({ invoice_line_item_id: lineId })).toMatchObject({ invoice_line_item_id: lineId })
    expect(await moved({ invoice_payment_id: one.payment.id })).toMatchObject({
      invoice_id: undefined,
      invoice_line_item_id: undefined,
      invoice_payment_id: one.payment.id,
    })
    expect(await refundedOn()).toEqual([[40], []])
    await moved({ invoice_payment_id: rest.id })
    expect(await refundedOn()).toEqual([[], []])
    expect(await creditOf(billing, of)).toBe(0)
    expect(await standing(refund.payments[0], of)).toEqual([
      ['ACCRUAL 2026-01-25', ['Dr REFUND_LIABILITIES 10', 'Cr UNDEPOSITED_FUNDS 10']],
      ['CASH 2026-01-25', ['Dr CUSTOMER_CREDITS 10', 'Cr UNDEPOSITED_FUNDS 10']],
    ])
    // It stays the refund of its customer, whom nobody has to name again.
    await moved({})
    expect(await creditOf(billing, of)).toBe(40)
    expect(await standing(refund, of)).toEqual([
      ['ACCRUAL 2026-01-25', ['Dr RETURNS_ALLOWANCES 40', 'Cr REFUND_LIABILITIES 40']],
    ])
    await moved({ invoice_id: one.id, invoice_payment_id: one.payment.id })
    expect(await refundedOn()).toEqual([[40], []])
    // What it is on, and was on, is a new version each time.
    expect((await versionsOf(other)).length).toBe(1 + 3)
  })

  test('replaces line items, of which those that it means keep their ids', async () => {
    const of = await openReceivables(billing)
    const owed = await paid({}, of)
    const refund = await make(
      {
        allocations: [
          {
            invoice_id: owed.id,
            line_items: [
              { amount: 10, external_id: 'a', account_identifier: FEES },
              { amount: 20, external_id: 'b' },
              { amount: 5 },
            ],
          },
        ],
      },
      of,
    )
    const [allocation] = refund.allocations
    const [first, second, third] = allocation?.line_items ?? []
    const after = await changed(
      refund,
      {
        allocations: [
          {
            id: allocation?.id,
            invoice_id: owed.id,
            line_items: [
              { amount: 7, external_id: 'new' },
              { amount: 6, id: third?.id.toUpperCase(), external_id: 'c' },
              { amount: 11, external_id: 'a', account_identifier: OTHER, memo: 'other account' },
            ],
          },
        ],
      },
      of,
    )
    const items = after.allocations[0]?.line_items ?? []
    expect(items).toMatchObject([
      { amount: 7, external_id: 'new' },
      { id: third?.id, amount: 6, external_id: 'c' },
      { id: first?.id, amount: 11, memo: 'other account', ledger_account: { stable_name: 'OTHER_EXPENSES' } },
    ])
    expect([first, second, third].map((one) => one?.id)).not.toContain(items[0]?.id)
    expect(plain(await read(refund, of))).toEqual(plain(after))
    expect(await standing(refund, of)).toEqual([
      ['ACCRUAL 2026-01-25', ['Dr RETURNS_ALLOWANCES 13', 'Dr OTHER_EXPENSES 11', 'Cr REFUND_LIABILITIES 24']],
    ])
  })

  test('with [] takes all of it back; with others it is a refund again', async () => {
    const of = await openReceivables(billing)
    const { owed, refund } = await refundOfOne(100, [{ refunded_amount: 60, method: 'STORE_CREDIT' }], of)
    expect((await now(owed, of)).status).toBe('REFUNDED')
    const after = await changed(refund, { allocations: [], payments: [] }, of)
    expect(after).toMatchObject({ total_amount: 0, outstanding_balance: 0, allocations: [], payments: [] })
    expect([await standing(refund, of), await standing(refund.payments[0], of)]).toEqual([[], []])
    expect(await now(owed, of)).toMatchObject({ status: 'PAID', refund_allocations: [] })
    expect(await creditOf(billing, of)).toBe(0)
    expect((await announced(billing, refund.payments[0]?.id ?? '')).at(-1)).toMatchObject({
      type: 'pacioli.refund_payment.deleted.v1',
      data: { version: 2 },
    })
    await expectSoundBooks(billing, of)
    const again = await changed(
      refund,
      { allocations: [{ invoice_id: owed.id }], payments: [{ refunded_amount: 100, method: 'CASH' }] },
      of,
    )
    expect(again).toMatchObject({ total_amount: 100, outstanding_balance: 0, payments: [{ method: 'CASH' }] })
    expect(again.payments[0]?.id).not.toBe(refund.payments[0]?.id)
    expect((await now(owed, of)).status).toBe('REFUNDED')
    await expectSoundBooks(billing, of)
  })

  test('moves the time, and what it says goes with it; its payments have their own', async () => {
    const of = await openReceivables(billing)
    const { refund } = await refundOfOne(50, [{ refunded_amount: 20 }], of)
    const after = await changed(refund, { completed_at: '2026-02-03T10:00:00+01:00' }, of)
    expect(after.completed_at).toBe('2026-02-03T09:00:00.000Z')
    expect((await standing(refund, of)).map(([entry]) => entry)).toEqual(['ACCRUAL 2026-02-03'])
    expect((await standing(refund.payments[0], of)).map(([entry]) => entry)).toEqual([
      'ACCRUAL 2026-01-25',
      'CASH 2026-01-25',
    ])
    expect((await everPosted(refund.payments[0], of)).length).toBe(2)
    const bare = await changed(refund, { cleared: ['completed_at'] }, of)
    expect(bare.completed_at).toBeUndefined()
    expect((await standing(refund, of)).map(([entry]) => entry)).toEqual([`ACCRUAL ${refund.imported_at.slice(0, 10)}`])
  })

  test('moves it to before its invoice is sent, and after: then it is of what is prepaid, or of returns', async () => {
    const of = await openReceivables(billing)
    const owed = await makeInvoice(billing, of, {
      sent_at: '2026-02-01T00:00:00Z',
      line_items: [line(60, { prepayment_account_identifier: DEPOSITS }), line(40)],
    })
    await payFor(billing, of, owed, 100)
    const late = '2026-02-02T12:00:00Z'
    const refund = await make(
      {
        completed_at: late,
        allocations: [{ invoice_id: owed.id, total_amount: 50 }],
        payments: [{ refunded_amount: 50, completed_at: late }],
      },
      of,
    )
    const returns = ['Dr RETURNS_ALLOWANCES 50', 'Cr REFUND_LIABILITIES 50']
    expect(await standing(refund, of)).toEqual([['ACCRUAL 2026-02-02', returns]])
    const payment = { ...asPayment(refund.payments[0] as RefundPayment__Output), completed_at: REFUNDED_AT }
    await update(refund, { completed_at: REFUNDED_AT, payments: [payment] }, of)
    expect(await standing(refund, of)).toEqual([
      ['ACCRUAL 2026-01-25', ['Dr UNEARNED_REVENUE 30', 'Dr RETURNS_ALLOWANCES 20', 'Cr REFUND_LIABILITIES 50']],
      ['ACCRUAL 2026-02-01', ['Dr RETURNS_ALLOWANCES 30', 'Cr UNEARNED_REVENUE 30']],
    ])
    expect((await standing(refund.payments[0], of)).map(([entry]) => entry)).toEqual([
      'ACCRUAL 2026-01-25',
      'CASH 2026-01-25',
      'CASH 2026-02-01',
    ])
    await update(refund, { completed_at: late, payments: [{ ...payment, completed_at: late }] }, of)
    expect(await standing(refund, of)).toEqual([['ACCRUAL 2026-02-02', returns]])
    expect((await standing(refund.payments[0], of)).map(([entry]) => entry)).toEqual([
      'ACCRUAL 2026-02-02',
      'CASH 2026-02-02',
    ])
  })

  test('of tags posts it and its payments anew under them', async () => {
    const of = await openReceivables(billing)
    await balancingDimension(billing, of.request, 'entity')
    const owed = await paid({ tags: [tag('shop', 'n')] }, of)
    const refund = await make(
      {
        allocations: [{ invoice_id: owed.id, total_amount: 50 }],
        payments: [{ refunded_amount: 20, refund_processing_fee: 1, tags: [tag('till', '4')] }],
      },
      of,
    )
    const after = await changed(refund, { tags: [tag('entity', 'a'), tag('shop', 's')] }, of)
    expect(after.transaction_tags.map(({ key, value }) => `${key}=${value}`).toSorted()).toEqual(['entity=a', 'shop=s'])
    expect(await standing(refund, of)).toEqual([
      ['ACCRUAL 2026-01-25', ['Dr RETURNS_ALLOWANCES 50 entity:a shop:n', 'Cr REFUND_LIABILITIES 50 entity:a shop:n']],
    ])
    expect((await standing(refund.payments[0], of))[1]?.[1]).toEqual([
      'Dr RETURNS_ALLOWANCES 20 entity:a shop:n till:4',
      'Dr PAYMENT_PROCESSING_FEES 1 entity:a shop:n till:4',
      'Cr UNDEPOSITED_FUNDS 21 entity:a shop:n till:4',
    ])
    expect((await changed(refund, { tags: [] }, of)).transaction_tags).toEqual([])
    expect((await standing(refund, of))[0]?.[1][0]).toBe('Dr RETURNS_ALLOWANCES 50 shop:n')
  })

  test('is announced as a version of the refund and of each payment that is another one, and of nothing else', async () => {
    const { owed, refund } = await refundOfOne(60, [
      { external_id: randomUUID(), refunded_amount: 10 },
      { external_id: randomUUID(), refunded_amount: 20 },
    ])
    const [one, other] = refund.payments
    await update(refund, {
      payments: refund.payments.map((payment) => ({
        ...asPayment(payment),
        refunded_amount: payment.id === other?.id ? 25 : payment.refunded_amount,
      })),
    })
    expect(await versionsOf(one)).toEqual([1])
    expect(await announced(billing, other?.id ?? '')).toMatchObject([
      { type: 'pacioli.refund_payment.created.v1' },
      {
        type: 'pacioli.refund_payment.changed.v1',
        data: { version: 2, refunded_amount: 25, match_candidate: { amount: 25 } },
      },
    ])
    expect((await announced(billing, refund.id)).at(-1)).toMatchObject({
      type: 'pacioli.refund.changed.v1',
      data: { version: 2, paid_out_amount: 35, outstanding_balance: 25 },
    })
    // The invoice is refunded the same.
    expect(await versionsOf(owed)).toEqual([1, 2])
  })

  test('of an Idempotency-Key is done once', async () => {
    const { refund } = await refundOfOne(60)
    const { clientId, businessId } = receivables.request
    const keyed = () => requestFor(clientId, businessId, { key: `update ${refund.id}`, requestHash: 'h' })
    const request = { refund_id: refund.id, cleared: [], memo: 'once' }
    const answers = await Promise.all(Array.from({ length: 4 }, () => updateRefund(billing, keyed(), request)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    await changed(refund, { memo: 'later' })
    expect((await updateRefund(billing, keyed(), request)).data).toEqual(answers[0]?.data)
    expect((await read(refund)).memo).toBe('later')
    expect(await versionsOf(refund)).toEqual([1, 2, 3])
  })
})

describe('the payments of a refund', () => {
  test('can come later, go, and become others; what is not named any more is taken back', async () => {
    const of = await openReceivables(billing)
    const { refund } = await refundOfOne(90, [], of)
    const first = await changed(refund, { payments: [{ external_id: 'a', refunded_amount: 30, method: 'CASH' }] }, of)
    expect(first).toMatchObject({
      outstanding_balance: 60,
      payments: [{ external_id: 'a', completed_at: REFUNDED_AT }],
    })
    await expectSoundBooks(billing, of)
    const [cash] = first.payments
    const second = await changed(
      refund,
      {
        payments: [
          { external_id: 'b', refunded_amount: 40, method: 'CREDIT_CARD', completed_at: '2026-01-27T12:00:00Z' },
          { external_id: 'a', refunded_amount: 20, method: 'CASH', memo: 'less', refund_processing_fee: 1 },
        ],
      },
      of,
    )
    expect(second).toMatchObject({ outstanding_balance: 30 })
    expect(second.payments.map(({ external_id }) => external_id)).toEqual(['a', 'b'])
    expect(second.payments[0]).toMatchObject({
      id: cash?.id,
      refunded_amount: 20,
      memo: 'less',
      fee: 1,
      completed_at: REFUNDED_AT,
      imported_at: cash?.imported_at,
    })
    expect(await standing(cash, of)).toEqual([
      ['ACCRUAL 2026-01-25', ['Dr REFUND_LIABILITIES 20', 'Dr PAYMENT_PROCESSING_FEES 1', 'Cr CASH 21']],
      ['CASH 2026-01-25', ['Dr RETURNS_ALLOWANCES 20', 'Dr PAYMENT_PROCESSING_FEES 1', 'Cr CASH 21']],
    ])
    await expectSoundBooks(billing, of)
    const [, card] = second.payments
    const third = await changed(refund, { payments: [{ id: card?.id, refunded_amount: 90, method: 'ACH' }] }, of)
    expect(third.payments).toMatchObject([
      {
        id: card?.id,
        external_id: undefined,
        refunded_amount: 90,
        method: 'ACH',
        completed_at: '2026-01-27T12:00:00.000Z',
      },
    ])
    expect(await standing(cash, of)).toEqual([])
    expect((await standing(card, of)).map(([entry]) => entry)).toEqual(['ACCRUAL 2026-01-27', 'CASH 2026-01-27'])
    expect(await balances(billing, of, ['CASH', 'PAYMENT_PROCESSOR_CLEARING_ACCOUNT', 'UNDEPOSITED_FUNDS'])).toEqual({
      CASH: [0, 0],
      PAYMENT_PROCESSOR_CLEARING_ACCOUNT: [0, 0],
      UNDEPOSITED_FUNDS: [10, 10],
    })
    await expectSoundBooks(billing, of)
    expect((await changed(refund, { payments: [] }, of)).payments).toEqual([])
    expect(await standing(card, of)).toEqual([])
    await expectSoundBooks(billing, of)
  })

  test('change their external ids among themselves; that of one that was taken out is free', async () => {
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
      allocations: [{ customer_id: receivables.customerId, total_amount: 3 }],
      payments: [{ external_id: c, refunded_amount: 3 }],
    })
    expect(elsewhere.id).not.toBe(refund.id)
    // It was taken out, so one of this name is another one.
    expect(await refusal(refund, { payments: [{ external_id: c, refunded_amount: 3 }] })).toEqual([
      ['DuplicateExternalId', 'payments.0.external_id'],
    ])
    await changed(elsewhere, { payments: [] })
    const again = await changed(refund, { payments: [{ external_id: c, refunded_amount: 3 }] })
    expect(refund.payments.map(({ id }) => id)).not.toContain(again.payments[0]?.id)
  })

  test('divide what is refunded anew where that is others', async () => {
    const of = await openReceivables(billing)
    const owed = await paid({ line_items: [line(60, { taxes: { CA: 6 } }), line(34)] }, of)
    const refund = await make(
      {
        allocations: [{ invoice_id: owed.id, line_items: [{ amount: 50, account_identifier: OTHER }] }],
        payments: [{ refunded_amount: 20 }, { refunded_amount: 30, method: 'CASH' }],
      },
      of,
    )
    await changed(refund, { allocations: [{ invoice_id: owed.id, total_amount: 100 }] }, of)
    expect((await standing(refund.payments[0], of))[1]).toEqual([
      'CASH 2026-01-25',
      ['Dr RETURNS_ALLOWANCES 19', 'Dr SALES_TAXES_PAYABLE:CA 1', 'Cr UNDEPOSITED_FUNDS 20'],
    ])
    // In the accrual books they say the same as before.
    expect((await everPosted(refund.payments[0], of)).map(([entry]) => entry)).toEqual([
      'ACCRUAL 2026-01-25',
      'CASH 2026-01-25',
      'reversal CASH 2026-01-25',
      'CASH 2026-01-25',
    ])
    expect(await balances(billing, of, ['OTHER_EXPENSES', 'RETURNS_ALLOWANCES', 'SALES_TAXES_PAYABLE:CA'])).toEqual({
      OTHER_EXPENSES: [0, 0],
      RETURNS_ALLOWANCES: [94, 47],
      'SALES_TAXES_PAYABLE:CA': [0, 3],
    })
  })

  test('into store credit and out of it move the customer’s credit, as far as that is there', async () => {
    const of = await openReceivables(billing)
    const { refund } = await refundOfOne(80, [{ external_id: 'p', refunded_amount: 50 }], of)
    const by = (method: string, refunded_amount = 50) => ({ payments: [{ external_id: 'p', refunded_amount, method }] })
    await update(refund, by('STORE_CREDIT'), of)
    expect(await creditOf(billing, of)).toBe(50)
    const owed = await makeInvoice(billing, of)
    await payFor(billing, of, owed, 20, { method: 'CREDIT_BALANCE' })
    expect(await refusal(refund, by('CASH'), of)).toEqual([['OverAllocated', 'payments']])
    expect(await refusal(refund, by('STORE_CREDIT', 19), of)).toEqual([['OverAllocated', 'payments']])
    expect(await refusal(refund, { payments: [], allocations: [] }, of)).toEqual([['OverAllocated', 'allocations']])
    await update(refund, by('STORE_CREDIT', 20), of)
    expect(await creditOf(billing, of)).toBe(0)
    await update(refund, by('STORE_CREDIT', 80), of)
    expect(await creditOf(billing, of)).toBe(60)
  })

  test('that are matched move no money; words, tags and times can be others', async () => {
    const of = await openReceivables(billing)
    const { owed, refund } = await refundOfOne(
      80,
      [
        { external_id: 'matched', refunded_amount: 30, refund_processing_fee: 2, method: 'CREDIT_CARD' },
        { external_id: 'free', refunded_amount: 20 },
      ],
      of,
    )
    const [matched, free] = refund.payments as [RefundPayment__Output, RefundPayment__Output]
    const match = { matchId: randomUUID(), transactionId: randomUUID() }
    billing.bankingPeer.matched.set(matched.id, match)
    const others: Partial<Parameters<typeof refundPayment>[0]>[] = [
      { refunded_amount: 31 },
      { refunded_amount: 29 },
      { refund_processing_fee: 3 },
      { refund_processing_fee: undefined },
      { refunded_payment_fees: [{ account: FEES, fee_amount: 1 }] },
      { refunded_amount: 31, refund_processing_fee: 1 },
      { method: 'OTHER' },
      { payment_clearing_account_identifier: named('CASH') },
      { payment_clearing_account_identifier: undefined, method: 'STORE_CREDIT', refund_processing_fee: undefined },
    ]
    for (const other of others)
      expect(
        await problemsOf(update(refund, { payments: [{ ...asPayment(matched), ...other }, asPayment(free)] }, of)),
      ).toEqual([
        {
          error_enum: 'DocumentMatched',
          field: 'payments',
          value: matched.id,
          transaction_id: match.transactionId,
          match_id: match.matchId,
        },
      ])
    for (const payments of [[], [asPayment(free)], [{ ...asPayment(matched), id: undefined, external_id: 'another' }]])
      expect(await refusal(refund, { payments }, of)).toEqual([['DocumentMatched', 'payments']])
    expect(await read(refund, of)).toEqual(refund)
    const words = {
      ...asPayment(matched),
      external_id: 'renamed',
      memo: 'told',
      reference_number: 'P-2',
      processor: 'stripe',
      tags: [tag('till', '4')],
      completed_at: '2026-01-27T12:00:00Z',
    }
    const after = await changed(refund, { payments: [words, { ...asPayment(free), refunded_amount: 25 }] }, of)
    expect(after.payments).toMatchObject([
      { id: matched.id, external_id: 'renamed', memo: 'told', completed_at: '2026-01-27T12:00:00.000Z' },
      { id: free.id, refunded_amount: 25 },
    ])
    // What is refunded by it can be others, as long as it pays out no more.
    const less = (total_amount: number) => ({ allocations: [{ invoice_id: owed.id, total_amount }] })
    expect(await refusal(refund, less(54), of)).toEqual([['OverRefunded', 'allocations']])
    expect((await changed(refund, less(55), of)).outstanding_balance).toBe(0)
    billing.bankingPeer.matched.delete(matched.id)
    expect((await changed(refund, { payments: [asPayment(free)] }, of)).payments).toHaveLength(1)
  })

  test('are asked for at banking where they might be others, and not else', async () => {
    const { owed, refund } = await refundOfOne(80, [{ refunded_amount: 30 }, { refunded_amount: 20 }])
    const [one, other] = refund.payments as [RefundPayment__Output, RefundPayment__Output]
    const { bankingPeer } = billing
    const count = bankingPeer.asked.length
    await update(refund, {
      memo: 'words',
      allocations: [{ invoice_id: owed.id, total_amount: 70 }],
      tags: [tag('a', 'b')],
    })
    expect(bankingPeer.asked.length).toBe(count)
    await update(refund, { payments: [asPayment(one)] })
    expect(bankingPeer.asked.slice(count).map((ids) => ids.toSorted())).toEqual([[one.id, other.id].toSorted()])
    bankingPeer.fault = refused('ServiceUnavailable', 'Banking is away.')
    try {
      expect(await refusal(refund, { payments: [] })).toEqual([['ServiceUnavailable', undefined]])
      expect(await refusal(refund, { memo: 'other words' })).toBe('done')
    } finally {
      bankingPeer.fault = undefined
    }
    // Of what was taken out nothing has to be asked.
    await update(refund, { payments: [] })
    const asked = bankingPeer.asked.length
    await update(refund, { payments: [{ refunded_amount: 5 }] })
    expect(bankingPeer.asked.length).toBe(asked)
  })

  test('that a payout settled move no money either', async () => {
    const of = await openReceivables(billing)
    const { refund } = await refundOfOne(
      80,
      [{ refunded_amount: 30, method: 'CREDIT_CARD' }, { refunded_amount: 20 }],
      of,
    )
    const [member, free] = refund.payments as [RefundPayment__Output, RefundPayment__Output]
    const payout = await makePayout(billing, of, { paid_out_amount: -30, refund_payments: [{ id: member.id }] })
    for (const payments of [[], [asPayment(free)], [{ ...asPayment(member), refunded_amount: 31 }]])
      expect(await problemsOf(update(refund, { payments }, of))).toEqual([
        { error_enum: 'DocumentMatched', field: 'payments', value: member.id, payout_id: payout.id },
      ])
    const after = await changed(refund, { payments: [{ ...asPayment(member), memo: 'told' }] }, of)
    expect(after.payments).toMatchObject([{ id: member.id, memo: 'told', payout_id: payout.id }])
    expect(await refusal(refund, { allocations: [] }, of)).toEqual([['OverRefunded', 'allocations']])
    // What it deposited follows what it paid out of: the tags of another invoice.
    await balancingDimension(billing, of.request, 'entity')
    const other = await paid({ tags: [tag('entity', 'a')] }, of)
    await update(refund, { allocations: [{ invoice_id: other.id, total_amount: 80 }] }, of)
    expect((await standing(payout, of))[0]?.[1]).toEqual([
      'Cr UNDEPOSITED_FUNDS 30 entity:a',
      'Dr PAYMENT_PROCESSOR_CLEARING_ACCOUNT 30 entity:a',
    ])
  })
})

describe('refused is an update', () => {
  test('of a refund that nobody has, or another business', async () => {
    const theirs = await openReceivables(billing)
    const { refund } = await refundOfOne(10, [], theirs)
    for (const id of [refund.id, randomUUID(), 'no id'])
      expect(await refusal({ id }, { memo: 'mine' })).toEqual([['RefundNotFound', 'refundId']])
    const stranger = requestFor(randomUUID(), theirs.request.businessId)
    expect(
      await refusals(updateRefund(billing, stranger, { refund_id: refund.id, cleared: [], memo: 'mine' })),
    ).toEqual([['BusinessNotFound', 'businessId']])
    expect((await read(refund, theirs)).memo).toBeUndefined()
  })

  test('that takes away what is always there', async () => {
    const { refund } = await refundOfOne(10)
    expect(await refusal(refund, { cleared: ['allocations', 'payments', 'tags', 'memo'] })).toEqual([
      ['InvalidPayload', 'allocations'],
      ['InvalidPayload', 'payments'],
      ['InvalidPayload', 'tags'],
    ])
  })

  test('with fields that cannot be, each of them', async () => {
    const { owed, refund } = await refundOfOne(10)
    expect(
      await refusal(refund, {
        completed_at: 'never',
        allocations: [{ invoice_id: owed.id, total_amount: 0, line_items: [{ amount: 1.5 }] }],
        payments: [{ refunded_amount: 0, method: 'BARTER', completed_at: 'then' }],
      }),
    ).toEqual([
      ['InvalidPayload', 'completed_at'],
      ['InvalidPayload', 'allocations.0.total_amount'],
      ['InvalidPayload', 'allocations.0.line_items.0.amount'],
      ['InvalidPayload', 'payments.0.method'],
      ['InvalidPayload', 'payments.0.completed_at'],
      ['InvalidPayload', 'payments.0.refunded_amount'],
    ])
    expect(
      await refusal(refund, {
        allocations: [{ customer_id: receivables.customerId }],
        payments: [{ payment_clearing_account_identifier: named('NOWHERE') }],
      }),
    ).toEqual([['AccountNotFound', 'payments.0.payment_clearing_account_identifier']])
    expect(await refusal(refund, { allocations: [{}] })).toEqual([['InvalidPayload', 'allocations.0.total_amount']])
    expect(await refusal(refund, { allocations: [{ total_amount: 2 ** 53 - 1 }, { total_amount: 1 }] })).toEqual([
      ['AmountOutOfRange', 'allocations'],
    ])
    expect(await read(refund)).toEqual(refund)
  })

  test('whose parts the refund does not have', async () => {
    const { owed, refund } = await refundOfOne(10, [{ refunded_amount: 5 }])
    const other = await refundOfOne(10, [{ refunded_amount: 5 }])
    const [theirs] = other.refund.payments
    const named = { invoice_id: owed.id, total_amount: 10 }
    expect(
      await refusal(refund, {
        allocations: [
          { ...named, id: other.refund.allocations[0]?.id },
          { ...named, id: randomUUID() },
          { ...named, id: 'no id' },
        ],
        payments: [{ id: theirs?.id }, { id: randomUUID() }],
      }),
    ).toEqual([
      ['InvalidPayload', 'allocations.0.id'],
      ['InvalidPayload', 'allocations.1.id'],
      ['InvalidPayload', 'allocations.2.id'],
      ['InvalidPayload', 'payments.0.id'],
      ['InvalidPayload', 'payments.1.id'],
    ])
    const line_items = [{ amount: 10, id: randomUUID() }]
    expect(await refusal(refund, { allocations: [{ invoice_id: owed.id, line_items }] })).toEqual([
      ['InvalidPayload', 'allocations.0.line_items.0.id'],
    ])
  })

  test('that means one part twice', async () => {
    const name = randomUUID()
    const owed = await paid()
    const line_items = [{ amount: 10, external_id: 'l' }, { amount: 5 }]
    const refund = await make({
      allocations: [{ external_id: 'a', invoice_id: owed.id, line_items }],
      payments: [{ external_id: name, refunded_amount: 5 }],
    })
    const [allocation] = refund.allocations
    const [item, payment] = [allocation?.line_items[0], refund.payments[0]]
    const on = { invoice_id: owed.id, total_amount: 10 }
    const twice = <Part>(part: Part, other = part) => [part, other]
    const lines = (...of: { id?: string | undefined; external_id?: string }[]) => ({
      allocations: [{ ...on, id: allocation?.id, line_items: of.map((one) => ({ ...one, amount: 5 })) }],
    })
    const refused: [string, Given][] = [
      [
        'allocations.1.id',
        { allocations: twice({ ...on, id: allocation?.id }, { ...on, id: allocation?.id.toUpperCase() }) },
      ],
      ['allocations.1.external_id', { allocations: twice({ ...on, external_id: 'a' }) }],
      ['allocations.0.line_items.1.id', lines(...twice({ id: item?.id }))],
      ['allocations.0.line_items.1.external_id', lines(...twice({ external_id: 'l' }))],
      ['payments.1.id', { payments: twice({ refunded_amount: 1, id: payment?.id }) }],
      ['payments.1.external_id', { payments: twice({ refunded_amount: 1, external_id: name }) }],
    ]
    for (const [field, given] of refused)
      expect([field, await refusal(refund, given)]).toEqual([field, [['InvalidPayload', field]]])
    expect(await read(refund)).toEqual(refund)
    // Ids go before names: what an id means is not meant by the name that it had, too.
    const after = await changed(refund, {
      allocations: [
        { ...on, external_id: 'a' },
        { ...on, id: allocation?.id },
      ],
      payments: [
        { refunded_amount: 1, external_id: name },
        { refunded_amount: 2, id: payment?.id },
      ],
    })
    expect(after.allocations.map(({ id, external_id }) => [id === allocation?.id, external_id])).toEqual([
      [false, 'a'],
      [true, undefined],
    ])
    expect(after.payments.map(({ id, external_id }) => [id === payment?.id, external_id])).toEqual([
      [true, undefined],
      [false, name],
    ])
  })

  test('with the external_id of another refund, or of another’s payment; its own are its own', async () => {
    const names = [randomUUID(), randomUUID(), randomUUID()] as const
    const { refund } = await refundOfOne(10, [{ external_id: names[0], refunded_amount: 5 }])
    await make({
      external_id: names[1],
      allocations: [{ customer_id: receivables.customerId, total_amount: 5 }],
      payments: [{ external_id: names[2], refunded_amount: 5 }],
    })
    expect(await refusal(refund, { external_id: names[1] })).toEqual([['DuplicateExternalId', 'external_id']])
    const payments = [
      { external_id: names[0], refunded_amount: 1 },
      { external_id: names[2], refunded_amount: 1 },
    ]
    expect(await refusal(refund, { payments })).toEqual([['DuplicateExternalId', 'payments.1.external_id']])
    // A refund and a payment are two kinds of things.
    expect(await refusal(refund, { external_id: names[2] })).toBe('done')
    expect(await refusal(refund, { external_id: names[2], payments: payments.slice(0, 1) })).toBe('done')
  })

  test('of more than was paid, or of less than is paid out', async () => {
    const { owed, refund } = await refundOfOne(80, [{ external_id: randomUUID(), refunded_amount: 50 }])
    const [payment] = refund.payments as [RefundPayment__Output]
    const on = (total_amount: number) => ({ allocations: [{ invoice_id: owed.id, total_amount }] })
    expect(await problemsOf(update(refund, on(49)))).toEqual([
      { error_enum: 'OverRefunded', field: 'allocations', value: 50, total_amount: 49 },
    ])
    const paying = (refunded_amount: number) => ({ payments: [{ ...asPayment(payment), refunded_amount }] })
    expect(await problemsOf(update(refund, paying(81)))).toEqual([
      { error_enum: 'OverRefunded', field: 'payments', value: 81, total_amount: 80 },
    ])
    expect(await refusal(refund, { allocations: [] })).toEqual([['OverRefunded', 'allocations']])
    expect(await refusal(refund, { ...on(60), ...paying(61) })).toEqual([['OverRefunded', 'payments']])
    expect(await refusal(refund, { ...on(60), ...paying(60) })).toBe('done')
    expect(await refusal(refund, { ...on(100), ...paying(100) })).toBe('done')
    await refundOne(billing, receivables, await paid(), { refunded_amount: 1 })
    const rival = await paid()
    await refundOne(billing, receivables, rival, { refunded_amount: 30 })
    expect(
      await problemsOf(update(refund, { allocations: [{ invoice_id: rival.id, total_amount: 71 }], payments: [] })),
    ).toMatchObject([{ error_enum: 'OverRefunded', refundable_amount: 70 }])
  })

  test('to what is another customer’s, unknown, or void', async () => {
    const of = await openReceivables(billing)
    const other = await anotherCustomer(billing, of, { external_id: 'other' })
    const { refund } = await refundOfOne(10, [], of)
    const [theirs, gone] = [await paid({}, other), await paid({}, of)]
    await voided(billing, of, gone)
    const to = (names: object) => refusal(refund, { allocations: [{ total_amount: 1, ...names }] }, of)
    const mismatch = [['CustomerMismatch', 'allocations.0.customer_id']]
    expect(await to({ invoice_id: theirs.id })).toEqual(mismatch)
    expect(await to({ invoice_payment_id: theirs.payment.id })).toEqual(mismatch)
    expect(await to({ customer_id: other.customerId })).toEqual(mismatch)
    expect(await to({ customer_external_id: 'other' })).toEqual(mismatch)
    expect(await to({ customer_external_id: 'nobody yet' })).toEqual(mismatch)
    expect(await to({ customer_id: randomUUID() })).toEqual([['CustomerNotFound', 'allocations.0.customer_id']])
    expect(await to({ invoice_id: gone.id })).toEqual([['InvoiceVoided', 'allocations.0.invoice_id']])
    expect(await to({ invoice_id: randomUUID() })).toEqual([['InvoiceNotFound', 'allocations.0.invoice_id']])
    expect(await to({ invoice_payment_id: randomUUID() })).toEqual([
      ['InvoicePaymentNotFound', 'allocations.0.invoice_payment_id'],
    ])
    expect(await versionsOf(refund)).toEqual([1])
  })

  test('to a closed period; what it says there already may be others, and goes to the first open instant', async () => {
    const of = await openReceivables(billing)
    const { owed, refund } = await refundOfOne(50, [{ external_id: 'p', refunded_amount: 20 }], of)
    const [payment] = refund.payments as [RefundPayment__Output]
    const [last, first] = ['2026-01-31T23:59:59.999Z', '2026-02-01T00:00:00.000Z']
    await closeBooks(billing, of.request, last)
    expect(await refusal(refund, { completed_at: '2026-01-26T00:00:00Z' }, of)).toEqual([
      ['PeriodClosed', 'completed_at'],
    ])
    expect(
      await refusal(refund, { completed_at: last, payments: [{ ...asPayment(payment), completed_at: last }] }, of),
    ).toEqual([
      ['PeriodClosed', 'completed_at'],
      ['PeriodClosed', 'payments.0.completed_at'],
    ])
    expect(
      await refusal(refund, { payments: [asPayment(payment), { refunded_amount: 1, completed_at: REFUNDED_AT }] }, of),
    ).toEqual([['PeriodClosed', 'payments.1.completed_at']])
    // What is restated is there already, however it is meant.
    const restated = [
      asPayment(payment),
      { ...asPayment(payment), completed_at: undefined },
      { external_id: 'p', refunded_amount: 20 },
    ]
    for (const one of restated)
      expect(await refusal(refund, { completed_at: REFUNDED_AT, payments: [one] }, of)).toBe('done')
    expect(await refusal(refund, { memo: 'words' }, of)).toBe('done')
    const allocations = [{ invoice_id: owed.id, total_amount: 60 }]
    await update(refund, { allocations, payments: [{ ...asPayment(payment), refunded_amount: 30 }] }, of)
    expect((await everPosted(refund, of)).map(([entry]) => entry)).toEqual([
      'ACCRUAL 2026-01-25',
      'reversal ACCRUAL 2026-02-01',
      'ACCRUAL 2026-02-01',
    ])
    expect((await read(refund, of)).completed_at).toBe(REFUNDED_AT)
    expect((await standing(payment, of)).map(([entry]) => entry)).toEqual(['ACCRUAL 2026-02-01', 'CASH 2026-02-01'])
    // Out of the closed period it can go.
    expect((await changed(refund, { completed_at: first }, of)).completed_at).toBe(first)
    expect(await refusal(refund, { payments: [] }, of)).toBe('done')
  })

  test('that posts to what was archived; words are told still', async () => {
    const of = await openReceivables(billing)
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
    expect((await changed(refund, { memo: 'words', reference_number: 'R' }, of)).memo).toBe('words')
    expect(await refusal(refund, { completed_at: '2026-01-26T12:00:00Z' }, of)).toEqual([
      ['AccountArchived', undefined],
    ])
    expect(await refusal(refund, { tags: [tag('run', '7')] }, of)).toEqual([['AccountArchived', undefined]])
    expect(await refusal(refund, { allocations: [{ external_id: 'a', invoice_id: owed.id, line_items }] }, of)).toEqual(
      [['AccountArchived', 'allocations.0.line_items.0.account_identifier']],
    )
    const without = { external_id: 'a', invoice_id: owed.id, total_amount: 10 }
    await archiveTag(billing, of.request, definition)
    expect((await changed(refund, { memo: 'other words' }, of)).memo).toBe('other words')
    const paying = () => refusal(refund, { payments: [{ refunded_amount: 6 }] }, of)
    expect(await paying()).toEqual([['TagValueArchived', 'refundId']])
    // The same once events have told of it.
    await billing.db.transact(of.request, (tx) =>
      tx.rows('UPDATE tag_values SET archived_at = now() WHERE business_id = $1', [of.request.businessId]),
    )
    expect(await paying()).toEqual([['TagValueArchived', undefined]])
    expect((await changed(refund, { memo: 'words again', completed_at: REFUNDED_AT }, of)).memo).toBe('words again')
    expect(await refusal(refund, { allocations: [{ ...without, tags: [tag('area', 'north')] }] }, of)).toEqual([
      ['TagValueArchived', 'allocations.0.tags.0'],
    ])
    expect(await refusal(refund, { allocations: [without] }, of)).toBe('done')
    expect(await refusal(refund, { allocations: [], payments: [] }, of)).toBe('done')
  })

  test('behind a posting that the ledger refused, unless it is of words', async () => {
    // Its books will not be sound: it is none of those that are looked at in the end.
    const apart = { request: await openTestBusiness(billing), customerId: '' }
    const { refund } = await refundOfOne(10, [], await anotherCustomer(billing, apart))
    const of = { ...receivables, request: requestFor(receivables.request.clientId, refund.business_id) }
    await billing.db.transact(of.request, async (tx) => {
      await tx.rows(
        `UPDATE postings SET status = 'FAILED', failed_at = now(), entry_id = NULL, posted_at = NULL,
                             error_enum = 'InternalError', error_description = 'Refused.'
          WHERE business_id = $1 AND source_id = $2`,
        [refund.business_id, refund.id],
      )
    })
    expect(await refusal(refund, { completed_at: '2026-01-26T12:00:00Z' }, of)).toEqual([['PostingFailed', undefined]])
    expect(await update(refund, { memo: 'words' }, of)).toMatchObject({ posting: 'failed' })
  })

  test('of an archived business', async () => {
    const of = await openReceivables(billing)
    const { refund } = await refundOfOne(10, [], of)
    const { clientId, businessId } = of.request
    await billing.ledger.businesses.ArchiveBusiness({}, { context: { clientId, businessId } })
    expect(await refusal(refund, { memo: 'late' }, of)).toEqual([['BusinessArchived', undefined]])
  })
})

describe('a refund of what was voided since', () => {
  test('is of the credit, and can be changed as that', async () => {
    const of = await openReceivables(billing)
    const owed = await paid(
      { line_items: [line(70, { tags: [tag('room', '1')] }), line(30)], tags: [tag('shop', 'n')] },
      of,
    )
    const refund = await make(
      {
        allocations: [{ invoice_line_item_id: owed.line_items[0]?.id, total_amount: 40, tags: [tag('desk', '2')] }],
        payments: [{ external_id: 'p', refunded_amount: 25 }],
        tags: [tag('run', '7')],
      },
      of,
    )
    await voided(billing, of, owed)
    const tags = 'desk:2 run:7 shop:n'
    expect(await standing(refund, of)).toEqual([
      ['ACCRUAL 2026-01-25', [`Dr CUSTOMER_CREDITS 40 ${tags}`, `Cr REFUND_LIABILITIES 40 ${tags}`]],
    ])
    const [posted, seen] = [await everPosted(refund, of), await read(refund, of)]
    expect(await changed(refund, {}, of)).toEqual(seen)
    await changed(refund, { memo: 'words' }, of)
    expect(await everPosted(refund, of)).toEqual(posted)
    await changed(refund, { tags: [tag('run', '8')], payments: [{ external_id: 'p', refunded_amount: 40 }] }, of)
    expect((await standing(refund.payments[0], of))[1]).toEqual([
      'CASH 2026-01-25',
      ['Dr CUSTOMER_CREDITS 40 desk:2 run:8 shop:n', 'Cr UNDEPOSITED_FUNDS 40 desk:2 run:8 shop:n'],
    ])
    expect(await creditOf(billing, of)).toBe(60)
    // It cannot hang there anew, but on the payment that became credit.
    expect(await refusal(refund, { allocations: [{ invoice_id: owed.id, total_amount: 40 }] }, of)).toEqual([
      ['InvoiceVoided', 'allocations.0.invoice_id'],
    ])
    await update(refund, { allocations: [{ invoice_payment_id: owed.payment.id, total_amount: 100 }] }, of)
    expect(await creditOf(billing, of)).toBe(0)
    await update(refund, { allocations: [], payments: [] }, of)
    expect(await creditOf(billing, of)).toBe(100)
  })
})

describe('updates at once', () => {
  test('of one refund are one after the other, and the books are of the last', async () => {
    const of = await anotherCustomer(billing, receivables)
    const [one, other] = [await paid({}, of), await paid({}, of)]
    const refund = await make({ allocations: [{ external_id: 'a', invoice_id: one.id, total_amount: 50 }] }, of)
    let done = 0
    for (let round = 0; round < 2; round++) {
      const acts = [
        update(refund, { allocations: [{ external_id: 'a', invoice_id: one.id, total_amount: 30 + round }] }, of),
        update(refund, { allocations: [{ external_id: 'a', invoice_id: other.id, total_amount: 60 + round }] }, of),
        update(refund, { payments: [{ external_id: 'p', refunded_amount: 10 + round }] }, of),
        update(refund, { memo: `round ${round}`, completed_at: `2026-01-2${round}T12:00:00Z` }, of),
      ]
      const settled = await Promise.allSettled(acts)
      // Who has found another state three times gives up.
      for (const outcome of settled)
        if (outcome.status === 'rejected') expect((outcome.reason as DomainError).errorEnum).toBe('VersionConflict')
      done += settled.filter(({ status }) => status === 'fulfilled').length
      expect(await versionsOf(refund)).toEqual(Array.from({ length: 1 + done }, (_, index) => index + 1))
    }
    expect(done).toBeGreaterThanOrEqual(2)
  })

  test('of two refunds that want the same: as much passes as there is', async () => {
    const of = await anotherCustomer(billing, receivables)
    const [one, other] = [await paid({}, of), await paid({}, of)]
    const first = await make({ allocations: [{ invoice_id: one.id, total_amount: 60 }] }, of)
    const second = await make({ allocations: [{ invoice_id: other.id, total_amount: 60 }] }, of)
    const [a, b] = await refusalsAmong([
      update(first, { allocations: [{ invoice_id: other.id, total_amount: 60 }] }, of),
      update(second, { allocations: [{ invoice_id: one.id, total_amount: 60 }] }, of),
    ])
    // Each needs what the other has still: whoever comes first is refused, and the other is too, or waits in no circle.
    expect([a, b].every((one) => one === undefined || one === 'OverRefunded')).toBe(true)
  })

  test('that want one external_id: one of them gets it', async () => {
    const [one, other] = [
      await refundOfOne(10, [{ refunded_amount: 5 }]),
      await refundOfOne(10, [{ refunded_amount: 5 }]),
    ]
    const both = (given: Given) => refusalsAmong([one, other].map(({ refund }) => update(refund, given)))
    const external_id = randomUUID()
    expect((await both({ external_id })).toSorted()).toEqual(['DuplicateExternalId', undefined])
    expect((await both({ payments: [{ external_id, refunded_amount: 5 }] })).toSorted()).toEqual([
      'DuplicateExternalId',
      undefined,
    ])
  })

  test('that take a payment out while it is paid out: one of the two wins', async () => {
    const of = await anotherCustomer(billing, receivables)
    for (let round = 0; round < 2; round++) {
      const { refund } = await refundOfOne(50, [{ refunded_amount: 30, method: 'CREDIT_CARD' }], of)
      const acts = [
        () => update(refund, { payments: [] }, of),
        () =>
          makePayout(billing, of, { paid_out_amount: -30, refund_payments: [{ id: refund.payments[0]?.id ?? '' }] }),
      ]
      const refusedWith = await refusalsAmong((round % 2 === 0 ? acts : acts.toReversed()).map((act) => act()))
      const [updating, payingOut] = round % 2 === 0 ? refusedWith : refusedWith.toReversed()
      expect([
        [undefined, 'NotPaidOut'],
        ['DocumentMatched', undefined],
      ]).toContainEqual([updating, payingOut])
    }
  })

  test('with the void of the invoice leave the books right, whoever comes first', async () => {
    const of = await anotherCustomer(billing, receivables)
    for (let round = 0; round < 3; round++) {
      const [owed, other] = [await paid({}, of), await paid({}, of)]
      const refund = await make(
        {
          allocations: [{ external_id: 'a', invoice_id: owed.id, total_amount: 40 }],
          payments: [{ refunded_amount: 10 }],
        },
        of,
      )
      const changes: Given[] = [
        { allocations: [{ external_id: 'a', invoice_id: owed.id, total_amount: 70 }] },
        { allocations: [{ external_id: 'a', invoice_id: other.id, total_amount: 70 }] },
        { tags: [tag('run', `${round}`)] },
      ]
      const before = await creditOf(billing, of)
      const act = () => update(refund, changes[round % 3] ?? {}, of)
      const voids = () => voided(billing, of, owed)
      const [updating, voiding] =
        round !== 1 ? await refusalsAmong([act(), voids()]) : (await refusalsAmong([voids(), act()])).toReversed()
      expect(voiding).toBeUndefined()
      expect([undefined, 'InvoiceVoided']).toContain(updating)
      const expected = [updating === undefined ? 30 : 60, 100, 60][round % 3]
      expect([round, (await creditOf(billing, of)) - before]).toEqual([round, expected])
      expect((await now(owed, of)).status).toBe('VOIDED')
    }
  })
})
