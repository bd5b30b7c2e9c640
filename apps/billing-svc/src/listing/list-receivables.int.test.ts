/** Lists of invoices and of their payments, compared with filtering by hand; single documents, and invoices of sources. */
import { requireBusiness } from '@pacioli/ledger-facts'
import type {
  Invoice as InvoiceMessage,
  InvoicePayment as PaymentMessage,
  ListInvoicePaymentsRequest__Output,
  ListInvoicesRequest__Output,
} from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import { newId } from '@pacioli/service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestBusiness, startTestBilling, type TestBilling } from '../testing/billing.test-helpers.ts'
import { refusals } from '../testing/bills.test-helpers.ts'
import { makeCustomer } from '../testing/customers.test-helpers.ts'
import type { InvoicePayment } from '../receivables/invoice-payment.ts'
import type { Invoice } from '../receivables/invoice.ts'
import { upsertMatches } from '../matches/match.store.ts'
import { PAYOUT_STORE } from '../receivables/payout.store.ts'
import { aPayout } from '../testing/refunds.test-helpers.ts'
import { day } from '../testing/payables.test-helpers.ts'
import {
  insertAll,
  keep,
  paid,
  storedInvoice,
  storedLine,
  storedPayment,
  storedWriteOff,
  type StoredBooks,
} from '../testing/stored-receivables.test-helpers.ts'
import type { DocumentTag } from '../tags/tags.ts'
import {
  getInvoice,
  getInvoicePayment,
  invoicesOfSources,
  listInvoicePayments,
  listInvoices,
} from '../testing/use-cases.test-helpers.ts'

type InvoicesAsked = Partial<ListInvoicesRequest__Output>
type PaymentsAsked = Partial<ListInvoicePaymentsRequest__Output>
type Shown<Message> = { data: Message[]; cursor: string | undefined; total: number | undefined }

let billing: TestBilling
let request: BusinessWrite
let books: StoredBooks
let otherCustomerId: string
let invoices: Invoice[]
let payments: InvoicePayment[]
/** By value: all of one dimension. */
let tags: { north: DocumentTag; south: DocumentTag }

beforeAll(async () => {
  billing = await startTestBilling()
  // Its days end at 10:00 UTC.
  request = await openTestBusiness(billing, { time_zone: 'Pacific/Kiritimati' })
  await requireBusiness(billing, request)
  const make = (external_id: string, value: string) =>
    makeCustomer(billing, request, { external_id, tags: [{ key: 'area', value }] })
  const [north, south] = [await make('customer-1', 'north'), await make('customer-2', 'south')]
  const tagOf = ({ transaction_tags: [tag] }: typeof north): DocumentTag => ({
    id: newId(),
    dimensionId: tag?.dimension_id ?? '',
    definitionId: tag?.definition_id ?? '',
    createdAt: day(1),
  })
  tags = { north: tagOf(north), south: tagOf(south) }
  books = {
    businessId: request.businessId,
    contactId: north.id,
    within: (work) => billing.db.transact({ businessId: request.businessId }, async (tx) => work(tx)),
  }
  otherCustomerId = south.id
  await fill()
}, 60_000)
afterAll(() => billing.stop())

const at = (text: string): Date => new Date(text)
const withNewId = (tag: DocumentTag): DocumentTag => ({ ...tag, id: newId() })

const due = (text: string, given: Partial<Invoice> = {}): Partial<Invoice> => ({ dueAt: at(text), ...given })

