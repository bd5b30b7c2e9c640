import { randomUUID } from 'node:crypto'
import { refused } from '@pacioli/errors'
import type { Bill__Output, UpdateBillRequest__Output } from '@pacioli/protos/billing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { payBill } from '../bill-payments/bill-payments.test-helpers.ts'
import { getBillPayment } from '../bill-payments/get-bill-payment.ts'
import { requestFor, startTestBilling, type TestBilling } from '../billing.test-helpers.ts'
import { checkBusiness } from '../checking/check-business.ts'
import { archiveAccount, archiveTag, changesOn, closeBooks } from '../documents/ledger.test-helpers.ts'
import { creditLine, makeCredit } from '../vendor-credits/vendor-credits.test-helpers.ts'
import { getVendorCredit } from '../vendor-credits/get-vendor-credit.ts'
import { updateVendor } from '../vendors/update-vendor.ts'
import { changeOf as vendorChange, makeVendor } from '../vendors/vendors.test-helpers.ts'
import {
  anotherVendor,
  changeOf,
  GOODS,
  line,
  makeBill,
  makeExpense,
  named,
  openPayables,
  refusals,
  RENT,
  taxInputs,
  type TestPayables,
} from './bills.test-helpers.ts'
import { eventsOf, openAccount, postedOf, standingOf, taxAccountsOf } from './books.test-helpers.ts'
import { getBill } from './get-bill.ts'
import { updateBill } from './update-bill.ts'
import { voidBill } from './void-bill.ts'

let billing: TestBilling
let payables: TestPayables
beforeAll(async () => {
  billing = await startTestBilling()
  payables = await openPayables(billing)
})
afterAll(async () => {
  expect(await checkBusiness(billing, payables.request)).toEqual([])
  expect(billing.refusedPostings).toEqual([])
  await billing.stop()
})

/** A vendor of a test's own. */
const somebody = () => anotherVendor(billing, payables)

type Change = Partial<UpdateBillRequest__Output>

const change = (payables: TestPayables, bill: { id: string }, to: Change) =>
  updateBill(billing, payables.request, changeOf(bill, to))

async function changed(payables: TestPayables, bill: { id: string }, to: Change): Promise<Bill__Output> {
  const { data } = await change(payables, bill, to)
  expect((await getBill(billing, payables.request, bill.id)).data).toEqual(data)
  return data as Bill__Output
}

const read = async ({ request }: TestPayables, { id }: { id: string }): Promise<Bill__Output> =>
  (await getBill(billing, request, id)).data as Bill__Output

const items = (...lines: ReturnType<typeof line>[]) => ({ line_items: { items: lines } })

