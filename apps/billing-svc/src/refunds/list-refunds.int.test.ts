/** Lists of refunds, of their payments and of payouts, compared with what was written; and single documents. */
import { insertAll } from '../testing/stored-receivables.test-helpers.ts'
import { randomUUID } from 'node:crypto'
import { readEvent } from '@pacioli/events'
import { requireBusiness } from '@pacioli/ledger-facts'
import type {
  ListPayoutsRequest__Output,
  ListRefundPaymentsRequest__Output,
  ListRefundsRequest__Output,
} from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestBusiness, startTestBilling, type TestBilling } from '../testing/billing.test-helpers.ts'
import { refusals } from '../testing/bills.test-helpers.ts'
import { makeCustomer } from '../testing/customers.test-helpers.ts'
import type { DocumentTag } from '../tags/tags.ts'
import { INVOICE_PAYMENT_STORE } from '../receivables/invoice-payment.store.ts'
import { INVOICE_STORE } from '../receivables/invoice.store.ts'
import { upsertMatches } from '../matches/match.store.ts'
import { PAYOUT_STORE } from '../receivables/payout.store.ts'
import type { Payout } from '../receivables/payout.ts'
import { replayBusiness } from '../replay/replay-aggregates.ts'
import { REFUND_STORE } from '../receivables/refund.store.ts'
import type { Refund, RefundPayment } from '../receivables/refund.ts'
import {
  aLineItem,
  anAllocation,
  anInvoice,
  anInvoicePayment,
  aPart,
  aPayout,
  aRefund,
  aRefundPayment,
  aTransaction,
  day,
} from '../testing/refunds.test-helpers.ts'
import {
  getPayout,
  getRefund,
  listPayouts,
  listRefundPayments,
  listRefunds,
} from '../testing/use-cases.test-helpers.ts'

let billing: TestBilling
let request: BusinessWrite
let contactId: string
let otherCustomerId: string
let invoiceId: string
let paymentId: string
/** By value: all of one dimension. */
let tags: { north: DocumentTag; south: DocumentTag }
let refunds: Refund[]
let payments: RefundPayment[]
let payouts: Payout[]

beforeAll(async () => {
  billing = await startTestBilling()
  // Its days end at 10:00 UTC.
  request = await openTestBusiness(billing, { time_zone: 'Pacific/Kiritimati' })
  await requireBusiness(billing, request)
  const tag = (value: string) => ({ key: 'area', value, dimension_display_name: 'Area' })
  const north = await makeCustomer(billing, request, { external_id: 'customer-1', tags: [tag('north')] })
  const south = await makeCustomer(billing, request, { external_id: 'customer-2', tags: [tag('south')] })
  ;[contactId, otherCustomerId] = [north.id, south.id]
  const tagIn = ({ transaction_tags: [carried] }: typeof north): DocumentTag => ({
    id: randomUUID(),
    dimensionId: carried?.dimension_id ?? '',
    definitionId: carried?.definition_id ?? '',
    createdAt: day(1),
  })
  tags = { north: tagIn(north), south: tagIn(south) }
  await fill()
}, 60_000)
afterAll(() => billing.stop())

const withNewId = (tag: DocumentTag): DocumentTag => ({ ...tag, id: randomUUID() })
const at = (text: string): Date => new Date(text)

