/** From a vendor's bill to its payment: received, credited, paid, changed, taken back; and what the ledger says of it. */
import { waitFor } from '@pacioli/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  Banking,
  billed,
  credited,
  moneyIn,
  moneyOut,
  newClient,
  Payables,
  shown,
  Tagging,
  target,
  taxed,
  type AppliedTag,
  type Bill,
  type Books,
  type Call,
  type OperationFor,
  type TestClient,
  type Vendor,
} from './src/index.ts'

let client: TestClient
let books: Books
let payables: Payables
let vendor: Vendor

beforeAll(async () => {
  client = await newClient(target(), 'payables')
})

/** New books with one vendor. */
async function begin(): Promise<void> {
  books = await client.books({ time_zone: 'America/New_York' })
  payables = new Payables(books)
  vendor = await payables.vendor('papers')
}

const PAYABLE = 'ACCOUNTS_PAYABLE'
const CLEARING = 'OUTGOING_PAYMENT_CLEARING_ACCOUNT'

/** What stands on each of these accounts in accrual and in cash books: the same, or one figure each. */
async function expectBalances(expected: Record<string, number | [accrual: number, cash: number]>): Promise<void> {
  const accounts = Object.keys(expected)
  const found = await payables.balances(...accounts)
  const both = Object.values(expected).map((figure) => [figure, figure].flat().slice(0, 2))
  expect(Object.fromEntries(accounts.map((account, at) => [account, found[at]]))).toEqual(
    Object.fromEntries(accounts.map((account, at) => [account, both[at]])),
  )
}

const state = ({ status, outstanding_balance, paid_at }: Bill) => [status, outstanding_balance, paid_at]

const entriesOf = async (sourceId: string) =>
  (await books.allEntries()).filter(({ source_id }) => source_id === sourceId)

beforeAll(begin)

describe('a vendor', () => {
  test('is made once, found, described, archived and brought back', async () => {
    const body = {
      external_id: 'supplier-42',
      company_name: 'Analytical Papers Ltd',
      individual_name: 'Ada',
      email: 'Accounts@Papers.example',
      notes: 'Net 30',
      metadata: { rating: 5 },
      tags: [{ key: 'region', value: 'north' }],
    }
    const [made, again] = [await payables.createVendor(body), await payables.createVendor(body)]
    expect([made.status, again.status, again.body.data]).toEqual([201, 200, made.body.data])
    const { id, transaction_tags } = made.body.data
    expect(made.body.data).toMatchObject({ type: 'VendorData', memo: 'Net 30', notes: 'Net 30', status: 'ACTIVE' })
    expect([shown(transaction_tags), transaction_tags[0]?.deleted_at]).toEqual([['region=north'], null])
    expect((await books.api.call('getVendor', { path: { vendorId: id } })).body.data).toEqual(made.body.data)
    const found = async (query: Call['query']) => (await payables.all('listVendors', query)).map((one) => one.id)
    for (const query of [
      { q: 'papers ANALYTICAL' },
      { q: 'accounts@papers' },
      { external_id: 'supplier-42' },
      { email: 'accounts@papers.EXAMPLE' },
      { tag_key: 'region', tag_values: ['south', 'north'] },
    ])
      expect([query, await found(query)]).toEqual([query, [id]])
    expect(await found({ q: 'analytical stones' })).toEqual([])
    expect(await found({ sort_by: 'created_at', sort_order: 'DESC' })).toEqual([id, vendor.id])

    const changed = await payables.updateVendor(id, {
      notes: null,
      individual_name: null,
      status: 'ARCHIVED',
      tags: [],
    })
    expect(changed.body.data).toMatchObject({
      memo: null,
      notes: null,
      individual_name: null,
      company_name: 'Analytical Papers Ltd',
      transaction_tags: [],
      metadata: { rating: 5 },
    })
    expect([changed.body.data.archived_at !== null, await found({ status: 'ARCHIVED' })]).toEqual([true, [id]])
    expect((await payables.updateVendor(id, { status: 'ACTIVE' })).body.data.archived_at).toBeNull()
  })
})

