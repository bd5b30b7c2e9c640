import { randomUUID } from 'node:crypto'
import type { Bill__Output, ListBillsRequest__Output } from '@pacioli/protos/billing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { payBill } from '../testing/bill-payments.test-helpers.ts'
import { startTestBilling, type TestBilling } from '../testing/billing.test-helpers.ts'
import { makeVendor } from '../testing/vendors.test-helpers.ts'
import {
  billInput,
  line,
  listOf,
  makeBill,
  makeExpense,
  openPayables,
  refusals,
  type TestPayables,
} from '../testing/bills.test-helpers.ts'
import { createBills, listBills, voidBill } from '../testing/use-cases.test-helpers.ts'

let billing: TestBilling
/** Another business. */
let neighbour: TestPayables
beforeAll(async () => {
  billing = await startTestBilling()
  neighbour = await openPayables(billing)
})
afterAll(() => billing.stop())

type Asked = Partial<ListBillsRequest__Output>

const list = ({ request }: TestPayables, asked: Asked = {}, mostGathered = 10_000) =>
  listBills({ ...billing, mostGathered }, request, listOf(asked))

/** All pages of the given size. */
async function walk(
  payables: TestPayables,
  asked: Asked,
  limit: number,
  mostGathered?: number,
): Promise<Bill__Output[]> {
  const all: Bill__Output[] = []
  for (let cursor: string | undefined; ;) {
    const { data = [], pagination } = await list(
      payables,
      { ...asked, page: { ...asked.page, limit, cursor } },
      mostGathered,
    )
    all.push(...(data as Bill__Output[]))
    cursor = pagination?.cursor
    expect(pagination?.has_more).toBe(cursor !== undefined)
    if (cursor === undefined) return all
  }
}