describe('what is said of a bill', () => {
  test('changes where it is named, is removed where it is cleared, and posts nothing', async () => {
    const payables = await somebody()
    const bill = await makeBill(billing, payables, {
      external_id: 'a',
      memo: 'old',
      metadata: '{"a": 1}',
      reference_number: 'R',
      terms: 'NET_30',
    })
    const one = await changed(payables, bill, {
      memo: 'new',
      external_id: 'b',
      metadata: '{"b": 2}',
      cleared: ['reference_number'],
    })
    expect(one).toEqual({
      ...bill,
      memo: 'new',
      external_id: 'b',
      metadata: '{"b": 2}',
      reference_number: undefined,
      updated_at: one.updated_at,
    })
    const two = await changed(payables, bill, { cleared: ['memo', 'external_id', 'metadata'] })
    expect([two.memo, two.external_id, two.metadata]).toEqual([undefined, undefined, undefined])
    expect(await postedOf(billing, payables.request, bill.id)).toHaveLength(1)
    // What is named as it is changes nothing, and nobody is told.
    const three = await changed(payables, bill, {
      cleared: ['memo'],
      terms: 'NET_30',
      additional_discount: 0,
      tags: { items: [] },
    })
    expect(three).toEqual(two)
    expect(
      (await eventsOf(billing, payables.request, bill.id)).map(({ type, data }) => [type, data['version']]),
    ).toEqual([
      ['pacioli.bill.created.v1', 1],
      ['pacioli.bill.changed.v1', 2],
      ['pacioli.bill.changed.v1', 3],
    ])
  })

  test('is what it was where its metadata is spelled otherwise, and its tags are in another order', async () => {
    const payables = await somebody()
    const tags = ['x', 'y', 'z'].map((key) => ({ key, value: '1' }))
    const lines = [line(10, { external_id: 'a', metadata: '{"n": 1, "deep": {"a": [1], "b": 2}}', tags })]
    const bill = await makeBill(billing, payables, { line_items: lines, metadata: '{"a": 1, "bc": {"d": 2}}', tags })
    const respelled = { metadata: '{"deep":{"b":2,"a":[1]},"n":1}', tags: tags.toReversed() }
    const same = {
      metadata: '{"bc":{"d":2},"a":1}',
      tags: { items: tags.toReversed() },
      line_items: { items: [line(10, { external_id: 'a', ...respelled })] },
    }
    expect(await changed(payables, bill, same)).toEqual(bill)
    expect(await eventsOf(billing, payables.request, bill.id)).toHaveLength(1)
    // What is others changes alone.
    await change(payables, bill, { ...same, metadata: '{"bc":{"d":3},"a":1}' })
    const after = await read(payables, bill)
    expect(after).toEqual({ ...bill, metadata: '{"a": 1, "bc": {"d": 3}}', updated_at: after.updated_at })
  })

  test('an external_id that was given up is free, one that is taken is refused', async () => {
    const payables = await somebody()
    const bill = await makeBill(billing, payables, { external_id: 'free a' })
    await makeExpense(billing, payables, { external_id: 'free b' })
    expect(await refusals(change(payables, bill, { external_id: 'free b' }))).toEqual([
      ['DuplicateExternalId', 'external_id'],
    ])
    await change(payables, bill, { external_id: 'free c' })
    expect((await makeBill(billing, payables, { external_id: 'free a' })).id).not.toBe(bill.id)
  })

  test('a due date that followed from the terms follows them still; one that was named stands', async () => {
    const payables = await somebody()
    const bill = await makeBill(billing, payables, { terms: 'NET_30' })
    const dueAt = async (to: Change) => (await changed(payables, bill, to)).due_at
    expect(await dueAt({ received_at: '2026-01-11T12:00:00Z' })).toBe('2026-02-10T12:00:00.000Z')
    expect(await dueAt({ terms: 'NET_10' })).toBe('2026-01-21T12:00:00.000Z')
    expect(await dueAt({ due_at: '2026-03-01T00:00:00Z' })).toBe('2026-03-01T00:00:00.000Z')
    expect(await dueAt({ received_at: '2026-01-12T12:00:00Z' })).toBe('2026-03-01T00:00:00.000Z')
    // The terms that it has already are no other ones.
    expect(await dueAt({ terms: 'NET_10', memo: 'again' })).toBe('2026-03-01T00:00:00.000Z')
    expect(await dueAt({ cleared: ['due_at'] })).toBe('2026-01-22T12:00:00.000Z')
    expect(await dueAt({ due_at: '2026-03-01T00:00:00Z', cleared: ['terms'] })).toBe('2026-03-01T00:00:00.000Z')
    expect(await dueAt({ received_at: '2026-01-13T12:00:00Z' })).toBe('2026-03-01T00:00:00.000Z')
    expect(await dueAt({ terms: 'NET_15' })).toBe('2026-01-28T12:00:00.000Z')
    expect(await dueAt({ cleared: ['terms'] })).toBeUndefined()
    expect(await dueAt({ cleared: ['due_at'] })).toBeUndefined()
  })

  test('another vendor can be named while nothing is allocated', async () => {
    const payables = await somebody()
    const { request } = payables
    const other = await makeVendor(billing, request, { external_id: 'other', company_name: 'Other' })
    const gone = await makeVendor(billing, request, { company_name: 'Gone' })
    const bill = await makeBill(billing, payables)
    expect((await changed(payables, bill, { vendor_external_id: 'other' })).vendor?.id).toBe(other.id)
    await updateVendor(billing, request, vendorChange(gone, { status: 'ARCHIVED' }))
    expect(await refusals(change(payables, bill, { vendor_id: gone.id }))).toEqual([['VendorArchived', 'vendor_id']])
    expect(await refusals(change(payables, bill, { vendor_id: randomUUID() }))).toEqual([
      ['VendorNotFound', 'vendor_id'],
    ])
    expect(await refusals(change(payables, bill, { cleared: ['vendor_id'] }))).toEqual([
      ['InvalidPayload', 'vendor_id'],
    ])
    // Its own vendor may be archived meanwhile.
    await updateVendor(billing, request, vendorChange(other, { status: 'ARCHIVED' }))
    await change(payables, bill, { vendor_id: other.id, memo: 'still theirs' })
    await payBill(billing, payables, bill, 10)
    expect(await refusals(change(payables, bill, { vendor_id: payables.vendorId }))).toEqual([
      ['BillHasPayments', 'vendor_id'],
    ])
    expect((await changed(payables, bill, { vendor_id: other.id })).vendor?.id).toBe(other.id)
  })
})