async function fill(): Promise<void> {
  const { businessId } = request
  const invoice = anInvoice({ businessId, contactId })
  const payment = anInvoicePayment({ businessId, contactId, fee: 4 })
  ;[invoiceId, paymentId] = [invoice.id, payment.id]
  payouts = [
    aPayout({
      completedAt: at('2026-01-09T09:59:59.999Z'),
      paidOutAmount: 96 - 20,
      externalId: 'one',
      tags: [withNewId(tags.north)],
    }),
    aPayout({
      completedAt: at('2026-01-09T10:00:00Z'),
      paidOutAmount: -30,
      fee: 30,
      processor: null,
      referenceNumber: 'r1',
    }),
    aPayout({
      completedAt: at('2026-01-10T09:59:59.999Z'),
      paidOutAmount: 50,
      processor: 'ADYEN',
      otherTransactions: [aTransaction(50, 'CREDIT')],
      referenceNumber: 'r2',
      tags: [withNewId(tags.south)],
    }),
    aPayout({
      completedAt: at('2026-01-10T10:00:00Z'),
      paidOutAmount: 50,
      otherTransactions: [aTransaction(50, 'CREDIT')],
    }),
  ].map((payout) => ({ ...payout, businessId }))
  const payoutId = payouts[0]?.id ?? ''
  const onInvoice = { parts: [aPart(30, { invoiceId })] }
  const issued = [
    aRefund({
      completedAt: at('2026-01-09T09:59:59.999Z'),
      allocations: [anAllocation(30, { invoiceId, ...onInvoice })],
    }),
    aRefund({ completedAt: at('2026-01-09T10:00:00Z'), externalId: 'one', tags: [withNewId(tags.north)] }),
    // Through the payment, so on its invoice.
    aRefund({
      completedAt: null,
      importedAt: at('2026-01-10T09:59:59.999Z'),
      allocations: [anAllocation(30, { invoicePaymentId: paymentId, parts: [aPart(30, { invoiceId, paymentId })] })],
      referenceNumber: 'r1',
      tags: [withNewId(tags.south)],
    }),
    aRefund({ completedAt: at('2026-01-10T10:00:00Z'), contactId: otherCustomerId, referenceNumber: 'r2' }),
    aRefund({
      completedAt: at('2026-01-10T10:00:00Z'),
      allocations: [anAllocation(500, { lineItems: [aLineItem(500)] })],
    }),
  ].map((refund) => ({
    ...refund,
    businessId,
    contactId: refund.contactId === otherCustomerId ? otherCustomerId : contactId,
  }))
  const [first, second, third, , fifth] = issued
  if (!first || !second || !third || !fifth) throw new Error('there are five')
  const own: [Refund, RefundPayment[]][] = [
    [
      first,
      [
        aRefundPayment(first, 20, {
          completedAt: at('2026-01-09T09:59:59.999Z'),
          payoutId,
          processor: 'STRIPE',
          externalId: 'one',
        }),
        aRefundPayment(first, 10, { completedAt: at('2026-01-09T10:00:00Z'), method: 'CASH', referenceNumber: 'r1' }),
      ],
    ],
    [
      second,
      [
        aRefundPayment(second, 60, {
          completedAt: at('2026-01-10T09:59:59.999Z'),
          processor: 'ADYEN',
          referenceNumber: 'r2',
        }),
        aRefundPayment(second, 30, { completedAt: at('2026-01-10T10:00:00Z'), deletedAt: day(25), externalId: 'gone' }),
      ],
    ],
    [third, [aRefundPayment(third, 30, { completedAt: at('2026-01-10T10:00:00Z'), method: 'CASH' })]],
    [fifth, [aRefundPayment(fifth, 499, { completedAt: at('2026-01-20T00:00:00Z') })]],
  ]
  const paid = new Map(own.map(([refund, made]) => [refund.id, made]))
  refunds = issued.map((refund) => ({ ...refund, payments: paid.get(refund.id) ?? [] }))
  payments = refunds.flatMap((refund) => refund.payments)
  await billing.db.transact(request, async (tx) => {
    insertAll(tx, PAYOUT_STORE, payouts)
    insertAll(tx, INVOICE_STORE, [invoice])
    insertAll(tx, INVOICE_PAYMENT_STORE, [{ ...payment, payoutId }])
    insertAll(tx, REFUND_STORE, refunds)
    await upsertMatches(
      tx,
      [payments[2]?.id, payouts[3]?.id].map((documentId) => ({
        businessId: tx.businessId,
        id: randomUUID(),
        documentId: documentId ?? null,
        changedAt: day(26),
        version: 2,
      })),
    )
  })
}

type Shown = { ids: (string | undefined)[]; total: number; cursor: string | undefined }
type Paged = { page?: { limit?: number; cursor?: string; sort_by?: string; sort_order?: string } }
type Listed = {
  data?: readonly { id?: string }[]
  pagination?: { total_count?: unknown; cursor?: string } | null
}

const shownBy = ({ data = [], pagination }: Listed): Shown => ({
  ids: data.map(({ id }) => id),
  total: Number(pagination?.total_count),
  cursor: pagination?.cursor,
})

type AskedRefunds = Partial<Omit<ListRefundsRequest__Output, 'page'>> & Paged
const refundsBy = async (asked: AskedRefunds, mostGathered = 10_000, of = request) =>
  shownBy(
    await listRefunds({ ...billing, mostGathered }, of, {
      reference_numbers: [],
      tag_values: [],
      page: null,
      ...asked,
    }),
  )

type AskedPayments = Partial<Omit<ListRefundPaymentsRequest__Output, 'page'>> & Paged
const paymentsBy = async (asked: AskedPayments, mostGathered = 10_000, of = request) =>
  shownBy(await listRefundPayments({ ...billing, mostGathered }, of, { reference_numbers: [], page: null, ...asked }))

