/** Lists of bill payments and vendor credits, compared with filtering all of them by hand. */
import { readPage } from '@pacioli/paging'
import type { BillPayment, VendorCredit } from '@pacioli/protos/billing'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allocateLater, makePayment, paymentsAsked } from '../testing/bill-payments.test-helpers.ts'
import { startTestBilling, type TestBilling } from '../testing/billing.test-helpers.ts'
import { makeBill, openPayables, refusals, type TestPayables } from '../testing/bills.test-helpers.ts'
import { creditLine, creditsAsked, makeCredit } from '../testing/vendor-credits.test-helpers.ts'
import { AT } from '../testing/payables.test-helpers.ts'
import { makeVendor } from '../testing/vendors.test-helpers.ts'
import { listDocuments } from './list-documents.ts'
import {
  deleteBillPayment,
  deleteVendorCredit,
  listBillPayments,
  listVendorCredits,
} from '../testing/use-cases.test-helpers.ts'

type Asked = Parameters<typeof paymentsAsked>[0]
/** What both kinds of documents show. */
type Document = (BillPayment | VendorCredit) & { id: string }
type Shown = { data: Document[]; cursor: string | undefined; total: number | undefined }

type Kind = {
  sorts: [string, string]
  timeOf: (document: Document) => string
  amountOf: (document: Document) => number
  list: (asked: Asked, mostGathered?: number, of?: TestPayables) => Promise<Shown>
  /** Which of the two query plans serves the first filter; the other kind uses the other plan. */
  first: number
  make: (of: TestPayables, given: Given) => Promise<{ id: string }>
  remove: (of: TestPayables, id: string) => Promise<unknown>
}

type Given = {
  at: string
  amount: number
  bill?: { bill_id: string; amount: number }
  vendor_id?: string
  external_id?: string
  reference_number?: string
  tags?: { key: string; value: string }[]
}

let billing: TestBilling
let payables: TestPayables
let otherVendor: string
let bills: string[]
/** Another business, without documents. */
let elsewhere: TestPayables
beforeAll(async () => {
  billing = await startTestBilling()
  // Its days end at 14:00 UTC.
  payables = await openPayables(billing, { time_zone: 'Pacific/Kiritimati' })
  elsewhere = await openPayables(billing)
  otherVendor = (await makeVendor(billing, payables.request, { external_id: 'vendor-2' })).id
  bills = await Promise.all([1, 2].map(async () => (await makeBill(billing, payables)).id))
  for (const kind of [paymentKind, creditKind]) await fill(kind)
}, 60_000)
afterAll(() => billing.stop())

const shownBy = (answer: { data?: unknown[]; pagination?: unknown }): Shown => {
  const { cursor, total_count } = (answer.pagination ?? {}) as { cursor?: string; total_count?: number }
  return { data: answer.data as Document[], cursor, total: total_count }
}

const paymentKind: Kind = {
  first: 0,
  sorts: ['paid_at', 'amount'],
  timeOf: (document) => (document as BillPayment).paid_at ?? '',
  amountOf: (document) => Number((document as BillPayment).amount),
  list: async (asked, mostGathered = 10_000, of = payables) =>
    shownBy(await listBillPayments({ ...billing, mostGathered }, of.request, paymentsAsked(asked))),
  make: async (of, { at: paid_at, bill, ...given }) => {
    const payment = await makePayment(billing, of, { paid_at, vendor_id: of.contactId, ...given })
    return bill ? allocateLater(billing, of, payment, bill) : payment
  },
  remove: (of, id) => deleteBillPayment(billing, of.request, id),
}

const creditKind: Kind = {
  first: 1,
  sorts: ['received_at', 'total_amount'],
  timeOf: (document) => (document as VendorCredit).received_at ?? '',
  amountOf: (document) => Number((document as VendorCredit).total_amount),
  list: async (asked, mostGathered = 10_000, of = payables) =>
    shownBy(await listVendorCredits({ ...billing, mostGathered }, of.request, creditsAsked(asked))),
  make: (of, { at: received_at, amount, bill, ...given }) =>
    makeCredit(billing, of, {
      received_at,
      line_items: [creditLine(amount)],
      vendor_id: of.contactId,
      allocations: bill ? [bill] : [],
      ...given,
    }),
  remove: (of, id) => deleteVendorCredit(billing, of.request, id),
}

