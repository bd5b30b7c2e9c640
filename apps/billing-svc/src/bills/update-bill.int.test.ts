/** Updates of bills and expenses; the resulting bills are tested in updated-bill.test.ts. */
import { randomUUID } from 'node:crypto'
import { refused } from '@pacioli/errors'
import type { Bill__Output, UpdateBillRequest__Output } from '@pacioli/protos/billing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { payBill } from '../testing/bill-payments.test-helpers.ts'
import { requestFor, startTestBilling, type TestBilling } from '../testing/billing.test-helpers.ts'
import { checkBusiness } from '../checking/check-business.ts'
import { archiveAccount, archiveTag, changesOn, closeBooks } from '../testing/ledger.test-helpers.ts'
import { creditLine, makeCredit } from '../testing/vendor-credits.test-helpers.ts'
import { changeOf as vendorChange, makeVendor } from '../testing/vendors.test-helpers.ts'
import {
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
} from '../testing/bills.test-helpers.ts'
import { eventsOf, openAccount, postedOf, standingOf, taxAccountsOf } from '../testing/books.test-helpers.ts'
import { getBill, getVendorCredit, updateBill, updateVendor, voidBill } from '../testing/use-cases.test-helpers.ts'

let billing: TestBilling
let payables: TestPayables
/** Of the same client; its books are closed at the end. */
let neighbour: TestPayables
beforeAll(async () => {
  billing = await startTestBilling()
  payables = await openPayables(billing)
  neighbour = await openPayables(billing)
})
afterAll(async () => {
  for (const { request } of [payables, neighbour]) expect(await checkBusiness(billing, request)).toEqual([])
  expect(billing.refusedPostings).toEqual([])
  await billing.stop()
})

type Change = Partial<UpdateBillRequest__Output>

const change = (bill: { id: string }, to: Change, of: TestPayables = payables) =>
  updateBill(billing, of.request, changeOf(bill, to))

async function changed(bill: { id: string }, to: Change): Promise<Bill__Output> {
  const { data } = await change(bill, to)
  expect((await getBill(billing, payables.request, bill.id)).data).toEqual(data)
  return data as Bill__Output
}

const read = async ({ id }: { id: string }, { request }: TestPayables = payables): Promise<Bill__Output> =>
  (await getBill(billing, request, id)).data as Bill__Output

const posted = ({ id }: { id: string }, { request }: TestPayables = payables) => postedOf(billing, request, id)
const standing = ({ id }: { id: string }) => standingOf(billing, payables.request, id)
const published = ({ id }: { id: string }) => eventsOf(billing, payables.request, id)

const items = (...lines: ReturnType<typeof line>[]) => ({ line_items: { items: lines } })