type AskedPayouts = Partial<Omit<ListPayoutsRequest__Output, 'page'>> & Paged
const payoutsBy = async (asked: AskedPayouts, mostGathered = 10_000, of = request) =>
  shownBy(
    await listPayouts({ ...billing, mostGathered }, of, {
      reference_numbers: [],
      tag_values: [],
      page: null,
      ...asked,
    }),
  )

/** The ids at these indexes, by descending key, then descending id. */
function inOrder<Document extends { id: string }>(
  all: readonly Document[],
  places: readonly number[],
  keyOf: (document: Document) => number,
): string[] {
  return all
    .filter((_, place) => places.includes(place))
    .sort((one, other) => keyOf(other) - keyOf(one) || (one.id < other.id ? 1 : -1))
    .map(({ id }) => id)
}

/** Without a filter latest and earliest first; with one in one of these orders. */
async function expectInOrders(
  list: (page: Paged['page']) => Promise<Shown>,
  asked: object,
  sort_by: string,
  ids: readonly string[],
): Promise<void> {
  const isWhole = Object.keys(asked).length === 0
  const isLatest = sort_by === 'completed_at'
  const sent = { asked, total: ids.length, cursor: undefined }
  if (isWhole || isLatest) expect({ asked, ...(await list({ sort_by })) }).toEqual({ ...sent, ids })
  if (isWhole || !isLatest)
    expect({ asked, ...(await list({ sort_by, sort_order: 'ASC' })) }).toEqual({ ...sent, ids: ids.toReversed() })
}

const WAYS: [string, number][] = [
  ['gathered', 10_000],
  ['walked through', 0],
]