describe('a bill', () => {
  let bill: Bill

  const body = () => ({
    external_id: 'bill-1',
    vendor_external_id: 'papers',
    received_at: '2026-01-31T17:00:00Z',
    terms: 'NET_30',
    line_items: [
      billed('COGS', 1_250, { quantity: 40, sales_taxes: [taxed('CA', 3_625)], description: 'Paper' }),
      billed('OPERATING_EXPENSES', 333, { quantity: '2.50', discount_amount: 33 }),
    ],
    additional_sales_taxes: [taxed('NY', 100)],
    additional_discount: 525,
    metadata: { page: 1 },
    reference_number: 'R-1',
  })

  test('is owed from when it was received, in the accrual books alone', async () => {
    const made = await payables.createBill(body())
    expect([made.status, made.headers['pacioli-posting']]).toEqual([201, 'posted'])
    bill = made.body.data
    expect(bill).toMatchObject({
      type: 'Bill',
      business_id: books.id,
      status: 'RECEIVED',
      // Twelve o'clock in New York, thirty days later.
      due_at: '2026-03-02T17:00:00.000Z',
      subtotal: 50_833,
      additional_sales_taxes_total: 100,
      additional_discount: 525,
      total_amount: 54_000,
      outstanding_balance: 54_000,
      vendor: { id: vendor.id },
      is_expense: false,
      method: null,
      payment_clearing_account: null,
    })
    expect(bill.line_items.map((one) => [one.quantity, one.subtotal, one.sales_taxes_total, one.total_amount])).toEqual(
      [
        ['40', 50_000, 3_625, 53_625],
        ['2.5', 833, 0, 800],
      ],
    )
    const cogs = await books.account('COGS')
    expect(bill.line_items[0]).toMatchObject({
      account_identifier: { type: 'AccountId', id: cogs.id.id },
      ledger_account: { id: cogs.id.id, stable_name: 'COGS' },
      sales_taxes: [
        { tax_account: { type: 'Tax_Name', name: 'CA' }, tax_ledger_account: { stable_name: 'SALES_TAXES:CA' } },
      ],
    })
    expect(bill.line_items[0]?.sales_taxes[0]?.tax_ledger_account.account_subtype).toEqual({
      value: 'SALES_TAXES',
      display_name: 'Sales Taxes',
    })
    await expectBalances({
      COGS: [50_000, 0],
      OPERATING_EXPENSES: [800, 0],
      'SALES_TAXES:CA': [3_625, 0],
      'SALES_TAXES:NY': [100, 0],
      PURCHASE_DISCOUNTS: [525, 0],
      [PAYABLE]: [54_000, 0],
    })
    expect(await payables.bill(bill.id)).toEqual(bill)
  })

  test('comes once, however often it is sent', async () => {
    const again = await payables.createBill(body())
    expect([again.status, again.body.data]).toEqual([200, bill])
    expect((await payables.createBill({ ...body(), memo: 'again' })).refusal).toMatchObject({
      status: 409,
      error_enum: 'ExternalIdReused',
      field: 'memo',
    })
    const key = { 'idempotency-key': 'a bill' }
    const first = await payables.createBill({ vendor_id: vendor.id, line_items: [billed('COGS', 0)] }, key)
    const replayed = await payables.createBill({ vendor_id: vendor.id, line_items: [billed('COGS', 0)] }, key)
    expect([replayed.headers['idempotency-replayed'], replayed.body]).toEqual(['true', first.body])
    expect(first.body.data).toMatchObject({ status: 'PAID', total_amount: 0, paid_at: first.body.data.received_at })
    const other = await payables.createBill({ vendor_id: vendor.id, line_items: [billed('COGS', 1)] }, key)
    expect(other.refusal).toMatchObject({ status: 409, error_enum: 'IdempotencyKeyReused' })
    await expectBalances({ [PAYABLE]: [54_000, 0] })
  })

  test('is paid in part, the rest of a payment being a prepayment, and in the cash books from then on', async () => {
    const paying = await payables.createPayment({
      external_id: 'payment-1',
      at: '2026-02-15T12:00:00Z',
      method: 'ACH',
      amount: 30_000,
      allocations: [{ bill_external_id: 'bill-1', amount: 27_000, memo: 'half' }],
    })
    expect([paying.status, paying.headers['pacioli-posting']]).toEqual([201, 'posted'])
    const payment = paying.body.data
    expect(payment).toMatchObject({
      at: '2026-02-15T12:00:00.000Z',
      paid_at: '2026-02-15T12:00:00.000Z',
      vendor: { id: vendor.id },
      unallocated_amount: 3_000,
      payment_clearing_account: { stable_name: CLEARING },
      allocations: [{ bill_id: bill.id, payment_id: payment.id, amount: 27_000, memo: 'half' }],
    })
    await expectBalances({
      [PAYABLE]: [27_000, 0],
      COGS: [50_000, 25_000],
      'SALES_TAXES:NY': [100, 50],
      VENDOR_PREPAYMENTS: 3_000,
      [CLEARING]: 30_000,
    })
    const now = await payables.bill(bill.id)
    expect(state(now)).toEqual(['PARTIALLY_PAID', 27_000, null])
    const [allocation] = now.payment_allocations
    expect([allocation?.payment.id, allocation?.amount, 'allocations' in (allocation?.payment ?? {})]).toEqual([
      payment.id,
      27_000,
      false,
    ])
    const later = await payables.allocate(payment.id, {
      bill_id: bill.id,
      amount: 3_000,
      allocated_at: '2026-02-20T12:00:00Z',
    })
    expect([later.status, later.body.data.unallocated_amount, later.body.data.allocations.length]).toEqual([201, 0, 2])
    await expectBalances({ [PAYABLE]: [24_000, 0], VENDOR_PREPAYMENTS: 0, [CLEARING]: 30_000 })
    await payables.paid(24_000, [{ bill_id: bill.id, amount: 24_000 }], { paid_at: '2026-02-18T12:00:00Z' })
    expect(state(await payables.bill(bill.id))).toEqual(['PAID', 0, '2026-02-20T12:00:00.000Z'])
    // Fully paid: both books say the same of what it was for.
    await expectBalances({
      [PAYABLE]: 0,
      COGS: 50_000,
      OPERATING_EXPENSES: 800,
      'SALES_TAXES:CA': 3_625,
      'SALES_TAXES:NY': 100,
      PURCHASE_DISCOUNTS: 525,
      [CLEARING]: 54_000,
    })
  })

  test('that changes is posted anew, its payments with it; what says nothing new posts nothing', async () => {
    const before = await entriesOf(bill.id)
    await payables.updateBill(bill.id, { memo: 'They agreed', due_at: null, terms: null })
    expect(await payables.bill(bill.id)).toMatchObject({ memo: 'They agreed', due_at: null, terms: null })
    expect(await entriesOf(bill.id)).toEqual(before)
    const [paper, ink] = bill.line_items
    const kept = { id: paper?.id, sales_taxes: [taxed('CA', 3_625)], quantity: 40 }
    const changed = await payables.updateBill(bill.id, {
      line_items: [billed('OPERATING_EXPENSES', 1_250, kept), billed('COGS', 833, { discount_amount: 33 })],
    })
    expect(changed.headers['pacioli-posting']).toBe('posted')
    expect(changed.body.data.line_items.map(({ id }) => [id === paper?.id, id === ink?.id])).toEqual([
      [true, false],
      [false, false],
    ])
    await expectBalances({ COGS: 800, OPERATING_EXPENSES: 50_000, 'SALES_TAXES:CA': 3_625, [PAYABLE]: 0 })
    expect((await entriesOf(bill.id)).filter(({ reversal_of_id }) => reversal_of_id !== null)).toHaveLength(1)
  })

  test('owes again what a deleted payment paid, and then can be voided', async () => {
    const payments = (await payables.bill(bill.id)).payment_allocations.map(({ payment_id }) => payment_id)
    for (const id of new Set(payments))
      for (const _twice of [1, 2]) {
        const deleted = await payables.deletePayment(id)
        expect([deleted.status, deleted.body.data.deleted_at === null]).toEqual([200, false])
      }
    expect(state(await payables.bill(bill.id))).toEqual(['RECEIVED', 54_000, null])
    await expectBalances({ [PAYABLE]: [54_000, 0], [CLEARING]: 0, COGS: [800, 0], VENDOR_PREPAYMENTS: 0 })
    for (const _twice of [1, 2]) {
      const voided = await payables.voidBill(bill.id)
      expect(state(voided.body.data)).toEqual(['VOIDED', 0, null])
    }
    await expectBalances({ [PAYABLE]: 0, COGS: 0, OPERATING_EXPENSES: 0, 'SALES_TAXES:CA': 0, PURCHASE_DISCOUNTS: 0 })
    const entries = await entriesOf(bill.id)
    expect(entries.every((entry) => (entry.reversal_id === null) !== (entry.reversal_of_id === null))).toBe(true)
    const free = await payables.createPayment({
      external_id: 'payment-1',
      vendor_id: vendor.id,
      method: 'CHECK',
      amount: 1,
    })
    expect(free.status).toBe(201)
  })
})