describe('line items', () => {
  test('are replaced as a list; those found by id or external_id stay the same ones', async () => {
    const payables = await somebody()
    const bill = await makeBill(billing, payables, {
      line_items: [
        line(10, { external_id: 'a', taxes: { CA: 1 }, memo: 'a' }),
        line(20, { tags: [{ key: 'class', value: 'x' }] }),
        line(30, { external_id: 'c' }),
      ],
    })
    const [a, b, c] = bill.line_items
    const after = await changed(payables, bill, {
      ...items(
        line(31, { external_id: 'c' }),
        line(21, { id: b?.id ?? '', tags: [{ key: 'class', value: 'x' }], quantity: '2.50' }),
        line(5, { account_identifier: GOODS, external_id: 'new' }),
        line(11, { external_id: 'a', taxes: { CA: 2, NY: 3 } }),
      ),
    })
    expect(after.line_items.map(({ id }) => id)).toEqual([c?.id, b?.id, after.line_items[2]?.id, a?.id])
    expect(after.line_items.map((one) => [one.subtotal, one.quantity, one.memo, one.total_amount])).toEqual([
      [31, '1', undefined, 31],
      [53, '2.5', undefined, 53],
      [5, '1', undefined, 5],
      [11, '1', undefined, 16],
    ])
    expect(after.line_items[1]?.transaction_tags[0]?.id).toBe(b?.transaction_tags[0]?.id)
    expect(after).toMatchObject({ total_amount: 105, outstanding_balance: 105 })
    expect(await postedOf(billing, payables.request, bill.id)).toEqual([
      [
        'ACCRUAL 2026-01-10',
        [
          'Dr OPERATING_EXPENSES 10',
          'Dr SALES_TAXES:CA 1',
          'Dr OPERATING_EXPENSES 20 class:x',
          'Dr OPERATING_EXPENSES 30',
          'Cr ACCOUNTS_PAYABLE 61',
        ],
      ],
      [
        'reversal ACCRUAL 2026-01-10',
        [
          'Cr OPERATING_EXPENSES 10',
          'Cr SALES_TAXES:CA 1',
          'Cr OPERATING_EXPENSES 20 class:x',
          'Cr OPERATING_EXPENSES 30',
          'Dr ACCOUNTS_PAYABLE 61',
        ],
      ],
      [
        'ACCRUAL 2026-01-10',
        [
          'Dr OPERATING_EXPENSES 42',
          'Dr OPERATING_EXPENSES 53 class:x',
          'Dr COGS 5',
          'Dr SALES_TAXES:CA 2',
          'Dr SALES_TAXES:NY 3',
          'Cr ACCOUNTS_PAYABLE 105',
        ],
      ],
    ])
  })

  test('that say what they said post nothing', async () => {
    const payables = await somebody()
    const lines = [line(10, { external_id: 'a', taxes: { CA: 1 }, tags: [{ key: 'class', value: 'x' }] })]
    const bill = await makeBill(billing, payables, { line_items: lines, taxes: { NY: 2 } })
    expect(await changed(payables, bill, { line_items: { items: lines } })).toEqual(bill)
    expect(await changed(payables, bill, { additional_sales_taxes: { items: taxInputs({ NY: 2 }) } })).toEqual(bill)
    expect(await postedOf(billing, payables.request, bill.id)).toHaveLength(1)
  })

  test('taxes and discounts on the whole change, too, and are removed', async () => {
    const payables = await somebody()
    const bill = await makeBill(billing, payables, { taxes: { CA: 5 }, additional_discount: 2 })
    expect(
      await changed(payables, bill, { additional_sales_taxes: { items: taxInputs({ CA: 6, NY: 1 }) } }),
    ).toMatchObject({
      additional_sales_taxes_total: 7,
      total_amount: 105,
    })
    expect(await changed(payables, bill, { additional_discount: 20 })).toMatchObject({ total_amount: 87 })
    const bare = await changed(payables, bill, {
      additional_sales_taxes: { items: [] },
      cleared: ['additional_discount'],
    })
    expect(bare).toMatchObject({ total_amount: 100, additional_sales_taxes: [], additional_discount: 0 })
    expect(await standingOf(billing, payables.request, bill.id)).toEqual([
      ['ACCRUAL 2026-01-10', ['Dr OPERATING_EXPENSES 100', 'Cr ACCOUNTS_PAYABLE 100']],
    ])
    // What comes to nothing is reversed, and posted again once it is worth something.
    expect(await changed(payables, bill, items(line(0)))).toMatchObject({ status: 'PAID', total_amount: 0 })
    expect(await standingOf(billing, payables.request, bill.id)).toEqual([])
    await change(payables, bill, items(line(3)))
    expect(await standingOf(billing, payables.request, bill.id)).toHaveLength(1)
  })

  test('of another bill, of nobody, or twice the same one are refused', async () => {
    const payables = await somebody()
    const bill = await makeBill(billing, payables)
    const other = await makeBill(billing, payables)
    const id = bill.line_items[0]?.id ?? ''
    expect(await refusals(change(payables, bill, items(line(1, { id: other.line_items[0]?.id ?? '' }))))).toEqual([
      ['InvalidPayload', 'line_items.0.id'],
    ])
    expect(await refusals(change(payables, bill, items(line(1, { id: 'nothing' }))))).toEqual([
      ['InvalidPayload', 'line_items.0.id'],
    ])
    expect(await refusals(change(payables, bill, items(line(1, { id }), line(1, { id: id.toUpperCase() }))))).toEqual([
      ['InvalidPayload', 'line_items.1.id'],
    ])
  })
})