describe.each(WAYS)('a list, %s,', (_, most) => {
  const isGone = ({ deletedAt }: RefundPayment): boolean => deletedAt !== null

  test('of refunds has what its filters leave, in each order', async () => {
    const filters = (): [AskedRefunds, number[]][] => [
      [{}, [0, 1, 2, 3, 4]],
      [{ customer_id: otherCustomerId.toUpperCase() }, [3]],
      [{ customer_external_id: 'customer-1' }, [0, 1, 2, 4]],
      [{ customer_external_id: 'nobody' }, []],
      [{ customer_id: 'no id' }, []],
      [{ invoice_id: invoiceId }, [0, 2]],
      [{ invoice_id: randomUUID() }, []],
      [{ invoice_id: 'no id' }, []],
      [{ invoice_payment_id: paymentId }, [2]],
      [{ invoice_payment_id: 'no id' }, []],
      [{ start_date: '2026-01-10' }, [1, 2, 3, 4]],
      [{ end_date: '2026-01-10' }, [0, 1, 2]],
      [{ start_date: '2026-01-10T10:00:00.000Z' }, [3, 4]],
      [{ is_open: true }, [1, 3, 4]],
      [{ is_open: false }, [0, 2]],
      [{ external_id: 'one' }, [1]],
      [{ external_id: 'nul \0' }, []],
      [{ reference_numbers: ['r1', 'r2', 'nul \0'] }, [2, 3]],
      [{ reference_numbers: ['nul \0'] }, []],
      [{ tag_key: 'area', tag_values: ['north'] }, [1]],
      [{ tag_key: 'area', tag_values: ['north', 'south'] }, [1, 2]],
      [{ tag_key: 'area', tag_values: ['nowhere'] }, []],
      [{ is_open: false, invoice_id: invoiceId, tag_key: 'area', tag_values: ['south'] }, [2]],
    ]
    const issuedAt = ({ completedAt, importedAt }: Refund): number => (completedAt ?? importedAt).getTime()
    const total = (refund: Refund): number => refund.allocations.reduce((sum, one) => sum + one.totalAmount, 0)
    for (const [asked, places] of filters())
      for (const [sort_by, keyOf] of Object.entries({ completed_at: issuedAt, total_amount: total }))
        await expectInOrders(
          (page) => refundsBy({ page, ...asked }, most),
          asked,
          sort_by,
          inOrder(refunds, places, keyOf),
        )
  })

  test('of refund payments has what its filters leave of live ones, newest first', async () => {
    const filters: [AskedPayments, number[]][] = [
      [{}, [0, 1, 2, 4, 5]],
      [{ external_id: 'one' }, [0]],
      [{ external_id: 'gone' }, []],
      [{ external_id: 'nul \0' }, []],
      [{ completed_at_start: '2026-01-10' }, [1, 2, 4, 5]],
      [{ completed_at_end: '2026-01-10' }, [0, 1, 2]],
      [{ completed_at_start: '2026-01-10T09:59:59.999Z', completed_at_end: '2026-01-10T10:00:00Z' }, [2, 4]],
      [{ method: 'CASH' }, [1, 4]],
      [{ processor: 'STRIPE' }, [0]],
      [{ processor: 'nul \0' }, []],
      [{ min_amount: 30 }, [2, 4, 5]],
      [{ max_amount: 30 }, [0, 1, 4]],
      [{ min_amount: 20, max_amount: 60 }, [0, 2, 4]],
      [{ min_amount: 0, max_amount: 0 }, []],
      [{ included_in_payout: true }, [0]],
      [{ included_in_payout: false }, [1, 2, 4, 5]],
      [{ is_matched: true }, [2]],
      [{ is_matched: false }, [0, 1, 4, 5]],
      [{ reference_numbers: ['r1', 'r2'] }, [1, 2]],
      [{ reference_numbers: ['nul \0'] }, []],
      [{ method: 'CASH', included_in_payout: false, max_amount: 10 }, [1]],
    ]
    expect(payments.map(isGone)).toEqual([false, false, false, true, false, false])
    for (const [asked, places] of filters) {
      const ids = inOrder(payments, places, ({ completedAt }) => completedAt.getTime())
      expect({ asked, ...(await paymentsBy(asked, most)) }).toEqual({
        asked,
        ids,
        total: places.length,
        cursor: undefined,
      })
    }
  })

  test('of payouts has what its filters leave, in each order', async () => {
    const filters: [AskedPayouts, number[]][] = [
      [{}, [0, 1, 2, 3]],
      [{ processor: 'ADYEN' }, [2]],
      [{ processor: 'nul \0' }, []],
      [{ start_date: '2026-01-10' }, [1, 2, 3]],
      [{ end_date: '2026-01-10' }, [0, 1, 2]],
      [{ min_amount: 50 }, [0, 2, 3]],
      [{ max_amount: -30 }, [1]],
      [{ min_amount: -30, max_amount: 50 }, [1, 2, 3]],
      [{ is_matched: true }, [3]],
      [{ is_matched: false }, [0, 1, 2]],
      [{ external_id: 'one' }, [0]],
      [{ reference_numbers: ['r1', 'r2'] }, [1, 2]],
      [{ reference_numbers: ['nul \0'] }, []],
      [{ tag_key: 'area', tag_values: ['north'] }, [0]],
      [{ tag_key: 'area', tag_values: ['nowhere'] }, []],
      [{ tag_key: 'area', tag_values: ['south'], processor: 'ADYEN', is_matched: false }, [2]],
    ]
    const orders = {
      completed_at: ({ completedAt }: Payout) => completedAt.getTime(),
      paid_out_amount: ({ paidOutAmount }: Payout) => paidOutAmount,
    }
    for (const [asked, places] of filters)
      for (const [sort_by, keyOf] of Object.entries(orders))
        await expectInOrders(
          (page) => payoutsBy({ page, ...asked }, most),
          asked,
          sort_by,
          inOrder(payouts, places, keyOf),
        )
  })

  test('has pages that together are complete', async () => {
    for (const list of [refundsBy, paymentsBy, payoutsBy]) {
      const { ids: all, total } = await list({}, most)
      const seen: (string | undefined)[] = []
      for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
        const shown = await list({ page: { limit: 2, ...(cursor === undefined ? {} : { cursor }) } }, most)
        expect(shown.total).toBe(total)
        seen.push(...shown.ids)
        cursor = shown.cursor
      }
      expect(seen).toEqual(all)
    }
  })
})

describe('a list', () => {
  test('refuses invalid queries', async () => {
    expect(await refusals(refundsBy({ start_date: '2026-02-30' }))).toEqual([['InvalidQuery', 'start_date, end_date']])
    expect(await refusals(refundsBy({ tag_key: 'area' }))).toEqual([['MissingTagValues', 'tag_values']])
    expect(await refusals(refundsBy({ page: { sort_by: 'issued_at' } }))).toEqual([['InvalidQuery', 'sort_by']])
    expect(await refusals(paymentsBy({ method: 'CREDIT_BALANCE' }))).toEqual([['InvalidQuery', 'method']])
    expect(await refusals(paymentsBy({ completed_at_end: 'yesterday' }))).toEqual([
      ['InvalidQuery', 'completed_at_start, completed_at_end'],
    ])
    expect(await refusals(payoutsBy({ tag_values: ['north'] }))).toEqual([['MissingTagValues', 'tag_key']])
    const { cursor = '' } = await payoutsBy({ page: { limit: 1 } })
    expect(await refusals(payoutsBy({ page: { cursor }, external_id: 'one' }))).toEqual([['InvalidCursor', 'cursor']])
  })

  test('has nothing of another business', async () => {
    const other = await openTestBusiness(billing)
    for (const list of [refundsBy, paymentsBy, payoutsBy])
      expect(await list({}, 10_000, other)).toEqual({ ids: [], total: 0, cursor: undefined })
  })
})