async function fill(kind: Kind): Promise<void> {
  const tag = (value: string) => ({ key: 'area', value })
  const all: Given[] = [
    { at: '2026-01-09T09:59:59.999Z', amount: 30, external_id: 'one', reference_number: 'r1', tags: [tag('north')] },
    { at: '2026-01-09T10:00:00Z', amount: 30, bill: { bill_id: bills[0] ?? '', amount: 30 }, tags: [tag('south')] },
    {
      at: '2026-01-10T09:59:59.999Z',
      amount: 20,
      bill: { bill_id: bills[0] ?? '', amount: 5 },
      reference_number: 'r2',
    },
    { at: '2026-01-10T10:00:00Z', amount: 10, bill: { bill_id: bills[1] ?? '', amount: 10 }, external_id: 'two' },
    { at: '2026-01-10T10:00:00Z', amount: 50, vendor_id: otherVendor, reference_number: 'r1' },
    { at: '2026-01-20T00:00:00Z', amount: 50, tags: [tag('north'), { key: 'room', value: '1' }] },
    { at: '2026-01-21T00:00:00Z', amount: 70, external_id: 'gone', reference_number: 'r2', tags: [tag('north')] },
  ]
  for (const given of all) {
    const { id } = await kind.make(payables, given)
    if (given.external_id === 'gone') await kind.remove(payables, id)
  }
}

const has = (document: Document, key: string, values: readonly string[]): boolean =>
  document.transaction_tags?.some((tag) => tag.key === key && values.includes(tag.value ?? '')) ?? false

/** Whether the filters match the presented document. */
function fits(kind: Kind, asked: NonNullable<Asked>, document: Document): boolean {
  const { start_date, end_date, vendor_id, vendor_external_id, bill_id, has_unallocated, tag_key, tag_values } = asked
  const at = kind.timeOf(document)
  // A day in a zone fourteen hours ahead.
  const startOf = (day: string): string => new Date(Date.parse(`${day}T00:00:00+14:00`)).toISOString()
  const endOf = (day: string): string => new Date(Date.parse(`${day}T23:59:59.999+14:00`)).toISOString()
  return [
    asked.include_deleted || document.deleted_at === undefined,
    start_date === undefined || at >= (start_date.length === 10 ? startOf(start_date) : start_date),
    end_date === undefined || at <= (end_date.length === 10 ? endOf(end_date) : end_date),
    vendor_id === undefined || document.vendor?.id === vendor_id.toLowerCase(),
    vendor_external_id === undefined || document.vendor?.external_id === vendor_external_id,
    bill_id === undefined || document.allocations?.some((part) => part.bill_id === bill_id),
    has_unallocated === undefined || Number(document.unallocated_amount) > 0 === has_unallocated,
    asked.external_id === undefined || document.external_id === asked.external_id,
    !asked.reference_numbers?.length || asked.reference_numbers.includes(document.reference_number ?? ''),
    tag_key === undefined || has(document, tag_key, tag_values ?? []),
  ].every(Boolean)
}

const filters = (): NonNullable<Asked>[] => [
  {},
  { include_deleted: true },
  { start_date: '2026-01-10' },
  { end_date: '2026-01-10' },
  { start_date: '2026-01-10', end_date: '2026-01-10' },
  { start_date: '2026-01-10T10:00:00.000Z' },
  { vendor_id: otherVendor.toUpperCase() },
  { vendor_external_id: 'vendor-2' },
  { vendor_id: payables.contactId, vendor_external_id: 'vendor-2' },
  { vendor_external_id: 'nobody' },
  { vendor_id: randomUUID() },
  { vendor_id: 'no id' },
  { vendor_external_id: 'nul \0' },
  { bill_id: bills[0] ?? '' },
  { bill_id: randomUUID() },
  { bill_id: 'no id' },
  { has_unallocated: true },
  { has_unallocated: false },
  { has_unallocated: true, include_deleted: true },
  { has_unallocated: false, include_deleted: true },
  { external_id: 'two' },
  { external_id: 'gone' },
  { external_id: 'gone', include_deleted: true },
  { external_id: 'nul \0' },
  { reference_numbers: ['r1'] },
  { reference_numbers: ['r1', 'r2', 'nul \0'], include_deleted: true },
  { reference_numbers: ['nul \0'] },
  { tag_key: 'area', tag_values: ['north'] },
  { tag_key: 'area', tag_values: ['north', 'south'] },
  { tag_key: 'area', tag_values: ['nowhere'] },
  { tag_key: 'nothing', tag_values: ['north'] },
  { tag_key: 'area', tag_values: ['north'], reference_numbers: ['r1'], start_date: '2026-01-01' },
  { bill_id: bills[0] ?? '', has_unallocated: true },
]