describe('tags', () => {
  test('are replaced; those that stay keep their ids', async () => {
    const payables = await somebody()
    const bill = await makeBill(billing, payables, {
      tags: [
        { key: 'a', value: '1' },
        { key: 'b', value: '1' },
      ],
    })
    const after = await changed(payables, bill, {
      tags: {
        items: [
          { key: 'c', value: '1' },
          { key: 'a', value: '1' },
        ],
      },
    })
    expect(after.transaction_tags.map(({ key }) => key)).toEqual(['a', 'c'])
    expect(after.transaction_tags[0]).toEqual(bill.transaction_tags[0])
    expect((await standingOf(billing, payables.request, bill.id))[0]?.[1]).toEqual([
      'Dr OPERATING_EXPENSES 100 a:1 c:1',
      'Cr ACCOUNTS_PAYABLE 100 a:1 c:1',
    ])
    expect((await changed(payables, bill, { tags: { items: [] } })).transaction_tags).toEqual([])
  })

  test('that are archived stay until something new would be posted with them, and can be replaced', async () => {
    const payables = await openPayables(billing)
    const { request } = payables
    const bill = await makeBill(billing, payables, { tags: [{ key: 'a', value: '1' }] })
    await archiveTag(billing, request, bill.transaction_tags[0]?.definition_id ?? '')
    await change(payables, bill, { memo: 'no posting' })
    expect(await refusals(change(payables, bill, items(line(1))))).toEqual([['TagValueArchived', undefined]])
    // The same once events have told of it.
    await billing.db.transact(request, (tx) =>
      tx.rows('UPDATE tag_values SET archived_at = now() WHERE business_id = $1', [request.businessId]),
    )
    expect(await refusals(change(payables, bill, items(line(1))))).toEqual([['TagValueArchived', undefined]])
    await change(payables, bill, { memo: 'no posting either', received_at: '2026-01-10T12:00:00Z' })
    const replaced = { ...items(line(1)), tags: { items: [{ key: 'a', value: '2' }] } }
    expect((await changed(payables, bill, replaced)).transaction_tags).toMatchObject([{ key: 'a', value: '2' }])
  })
})

describe('accounts', () => {
  test('that are archived take nothing new; reversals go to them all the same', async () => {
    const payables = await somebody()
    const { request } = payables
    const id = await openAccount(billing, request, { name: 'Old', account_subtype: 'COGS' })
    const bill = await makeBill(billing, payables, {
      line_items: [line(50, { account_identifier: { type: 'AccountId', id }, external_id: 'a' }), line(50)],
    })
    await archiveAccount(billing, request, id)
    await change(payables, bill, { memo: 'no posting' })
    expect(await refusals(change(payables, bill, { additional_discount: 1 }))).toEqual([['AccountArchived', undefined]])
    expect(
      await refusals(change(payables, bill, items(line(1, { account_identifier: { type: 'AccountId', id } })))),
    ).toEqual([['AccountArchived', 'line_items.0.account_identifier']])
    await change(payables, bill, items(line(100, { external_id: 'a' })))
    expect((await postedOf(billing, request, bill.id)).slice(1)).toEqual([
      ['reversal ACCRUAL 2026-01-10', ['Cr Old 50', 'Cr OPERATING_EXPENSES 50', 'Dr ACCOUNTS_PAYABLE 100']],
      ['ACCRUAL 2026-01-10', ['Dr OPERATING_EXPENSES 100', 'Cr ACCOUNTS_PAYABLE 100']],
    ])
  })
})