describe('descriptive fields of a bill', () => {
  test('change where named, are removed where cleared, and post nothing', async () => {
    const tags = ['x', 'y', 'z'].map((key) => ({ key, value: '1' }))
    const lines = [
      line(10, { external_id: 'a', metadata: '{"n": 1, "deep": {"a": [1], "b": 2}}', tags, taxes: { CA: 1 } }),
    ]
    const bill = await makeBill(billing, payables, {
      external_id: 'given up',
      memo: 'old',
      metadata: '{"a": 1, "bc": {"d": 2}}',
      reference_number: 'R',
      terms: 'NET_30',
      line_items: lines,
      taxes: { NY: 2 },
      tags,
    })
    const one = await changed(bill, {
      memo: 'new',
      external_id: 'b',
      metadata: '{"a": 1, "bc": {"d": 3}}',
      cleared: ['reference_number'],
      terms: 'NET_10',
    })
    expect(one).toEqual({
      ...bill,
      memo: 'new',
      external_id: 'b',
      metadata: '{"a": 1, "bc": {"d": 3}}',
      reference_number: undefined,
      terms: 'NET_10',
      due_at: '2026-01-20T12:00:00.000Z',
      updated_at: one.updated_at,
    })
    const two = await changed(bill, { cleared: ['memo', 'external_id'] })
    expect(two).toEqual({ ...one, memo: undefined, external_id: undefined, updated_at: two.updated_at })
    // Equal values change nothing and announce nothing: spelled differently, in another order, on line items too.
    const respelled = { metadata: '{"deep":{"b":2,"a":[1]},"n":1}', tags: tags.toReversed(), taxes: { CA: 1 } }
    const three = await change(bill, {
      cleared: ['memo'],
      terms: 'NET_10',
      additional_discount: 0,
      metadata: '{"bc":{"d":3},"a":1}',
      tags: { items: tags.toReversed() },
      additional_sales_taxes: { items: taxInputs({ NY: 2 }) },
      ...items(line(10, { external_id: 'a', ...respelled })),
    })
    expect(three.data).toEqual(two)
    expect(await posted(bill)).toHaveLength(1)
    expect((await published(bill)).map(({ type, data }) => [type, data['version']])).toEqual([
      ['pacioli.bill.created.v1', 1],
      ['pacioli.bill.changed.v1', 2],
      ['pacioli.bill.changed.v1', 3],
    ])
    // Its old external_id is free.
    expect((await makeBill(billing, payables, { external_id: 'given up' })).id).not.toBe(bill.id)
  })

  test('another vendor can be named while nothing is allocated', async () => {
    const { request } = payables
    const other = await makeVendor(billing, request, { external_id: 'other', company_name: 'Other' })
    const gone = await makeVendor(billing, request, { company_name: 'Gone' })
    const bill = await makeBill(billing, payables)
    expect((await changed(bill, { vendor_external_id: 'other' })).vendor?.id).toBe(other.id)
    await updateVendor(billing, request, vendorChange(gone, { status: 'ARCHIVED' }))
    expect(await refusals(change(bill, { vendor_id: gone.id }))).toEqual([['VendorArchived', 'vendor_id']])
    expect(await refusals(change(bill, { vendor_id: randomUUID() }))).toEqual([['VendorNotFound', 'vendor_id']])
    // Its own vendor may be archived.
    await updateVendor(billing, request, vendorChange(other, { status: 'ARCHIVED' }))
    await change(bill, { vendor_id: other.id, memo: 'still theirs' })
    await payBill(billing, payables, bill, 10)
    expect(await refusals(change(bill, { vendor_id: payables.contactId }))).toEqual([['BillHasPayments', 'vendor_id']])
  })
})

