/** Which bills, payments and credits a filter finds, in which order, page after page. */
import { beforeAll, expect, test } from 'vitest'
import {
  billed,
  credited,
  newClient,
  Payables,
  target,
  type Bill,
  type BillPayment,
  type Call,
  type Vendor,
} from './src/index.ts'

let payables: Payables
let vendor: Vendor
let bills: Bill[]
let payment: BillPayment

beforeAll(async () => {
  const client = await newClient(target(), 'payables-lists')
  payables = new Payables(await client.books({ time_zone: 'America/New_York' }))
  vendor = await payables.vendor('papers')
  const other = await payables.vendor('other')
  const line_items = [billed('COGS', 100)]
  bills = [
    await payables.received(vendor, line_items, { due_at: '2026-02-01T12:00:00Z', reference_number: 'R-1' }),
    await payables.received(vendor, [billed('COGS', 300)], {
      received_at: '2026-01-20T03:00:00Z',
      terms: 'NET_10',
      tags: [{ key: 'store', value: 'one' }],
      reference_number: 'R-2',
    }),
    await payables.received(other, line_items, { received_at: '2026-02-01T12:00:00Z', external_id: 'third' }),
    await payables.spent('CASH', [billed('COGS', 50)], { vendor_id: vendor.id }),
  ]
  payment = await payables.paid(120, [{ bill_id: bills[0]?.id, amount: 100 }], { reference_number: 'P-1' })
  await payables.voidBill(bills[2]?.id ?? '')
})

test('lists of bills find what fits all filters', async () => {
  const found = async (query: Call['query']) =>
    (await payables.bills(query)).map(({ id }) => bills.findIndex((bill) => bill.id === id))
  const cases: [Call['query'], number[]][] = [
    [{}, [2, 1, 3, 0]],
    [{ sort_order: 'ASC' }, [0, 3, 1, 2]],
    [{ sort_by: 'total_amount', sort_order: 'ASC', is_expense: false, vendor_id: vendor.id }, [0, 1]],
    [{ status: 'PAID' }, [3, 0]],
    [{ statuses: 'RECEIVED,VOIDED' }, [2, 1]],
    [{ is_open: true }, [1]],
    [{ is_expense: true }, [3]],
    [{ vendor_external_id: 'other' }, [2]],
    [{ vendor_external_id: 'nobody' }, []],
    // In New York it is still the day before.
    [{ start_date: '2026-01-19', end_date: '2026-01-19' }, [1]],
    [{ due_start_date: '2026-01-29', due_end_date: '2026-02-01' }, [1, 0]],
    [{ external_id: 'third' }, [2]],
    [{ reference_number: 'R-1', reference_numbers: 'R-2' }, [1, 0]],
    [{ tag_key: 'store', tag_values: ['one', 'two'] }, [1]],
    [{ tag_key: 'store', tag_values: ['one'], status: 'PAID' }, []],
  ]
  for (const [query, expected] of cases) expect([query, await found(query)]).toEqual([query, expected])
  const pages = await payables.all('listBills', { limit: 1 })
  expect(pages.map(({ id }) => id)).toEqual((await payables.bills()).map(({ id }) => id))
})

test('lists of payments and of credits, too', async () => {
  const credit = await payables.credit(vendor, [credited('COGS', 70)], {
    allocations: [{ bill_id: bills[1]?.id, amount: 20 }],
  })
  const paying = async (query: Call['query']) => (await payables.all('listBillPayments', query)).map(({ id }) => id)
  const crediting = async (query: Call['query']) => (await payables.all('listVendorCredits', query)).map(({ id }) => id)
  for (const query of [
    { bill_id: bills[0]?.id },
    { method: 'ACH' },
    { reference_number: 'P-1' },
    { has_unallocated: true },
  ])
    expect([query, await paying(query)]).toEqual([query, [payment.id]])
  for (const query of [
    { bill_id: bills[1]?.id },
    { method: 'CASH' },
    { end_date: '2026-02-14' },
    { has_unallocated: false },
  ])
    expect([query, await paying(query)]).toEqual([query, []])
  for (const query of [
    { bill_id: bills[1]?.id },
    { has_unallocated: true },
    { vendor_id: vendor.id, start_date: '2026-01-20' },
  ])
    expect([query, await crediting(query)]).toEqual([query, [credit.id]])
  await payables.deletePayment(payment.id)
  await payables.deleteCredit(credit.id)
  expect([await paying({}), await crediting({})]).toEqual([[], []])
  expect(await paying({ include_deleted: true })).toEqual([payment.id])
  expect(await crediting({ include_deleted: true })).toEqual([credit.id])
})