describe('a closed period', () => {
  test('moves what replaces entries in it; nothing new is dated there', async () => {
    const payables = await openPayables(billing)
    const bill = await makeBill(billing, payables)
    await closeBooks(billing, payables.request, '2026-01-31')
    await change(payables, bill, items(line(120)))
    expect(await postedOf(billing, payables.request, bill.id)).toEqual([
      ['ACCRUAL 2026-01-10', ['Dr OPERATING_EXPENSES 100', 'Cr ACCOUNTS_PAYABLE 100']],
      ['reversal ACCRUAL 2026-02-01', ['Cr OPERATING_EXPENSES 100', 'Dr ACCOUNTS_PAYABLE 100']],
      ['ACCRUAL 2026-02-01', ['Dr OPERATING_EXPENSES 120', 'Cr ACCOUNTS_PAYABLE 120']],
    ])
    expect((await read(payables, bill)).received_at).toBe('2026-01-10T12:00:00.000Z')
    expect(await refusals(change(payables, bill, { received_at: '2026-01-31T23:00:00Z' }))).toEqual([
      ['PeriodClosed', 'received_at'],
    ])
    // As it is said already.
    await change(payables, bill, { received_at: '2026-01-10T12:00:00Z', memo: 'same' })
    await change(payables, bill, { received_at: '2026-02-03T12:00:00Z' })
    expect(await standingOf(billing, payables.request, bill.id)).toEqual([
      ['ACCRUAL 2026-02-03', ['Dr OPERATING_EXPENSES 120', 'Cr ACCOUNTS_PAYABLE 120']],
    ])
  })
})