async function fill(): Promise<void> {
  const sent = (text: string, total: number, given: Partial<Invoice> = {}): Invoice =>
    storedInvoice(books, { documentDate: at(text), lineItems: [storedLine(total)], ...given })
  const received = (text: string, amount: number, given: Partial<InvoicePayment> = {}): InvoicePayment =>
    storedPayment(books, { paidAt: at(text), amount, ...given })
  const payout = aPayout({ businessId: request.businessId })
  const processed = { method: 'CREDIT_CARD', processor: 'STRIPE' } as const

  const settled = sent('2026-01-09T09:59:59.999Z', 30, { externalId: 'one', tags: [withNewId(tags.north)] })
  const part = sent('2026-01-09T10:00:00Z', 30, due('2026-01-12T00:00:00Z', { referenceNumber: 'r1' }))
  const written = sent('2026-01-10T09:59:59.999Z', 20, due('2026-01-11T10:00:00Z', { tags: [withNewId(tags.south)] }))
  const others = [
    sent('2026-01-10T10:00:00Z', 10, { contactId: otherCustomerId, referenceNumber: 'r2', externalId: 'two' }),
    sent('2026-01-10T10:00:00Z', 50, { voidedAt: day(12), referenceNumber: 'r1' }),
    sent('2026-01-20T00:00:00Z', 0, due('2026-01-30T00:00:00Z', { tags: [withNewId(tags.north)] })),
    { ...written, writeOffs: [storedWriteOff(written, 5)] },
  ]
  const first = paid(received('2026-01-09T09:59:59.999Z', 50, { ...processed, externalId: 'one' }), settled, 30)
  const both = paid(first.payment, part, 5)
  const second = paid(
    received('2026-01-09T10:00:00Z', 10, { referenceNumber: 'r1', tags: [withNewId(tags.north)] }),
    both.invoice,
    10,
  )
  // Its invoice was voided.
  const moved = paid(received('2026-01-10T10:00:00Z', 10), others[1] ?? settled, 10, { movedToCreditAt: day(12) })
  invoices = [first.invoice, second.invoice, ...others]
  payments = [
    { ...both.payment, payoutId: payout.id },
    second.payment,
    moved.payment,
    received('2026-01-10T09:59:59.999Z', 20, { method: 'ACH', processor: 'STRIPE', referenceNumber: 'r2' }),
    received('2026-01-20T00:00:00Z', 50, { contactId: otherCustomerId, tags: [withNewId(tags.south)] }),
    received('2026-01-20T00:00:00Z', 1, { ...processed, processor: 'ADYEN', payoutId: payout.id }),
  ]
  await books.within((tx) => insertAll(tx, PAYOUT_STORE, [payout]))
  await keep(books, { invoices, payments })
  const match = { id: newId(), documentId: second.payment.id, changedAt: day(20), version: 1 }
  await books.within((tx) => upsertMatches(tx, [{ ...match, businessId: tx.businessId }]))
}

async function invoiceList(asked: InvoicesAsked = {}, mostGathered = 10_000): Promise<Shown<InvoiceMessage>> {
  const { data = [], pagination } = await listInvoices({ ...billing, mostGathered }, request, {
    page: null,
    statuses: [],
    reference_numbers: [],
    tag_values: [],
    ...asked,
  })
  return { data, cursor: pagination?.cursor, total: Number(pagination?.total_count) }
}

async function paymentList(asked: PaymentsAsked = {}, mostGathered = 10_000): Promise<Shown<PaymentMessage>> {
  const { data = [], pagination } = await listInvoicePayments({ ...billing, mostGathered }, request, {
    page: null,
    reference_numbers: [],
    tag_values: [],
    ...asked,
  })
  return { data, cursor: pagination?.cursor, total: Number(pagination?.total_count) }
}

/** Whether an instant is within days of a zone fourteen hours ahead, or since or until another instant. */
const isWithin = (instant: string, from: string | undefined, to: string | undefined): boolean => {
  const first = from?.length === 10 ? `${from}T00:00:00+14:00` : from
  const last = to?.length === 10 ? `${to}T23:59:59.999+14:00` : to
  const time = Date.parse(instant)
  return (first === undefined || time >= Date.parse(first)) && (last === undefined || time <= Date.parse(last))
}

type Common = Pick<
  InvoiceMessage & PaymentMessage,
  'customer' | 'external_id' | 'reference_number' | 'transaction_tags'
>

/** Filters of both kinds of documents. */
const fitsAlike = (asked: InvoicesAsked & PaymentsAsked, document: Common, amount: number): boolean =>
  [
    asked.customer_id === undefined || document.customer?.id === asked.customer_id.toLowerCase(),
    asked.customer_external_id === undefined || document.customer?.external_id === asked.customer_external_id,
    asked.external_id === undefined || document.external_id === asked.external_id,
    !asked.reference_numbers?.length || asked.reference_numbers.includes(document.reference_number ?? ''),
    asked.min_amount === undefined || amount >= asked.min_amount,
    asked.max_amount === undefined || amount <= asked.max_amount,
    asked.tag_key === undefined ||
      document.transaction_tags?.some(
        ({ key, value }) => key === asked.tag_key && asked.tag_values?.includes(value ?? ''),
      ),
  ].every(Boolean)