describe('an expense', () => {
  test('is paid on the spot, in both books, changed and voided', async () => {
    const made = await payables.createExpense({
      external_id: 'expense-1',
      paid_at: '2026-01-16T12:00:00Z',
      method: 'CREDIT_CARD',
      processor: 'Card Co',
      line_items: [billed('OPERATING_EXPENSES', 400, { quantity: 1.5, sales_taxes: [taxed('CA', 50)] })],
      additional_discount: 10,
    })
    const expense = made.body.data
    expect([made.status, state(expense)]).toEqual([201, ['PAID', 0, '2026-01-16T12:00:00.000Z']])
    expect(expense).toMatchObject({
      is_expense: true,
      vendor: null,
      method: 'CREDIT_CARD',
      processor: 'Card Co',
      total_amount: 640,
      payment_clearing_account: { stable_name: 'UNDEPOSITED_OUTFLOWS' },
    })
    expect(await payables.bill(expense.id)).toEqual(expense)
    await expectBalances({
      OPERATING_EXPENSES: 600,
      'SALES_TAXES:CA': 50,
      PURCHASE_DISCOUNTS: 10,
      UNDEPOSITED_OUTFLOWS: 640,
      [PAYABLE]: 0,
    })
    const changed = await payables.updateBill(expense.id, {
      method: 'CASH',
      paid_at: '2026-01-17T12:00:00Z',
      vendor_id: vendor.id,
      processor: null,
    })
    expect(changed.body.data).toMatchObject({ method: 'CASH', processor: null, vendor: { id: vendor.id } })
    await expectBalances({ UNDEPOSITED_OUTFLOWS: 0, CASH: -640, OPERATING_EXPENSES: 600 })
    expect((await payables.voidBill(expense.id)).body.data.status).toBe('VOIDED')
    await expectBalances({ CASH: 0, OPERATING_EXPENSES: 0, 'SALES_TAXES:CA': 0, PURCHASE_DISCOUNTS: 0 })
  })
})