describe.each([
  ['bill payments', paymentKind],
  ['vendor credits', creditKind],
])('a list of %s', (_, kind) => {
  test('has what its filters leave, in each order, sorted or in index order', async () => {
    const { data: all } = await kind.list({ include_deleted: true })
    expect(all).toHaveLength(7)
    const orders = [
      { sort_by: kind.sorts[0], keyOf: kind.timeOf },
      { sort_by: kind.sorts[1], keyOf: kind.amountOf },
    ].flatMap((by) => ['ASC', 'DESC'].map((sort_order) => ({ ...by, sort_order })))
    const ways = [10_000, 0]
    // Each order in both plans without filters, and for each filter one order and plan, in rotation.
    for (const [index, asked] of filters().entries())
      for (const [at, { sort_by, sort_order, keyOf }] of orders.entries())
        for (const [way, mostGathered] of ways.entries())
          if (
            index === 0 ||
            (at === Math.floor(index / ways.length) % orders.length && way === (index + kind.first) % ways.length)
          ) {
            const sign = sort_order === 'ASC' ? 1 : -1
            const key = (document: Document): string => `${String(keyOf(document)).padStart(30)} ${document.id}`
            const expected = all
              .filter((document) => fits(kind, asked, document))
              .sort((one, other) => (key(one) < key(other) ? -sign : sign))
              .map(({ id }) => id)
            const { data, total, cursor } = await kind.list({ page: { sort_by, sort_order }, ...asked }, mostGathered)
            const ids = data.map(({ id }) => id)
            expect({ asked, ids, total, cursor }).toEqual({
              asked,
              ids: expected,
              total: expected.length,
              cursor: undefined,
            })
          }
  }, 60_000)

  test('begins with the latest by default', async () => {
    const { data } = await kind.list({})
    const times = data.map(kind.timeOf)
    expect(times).toEqual(times.toSorted().toReversed())
  })

  test('refuses invalid queries, and a cursor of another list', async () => {
    const refusal = (asked: Asked) => refusals(kind.list(asked))
    expect(await refusal({ start_date: '2026-02-30' })).toEqual([['InvalidQuery', 'start_date, end_date']])
    expect(await refusal({ tag_key: 'area' })).toEqual([['MissingTagValues', 'tag_values']])
    expect(await refusal({ tag_values: ['north'] })).toEqual([['MissingTagValues', 'tag_key']])
    expect(await refusal({ page: { sort_by: 'id' } })).toEqual([['InvalidQuery', 'sort_by']])
    const { cursor = '' } = await kind.list({ page: { limit: 1 } })
    expect(await refusal({ page: { limit: 1, cursor }, external_id: 'one' })).toEqual([['InvalidCursor', 'cursor']])
    expect(await refusals(kind.list({ page: { cursor } }, 0, elsewhere))).toEqual([['InvalidCursor', 'cursor']])
  })
})

test('payments are listed by method', async () => {
  const { data } = await listBillPayments(billing, payables.request, paymentsAsked({ method: 'ACH' }))
  expect(data).toHaveLength(6)
  expect((await listBillPayments(billing, payables.request, paymentsAsked({ method: 'CASH' }))).data).toEqual([])
  expect(await refusals(listBillPayments(billing, payables.request, paymentsAsked({ method: 'BARTER' })))).toEqual([
    ['InvalidQuery', 'method'],
  ])
})

test('a page ends before its documents have too many parts, but has at least one', async () => {
  const listing = { name: 'test', sorts: ['paid_at'] as [string], defaultOrder: 'ASC' as const }
  const page = readPage(billing.cursorKey, listing, [], { limit: 5 })
  const { businessId } = payables.request
  const table = 'bill_payments' as const
  const search = { table, where: 'd.business_id = $1', bind: [businessId], sort: 'paid_at' }
  const shown = (parts: number, bytes = 1) =>
    billing.db.transact(payables.request, async (tx) => {
      const kind = {
        countParts: async (_tx: unknown, ids: readonly string[]) => new Map(ids.map((id) => [id, parts])),
        load: async (_tx: unknown, ids: readonly string[]) => ids.map((id) => ({ id, text: 'x'.repeat(bytes) })),
        present: async (_tx: unknown, documents: readonly { id: string }[]) => [...documents],
      }
      const { data, end } = await listDocuments(tx, search, page, billing, kind, AT)
      expect(end?.[1]).toBe(data.at(-1)?.id)
      return data.length
    })
  expect(await shown(1)).toBe(5)
  expect(await shown(5_000)).toBe(2)
  expect(await shown(5_001)).toBe(1)
  expect(await shown(50_000)).toBe(1)
  expect(await shown(1, 1_000_000)).toBe(3)
})

// These run last: they add documents that the others would count.
describe.each([
  ['bill payments', paymentKind],
  ['vendor credits', creditKind],
])('a growing list of %s', (_, kind) => {
  test('has pages that lose nothing while documents are added, sorted or in index order', async () => {
    const add = (day: number) => kind.make(payables, { at: `2026-01-${day}T12:00:00Z`, amount: 10 })
    for (const most of [10_000, 0]) {
      const existing = (await kind.list({})).data.map(({ id }) => id)
      const seen: string[] = []
      for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
        const shown = await kind.list({ page: { limit: 2, ...(isFirst ? {} : { cursor }) } }, most)
        // Counted once.
        expect(shown.total).toBe(existing.length)
        seen.push(...shown.data.map(({ id }) => id))
        cursor = shown.cursor
        // Before the page and behind it.
        if (isFirst) await Promise.all([add(12), add(22)])
      }
      expect(new Set(seen).size).toBe(seen.length)
      for (const id of existing) expect(seen).toContain(id)
    }
  }, 60_000)
})