const fitsInvoice = (asked: InvoicesAsked, invoice: InvoiceMessage): boolean =>
  [
    fitsAlike(asked, invoice, Number(invoice.total_amount)),
    !asked.statuses?.length || asked.statuses.includes(invoice.status ?? ''),
    isWithin(invoice.sent_at ?? '', asked.start_date, asked.end_date),
    (asked.due_start_date === undefined && asked.due_end_date === undefined) ||
      (invoice.due_at !== undefined && isWithin(invoice.due_at, asked.due_start_date, asked.due_end_date)),
    asked.is_open === undefined || Number(invoice.outstanding_balance) > 0 === asked.is_open,
  ].every(Boolean)

const fitsPayment = (asked: PaymentsAsked, payment: PaymentMessage): boolean =>
  [
    fitsAlike(asked, payment, Number(payment.amount)),
    isWithin(payment.paid_at ?? '', asked.start_date, asked.end_date),
    asked.method === undefined || payment.method === asked.method,
    asked.processor === undefined || payment.processor === asked.processor,
    asked.invoice_id === undefined || payment.allocations?.some(({ invoice_id }) => invoice_id === asked.invoice_id),
    asked.included_in_payout === undefined || (payment.payout_id !== undefined) === asked.included_in_payout,
    asked.is_matched === undefined || payment.is_matched === asked.is_matched,
  ].every(Boolean)

const filtersOfBoth = (): (InvoicesAsked & PaymentsAsked)[] => [
  {},
  { start_date: '2026-01-10' },
  { end_date: '2026-01-10' },
  { start_date: '2026-01-10', end_date: '2026-01-10' },
  { start_date: '2026-01-10T10:00:00.000Z' },
  { customer_id: otherCustomerId.toUpperCase() },
  { customer_external_id: 'customer-2' },
  { customer_id: books.contactId, customer_external_id: 'customer-2' },
  { customer_external_id: 'nobody' },
  { customer_external_id: 'nul \0' },
  { customer_id: newId() },
  { customer_id: 'no id' },
  { external_id: 'one' },
  { external_id: 'nul \0' },
  { reference_numbers: ['r1'] },
  { reference_numbers: ['r1', 'r2', 'nul \0'] },
  { reference_numbers: ['nul \0'] },
  { min_amount: 20 },
  { min_amount: 21 },
  { max_amount: 20 },
  { min_amount: 10, max_amount: 30 },
  { min_amount: 31, max_amount: 30 },
  { tag_key: 'area', tag_values: ['north'] },
  { tag_key: 'area', tag_values: ['north', 'south'] },
  { tag_key: 'area', tag_values: ['nowhere'] },
  { tag_key: 'nothing', tag_values: ['north'] },
]

const invoiceFilters = (): InvoicesAsked[] => [
  ...filtersOfBoth(),
  { statuses: ['PAID'] },
  { statuses: ['PARTIALLY_PAID', 'PARTIALLY_WRITTEN_OFF', 'VOIDED'] },
  { statuses: ['REFUNDED'] },
  { is_open: true },
  { is_open: false },
  { is_open: true, customer_external_id: 'customer-2' },
  { due_start_date: '2026-01-12' },
  { due_end_date: '2026-01-12' },
  { due_start_date: '2026-01-12', due_end_date: '2026-01-12', statuses: ['PARTIALLY_PAID'] },
]

const paymentFilters = (): PaymentsAsked[] => [
  ...filtersOfBoth(),
  { method: 'CREDIT_CARD' },
  { method: 'OTHER' },
  { processor: 'STRIPE' },
  { processor: 'STRIPE', method: 'ACH' },
  { processor: 'nul \0' },
  { invoice_id: invoices[1]?.id ?? '' },
  { invoice_id: invoices[3]?.id ?? '' },
  { invoice_id: newId() },
  { invoice_id: 'no id' },
  { included_in_payout: true },
  { included_in_payout: false },
  { is_matched: true },
  { is_matched: false },
  { is_matched: false, included_in_payout: false, customer_id: books.contactId },
]