describe('of a business with bills of all kinds', () => {
  let payables: TestPayables
  let all: Bill__Output[]
  let otherVendor: string

  beforeAll(async () => {
    payables = await openPayables(billing, { time_zone: 'America/New_York' })
    const { request } = payables
    otherVendor = (await makeVendor(billing, request, { external_id: 'other', company_name: 'Other' })).id
    const inputs = Array.from({ length: 40 }, (_, index) =>
      billInput(payables, {
        external_id: `b${index}`,
        ...(index % 3 === 0 ? { vendor_external_id: 'other' } : {}),
        // Some at the same instant, and around midnight in New York.
        received_at: new Date(Date.UTC(2026, 0, 1 + (index % 7), 4 + (index % 3))).toISOString(),
        ...(index % 4 === 0 ? {} : { terms: index % 4 === 1 ? 'NET_10' : 'NET_30' }),
        ...(index % 5 === 0 ? { reference_number: `R${index % 10}` } : {}),
        line_items: [line(100 * (1 + (index % 4)))],
        tags: index % 2 === 0 ? [{ key: 'class', value: `c${index % 6}` }] : [],
      }),
    )
    const { data = [] } = await createBills(billing, request, inputs)
    for (const index of [1, 2, 3]) await voidBill(billing, request, data[index]?.id ?? '')
    for (const index of [4, 5, 6]) await payBill(billing, payables, { id: data[index]?.id ?? '' }, 100)
    for (const index of [0, 1, 2])
      await makeExpense(billing, payables, {
        external_id: `e${index}`,
        paid_at: new Date(Date.UTC(2026, 0, 2 + index, 5)).toISOString(),
        ...(index === 0 ? {} : { vendor_id: payables.contactId }),
        tags: [{ key: 'class', value: 'c2' }],
      })
    all = await walk(payables, {}, 500)
    expect(all).toHaveLength(43)
    await makeBill(billing, neighbour)
  })

  const classOf = (bill: Bill__Output): string | undefined => bill.transaction_tags[0]?.value

  const filters: [string, () => Asked, (bill: Bill__Output) => boolean][] = [
    ['statuses', () => ({ statuses: ['VOIDED', 'PAID'] }), ({ status }) => ['VOIDED', 'PAID'].includes(status)],
    ['a status', () => ({ statuses: ['PARTIALLY_PAID'] }), ({ status }) => status === 'PARTIALLY_PAID'],
    ['a vendor', () => ({ vendor_id: otherVendor.toUpperCase() }), ({ vendor }) => vendor?.id === otherVendor],
    ['a vendor by external_id', () => ({ vendor_external_id: 'other' }), ({ vendor }) => vendor?.id === otherVendor],
    [
      'one vendor by both',
      () => ({ vendor_id: otherVendor, vendor_external_id: 'other' }),
      ({ vendor }) => vendor?.id === otherVendor,
    ],
    ['two vendors at once', () => ({ vendor_id: payables.contactId, vendor_external_id: 'other' }), () => false],
    ['an unknown vendor', () => ({ vendor_external_id: 'nobody' }), () => false],
    ['a vendor that is no id', () => ({ vendor_id: 'x' }), () => false],
    [
      'days in the zone of the business',
      () => ({ start_date: '2026-01-02', end_date: '2026-01-04' }),
      ({ received_at }) => received_at >= '2026-01-02T05:00:00.000Z' && received_at < '2026-01-05T05:00:00.000Z',
    ],
    [
      'instants',
      () => ({ start_date: '2026-01-02T04:00:00Z', end_date: '2026-01-02T05:00:00Z' }),
      ({ received_at }) => received_at >= '2026-01-02T04:00:00.000Z' && received_at <= '2026-01-02T05:00:00.000Z',
    ],
    [
      'due days: what has no due date is on none',
      () => ({ due_start_date: '2026-01-01', due_end_date: '2026-01-15' }),
      ({ due_at }) =>
        due_at !== undefined && due_at >= '2026-01-01T05:00:00.000Z' && due_at < '2026-01-16T05:00:00.000Z',
    ],
    ['bills', () => ({ is_expense: false }), ({ is_expense }) => !is_expense],
    ['expenses', () => ({ is_expense: true }), ({ is_expense }) => is_expense],
    ['what is open', () => ({ is_open: true }), ({ outstanding_balance }) => Number(outstanding_balance) > 0],
    ['what is not open', () => ({ is_open: false }), ({ outstanding_balance }) => Number(outstanding_balance) === 0],
    ['an external_id', () => ({ external_id: 'b7' }), ({ external_id }) => external_id === 'b7'],
    ['an external_id that nothing can have', () => ({ external_id: '\0' }), () => false],
    ['references', () => ({ reference_numbers: ['R5', 'nope'] }), ({ reference_number }) => reference_number === 'R5'],
    [
      'any of some tags',
      () => ({ tag_key: 'class', tag_values: ['c0', 'c2'] }),
      (bill) => ['c0', 'c2'].includes(classOf(bill) ?? ''),
    ],
    ['a tag that there is not', () => ({ tag_key: 'class', tag_values: ['c9'] }), () => false],
    [
      'all of it together',
      () => ({
        tag_key: 'class',
        tag_values: ['c0', 'c2', 'c4'],
        is_open: true,
        vendor_id: payables.contactId,
        end_date: '2026-01-05',
      }),
      (bill) =>
        classOf(bill) !== undefined &&
        Number(bill.outstanding_balance) > 0 &&
        bill.vendor?.id === payables.contactId &&
        bill.received_at < '2026-01-06T05:00:00.000Z',
    ],
  ]

  test.each(filters)('%s: just those, and counted', async (_what, asked, holds) => {
    const expected = all.filter(holds)
    const { data, pagination } = await list(payables, { ...asked(), page: { limit: 20 } })
    expect(data).toEqual(expected.slice(0, 20))
    expect(pagination).toMatchObject({
      total_count: expected.length,
      has_more: expected.length > 20,
      sort_by: 'received_at',
      sort_order: 'DESC',
    })
    expect(await walk(payables, asked(), 20, 0)).toEqual(expected)
  })

  const byText = (of: (bill: Bill__Output) => string) => (one: Bill__Output, other: Bill__Output) =>
    of(one) < of(other) ? -1 : of(one) > of(other) ? 1 : one.id < other.id ? -1 : 1
  const sorts: [string, (one: Bill__Output, other: Bill__Output) => number][] = [
    ['received_at', byText(({ received_at }) => received_at)],
    ['due_at', byText(({ due_at, received_at }) => due_at ?? received_at)],
    ['total_amount', byText(({ total_amount }) => String(total_amount).padStart(9, '0'))],
  ]
  test.each(sorts)('sorted by %s, both ways, page by page', async (sort_by, compare) => {
    const expected = all.toSorted(compare)
    for (const mostGathered of [10_000, 0]) {
      expect(await walk(payables, { page: { sort_by, sort_order: 'ASC' } }, 15, mostGathered)).toEqual(expected)
      expect(await walk(payables, { page: { sort_by } }, 22, mostGathered)).toEqual(expected.toReversed())
    }
  })

  test('invalid queries are refused', async () => {
    const refused = (asked: Asked) => refusals(list(payables, asked))
    expect(await refused({ statuses: ['PAID', 'OPEN'] })).toEqual([['InvalidQuery', 'statuses']])
    expect(await refused({ page: { sort_by: 'memo' } })).toEqual([['InvalidQuery', 'sort_by']])
    expect(await refused({ start_date: 'today' })).toEqual([['InvalidQuery', 'start_date, end_date']])
    expect(await refused({ due_end_date: '2026-02-30' })).toEqual([['InvalidQuery', 'due_start_date, due_end_date']])
    expect(await refused({ tag_key: 'class' })).toEqual([['MissingTagValues', 'tag_values']])
    expect(await refused({ tag_values: ['c0'] })).toEqual([['MissingTagValues', 'tag_key']])
    const { pagination } = await list(payables, { page: { limit: 2 } })
    const cursor = pagination?.cursor ?? ''
    expect(await refused({ page: { cursor }, is_open: true })).toEqual([['InvalidCursor', 'cursor']])
    expect(await refused({ page: { cursor, sort_order: 'ASC' } })).toEqual([['InvalidCursor', 'cursor']])
    expect(await refusals(list(neighbour, { page: { cursor } }))).toEqual([['InvalidCursor', 'cursor']])
    expect(await refusals(listBills(billing, { ...payables.request, businessId: randomUUID() }, listOf()))).toEqual([
      ['BusinessNotFound', 'businessId'],
    ])
  })
})