describe('a single document', () => {
  test('refund shows its customer, its targets, and its live payments', async () => {
    const [, second, , , fifth] = refunds
    const { data } = await getRefund(billing, request, second?.id.toUpperCase() ?? '')
    expect(data).toMatchObject({
      id: second?.id,
      business_id: request.businessId,
      external_id: 'one',
      customer: { id: contactId, external_id: 'customer-1', credit_balance: 0 },
      completed_at: '2026-01-09T10:00:00.000Z',
      total_amount: 100,
      outstanding_balance: 40,
      allocations: [{ refund_id: second?.id, customer_id: contactId, total_amount: 100, amount: 100 }],
      payments: [{ refunded_amount: 60, processor: 'ADYEN', is_matched: true, reference_number: 'r2' }],
      transaction_tags: [{ key: 'area', value: 'north' }],
    })
    expect(data?.payments?.[0]?.fee).toBeUndefined()
    const plain = await getRefund(billing, request, fifth?.id ?? '')
    expect(plain.data?.allocations).toMatchObject([{ line_items: [{ amount: 500 }] }])
  })

  test('payout shows the amounts of its members', async () => {
    const [first, , third] = payouts
    const { data } = await getPayout(billing, request, first?.id ?? '')
    expect(data).toMatchObject({
      id: first?.id,
      external_id: 'one',
      processor: 'STRIPE',
      paid_out_amount: 76,
      fee: 0,
      payments: [{ id: paymentId, amount: 96 }],
      refund_payments: [{ id: payments[0]?.id, external_id: 'one', amount: 20 }],
      other_transactions: [],
      is_matched: false,
      transaction_tags: [{ key: 'area', value: 'north' }],
    })
    const plain = await getPayout(billing, request, third?.id ?? '')
    expect(plain.data).toMatchObject({ payments: [], other_transactions: [{ amount: 50, direction: 'CREDIT' }] })
  })

  test.each([randomUUID(), 'no id'])('that is not there is not found: %s', async (id) => {
    expect(await refusals(getRefund(billing, request, id))).toEqual([['RefundNotFound', 'refundId']])
    expect(await refusals(getPayout(billing, request, id))).toEqual([['PayoutNotFound', 'payoutId']])
  })
})

describe('a replay', () => {
  const replayed = async (scope: { types: string[]; ids?: string[] }) => {
    const sent: { type: string | undefined; id: string | undefined; state: unknown }[] = []
    for await (const { type, id, event } of replayBusiness(billing, request.businessId, scope))
      sent.push({ type, id, state: readEvent(event ?? '')?.data })
    return sent
  }

  test('sends all of them, deleted refund payments too', async () => {
    const types = ['invoice', 'invoice_payment', 'refund', 'refund_payment', 'payout']
    const sent = await replayed({ types })
    const idsOf = (type: string) => sent.filter((one) => one.type === type).map(({ id }) => id)
    const sorted = (all: readonly { id: string }[]) => all.map(({ id }) => id).sort()
    expect(types.map((type) => idsOf(type).sort())).toEqual([
      [invoiceId],
      [paymentId],
      sorted(refunds),
      sorted(payments),
      sorted(payouts),
    ])
  })

  test('sends a named refund payment with its refund and payout', async () => {
    const [inPayout, , waiting, gone] = payments.map(({ id }) => id)
    const sent = await replayed({
      types: ['refund_payment'],
      ids: [inPayout, waiting, gone, refunds[0]?.id ?? ''] as string[],
    })
    const stateOf = (id: string | undefined) => sent.find((one) => one.id === id)?.state
    expect(sent).toHaveLength(3)
    expect(stateOf(inPayout)).toMatchObject({ payout_id: payouts[0]?.id, match_candidate: { is_open: false } })
    expect(stateOf(waiting)).toMatchObject({
      refund_id: refunds[1]?.id,
      match_candidate: { is_open: true, amount: 60, allocations: [{ amount: 60, tags: [] }] },
    })
    expect(stateOf(gone)).toMatchObject({ deleted_at: day(25).toISOString(), match_candidate: { is_open: false } })
  })
})