/**
 * What a list shows in each order, and for each filter in one of them in rotation, next to the expected result. Every other
 * filter: the other list, or the other plan, covers the rest.
 */
async function compare<Message extends { id?: string }, Asked>(
  list: (asked: Asked & { page: object }) => Promise<Shown<Message>>,
  all: readonly Message[],
  filters: readonly Asked[],
  fits: (asked: Asked, message: Message) => boolean,
  sorts: Readonly<Record<string, (message: Message) => unknown>>,
  isOdd: boolean,
): Promise<void> {
  const orders = Object.entries(sorts).flatMap(([sort_by, keyOf]) =>
    ['ASC', 'DESC'].map((sort_order) => ({ sort_by, sort_order, keyOf })),
  )
  for (const [index, asked] of filters.entries())
    for (const [at, { sort_by, sort_order, keyOf }] of orders.entries())
      if (index === 0 || ((index % 2 === 1) === isOdd && at === Math.floor(index / 2) % orders.length)) {
        const sign = sort_order === 'ASC' ? 1 : -1
        const key = (message: Message): string => `${String(keyOf(message)).padStart(30)} ${message.id}`
        const expected = all
          .filter((message) => fits(asked, message))
          .sort((one, other) => (key(one) < key(other) ? -sign : sign))
          .map(({ id }) => id)
        const { data, total, cursor } = await list({ ...asked, page: { sort_by, sort_order } })
        const shown = { asked, ids: data.map(({ id }) => id), total, cursor }
        expect(shown).toEqual({ asked, ids: expected, total: expected.length, cursor: undefined })
      }
}

describe.each([
  ['gathered', 10_000],
  ['walked through', 0],
])('where few are %s, a list', (_way, most) => {
  test('of invoices has what its filters leave, in each order', async () => {
    const { data } = await invoiceList()
    expect(new Set(data.map(({ id }) => id))).toEqual(new Set(invoices.map(({ id }) => id)))
    await compare(
      (asked) => invoiceList(asked, most),
      data,
      invoiceFilters(),
      fitsInvoice,
      {
        sent_at: ({ sent_at }) => sent_at,
        due_at: ({ due_at, sent_at }) => due_at ?? sent_at,
        total_amount: ({ total_amount }) => total_amount,
      },
      most > 0,
    )
  })

  test('of payments has what its filters leave, in each order', async () => {
    const { data } = await paymentList()
    expect(new Set(data.map(({ id }) => id))).toEqual(new Set(payments.map(({ id }) => id)))
    await compare(
      (asked) => paymentList(asked, most),
      data,
      paymentFilters(),
      fitsPayment,
      {
        paid_at: ({ paid_at }) => paid_at,
        amount: ({ amount }) => amount,
      },
      most === 0,
    )
  })

  test('has pages that continue where the previous one ended', async () => {
    const walk = async <Message extends { id?: string }>(
      list: (page: { limit: number; cursor?: string }) => Promise<Shown<Message>>,
    ) => {
      const seen: (string | undefined)[] = []
      for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
        const shown = await list({ limit: 2, ...(cursor === undefined ? {} : { cursor }) })
        seen.push(...shown.data.map(({ id }) => id))
        cursor = shown.cursor
      }
      return seen
    }
    const ids = async (list: Promise<Shown<{ id?: string }>>) => (await list).data.map(({ id }) => id)
    expect(await walk((page) => invoiceList({ page }, most))).toEqual(await ids(invoiceList()))
    expect(await walk((page) => paymentList({ page }, most))).toEqual(await ids(paymentList()))
  })
})