describe('a vendor credit', () => {
  test('lowers what is owed in accrual books; cash books have it as a bill gets it, at the instant that is named', async () => {
    const bill = await payables.received(vendor, [billed('COGS', 10_000)], { external_id: 'b' })
    const made = await payables.createCredit({
      external_id: 'credit-1',
      vendor_id: vendor.id,
      received_at: '2026-01-20T12:00:00Z',
      line_items: [credited('COGS', 5_000), credited('OPERATING_EXPENSES', -1_000)],
      allocations: [{ bill_external_id: 'b', amount: 1_500 }],
    })
    expect([made.status, made.headers['pacioli-posting']]).toEqual([201, 'posted'])
    const credit = made.body.data
    expect(credit).toMatchObject({
      type: 'Vendor_Credit',
      total_amount: 4_000,
      unallocated_amount: 2_500,
      allocations: [{ bill_id: bill.id, amount: 1_500, allocated_at: '2026-01-20T12:00:00.000Z' }],
    })
    // Of the credit, 1,500 / 4,000 of each line, against the bill's 1,500.
    await expectBalances({ COGS: [5_000, -375], OPERATING_EXPENSES: [1_000, 375], [PAYABLE]: [6_000, 0] })
    const allocated_at = '2026-02-03T12:00:00.000Z'
    const more = await payables.allocateCredit(credit.id, { bill_id: bill.id, amount: 2_500, allocated_at })
    expect(more.headers['pacioli-posting']).toBe('posted')
    expect(more.body.data.allocations[1]?.allocated_at).toBe(allocated_at)
    await expectBalances({ COGS: [5_000, -1_000], OPERATING_EXPENSES: [1_000, 1_000], [PAYABLE]: [6_000, 0] })
    expect([more.status, more.body.data.unallocated_amount]).toEqual([201, 0])
    expect(state(await payables.bill(bill.id))).toEqual(['PARTIALLY_PAID', 6_000, null])
    const [allocation] = more.body.data.allocations
    const back = await payables.takeBack(allocation?.id ?? '')
    expect([back.body.data.unallocated_amount, back.body.data.allocations.length]).toEqual([1_500, 1])
    await expectBalances({ COGS: [5_000, -625], OPERATING_EXPENSES: [1_000, 625], [PAYABLE]: [6_000, 0] })
    const shownOnBill = (await payables.bill(bill.id)).vendor_credits
    expect(shownOnBill.map(({ amount, vendor_credit }) => [amount, vendor_credit.id])).toEqual([[2_500, credit.id]])
    for (const _twice of [1, 2]) {
      const { data } = (await payables.deleteCredit(credit.id)).body
      expect([data.allocations, data.deleted_at === null]).toEqual([[], false])
    }
    expect(state(await payables.bill(bill.id))).toEqual(['RECEIVED', 10_000, null])
    await expectBalances({ COGS: [10_000, 0], OPERATING_EXPENSES: 0, [PAYABLE]: [10_000, 0] })
  })
})