test('bills that are added or removed between two pages make no other one repeat or get lost', async () => {
  const payables = await openPayables(billing)
  const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour)).toISOString()
  const make = async (...hours: number[]) => {
    const inputs = hours.map((hour) => billInput(payables, { received_at: at(hour) }))
    return (await createBills(billing, payables.request, inputs)).data ?? []
  }
  const existing = await make(1, 2, 3, 4)
  const asked = { page: { limit: 2, sort_order: 'ASC' } }
  const first = await list(payables, asked)
  await make(0, 2, 5)
  const next = await list(payables, { page: { ...asked.page, cursor: first.pagination?.cursor } })
  expect([...(first.data ?? []), ...(next.data ?? [])].map(({ received_at }) => received_at)).toEqual(
    [1, 2, 2, 3].map(at),
  )
  expect(first.data?.map(({ id }) => id)).toEqual(existing.slice(0, 2).map(({ id }) => id))
  // Counted when the first page was.
  expect(next.pagination?.total_count).toBe(4)
})

test('a page ends early where the answer would become too long', async () => {
  const payables = await openPayables(billing)
  const words = 'w'.repeat(8_000)
  const inputs = Array.from({ length: 6 }, () =>
    billInput(payables, { line_items: Array.from({ length: 100 }, () => line(1, { description: words })) }),
  )
  await createBills(billing, payables.request, inputs)
  const { data = [], pagination } = await list(payables)
  expect(data.length).toBeGreaterThan(0)
  expect(data.length).toBeLessThan(6)
  expect(pagination).toMatchObject({ has_more: true, total_count: 6 })
  expect(await walk(payables, {}, 500)).toHaveLength(6)
})