describe('a bill with payments', () => {
  test('recognises them anew where it is for something else now', async () => {
    const payables = await somebody()
    const changes = await changesOn(billing, payables, ['COGS', 'OPERATING_EXPENSES', 'ACCOUNTS_PAYABLE'])
    const { request } = payables
    const bill = await makeBill(billing, payables, { line_items: [line(60), line(40, { account_identifier: GOODS })] })
    const first = await payBill(billing, payables, bill, 30)
    const second = await payBill(billing, payables, bill, 30)
    await change(payables, bill, {
      ...items(line(100, { account_identifier: GOODS, id: bill.line_items[1]?.id ?? '' })),
      tags: { items: [{ key: 'a', value: '1' }] },
    })
    expect(await read(payables, bill)).toMatchObject({
      status: 'PARTIALLY_PAID',
      total_amount: 100,
      outstanding_balance: 40,
    })
    for (const payment of [first, second])
      expect(await standingOf(billing, request, payment.id)).toEqual([
        ['ACCRUAL 2026-01-20', ['Dr ACCOUNTS_PAYABLE 30 a:1', 'Cr OUTGOING_PAYMENT_CLEARING_ACCOUNT 30 a:1']],
        ['CASH 2026-01-20', ['Dr COGS 30 a:1', 'Cr OUTGOING_PAYMENT_CLEARING_ACCOUNT 30 a:1']],
      ])
    expect(await changes()).toEqual({ COGS: [100, 60], OPERATING_EXPENSES: [0, 0], ACCOUNTS_PAYABLE: [40, 0] })
    const events = await eventsOf(billing, request, first.id)
    expect(events.map(({ data }) => data['version'])).toEqual([1, 2])
    expect(events[1]?.data['match_candidate']).toMatchObject({ allocations: [{ amount: 30, tags: [{}] }] })
  })

  test('leaves them alone where only words change', async () => {
    const payables = await somebody()
    const bill = await makeBill(billing, payables, { line_items: [line(60), line(40, { account_identifier: GOODS })] })
    const payment = await payBill(billing, payables, bill, 30)
    const lines = bill.line_items.map(({ id }, index) =>
      line(index ? 40 : 60, { id, memo: 'said', account_identifier: index ? GOODS : RENT }),
    )
    await change(payables, bill, { memo: 'said', terms: 'NET_10', line_items: { items: lines } })
    expect(await postedOf(billing, payables.request, payment.id)).toHaveLength(2)
    // Nothing of it waits for the bill.
    await change(payables, bill, { received_at: '2026-01-11T12:00:00Z' })
    expect(await postedOf(billing, payables.request, payment.id)).toHaveLength(2)
    expect(await eventsOf(billing, payables.request, payment.id)).toHaveLength(1)
  })

  test('comes to no less than what is allocated, and is paid once it comes to just that', async () => {
    const payables = await somebody()
    const changes = await changesOn(billing, payables, ['OPERATING_EXPENSES'])
    const bill = await makeBill(billing, payables)
    await payBill(billing, payables, bill, 60)
    await makeCredit(billing, payables, { allocations: [{ bill_id: bill.id, amount: 20 }] })
    expect(await refusals(change(payables, bill, items(line(79))))).toEqual([['OverAllocated', 'line_items']])
    expect(await changed(payables, bill, items(line(80)))).toMatchObject({
      status: 'PAID',
      outstanding_balance: 0,
      paid_at: '2026-01-20T12:00:00.000Z',
    })
    expect(await changes()).toEqual({ OPERATING_EXPENSES: [30, 60] })
    expect(await changed(payables, bill, items(line(81)))).toMatchObject({
      status: 'PARTIALLY_PAID',
      paid_at: undefined,
    })
  })

  test('received after it was paid: what has a prepayment account waits there', async () => {
    const payables = await somebody()
    const changes = await changesOn(billing, payables, ['PREPAID_EXPENSES', 'ACCOUNTS_PAYABLE'])
    const { request } = payables
    const prepaid = { prepayment_account_identifier: named('PREPAID_EXPENSES') }
    const bill = await makeBill(billing, payables, { line_items: [line(60, prepaid), line(40)] })
    const payment = await payBill(billing, payables, bill, 100)
    await change(payables, bill, { received_at: '2026-02-10T12:00:00Z' })
    expect(await standingOf(billing, request, payment.id)).toEqual([
      [
        'ACCRUAL 2026-01-20',
        ['Dr ACCOUNTS_PAYABLE 40', 'Dr PREPAID_EXPENSES 60', 'Cr OUTGOING_PAYMENT_CLEARING_ACCOUNT 100'],
      ],
      [
        'CASH 2026-01-20',
        ['Dr PREPAID_EXPENSES 60', 'Dr OPERATING_EXPENSES 40', 'Cr OUTGOING_PAYMENT_CLEARING_ACCOUNT 100'],
      ],
      ['ACCRUAL 2026-02-10', ['Dr ACCOUNTS_PAYABLE 60', 'Cr PREPAID_EXPENSES 60']],
      ['CASH 2026-02-10', ['Dr OPERATING_EXPENSES 60', 'Cr PREPAID_EXPENSES 60']],
    ])
    await change(payables, bill, { received_at: '2026-01-10T12:00:00Z' })
    expect(await standingOf(billing, request, payment.id)).toHaveLength(2)
    expect(await changes()).toEqual({ PREPAID_EXPENSES: [0, 0], ACCOUNTS_PAYABLE: [0, 0] })
  })

  test('a payment of several bills is posted anew as a whole, under the tags of each', async () => {
    const payables = await somebody()
    const { request } = payables
    const one = await makeBill(billing, payables, { tags: [{ key: 'a', value: '1' }] })
    const other = await makeBill(billing, payables, {
      tags: [{ key: 'a', value: '2' }],
      line_items: [line(50, { account_identifier: GOODS })],
    })
    const payment = await payBill(billing, payables, one, 100, {
      amount: 160,
      allocations: [
        { bill_id: one.id, amount: 100 },
        { bill_id: other.id, amount: 50 },
      ],
      tags: [{ key: 'p', value: '1' }],
    })
    await change(payables, one, items(line(100, { account_identifier: named('PAYROLL') })))
    expect((await standingOf(billing, request, payment.id))[1]).toEqual([
      'CASH 2026-01-20',
      [
        'Dr PAYROLL 100 a:1 p:1',
        'Dr COGS 50 a:2 p:1',
        'Cr OUTGOING_PAYMENT_CLEARING_ACCOUNT 100 a:1 p:1',
        'Cr OUTGOING_PAYMENT_CLEARING_ACCOUNT 50 a:2 p:1',
        'Dr VENDOR_PREPAYMENTS 10 p:1',
        'Cr OUTGOING_PAYMENT_CLEARING_ACCOUNT 10 p:1',
      ],
    ])
    expect((await getBillPayment(billing, request, payment.id)).data).toMatchObject({ unallocated_amount: 10 })
  })

  test('credits count from when both were received', async () => {
    const payables = await somebody()
    const { request } = payables
    const bill = await makeBill(billing, payables)
    const credit = await makeCredit(billing, payables, {
      line_items: [creditLine(100)],
      allocations: [{ bill_id: bill.id, amount: 100 }],
    })
    const allocatedAt = async () => [
      (await read(payables, bill)).vendor_credits[0]?.allocated_at,
      (await getVendorCredit(billing, request, credit.id)).data?.allocations?.[0]?.allocated_at,
      (await read(payables, bill)).paid_at,
    ]
    expect(new Set(await allocatedAt())).toEqual(new Set(['2026-01-15T12:00:00.000Z']))
    await change(payables, bill, { received_at: '2026-01-20T12:00:00Z' })
    expect(new Set(await allocatedAt())).toEqual(new Set(['2026-01-20T12:00:00.000Z']))
    await change(payables, bill, { received_at: '2026-01-01T12:00:00Z' })
    expect(new Set(await allocatedAt())).toEqual(new Set(['2026-01-15T12:00:00.000Z']))
    const events = await eventsOf(billing, request, credit.id)
    expect(events.map(({ data }) => data['version'])).toEqual([1, 2, 3])
    // Moving between times before the credit was received moves nothing of it.
    await change(payables, bill, { received_at: '2026-01-02T12:00:00Z' })
    expect(await eventsOf(billing, request, credit.id)).toHaveLength(3)
  })
})