describe('bills in bulk', () => {
  test('are received all or not at all, in the order of the request', async () => {
    const one = (external_id: string, more: object = {}) => ({
      external_id,
      vendor_id: vendor.id,
      received_at: '2026-01-15T12:00:00Z',
      line_items: [billed('COGS', 100)],
      ...more,
    })
    const before = await books.snapshot()
    const refused = await payables.createBills([one('x'), one('y', { line_items: [billed('NO_SUCH', 1)] }), one('z')])
    expect(refused.refusal).toEqual({
      status: 404,
      error_enum: 'AccountNotFound',
      field: '1.line_items.0.account_identifier',
    })
    expect([await payables.bills({ external_id: 'x' }), await books.snapshot()]).toEqual([[], before])
    const twins = await payables.createBills([one('x'), one('y'), one('x', { memo: 'again' })])
    expect(twins.refusal).toMatchObject({ status: 409, error_enum: 'DuplicateExternalId', field: '0.external_id' })
    const made = await payables.createBills([one('x'), one('y'), one('x')])
    expect([made.status, made.headers['pacioli-posting']]).toEqual([200, 'posted'])
    expect(made.body.data.map(({ external_id, memo }) => [external_id, memo])).toEqual([
      ['x', null],
      ['y', null],
      ['x', null],
    ])
    const again = await payables.createBills([one('y'), one('z')])
    expect(again.body.data[0]?.id).toBe(made.body.data[1]?.id)
    await expectBalances({ [PAYABLE]: [10_300, 0] })
  })
})