describe('line items', () => {
  test('are replaced as a list; those matched by id or external_id keep their ids; taxes and tags, too', async () => {
    const tag = (key: string, value: string) => ({ key, value })
    const bill = await makeBill(billing, payables, {
      line_items: [
        line(10, { external_id: 'a', taxes: { CA: 1 }, memo: 'a' }),
        line(20, { tags: [tag('class', 'x')] }),
        line(30, { external_id: 'c' }),
      ],
      taxes: { NY: 5 },
      additional_discount: 2,
      tags: [tag('a', '1'), tag('b', '1')],
    })
    const [a, b, c] = bill.line_items
    const after = await changed(bill, {
      ...items(
        line(31, { external_id: 'c' }),
        line(21, { id: b?.id ?? '', tags: [tag('class', 'x')], quantity: '2.50' }),
        line(5, { account_identifier: GOODS, external_id: 'new' }),
        line(11, { external_id: 'a', taxes: { CA: 2, NY: 3 } }),
      ),
      additional_sales_taxes: { items: taxInputs({ CA: 6, NY: 1 }) },
      tags: { items: [tag('c', '1'), tag('a', '1')] },
      cleared: ['additional_discount'],
    })
    expect(after.line_items.map(({ id }) => id)).toEqual([c?.id, b?.id, after.line_items[2]?.id, a?.id])
    expect(after.line_items.map((one) => [one.subtotal, one.quantity, one.memo, one.total_amount])).toEqual([
      [31, '1', undefined, 31],
      [53, '2.5', undefined, 53],
      [5, '1', undefined, 5],
      [11, '1', undefined, 16],
    ])
    expect(after.line_items[1]?.transaction_tags[0]?.id).toBe(b?.transaction_tags[0]?.id)
    expect(after.transaction_tags.map(({ key }) => key)).toEqual(['a', 'c'])
    expect(after.transaction_tags[0]).toEqual(bill.transaction_tags[0])
    expect(after).toMatchObject({ total_amount: 112, outstanding_balance: 112, additional_discount: 0 })
    expect(await posted(bill)).toEqual([
      [
        'ACCRUAL 2026-01-10',
        [
          'Dr OPERATING_EXPENSES 10 a:1 b:1',
          'Dr SALES_TAXES:CA 1 a:1 b:1',
          'Dr OPERATING_EXPENSES 20 a:1 b:1 class:x',
          'Dr OPERATING_EXPENSES 30 a:1 b:1',
          'Dr SALES_TAXES:NY 5 a:1 b:1',
          'Cr PURCHASE_DISCOUNTS 2 a:1 b:1',
          'Cr ACCOUNTS_PAYABLE 64 a:1 b:1',
        ],
      ],
      [
        'reversal ACCRUAL 2026-01-10',
        [
          'Cr OPERATING_EXPENSES 10 a:1 b:1',
          'Cr SALES_TAXES:CA 1 a:1 b:1',
          'Cr OPERATING_EXPENSES 20 a:1 b:1 class:x',
          'Cr OPERATING_EXPENSES 30 a:1 b:1',
          'Cr SALES_TAXES:NY 5 a:1 b:1',
          'Dr PURCHASE_DISCOUNTS 2 a:1 b:1',
          'Dr ACCOUNTS_PAYABLE 64 a:1 b:1',
        ],
      ],
      [
        'ACCRUAL 2026-01-10',
        [
          'Dr OPERATING_EXPENSES 42 a:1 c:1',
          'Dr OPERATING_EXPENSES 53 a:1 c:1 class:x',
          'Dr COGS 5 a:1 c:1',
          'Dr SALES_TAXES:CA 8 a:1 c:1',
          'Dr SALES_TAXES:NY 4 a:1 c:1',
          'Cr ACCOUNTS_PAYABLE 112 a:1 c:1',
        ],
      ],
    ])
    // With a total of zero the entry is reversed.
    const nothing = { ...items(line(0)), additional_sales_taxes: { items: [] }, tags: { items: [] } }
    expect(await changed(bill, nothing)).toMatchObject({
      status: 'PAID',
      total_amount: 0,
      additional_sales_taxes: [],
      transaction_tags: [],
    })
    expect(await standing(bill)).toEqual([])
  })
})

describe('archived', () => {
  test('tags stay until they would be posted again, and can be replaced', async () => {
    const { request } = payables
    const bill = await makeBill(billing, payables, { tags: [{ key: 'archived', value: '1' }] })
    const id = bill.transaction_tags[0]?.definition_id ?? ''
    await archiveTag(billing, request, id)
    expect(await refusals(change(bill, items(line(1))))).toEqual([['TagValueArchived', undefined]])
    // The same once the event has arrived.
    await billing.db.transact(request, (tx) =>
      tx.rows('UPDATE tag_values SET archived_at = now() WHERE business_id = $1 AND definition_id = $2', [
        request.businessId,
        id,
      ]),
    )
    expect(await refusals(change(bill, items(line(1))))).toEqual([['TagValueArchived', undefined]])
    await change(bill, { memo: 'no posting', received_at: '2026-01-10T12:00:00Z' })
    const replaced = { ...items(line(1)), tags: { items: [{ key: 'archived', value: '2' }] } }
    expect((await change(bill, replaced)).data?.transaction_tags).toMatchObject([{ key: 'archived', value: '2' }])
  })

  test('accounts take no new lines, but do take reversals', async () => {
    const { request } = payables
    const id = await openAccount(billing, request, { name: 'Old', account_subtype: 'COGS' })
    const bill = await makeBill(billing, payables, {
      line_items: [line(50, { account_identifier: { type: 'AccountId', id }, external_id: 'a' }), line(50)],
    })
    await archiveAccount(billing, request, id)
    expect(await refusals(change(bill, { additional_discount: 1 }))).toEqual([['AccountArchived', undefined]])
    await change(bill, items(line(100, { external_id: 'a' })))
    expect((await posted(bill)).slice(1)).toEqual([
      ['reversal ACCRUAL 2026-01-10', ['Cr Old 50', 'Cr OPERATING_EXPENSES 50', 'Dr ACCOUNTS_PAYABLE 100']],
      ['ACCRUAL 2026-01-10', ['Dr OPERATING_EXPENSES 100', 'Cr ACCOUNTS_PAYABLE 100']],
    ])
  })
})