describe('an expense', () => {
  test('changes when, how and from where it was paid', async () => {
    const payables = await openPayables(billing)
    const { request } = payables
    const expense = await makeExpense(billing, payables, { vendor_id: payables.vendorId })
    const after = await changed(payables, expense, {
      paid_at: '2026-01-12T12:00:00Z',
      method: 'CREDIT_CARD',
      processor: 'stripe',
      cleared: ['vendor_id'],
    })
    expect(after).toMatchObject({
      paid_at: '2026-01-12T12:00:00.000Z',
      received_at: '2026-01-12T12:00:00.000Z',
      method: 'CREDIT_CARD',
      processor: 'stripe',
      payment_clearing_account: { stable_name: 'UNDEPOSITED_OUTFLOWS' },
    })
    expect(after.vendor).toBeFalsy()
    expect(await standingOf(billing, request, expense.id)).toEqual([
      ['BOTH 2026-01-12', ['Dr OPERATING_EXPENSES 100', 'Cr UNDEPOSITED_OUTFLOWS 100']],
    ])
    const bank = { payment_clearing_account_identifier: named('BANK_ACCOUNTS') }
    expect((await changed(payables, expense, bank)).payment_clearing_account?.stable_name).toBe('BANK_ACCOUNTS')
    // One that was named stays with another method.
    expect((await changed(payables, expense, { method: 'CASH' })).payment_clearing_account?.stable_name).toBe(
      'BANK_ACCOUNTS',
    )
    const cleared = await changed(payables, expense, { cleared: ['payment_clearing_account_identifier', 'processor'] })
    expect(cleared).toMatchObject({
      method: 'CASH',
      payment_clearing_account: { stable_name: 'CASH' },
      processor: undefined,
    })
    expect(
      await refusals(change(payables, expense, { payment_clearing_account_identifier: named('ACCOUNTS_PAYABLE') })),
    ).toEqual([['ControlAccount', 'payment_clearing_account_identifier']])
    await closeBooks(billing, request, '2026-01-31')
    expect(await refusals(change(payables, expense, { paid_at: '2026-01-13T12:00:00Z' }))).toEqual([
      ['PeriodClosed', 'paid_at'],
    ])
  })

  test('that is matched stays worth what it was, paid how it was; the rest of it may change', async () => {
    const payables = await openPayables(billing)
    const expense = await makeExpense(billing, payables)
    const { matched } = billing.bankingPeer
    matched.set(expense.id, { matchId: randomUUID(), transactionId: 'the-transaction' })
    const refusedWith = async (to: Change) => {
      const error = await change(payables, expense, to).catch((one: unknown) => one)
      return (error as { problems?: { error_enum: string; meta: object }[] }).problems?.map(({ error_enum, meta }) => [
        error_enum,
        meta,
      ])
    }
    const match = [
      ['DocumentMatched', { transaction_id: 'the-transaction', match_id: matched.get(expense.id)?.matchId }],
    ]
    expect(await refusedWith(items(line(101)))).toEqual(match)
    expect(await refusedWith({ additional_sales_taxes: { items: taxInputs({ NEVER: 1 }) } })).toEqual(match)
    expect(await taxAccountsOf(billing, payables.request)).toEqual([])
    expect(await refusedWith({ additional_discount: 1 })).toEqual(match)
    expect(await refusedWith({ method: 'ACH' })).toEqual(match)
    expect(await refusedWith({ payment_clearing_account_identifier: named('BANK_ACCOUNTS') })).toEqual(match)
    await change(payables, expense, { ...items(line(100, { account_identifier: GOODS })), method: 'CASH' })
    const asked = billing.bankingPeer.asked.length
    await change(payables, expense, {
      memo: 'words',
      tags: { items: [{ key: 'a', value: '1' }] },
      paid_at: '2026-01-11T12:00:00Z',
    })
    expect(billing.bankingPeer.asked).toHaveLength(asked)
    matched.delete(expense.id)
    await change(payables, expense, items(line(101)))
  })

  test('stays as it is while banking cannot be asked', async () => {
    const payables = await somebody()
    const expense = await makeExpense(billing, payables)
    const { clientId, businessId } = payables.request
    const key = { key: randomUUID(), requestHash: 'h' }
    const first = await updateBill(billing, requestFor(clientId, businessId, key), changeOf(expense, items(line(7))))
    billing.bankingPeer.fault = refused('ServiceUnavailable', 'Banking is away.')
    try {
      expect(await refusals(change(payables, expense, items(line(8))))).toEqual([['ServiceUnavailable', undefined]])
      expect((await read(payables, expense)).total_amount).toBe(7)
      await change(payables, expense, { memo: 'words need no bank' })
      // What was answered before is answered again.
      const repeat = requestFor(clientId, businessId, key)
      expect(await updateBill(billing, repeat, changeOf(expense, items(line(7))))).toEqual(
        JSON.parse(JSON.stringify(first)),
      )
    } finally {
      billing.bankingPeer.fault = undefined
    }
  })
})