describe('tags', () => {
  test('of a bill are on what it posts, and on what pays it; they come and go', async () => {
    const tagging = new Tagging(books)
    const line = { key: 'job', value: 'j1' }
    const bill = await payables.received(vendor, [billed('COGS', 500, { tags: [line] }), billed('COGS', 300)], {
      tags: [{ key: 'store', value: 'one' }],
    })
    const payment = await payables.paid(800, [{ bill_id: bill.id, amount: 800 }])
    expect([shown(bill.transaction_tags), shown(bill.line_items[0]?.transaction_tags ?? [])]).toEqual([
      ['store=one'],
      ['job=j1'],
    ])
    const tagged = async (key: string, value: string, reporting_basis: string) =>
      await books.balances({ tag_key: key, tag_values: [value], reporting_basis })
    expect(await tagged('job', 'j1', 'CASH')).toEqual({ COGS: 500 })
    expect(await tagged('store', 'one', 'ACCRUAL')).toMatchObject({ COGS: 800, [PAYABLE]: 0, [CLEARING]: 800 })

    const north = { key: 'region', value: 'north' }
    const applied = await tagging.apply('BILL', [bill.id], north)
    expect([applied.headers['pacioli-posting'], shown(applied.body.data[0]?.transaction_tags ?? []).sort()]).toEqual([
      'posted',
      ['region=north', 'store=one'],
    ])
    expect(await tagged('region', 'north', 'ACCRUAL')).toMatchObject({ COGS: 800, [CLEARING]: 800 })
    await tagging.remove('BILL', [bill.id], north)
    expect(await tagged('region', 'north', 'ACCRUAL')).toMatchObject({ COGS: 0, [CLEARING]: 0 })

    const given = await payables.credit(vendor, [credited('COGS', 1)])
    const carriers: [string, string, OperationFor<{ transaction_tags: AppliedTag[] }>, Record<string, string>][] = [
      ['VENDOR', vendor.id, 'getVendor', { vendorId: vendor.id }],
      ['BILL_PAYMENT', payment.id, 'getBillPayment', { paymentId: payment.id }],
      ['VENDOR_CREDIT', given.id, 'getVendorCredit', { vendorCreditId: given.id }],
    ]
    for (const [type, id, operationId, path] of carriers) {
      const { body } = await tagging.apply(type, [id], { key: 'q', value: '1' })
      const [told] = body.data
      expect([type, told?.entity_type, shown(told?.transaction_tags ?? [])]).toEqual([type, type, ['q=1']])
      const { data } = (await books.api.call(operationId, { path })).body
      expect([type, shown(data.transaction_tags)]).toEqual([type, ['q=1']])
    }
  })
})

describe('postings', () => {
  test('of the bank and of documents are one list, in order, and nothing is left undelivered', async () => {
    const banking = new Banking(books)
    const account = await banking.account('checking')
    const transactions = await banking.imported(account.id, [moneyOut('t1', 1), moneyOut('t2', 2)])
    await banking.decideAll(transactions.map(({ id }) => ({ transaction_id: id, type: 'Category', category: 'COGS' })))
    await payables.received(vendor, [billed('COGS', 3)])
    for (const sort_order of ['ASC', 'DESC']) {
      const rows = await payables.all('listPostings', { limit: 15, sort_order })
      expect(new Set(rows.map(({ source_type, status }) => `${source_type} ${status}`))).toEqual(
        new Set(['bank_transaction', 'bill', 'bill_payment', 'vendor_credit'].map((type) => `${type} POSTED`)),
      )
      expect(rows.length).toBeGreaterThan(15)
      const times = rows.map(({ staged_at }) => staged_at)
      expect(times).toEqual(sort_order === 'ASC' ? times.toSorted() : times.toSorted().reverse())
    }
    for (const status of ['PENDING', 'FAILED']) expect(await payables.all('listPostings', { status })).toEqual([])
  })
})

test('a browser keeps payables as a bookkeeper does', async () => {
  const token = (await books.api.call('issueBusinessToken', {})).body.data.access_token
  const api = books.api.as(token)
  const body = { vendor_id: vendor.id, line_items: [billed('COGS', 1)] }
  const { id } = (await api.call('createBill', { body })).body.data
  expect((await api.call('voidBill', { path: { billId: id } })).body.data.status).toBe('VOIDED')
})