test('a closed period moves replaced entries out of it; nothing new is dated there', async () => {
  const bill = await makeBill(billing, neighbour)
  await closeBooks(billing, neighbour.request, '2026-01-31')
  await change(bill, items(line(120)), neighbour)
  expect(await posted(bill, neighbour)).toEqual([
    ['ACCRUAL 2026-01-10', ['Dr OPERATING_EXPENSES 100', 'Cr ACCOUNTS_PAYABLE 100']],
    ['reversal ACCRUAL 2026-02-01', ['Cr OPERATING_EXPENSES 100', 'Dr ACCOUNTS_PAYABLE 100']],
    ['ACCRUAL 2026-02-01', ['Dr OPERATING_EXPENSES 120', 'Cr ACCOUNTS_PAYABLE 120']],
  ])
  expect((await read(bill, neighbour)).received_at).toBe('2026-01-10T12:00:00.000Z')
  expect(await refusals(change(bill, { received_at: '2026-01-31T23:00:00Z' }, neighbour))).toEqual([
    ['PeriodClosed', 'received_at'],
  ])
})

describe('a bill with payments', () => {
  test('recognizes them again where its lines change, and not where only remarks change', async () => {
    const names = ['COGS', 'OPERATING_EXPENSES', 'ACCOUNTS_PAYABLE', 'VENDOR_PREPAYMENTS']
    const changes = await changesOn(billing, payables, names)
    const tag = (value: string) => [{ key: 'a', value }]
    const bill = await makeBill(billing, payables, { line_items: [line(60), line(40, { account_identifier: GOODS })] })
    const other = await makeBill(billing, payables, { line_items: [line(50)], tags: tag('2') })
    const first = await payBill(billing, payables, bill, 30, {
      amount: 70,
      allocations: [
        { bill_id: bill.id, amount: 30 },
        { bill_id: other.id, amount: 30 },
      ],
      tags: [{ key: 'p', value: '1' }],
    })
    const second = await payBill(billing, payables, bill, 30)
    // The payments have no prepaid parts, so the date of the bill does not matter either.
    const lines = bill.line_items.map(({ id }, index) =>
      line(index ? 40 : 60, { id, memo: 'said', account_identifier: index ? GOODS : RENT }),
    )
    await change(bill, { memo: 'said', terms: 'NET_10', received_at: '2026-01-11T12:00:00Z', ...items(...lines) })
    expect(await posted(second)).toHaveLength(2)
    expect(await published(second)).toHaveLength(1)
    await change(bill, {
      ...items(line(100, { account_identifier: GOODS, id: bill.line_items[1]?.id ?? '' })),
      tags: { items: tag('1') },
    })
    expect(await read(bill)).toMatchObject({
      status: 'PARTIALLY_PAID',
      total_amount: 100,
      outstanding_balance: 40,
    })
    // A payment of several bills is reposted as a whole, with the tags of each.
    expect(await standing(first)).toEqual([
      [
        'ACCRUAL 2026-01-20',
        [
          'Dr ACCOUNTS_PAYABLE 30 a:1 p:1',
          'Dr ACCOUNTS_PAYABLE 30 a:2 p:1',
          'Cr OUTGOING_PAYMENT_CLEARING_ACCOUNT 30 a:1 p:1',
          'Cr OUTGOING_PAYMENT_CLEARING_ACCOUNT 30 a:2 p:1',
          'Dr VENDOR_PREPAYMENTS 10 p:1',
          'Cr OUTGOING_PAYMENT_CLEARING_ACCOUNT 10 p:1',
        ],
      ],
      [
        'CASH 2026-01-20',
        [
          'Dr COGS 30 a:1 p:1',
          'Dr OPERATING_EXPENSES 30 a:2 p:1',
          'Cr OUTGOING_PAYMENT_CLEARING_ACCOUNT 30 a:1 p:1',
          'Cr OUTGOING_PAYMENT_CLEARING_ACCOUNT 30 a:2 p:1',
          'Dr VENDOR_PREPAYMENTS 10 p:1',
          'Cr OUTGOING_PAYMENT_CLEARING_ACCOUNT 10 p:1',
        ],
      ],
    ])
    expect(await standing(second)).toEqual([
      ['ACCRUAL 2026-01-20', ['Dr ACCOUNTS_PAYABLE 30 a:1', 'Cr OUTGOING_PAYMENT_CLEARING_ACCOUNT 30 a:1']],
      ['CASH 2026-01-20', ['Dr COGS 30 a:1', 'Cr OUTGOING_PAYMENT_CLEARING_ACCOUNT 30 a:1']],
    ])
    expect(await changes()).toEqual({
      COGS: [100, 60],
      OPERATING_EXPENSES: [50, 30],
      ACCOUNTS_PAYABLE: [60, 0],
      VENDOR_PREPAYMENTS: [10, 10],
    })
    const events = await published(second)
    expect(events.map(({ data }) => data['version'])).toEqual([1, 2])
    expect(events[1]?.data['match_candidate']).toMatchObject({ allocations: [{ amount: 30, tags: [{}] }] })
  })

  test('received after it was paid: lines with a prepayment account are prepaid there', async () => {
    const prepaid = { prepayment_account_identifier: named('PREPAID_EXPENSES') }
    const bill = await makeBill(billing, payables, { line_items: [line(60, prepaid), line(40)] })
    const payment = await payBill(billing, payables, bill, 100)
    await change(bill, { received_at: '2026-02-10T12:00:00Z' })
    expect(await standing(payment)).toEqual([
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
  })

  test('of before, which prepays on the account that documents own, is changed and reposted, and takes none such anew', async () => {
    const prepaid = { prepayment_account_identifier: named('PREPAID_EXPENSES') }
    const bill = await makeBill(billing, payables, { line_items: [line(60, prepaid)] })
    // As a release before this one took it.
    const owned = named('VENDOR_PREPAYMENTS')
    const asked = await billing.postingSession.askBooks(payables.request, { accounts: [{ identifier: owned }] })
    await billing.db.transact(payables.request, (tx) =>
      tx.rows('UPDATE bill_line_items SET prepayment_account_id = $2 WHERE bill_id = $1', [
        bill.id,
        asked.account(owned).id,
      ]),
    )
    const payment = await payBill(billing, payables, bill, 60)
    await change(bill, { memo: 'said', received_at: '2026-02-10T12:00:00Z' })
    expect(await standing(payment)).toEqual([
      ['ACCRUAL 2026-01-20', ['Dr VENDOR_PREPAYMENTS 60', 'Cr OUTGOING_PAYMENT_CLEARING_ACCOUNT 60']],
      ['CASH 2026-01-20', ['Dr VENDOR_PREPAYMENTS 60', 'Cr OUTGOING_PAYMENT_CLEARING_ACCOUNT 60']],
      ['ACCRUAL 2026-02-10', ['Dr ACCOUNTS_PAYABLE 60', 'Cr VENDOR_PREPAYMENTS 60']],
      ['CASH 2026-02-10', ['Dr OPERATING_EXPENSES 60', 'Cr VENDOR_PREPAYMENTS 60']],
    ])
    const again = line(60, { id: bill.line_items[0]?.id ?? '', prepayment_account_identifier: owned })
    expect(await refusals(change(bill, items(again)))).toEqual([
      ['ControlAccount', 'line_items.0.prepayment_account_identifier'],
    ])
  })

  test('totals no less than its allocations; credits count from when both were received', async () => {
    const { request } = payables
    const bill = await makeBill(billing, payables)
    const credit = await makeCredit(billing, payables, {
      line_items: [creditLine(90)],
      allocations: [{ bill_id: bill.id, amount: 90 }],
    })
    expect(await refusals(change(bill, items(line(89))))).toEqual([['OverAllocated', 'line_items']])
    // Dates before the credit was received do not move the credit.
    await change(bill, { received_at: '2026-01-02T12:00:00Z', ...items(line(90)) })
    expect(await read(bill)).toMatchObject({ status: 'PAID', paid_at: '2026-01-15T12:00:00.000Z' })
    await change(bill, { received_at: '2026-01-20T12:00:00Z' })
    const after = await read(bill)
    const { data } = await getVendorCredit(billing, request, credit.id)
    expect([after.vendor_credits[0]?.allocated_at, data?.allocations?.[0]?.allocated_at, after.paid_at]).toEqual(
      Array(3).fill('2026-01-20T12:00:00.000Z'),
    )
    // Another line item is recognized, and the date moves.
    expect((await published(credit)).map((event) => event.data['version'])).toEqual([1, 2, 3])
  })
})

describe('an expense', () => {
  test('changes the time, the method and the account of its payment', async () => {
    const expense = await makeExpense(billing, payables, { vendor_id: payables.contactId })
    const after = await changed(expense, {
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
    expect(await standing(expense)).toEqual([
      ['BOTH 2026-01-12', ['Dr OPERATING_EXPENSES 100', 'Cr UNDEPOSITED_OUTFLOWS 100']],
    ])
    const bank = { payment_clearing_account_identifier: named('BANK_ACCOUNTS') }
    expect((await changed(expense, bank)).payment_clearing_account?.stable_name).toBe('BANK_ACCOUNTS')
  })

  test('that is matched keeps its amount and payment; the rest may change', async () => {
    const own = { payment_clearing_account_identifier: named('UNDEPOSITED_FUNDS') }
    const expense = await makeExpense(billing, payables, own)
    const { matched } = billing.bankingPeer
    matched.set(expense.id, { matchId: randomUUID(), transactionId: 'the-transaction' })
    const refusedWith = async (to: Change) => {
      const error = await change(expense, to).catch((one: unknown) => one)
      return (error as { problems?: { error_enum: string; meta: object }[] }).problems?.map(({ error_enum, meta }) => [
        error_enum,
        meta,
      ])
    }
    const match = [
      ['DocumentMatched', { transaction_id: 'the-transaction', match_id: matched.get(expense.id)?.matchId }],
    ]
    const taxAccounts = await taxAccountsOf(billing, payables.request)
    expect(await refusedWith({ additional_sales_taxes: { items: taxInputs({ NEVER: 1 }) } })).toEqual(match)
    expect(await taxAccountsOf(billing, payables.request)).toEqual(taxAccounts)
    expect(await refusedWith({ additional_discount: 1 })).toEqual(match)
    expect(await refusedWith({ method: 'ACH' })).toEqual(match)
    expect(await refusedWith({ payment_clearing_account_identifier: named('BANK_ACCOUNTS') })).toEqual(match)
    await change(expense, { ...items(line(100, { account_identifier: GOODS })), method: 'CASH' })
    const asked = billing.bankingPeer.asked.length
    await change(expense, { tags: { items: [{ key: 'a', value: '1' }] }, paid_at: '2026-01-11T12:00:00Z' })
    expect(billing.bankingPeer.asked).toHaveLength(asked)
    matched.delete(expense.id)
  })

  test('stays as it is while banking is unavailable', async () => {
    const expense = await makeExpense(billing, payables)
    const { clientId, businessId } = payables.request
    const key = { key: randomUUID(), requestHash: 'h' }
    const first = await updateBill(billing, requestFor(clientId, businessId, key), changeOf(expense, items(line(7))))
    billing.bankingPeer.fault = refused('ServiceUnavailable', 'Banking is away.')
    try {
      expect(await refusals(change(expense, items(line(8))))).toEqual([['ServiceUnavailable', undefined]])
      const { data } = await change(expense, { memo: 'words need no bank' })
      expect(data?.total_amount).toBe(7)
      // An earlier response is replayed.
      const repeat = requestFor(clientId, businessId, key)
      expect(await updateBill(billing, repeat, changeOf(expense, items(line(7))))).toEqual(
        JSON.parse(JSON.stringify(first)),
      )
    } finally {
      billing.bankingPeer.fault = undefined
    }
  })
})

test('refused are unknown and voided bills, fields of the other kind, and names in use or unknown', async () => {
  const bill = await makeBill(billing, payables)
  const expense = await makeExpense(billing, payables, { external_id: 'taken' })
  const notFound = [['BillNotFound', 'billId']]
  for (const id of [randomUUID(), 'x']) expect(await refusals(change({ id }, { memo: 'x' }))).toEqual(notFound)
  expect(await refusals(change(bill, { memo: 'x' }, neighbour))).toEqual(notFound)
  expect(await refusals(change(bill, { method: 'ACH' }))).toEqual([['InvalidPayload', 'method']])
  expect(await refusals(change(expense, { terms: 'NET_10' }))).toEqual([['InvalidPayload', 'terms']])
  expect(await refusals(change(bill, { terms: 'NEVER' }))).toEqual([['InvalidPayload', 'terms']])
  expect(await refusals(change(bill, { external_id: 'taken' }))).toEqual([['DuplicateExternalId', 'external_id']])
  const unknown = ['NOPE', 'ACCOUNTS_PAYABLE'].map((name) => line(1, { account_identifier: named(name) }))
  expect(await refusals(change(bill, items(...unknown)))).toEqual([
    ['AccountNotFound', 'line_items.0.account_identifier'],
  ])
  await voidBill(billing, payables.request, bill.id)
  expect(await refusals(change(bill, { memo: 'x' }))).toEqual([['BillVoided', 'billId']])
})

describe('races', () => {
  test('updates of one bill are serialized, and each leaves the books right', async () => {
    const changes = await changesOn(billing, payables, ['ACCOUNTS_PAYABLE', 'COGS', 'OPERATING_EXPENSES'])
    const bill = await makeBill(billing, payables)
    await payBill(billing, payables, bill, 10)
    const results = await Promise.all(
      Array.from({ length: 3 }, (_, index) =>
        refusals(change(bill, items(line(100 + index, { account_identifier: index % 2 ? RENT : GOODS })))),
      ),
    )
    expect(results).toEqual(Array.from({ length: 3 }, () => 'done'))
    const after = await read(bill)
    const account = after.line_items[0]?.ledger_account?.stable_name ?? ''
    expect(await standing(bill)).toEqual([
      ['ACCRUAL 2026-01-10', [`Dr ${account} ${after.total_amount}`, `Cr ACCOUNTS_PAYABLE ${after.total_amount}`]],
    ])
    expect(await changes()).toEqual({
      ACCOUNTS_PAYABLE: [after.outstanding_balance, 0],
      COGS: [0, 0],
      OPERATING_EXPENSES: [0, 0],
      [account]: [after.total_amount, 10],
    })
    expect(await published(bill)).toHaveLength(5)
  })

  test('an update against a payment of the amount that it removes: one of them is refused', async () => {
    for (let round = 0; round < 2; round++) {
      const bill = await makeBill(billing, payables)
      const results = await Promise.all([
        refusals(change(bill, items(line(50)))),
        refusals(payBill(billing, payables, bill, 100)),
      ])
      expect(results.filter((one) => one === 'done')).toHaveLength(1)
      const { outstanding_balance, total_amount } = await read(bill)
      expect([
        [50, 50],
        [0, 100],
      ]).toContainEqual([Number(outstanding_balance), Number(total_amount)])
    }
  })
})