test('lists refuse invalid queries', async () => {
  expect(await refusals(invoiceList({ statuses: ['PAID', 'SETTLED'] }))).toEqual([['InvalidQuery', 'statuses']])
  expect(await refusals(invoiceList({ due_start_date: '2026-02-30' }))).toEqual([
    ['InvalidQuery', 'due_start_date, due_end_date'],
  ])
  expect(await refusals(invoiceList({ page: { sort_by: 'paid_at' } }))).toEqual([['InvalidQuery', 'sort_by']])
  expect(await refusals(invoiceList({ tag_key: 'area' }))).toEqual([['MissingTagValues', 'tag_values']])
  expect(await refusals(paymentList({ method: 'STORE_CREDIT' }))).toEqual([['InvalidQuery', 'method']])
  expect(await refusals(paymentList({ start_date: 'May' }))).toEqual([['InvalidQuery', 'start_date, end_date']])
  const { cursor = '' } = await invoiceList({ page: { limit: 1 } })
  expect(await refusals(paymentList({ page: { limit: 1, cursor } }))).toEqual([['InvalidCursor', 'cursor']])
  expect(await refusals(invoiceList({ page: { limit: 1, cursor }, is_open: true }))).toEqual([
    ['InvalidCursor', 'cursor'],
  ])
})

test('an invoice is got by its id, in its own business alone', async () => {
  const [{ id } = { id: '' }] = invoices
  const { data } = await getInvoice(billing, request, id.toUpperCase())
  expect(data).toMatchObject({ id, status: 'PAID', transaction_tags: [{ key: 'area', value: 'north' }] })
  const others = await openTestBusiness(billing)
  const unknown = [['InvoiceNotFound', 'invoiceId']]
  expect(await refusals(getInvoice(billing, others, id))).toEqual(unknown)
  expect(await refusals(getInvoice(billing, request, newId()))).toEqual(unknown)
  expect(await refusals(getInvoice(billing, request, 'no id'))).toEqual(unknown)
})

test('a payment is got by its id, in its own business alone', async () => {
  const id = payments[1]?.id ?? ''
  const { data } = await getInvoicePayment(billing, request, id.toUpperCase())
  expect(data).toMatchObject({ id, is_matched: true, allocations: [{ invoice_id: invoices[1]?.id, amount: 10 }] })
  const others = await openTestBusiness(billing)
  const unknown = [['InvoicePaymentNotFound', 'paymentId']]
  expect(await refusals(getInvoicePayment(billing, others, id))).toEqual(unknown)
  expect(await refusals(getInvoicePayment(billing, request, newId()))).toEqual(unknown)
  expect(await refusals(getInvoicePayment(billing, request, 'no id'))).toEqual(unknown)
})

describe('the invoices that entries originate from', () => {
  const find = (...sources: { type: string; id: string }[]) => invoicesOfSources(billing, request, sources)

  test('are returned once, however many sources they have', async () => {
    const [invoice] = invoices
    const [, second] = payments
    const written = invoices.at(-1)
    const writeOff = { type: 'invoice_write_off', id: written?.writeOffs[0]?.id ?? '' }
    const payment = { type: 'invoice_payment', id: second?.id ?? '' }
    const itself = { type: 'invoice', id: second?.allocations[0]?.documentId ?? '' }
    const many = { type: 'invoice_payment', id: payments[0]?.id ?? '' }
    const answer = await find(
      { ...payment, id: payment.id.toUpperCase() },
      writeOff,
      itself,
      many,
      { type: 'invoice', id: 'no id' },
      { type: 'invoice_payment', id: invoice?.id ?? '' },
    )
    expect(answer.invoices?.map(({ id }) => id).sort()).toEqual([itself.id, written?.id].sort())
    expect(new Map(answer.sources?.map(({ source, invoice_id }) => [source?.id, invoice_id]))).toEqual(
      new Map([
        [payment.id, itself.id],
        [itself.id, itself.id],
        [writeOff.id, written?.id],
      ]),
    )
    expect(answer.sources).toHaveLength(3)
    expect(await find()).toEqual({ sources: [], invoices: [] })
  })

  test('are requested for five hundred sources at most', async () => {
    const sources = (count: number) => Array.from({ length: count }, () => ({ type: 'invoice', id: newId() }))
    expect(await find(...sources(500))).toEqual({ sources: [], invoices: [] })
    expect(await refusals(find(...sources(501)))).toEqual([['InvalidQuery', undefined]])
  })
})