describe('what is matched to the bank', () => {
  let banking: Banking

  beforeAll(async () => {
    await begin()
    banking = new Banking(books)
  })

  /** The transaction is matched to the document as soon as that is suggested. */
  async function matched(id: string, matchType: string): Promise<void> {
    const suggestion = async () =>
      (await banking.transaction(id)).suggested_matches.find((one) => one.matchType === matchType)
    const { id: suggested } = await waitFor(`${matchType} to be suggested`, suggestion)
    const { data } = (await banking.match(id, suggested)).body
    expect(data).toMatchObject({ categorizationStatus: 'MATCHED', match: { match_type: matchType } })
  }

  const balanceOf = async (accountId: string) =>
    (await books.balanceNodes()).find(({ id }) => id.id === accountId)?.balance ?? 0

  test('a payment or an expense stays as it is until the transaction is let go of', async () => {
    const { id: account, ledger_account_id: ledgerAccount } = await banking.account('checking')
    const bill = await payables.received(vendor, [billed('COGS', 7_000)])
    const payment = await payables.paid(7_000, [{ bill_id: bill.id, amount: 7_000 }])
    const expense = await payables.spent('CHECK', [billed('OPERATING_EXPENSES', 1_234)], {
      paid_at: '2026-02-16T12:00:00Z',
    })
    const [ach = '', check = ''] = (
      await banking.imported(account, [
        moneyOut('ach', 7_000, { date: '2026-02-16' }),
        moneyOut('check', 1_234, { date: '2026-02-16' }),
      ])
    ).map(({ id }) => id)
    await matched(ach, 'BILL_PAYMENT')
    await matched(check, 'EXPENSE')
    await expectBalances({ [CLEARING]: 0, [PAYABLE]: 0, COGS: 7_000, OPERATING_EXPENSES: 1_234 })
    expect(await balanceOf(ledgerAccount)).toBe(-8_234)
    expect(await banking.transaction(ach)).toMatchObject({ vendor_id: vendor.id, vendor_external_id: 'papers' })
    expect((await payables.updateBill(expense.id, { memo: 'Lunch' })).status).toBe(200)
    const line_items = [billed('OPERATING_EXPENSES', 1_235)]
    for (const [answer, transaction_id] of [
      [await payables.deletePayment(payment.id), ach],
      [await payables.updateBill(expense.id, { line_items }), check],
      [await payables.voidBill(expense.id), check],
    ] as const) {
      expect(answer.refusal).toMatchObject({ status: 422, error_enum: 'DocumentMatched' })
      expect(answer.error.meta).toMatchObject({ transaction_id })
    }
    for (const id of [ach, check]) await banking.uncategorize(id)
    expect((await payables.deletePayment(payment.id)).status).toBe(200)
    expect((await payables.voidBill(expense.id)).body.data.status).toBe('VOIDED')
    await expectBalances({ [CLEARING]: 0, [PAYABLE]: [7_000, 0], OPERATING_EXPENSES: 0 })
    expect(await balanceOf(ledgerAccount)).toBe(0)
  })

  test('a vendor refund is money in, stays until that is let go of, and is not offered once it is deleted', async () => {
    const { id: account, ledger_account_id: ledgerAccount } = await banking.account('savings')
    const credit = await payables.credit(vendor, [credited('COGS', 600)])
    const refund = await payables.refunded([{ vendor_credit_id: credit.id, amount: 600 }])
    const [paidBack = '', later = ''] = (
      await banking.imported(account, [
        moneyIn('paid back', 600, { date: '2026-02-26' }),
        moneyIn('later', 600, { date: '2026-02-27' }),
      ])
    ).map(({ id }) => id)
    await matched(paidBack, 'VENDOR_REFUND')
    expect((await banking.transaction(later)).suggested_matches).toEqual([])
    expect(await balanceOf(ledgerAccount)).toBe(600)
    await expectBalances({ UNDEPOSITED_FUNDS: 0 })
    expect(await banking.transaction(paidBack)).toMatchObject({ vendor_id: vendor.id, vendor_external_id: 'papers' })
    const deletion = await payables.deleteRefund(refund.id)
    expect(deletion.refusal).toMatchObject({ status: 422, error_enum: 'DocumentMatched' })
    expect(deletion.error.meta).toMatchObject({ transaction_id: paidBack })
    await banking.uncategorize(paidBack)
    expect((await payables.deleteRefund(refund.id)).status).toBe(200)
    const offered = async () => (await banking.transaction(later)).suggested_matches
    await waitFor('it to be offered no more', async () => (await offered()).length === 0)
    expect((await banking.match(later, refund.id)).refusal).toMatchObject({
      status: 422,
      error_enum: 'MatchNotPossible',
    })
    expect(await balanceOf(ledgerAccount)).toBe(0)
    await expectBalances({ UNDEPOSITED_FUNDS: 0, VENDOR_PREPAYMENTS: 0 })
  })
})