describe('refusals', () => {
  test('of what is not there, of what is voided, and of fields that the other kind has', async () => {
    const payables = await somebody()
    const [bill, expense] = [await makeBill(billing, payables), await makeExpense(billing, payables)]
    expect(await refusals(change(payables, { id: randomUUID() }, { memo: 'x' }))).toEqual([['BillNotFound', 'billId']])
    expect(await refusals(change(payables, { id: 'x' }, { memo: 'x' }))).toEqual([['BillNotFound', 'billId']])
    const neighbour = await openPayables(billing)
    expect(await refusals(change(neighbour, bill, { memo: 'x' }))).toEqual([['BillNotFound', 'billId']])
    expect(
      await refusals(
        change(payables, bill, { paid_at: '2026-01-01T00:00:00Z', method: 'ACH', cleared: ['processor'] }),
      ),
    ).toEqual([
      ['InvalidPayload', 'paid_at'],
      ['InvalidPayload', 'method'],
      ['InvalidPayload', 'processor'],
    ])
    expect(
      await refusals(
        change(payables, expense, { received_at: '2026-01-01T00:00:00Z', terms: 'NET_10', cleared: ['due_at'] }),
      ),
    ).toEqual([
      ['InvalidPayload', 'received_at'],
      ['InvalidPayload', 'terms'],
      ['InvalidPayload', 'due_at'],
    ])
    expect(await refusals(change(payables, bill, { cleared: ['line_items', 'received_at'] }))).toEqual([
      ['InvalidPayload', 'line_items'],
      ['InvalidPayload', 'received_at'],
    ])
    expect(
      await refusals(
        change(payables, bill, {
          ...items(line(2 ** 53), line(1, { quantity: 'x' })),
          terms: 'NEVER',
          due_at: 'never',
          additional_discount: -1,
        }),
      ),
    ).toEqual([
      ['InvalidPayload', 'terms'],
      ['InvalidPayload', 'due_at'],
      ['InvalidPayload', 'line_items.0.unit_price'],
      ['InvalidPayload', 'line_items.1.quantity'],
      ['InvalidPayload', 'additional_discount'],
    ])
    expect(await refusals(change(payables, bill, { additional_discount: 101 }))).toEqual([
      ['NegativeTotal', 'line_items'],
    ])
    expect(
      await refusals(
        change(
          payables,
          bill,
          items(
            line(1, { account_identifier: named('NOPE') }),
            line(1, { account_identifier: named('ACCOUNTS_PAYABLE') }),
          ),
        ),
      ),
    ).toEqual([['AccountNotFound', 'line_items.0.account_identifier']])
    await voidBill(billing, payables.request, bill.id)
    expect(await refusals(change(payables, bill, { memo: 'x' }))).toEqual([['BillVoided', 'billId']])
  })
})

describe('races', () => {
  test('updates of one bill happen one after the other, and each leaves the books right', async () => {
    const payables = await somebody()
    const changes = await changesOn(billing, payables, ['ACCOUNTS_PAYABLE', 'COGS', 'OPERATING_EXPENSES'])
    const { request } = payables
    const bill = await makeBill(billing, payables)
    await payBill(billing, payables, bill, 10)
    const results = await Promise.all(
      Array.from({ length: 4 }, (_, index) =>
        refusals(change(payables, bill, items(line(100 + index, { account_identifier: index % 2 ? GOODS : RENT })))),
      ),
    )
    expect(results).toEqual(Array.from({ length: 4 }, () => 'done'))
    const after = await read(payables, bill)
    const account = after.line_items[0]?.ledger_account?.stable_name ?? ''
    expect(await standingOf(billing, request, bill.id)).toEqual([
      ['ACCRUAL 2026-01-10', [`Dr ${account} ${after.total_amount}`, `Cr ACCOUNTS_PAYABLE ${after.total_amount}`]],
    ])
    expect(await changes()).toEqual({
      ACCOUNTS_PAYABLE: [after.outstanding_balance, 0],
      COGS: [0, 0],
      OPERATING_EXPENSES: [0, 0],
      [account]: [after.total_amount, 10],
    })
    expect(await eventsOf(billing, request, bill.id)).toHaveLength(6)
  })

  test('an update against a payment of all that it would take away: one of them is refused', async () => {
    const payables = await somebody()
    for (let round = 0; round < 3; round++) {
      const bill = await makeBill(billing, payables)
      const results = await Promise.all([
        refusals(change(payables, bill, items(line(50)))),
        refusals(payBill(billing, payables, bill, 100)),
      ])
      expect(results.filter((one) => one === 'done')).toHaveLength(1)
      const { outstanding_balance, total_amount } = await read(payables, bill)
      expect([
        [50, 50],
        [0, 100],
      ]).toContainEqual([Number(outstanding_balance), Number(total_amount)])
    }
  })
})
