import { randomUUID } from 'node:crypto'
import type { Tx } from '@pacioli/db'
import { DomainError } from '@pacioli/errors'
import type { BillAnswer } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  openTestBusiness,
  requestFor,
  startTestBilling,
  withoutLedger,
  type TestBilling,
} from '../billing.test-helpers.ts'
import { checkBusiness } from '../checking/check-business.ts'
import { archiveAccount, archiveTag, balancingDimension, closeBooks } from '../documents/ledger.test-helpers.ts'
import { countStatements } from '../documents/statements.test-helpers.ts'
import { updateVendor } from '../vendors/update-vendor.ts'
import { changeOf as vendorChange, makeVendor } from '../vendors/vendors.test-helpers.ts'
import {
  billInput,
  expenseInput,
  GOODS,
  line,
  makeBill,
  makeExpense,
  named,
  openPayables,
  refusals,
  taxInputs,
  type BillGiven,
  type TestPayables,
} from './bills.test-helpers.ts'
import { eventsOf, openAccount, postedOf, standingOf } from './books.test-helpers.ts'
import { createBill, createBills, createExpense } from './create-bills.ts'
import { getBill } from './get-bill.ts'

let billing: TestBilling
let payables: TestPayables
/** Another business of the client: its books are closed further and further, and it is archived in the end. */
let neighbour: TestPayables
beforeAll(async () => {
  billing = await startTestBilling()
  payables = await openPayables(billing)
  neighbour = await openPayables(billing, { time_zone: 'America/New_York' })
  await balancingDimension(billing, payables.request, 'store')
})
afterAll(async () => {
  for (const { request } of [payables, neighbour]) expect(await checkBusiness(billing, request)).toEqual([])
  expect(billing.refusedPostings).toEqual([])
  await billing.stop()
})

const create = (payables: TestPayables, given: BillGiven = {}): Promise<BillAnswer> =>
  createBill(billing, payables.request, billInput(payables, given))

const rowsIn = (request: BusinessWrite, table: string): Promise<number> =>
  billing.db.transact(request, async (tx: Tx) => {
    const row = await tx.row<{ count: string }>(`SELECT count(*) AS count FROM ${table} WHERE business_id = $1`, [
      request.businessId,
    ])
    return Number(row?.count)
  })

describe('a bill', () => {
  test('is what its line items come to, and says so in the accrual books', async () => {
    const { request } = payables
    const answer = await create(payables, {
      external_id: 'b1',
      terms: 'NET_30',
      line_items: [
        line(333, { quantity: '1.5', discount_amount: 50, taxes: { CA: 45 }, description: 'Rent' }),
        line(-20, { account_identifier: GOODS }),
      ],
      taxes: { 'NY state': 7 },
      additional_discount: 30,
      memo: 'January',
      metadata: '{"a":1}',
      reference_number: 'R-1',
    })
    expect(answer).toMatchObject({ created: true, posting: 'posted' })
    expect(answer.data).toMatchObject({
      business_id: request.businessId,
      status: 'RECEIVED',
      external_id: 'b1',
      is_expense: false,
      terms: 'NET_30',
      received_at: '2026-01-10T12:00:00.000Z',
      due_at: '2026-02-09T12:00:00.000Z',
      paid_at: undefined,
      voided_at: undefined,
      subtotal: 480,
      additional_discount: 30,
      total_amount: 452,
      outstanding_balance: 452,
      additional_sales_taxes_total: 7,
      additional_sales_taxes: [
        {
          amount: 7,
          tax_account: { type: 'Tax_Name', name: 'NY state' },
          tax_ledger_account: { stable_name: 'SALES_TAXES:NY_STATE', name: 'Sales Taxes NY state' },
        },
      ],
      payment_allocations: [],
      vendor_credits: [],
      vendor: { id: payables.vendorId, company_name: 'Paper & Co' },
      memo: 'January',
      reference_number: 'R-1',
    })
    const [rent, goods] = answer.data?.line_items ?? []
    expect(rent).toMatchObject({
      bill_id: answer.data?.id,
      account_identifier: { type: 'AccountId', id: rent?.ledger_account?.id },
      ledger_account: {
        stable_name: 'OPERATING_EXPENSES',
        account_type: { value: 'EXPENSE', display_name: 'Expense' },
      },
      prepayment_account: undefined,
      unit_price: 333,
      quantity: '1.5',
      subtotal: 500,
      discount_amount: 50,
      sales_taxes_total: 45,
      total_amount: 495,
    })
    expect(goods).toMatchObject({ quantity: '1', subtotal: -20, total_amount: -20, sales_taxes: [] })
    // Others are told its whole state.
    const [event] = await eventsOf(billing, request, answer.data?.id ?? '')
    expect(event).toMatchObject({
      type: 'pacioli.bill.created.v1',
      source: '/pacioli/billing',
      data: {
        id: answer.data?.id,
        version: 1,
        status: 'RECEIVED',
        is_expense: false,
        vendor_id: payables.vendorId,
        total_amount: 452,
        outstanding_balance: 452,
        paid_amount: 0,
        due_at: '2026-02-09T12:00:00.000Z',
        line_items: [
          { unit_price: 333, quantity: '1.5' },
          { unit_price: -20, quantity: '1' },
        ],
        payment_allocations: [],
        vendor_credits: [],
        match_candidate: null,
      },
    })
    const read = (await getBill(billing, request, answer.data?.id?.toUpperCase() ?? '')).data
    expect(read).toEqual({ ...answer.data, metadata: '{"a": 1}' })
    expect(await standingOf(billing, request, answer.data?.id)).toEqual([
      [
        'ACCRUAL 2026-01-10',
        [
          'Dr OPERATING_EXPENSES 450',
          'Dr SALES_TAXES:CA 45',
          'Cr COGS 20',
          'Dr SALES_TAXES:NY_STATE 7',
          'Cr PURCHASE_DISCOUNTS 30',
          'Cr ACCOUNTS_PAYABLE 452',
        ],
      ],
    ])
  })

  test('is due when it says, else by its terms, else not at all; received at no particular time it was received now', async () => {
    const before = Date.now()
    const given: BillGiven[] = [
      { terms: 'NET_30', due_at: '2026-05-01T00:00:00+02:00' },
      // 30 days later the clocks have changed, the time of day has not.
      { terms: 'NET_30', received_at: '2026-02-20T12:00:00Z' },
      { terms: 'DUE_ON_RECEIPT' },
      {},
      { received_at: undefined, line_items: [] },
    ]
    const inputs = given.map((one) => billInput(neighbour, one))
    const { data = [] } = await createBills(billing, neighbour.request, inputs)
    expect(data.map(({ due_at }) => due_at)).toEqual([
      '2026-04-30T22:00:00.000Z',
      '2026-03-22T11:00:00.000Z',
      '2026-01-10T12:00:00.000Z',
      undefined,
      undefined,
    ])
    for (const time of [data.at(-1)?.received_at, data.at(-1)?.imported_at]) {
      expect(Date.parse(time ?? '')).toBeGreaterThanOrEqual(before)
      expect(Date.parse(time ?? '')).toBeLessThanOrEqual(Date.now())
    }
  })

  test('carries tags: its own on every line, those of a line item on that line first', async () => {
    const bill = await makeBill(billing, payables, {
      tags: [
        { key: 'store', value: 'north' },
        { key: 'class', value: 'a' },
      ],
      line_items: [line(60, { tags: [{ key: 'class', value: 'b' }] }), line(40)],
    })
    expect(bill.transaction_tags).toMatchObject([
      { key: 'class', value: 'a' },
      { key: 'store', value: 'north' },
    ])
    expect(bill.line_items[0]?.transaction_tags).toMatchObject([{ key: 'class', value: 'b' }])
    expect(await standingOf(billing, payables.request, bill.id)).toEqual([
      [
        'ACCRUAL 2026-01-10',
        [
          'Dr OPERATING_EXPENSES 60 class:b store:north',
          'Dr OPERATING_EXPENSES 40 class:a store:north',
          'Cr ACCOUNTS_PAYABLE 100 class:a store:north',
        ],
      ],
    ])
  })
})

describe('an expense', () => {
  test('was paid on the spot: it stands in both books, and nothing of it is owed', async () => {
    const { request } = payables
    const answer = await createExpense(
      billing,
      request,
      expenseInput({ vendor_id: payables.vendorId, processor: 'stripe', taxes: { CA: 9 }, additional_discount: 4 }),
    )
    expect(answer).toMatchObject({ created: true, posting: 'posted' })
    expect(answer.data).toMatchObject({
      is_expense: true,
      status: 'PAID',
      paid_at: '2026-01-10T12:00:00.000Z',
      received_at: '2026-01-10T12:00:00.000Z',
      total_amount: 105,
      outstanding_balance: 0,
      method: 'CASH',
      processor: 'stripe',
      payment_clearing_account: { stable_name: 'CASH' },
      vendor: { id: payables.vendorId },
    })
    expect((await getBill(billing, request, answer.data?.id ?? '')).data).toEqual(answer.data)
    expect(await standingOf(billing, request, answer.data?.id)).toEqual([
      [
        'BOTH 2026-01-10',
        ['Dr OPERATING_EXPENSES 100', 'Dr SALES_TAXES:CA 9', 'Cr PURCHASE_DISCOUNTS 4', 'Cr CASH 105'],
      ],
    ])
  })

  test('waits for the bank on the account that it names', async () => {
    const other = await makeExpense(billing, payables, {
      method: 'CREDIT_CARD',
      payment_clearing_account_identifier: named('BANK_ACCOUNTS'),
    })
    expect(other.payment_clearing_account?.stable_name).toBe('BANK_ACCOUNTS')
    expect(other.vendor).toBeFalsy()
    expect(await standingOf(billing, payables.request, other.id)).toEqual([
      ['BOTH 2026-01-10', ['Dr OPERATING_EXPENSES 100', 'Cr BANK_ACCOUNTS 100']],
    ])
  })

  test('can be matched by the bank: its event says to what', async () => {
    const expense = await makeExpense(billing, payables, {
      vendor_id: payables.vendorId,
      tags: [{ key: 'class', value: 'a' }],
      memo: 'Coffee',
    })
    const [tag] = expense.transaction_tags
    const [event] = await eventsOf(billing, payables.request, expense.id)
    expect(event?.data['match_candidate']).toEqual({
      is_open: true,
      direction: 'DEBIT',
      amount: 100,
      date: '2026-01-10T12:00:00.000Z',
      clearing_account_id: expense.payment_clearing_account?.id,
      description: 'Coffee',
      customer_id: null,
      customer_external_id: null,
      vendor_id: payables.vendorId,
      allocations: [{ amount: 100, tags: [{ dimension_id: tag?.dimension_id, definition_id: tag?.definition_id }] }],
    })
    const free = await makeExpense(billing, payables, { line_items: [line(0)] })
    const [freeEvent] = await eventsOf(billing, payables.request, free.id)
    expect(freeEvent?.data['match_candidate']).toMatchObject({ is_open: false, amount: 0, allocations: [] })
  })
})

describe('what cannot be a bill is refused', () => {
  const refused = (given: BillGiven) => refusals(create(payables, given))

  test.each<[string, BillGiven, [string, string][]]>([
    ['a time without an offset', { received_at: '2026-01-10T12:00:00' }, [['InvalidPayload', 'received_at']]],
    ['a due date that is none', { due_at: '2026-02-30T00:00:00Z' }, [['InvalidPayload', 'due_at']]],
    ['terms that there are not', { terms: 'NET_45' }, [['InvalidPayload', 'terms']]],
    [
      'amounts out of range, and quantities that are none',
      { line_items: [line(2 ** 53), line(1, { quantity: '1e3' }), line(1, { quantity: '0.123456789' })] },
      [
        ['InvalidPayload', 'line_items.0.unit_price'],
        ['InvalidPayload', 'line_items.1.quantity'],
        ['InvalidPayload', 'line_items.2.quantity'],
      ],
    ],
    [
      'discounts below zero',
      { additional_discount: -1, line_items: [line(1, { discount_amount: -1 })] },
      [
        ['InvalidPayload', 'line_items.0.discount_amount'],
        ['InvalidPayload', 'additional_discount'],
      ],
    ],
    [
      'a line item that comes to too much',
      { line_items: [line(2 ** 52, { quantity: '2' })] },
      [['AmountOutOfRange', 'line_items.0']],
    ],
    [
      'line items that together come to too much',
      { line_items: [line(2 ** 53 - 1), line(1)] },
      [['AmountOutOfRange', 'line_items']],
    ],
    ['a total below zero', { additional_discount: 101 }, [['NegativeTotal', 'line_items']]],
    [
      'taxes without a name',
      {
        line_items: [
          { ...line(1), sales_taxes: [{ amount: 1, tax_account: null }] },
          { ...line(1), sales_taxes: [{ amount: 1, tax_account: { type: 'Tax_Name', name: '---' } }] },
        ],
      },
      [
        ['InvalidPayload', 'line_items.0.sales_taxes.0.tax_account.type'],
        ['InvalidPayload', 'line_items.1.sales_taxes.0.tax_account.name'],
      ],
    ],
    [
      'line items with one external_id',
      { line_items: [line(1, { external_id: 'x' }), line(1, { external_id: 'x' })] },
      [['InvalidPayload', 'line_items.1.external_id']],
    ],
    [
      'a line item without account',
      { line_items: [{ ...line(1), account_identifier: null }] },
      [['InvalidPayload', 'line_items.0.account_identifier']],
    ],
    [
      'more than a thousand line items',
      { line_items: Array.from({ length: 1_001 }, () => line(1)) },
      [['InvalidPayload', 'line_items']],
    ],
    ['no vendor', { vendor_id: undefined }, [['InvalidPayload', 'vendor_id']]],
    ['a vendor that is no id', { vendor_id: 'nobody' }, [['VendorNotFound', 'vendor_id']]],
    ['a vendor that nobody has', { vendor_external_id: 'nobody' }, [['VendorNotFound', 'vendor_external_id']]],
    [
      'accounts that there are not',
      {
        line_items: [
          line(1, { account_identifier: named('NOPE') }),
          line(1, { prepayment_account_identifier: { type: 'AccountId', id: randomUUID() } }),
          line(1, { account_identifier: named('NOPE') }),
        ],
      },
      [
        ['AccountNotFound', 'line_items.0.account_identifier'],
        ['AccountNotFound', 'line_items.2.account_identifier'],
        ['AccountNotFound', 'line_items.1.prepayment_account_identifier'],
      ],
    ],
    [
      'accounts that documents keep themselves',
      {
        line_items: [
          line(1, { account_identifier: named('ACCOUNTS_PAYABLE') }),
          line(1, { prepayment_account_identifier: named('ACCOUNTS_RECEIVABLE') }),
        ],
      },
      [
        ['ControlAccount', 'line_items.0.account_identifier'],
        ['ControlAccount', 'line_items.1.prepayment_account_identifier'],
      ],
    ],
    [
      'two values of one dimension on one object',
      {
        tags: [
          { key: 'k', value: '1' },
          { key: 'k', value: '2' },
        ],
        line_items: [
          line(1, {
            tags: [
              { key: 'l', value: '1' },
              { key: 'l', value: '2' },
            ],
          }),
        ],
      },
      [
        ['DuplicateTagDimension', 'line_items.0.tags.1'],
        ['DuplicateTagDimension', 'tags.1'],
      ],
    ],
  ])('%s', async (_what, given, expected) => {
    expect(await refused(given)).toEqual(expected)
  })

  test('ten thousand line items and taxes, and one more', async () => {
    const taxes = taxInputs(Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`T${index}`, 1])))
    const lines = Array.from({ length: 909 }, () => ({ ...line(10), sales_taxes: taxes }))
    expect(await refused({ line_items: [...lines, line(1), line(1)] })).toEqual([['PayloadTooLarge', undefined]])
  })

  test('an entry that would be longer than the ledger takes', async () => {
    // More than five thousand tags on its lines.
    const tags = Array.from({ length: 49 }, (_, index) => ({ key: `key${index}`, value: '1' }))
    const line_items = Array.from({ length: 103 }, (_, index) =>
      line(10, { tags: [{ key: 'line', value: `${index}` }] }),
    )
    expect(await refused({ tags, line_items })).toEqual([['PayloadTooLarge', undefined]])
  })

  test('tags of a BALANCING dimension on a line item', async () => {
    expect(await refused({ line_items: [line(1, { tags: [{ key: 'store', value: 'north' }] })] })).toEqual([
      ['BalancingTagViolation', 'line_items.0.tags.0'],
    ])
  })

  test('tags and accounts that are archived', async () => {
    const own = payables
    const { transaction_tags } = await makeBill(billing, own, { tags: [{ key: 'class', value: 'old' }] })
    await archiveTag(billing, own.request, transaction_tags[0]?.definition_id ?? '')
    expect(await refusals(create(own, { tags: [{ key: 'class', value: 'old' }] }))).toEqual([
      ['TagValueArchived', 'tags.0'],
    ])
    const account = await openAccount(billing, own.request, { name: 'Old', account_subtype: 'COGS' })
    await archiveAccount(billing, own.request, account)
    const identifier = { type: 'AccountId', id: account }
    expect(
      await refusals(
        create(own, {
          line_items: [line(1, { account_identifier: identifier, prepayment_account_identifier: identifier })],
        }),
      ),
    ).toEqual([
      ['AccountArchived', 'line_items.0.account_identifier'],
      ['AccountArchived', 'line_items.0.prepayment_account_identifier'],
    ])
    expect(
      await refusals(
        createExpense(billing, own.request, expenseInput({ payment_clearing_account_identifier: identifier })),
      ),
    ).toEqual([['AccountArchived', 'payment_clearing_account_identifier']])
  })

  test('an expense on an account that documents keep, by a method that there is not, or at no time', async () => {
    const refusedExpense = (given: Parameters<typeof expenseInput>[0]) =>
      refusals(createExpense(billing, payables.request, expenseInput(given)))
    expect(await refusedExpense({ payment_clearing_account_identifier: named('ACCOUNTS_PAYABLE') })).toEqual([
      ['ControlAccount', 'payment_clearing_account_identifier'],
    ])
    expect(await refusedExpense({ method: 'BARTER', paid_at: 'yesterday' })).toEqual([
      ['InvalidPayload', 'paid_at'],
      ['InvalidPayload', 'method'],
    ])
    expect(await refusedExpense({ additional_discount: 101 })).toEqual([['NegativeTotal', 'line_items']])
    expect(await refusedExpense({ vendor_id: randomUUID() })).toEqual([['VendorNotFound', 'vendor_id']])
  })

  test('a business of another client', async () => {
    const foreign = requestFor(randomUUID(), payables.request.businessId)
    expect(await refusals(createBill(billing, foreign, billInput(payables)))).toEqual([
      ['BusinessNotFound', 'businessId'],
    ])
  })

  test("other tenants' vendors, accounts and bills: they answer as unknown ones", async () => {
    const theirs = await makeBill(billing, neighbour, { external_id: 'theirs' })
    await makeVendor(billing, neighbour.request, { external_id: 'their-vendor' })
    const account = { type: 'AccountId', id: theirs.line_items[0]?.ledger_account?.id ?? '' }
    expect(await refused({ vendor_id: neighbour.vendorId })).toEqual([['VendorNotFound', 'vendor_id']])
    expect(await refused({ vendor_external_id: 'their-vendor' })).toEqual([['VendorNotFound', 'vendor_external_id']])
    expect(await refused({ line_items: [line(1, { account_identifier: account })] })).toEqual([
      ['AccountNotFound', 'line_items.0.account_identifier'],
    ])
    expect(await refused({ line_items: [line(1, { prepayment_account_identifier: account })] })).toEqual([
      ['AccountNotFound', 'line_items.0.prepayment_account_identifier'],
    ])
    expect(
      await refusals(
        createExpense(billing, payables.request, expenseInput({ payment_clearing_account_identifier: account })),
      ),
    ).toEqual([['AccountNotFound', 'payment_clearing_account_identifier']])
    expect(await refusals(getBill(billing, payables.request, theirs.id))).toEqual([['BillNotFound', 'billId']])
    expect(await create(payables, { external_id: 'theirs' })).toMatchObject({ created: true })
    expect(await refusals(getBill(billing, payables.request, 'nothing'))).toEqual([['BillNotFound', 'billId']])
  })

  test('nothing is left behind by what was refused', async () => {
    const before = [await rowsIn(payables.request, 'bills'), await rowsIn(payables.request, 'postings')]
    expect(await refusals(create(payables, { additional_discount: 102, taxes: { CA: 1 } }))).not.toBe('done')
    expect(
      await refusals(create(payables, { line_items: [line(1), line(1, { account_identifier: named('NOPE') })] })),
    ).not.toBe('done')
    expect([await rowsIn(payables.request, 'bills'), await rowsIn(payables.request, 'postings')]).toEqual(before)
  })
})

describe('a repeated request', () => {
  test('finds the bill of its external_id as it is, whatever else it says', async () => {
    const first = await create(payables, { external_id: 'again' })
    const again = await create(payables, {
      external_id: 'again',
      vendor_id: randomUUID(),
      line_items: [line(7, { account_identifier: named('NOPE') })],
    })
    expect(again).toEqual({ ...first, created: false })
    expect(await postedOf(billing, payables.request, first.data?.id)).toHaveLength(1)
  })

  test('with the external_id of an expense is no bill, and the other way round', async () => {
    await makeExpense(billing, payables, { external_id: 'x' })
    await makeBill(billing, payables, { external_id: 'y' })
    expect(await refusals(create(payables, { external_id: 'x' }))).toEqual([['DuplicateExternalId', 'external_id']])
    expect(await refusals(createExpense(billing, payables.request, expenseInput({ external_id: 'y' })))).toEqual([
      ['DuplicateExternalId', 'external_id'],
    ])
    const many = [billInput(payables), billInput(payables, { external_id: 'x' })]
    expect(await refusals(createBills(billing, payables.request, many))).toEqual([
      ['DuplicateExternalId', '1.external_id'],
    ])
  })

  test('with its Idempotency-Key gets the first answer, also without banking or vendor', async () => {
    const before = await rowsIn(payables.request, 'bills')
    const { clientId, businessId } = payables.request
    const key = { key: randomUUID(), requestHash: 'h' }
    const once = requestFor(clientId, businessId, key)
    const first = await createBill(billing, once, billInput(payables, { taxes: { CA: 3 } }))
    const repeat = requestFor(clientId, businessId, key)
    expect(await createBill(billing, repeat, billInput(payables, { taxes: { CA: 3 } }))).toEqual(
      JSON.parse(JSON.stringify(first)),
    )
    expect(repeat.replayed).toBe(true)
    const other = requestFor(clientId, businessId, { ...key, requestHash: 'other' })
    expect(await refusals(createBill(billing, other, billInput(payables, { taxes: { NEVER: 3 } })))).toEqual([
      ['IdempotencyKeyReused', 'Idempotency-Key'],
    ])
    expect(await rowsIn(payables.request, 'bills')).toBe(before + 1)
  })

  test('three times at once makes one bill', async () => {
    const before = await rowsIn(payables.request, 'bills')
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => create(payables, { external_id: 'once', taxes: { CA: 2 } })),
    )
    expect(new Set(answers.map(({ data }) => data?.id)).size).toBe(1)
    expect(answers.filter(({ created }) => created)).toHaveLength(1)
    expect(await rowsIn(payables.request, 'bills')).toBe(before + 1)
    expect(await postedOf(billing, payables.request, answers[0]?.data?.id)).toHaveLength(1)
  })
})

describe('many bills', () => {
  test('are made together, in the order of the request, and an external_id that comes again means its first bill', async () => {
    const before = await rowsIn(payables.request, 'bills')
    const other = await makeVendor(billing, payables.request, { external_id: 'other', company_name: 'Other' })
    await makeBill(billing, payables, { external_id: 'there', memo: 'there' })
    const { data, posting } = await createBills(billing, payables.request, [
      billInput(payables, { external_id: 'a', line_items: [line(1)] }),
      billInput(payables, { external_id: 'there', line_items: [line(2)] }),
      billInput(payables, { line_items: [line(3)] }),
      billInput(payables, { external_id: 'a', line_items: [line(4)] }),
      billInput(payables, { vendor_external_id: 'other', line_items: [line(5)] }),
      billInput(payables, { line_items: [line(3)] }),
    ])
    expect(posting).toBe('posted')
    expect(data?.map(({ total_amount }) => total_amount)).toEqual([1, 100, 3, 1, 5, 3])
    expect(data?.[0]?.id).toBe(data?.[3]?.id)
    expect(data?.[2]?.id).not.toBe(data?.[5]?.id)
    expect(data?.[4]?.vendor?.id).toBe(other.id)
    expect(await rowsIn(payables.request, 'bills')).toBe(before + 5)
  })

  test('are a thousand at most', async () => {
    const before = await rowsIn(payables.request, 'bills')
    const many = (count: number) => {
      const input = billInput(payables, { additional_discount: 101 })
      return refusals(createBills(billing, payables.request, Array<typeof input>(count).fill(input)))
    }
    // A thousand are looked at, each of them.
    expect(await many(1_000)).toContainEqual(['NegativeTotal', '0.line_items'])
    expect(await many(1_001)).toEqual([['InvalidPayload', undefined]])
    expect(await createBills(billing, payables.request, [])).toEqual({ data: [], posting: 'posted' })
    expect(await rowsIn(payables.request, 'bills')).toBe(before)
  })

  test('take as many statements whether they are two or four', async () => {
    // There are accounts of these taxes then.
    await makeBill(billing, payables, { taxes: { CA: 1, NY: 1 } })
    const statementsFor = async (count: number): Promise<number> => {
      const inputs = Array.from({ length: count }, (_, index) =>
        billInput(payables, {
          external_id: `${index} of ${count}`,
          terms: 'NET_30',
          taxes: { CA: 1 },
          tags: [{ key: 'batch', value: '1' }],
          line_items: Array.from({ length: 4 }, (_one, place) => line(index + place, { taxes: { NY: 2 } })),
        }),
      )
      const counted = countStatements(billing)
      const { data, posting } = await createBills(billing, payables.request, inputs)
      const statements = counted.stop()
      expect(data).toHaveLength(count)
      expect(posting).toBe('posted')
      const expected = inputs.reduce(
        (sum, { line_items }) => sum + 1 + line_items.reduce((one, { unit_price }) => one + unit_price + 2, 0),
        0,
      )
      expect(data?.reduce((sum, { total_amount }) => sum + Number(total_amount), 0)).toBe(expected)
      return statements
    }
    expect(await statementsFor(4)).toBe(await statementsFor(2))
  })

  test('bulk against bulk with the same external ids make each bill once', async () => {
    const [bills, postings] = [await rowsIn(payables.request, 'bills'), await rowsIn(payables.request, 'postings')]
    const batch = (order: 1 | -1) => {
      const inputs = Array.from({ length: 4 }, (_, index) => billInput(payables, { external_id: `bulk ${index}` }))
      return order === 1 ? inputs : inputs.reverse()
    }
    const answers = await Promise.all(
      ([1, -1] as const).map((order) => createBills(billing, payables.request, batch(order))),
    )
    const ids = answers.map(({ data = [] }) => data.map(({ id }) => id).sort())
    for (const one of ids) expect(one).toEqual(ids[0])
    expect(await rowsIn(payables.request, 'bills')).toBe(bills + 4)
    expect(await rowsIn(payables.request, 'postings')).toBe(postings + 4)
  })
})

describe('a business that ends', () => {
  test('refuses all of many bills if one is, and every one that is wrong is named', async () => {
    const payables = neighbour
    const before = await rowsIn(payables.request, 'bills')
    const many = (...given: BillGiven[]) =>
      refusals(
        createBills(
          billing,
          payables.request,
          given.map((one) => billInput(payables, one)),
        ),
      )
    expect(
      await many(
        {},
        { received_at: 'never', line_items: [line(2 ** 53)] },
        { additional_discount: 101 },
        { vendor_id: undefined },
      ),
    ).toEqual([
      ['InvalidPayload', '1.received_at'],
      ['InvalidPayload', '1.line_items.0.unit_price'],
      ['NegativeTotal', '2.line_items'],
      ['InvalidPayload', '3.vendor_id'],
    ])
    expect(await many({}, { vendor_id: randomUUID() }, {}, { vendor_external_id: 'nobody' })).toEqual([
      ['VendorNotFound', '1.vendor_id'],
      ['VendorNotFound', '3.vendor_external_id'],
    ])
    const missing = { line_items: [line(1, { account_identifier: named('NOPE') })] }
    expect(await many({}, missing, {}, missing)).toEqual([
      ['AccountNotFound', '1.line_items.0.account_identifier'],
      ['AccountNotFound', '3.line_items.0.account_identifier'],
    ])
    await closeBooks(billing, payables.request, '2026-01-31')
    expect(
      await many(
        {},
        {
          received_at: '2026-02-01T05:00:00Z',
          line_items: [line(1, { account_identifier: named('ACCOUNTS_PAYABLE') })],
        },
      ),
    ).toEqual([
      ['PeriodClosed', '0.received_at'],
      ['ControlAccount', '1.line_items.0.account_identifier'],
    ])
    expect(await rowsIn(payables.request, 'bills')).toBe(before)
  })

  test('takes nothing that would be posted in a closed period, but what comes to nothing', async () => {
    const { request } = neighbour
    // Closed through January, in New York.
    expect(await refusals(create(neighbour, { received_at: '2026-02-01T04:59:59.999Z' }))).toEqual([
      ['PeriodClosed', 'received_at'],
    ])
    expect(await refusals(createExpense(billing, request, expenseInput()))).toEqual([['PeriodClosed', 'paid_at']])
    expect(await refusals(create(neighbour, { received_at: '2026-02-01T05:00:00.000Z' }))).toBe('done')
    const bill = await makeBill(billing, neighbour, { line_items: [line(0)] })
    expect(bill).toMatchObject({ status: 'PAID', paid_at: bill.received_at, total_amount: 0, outstanding_balance: 0 })
    expect(await postedOf(billing, request, bill.id)).toEqual([])
    // Where the closed period reaches into the future, that is also what is now.
    await closeBooks(billing, request, '2999-01-01')
    expect(await refusals(create(neighbour, { received_at: undefined }))).toEqual([['PeriodClosed', 'received_at']])
  })

  test('takes no new bills of a vendor that is archived, and nothing at all once it is archived itself', async () => {
    const { request, vendorId } = neighbour
    await updateVendor(billing, request, vendorChange({ id: vendorId }, { status: 'ARCHIVED' }))
    expect(await refusals(create(neighbour))).toEqual([['VendorArchived', 'vendor_id']])
    const { clientId, businessId } = request
    await billing.ledger.businesses.ArchiveBusiness({}, { context: { clientId, businessId } })
    expect(await refusals(create(neighbour))).toEqual([['VendorArchived', 'vendor_id']])
    expect(await refusals(createExpense(billing, request, expenseInput()))).toEqual([['BusinessArchived', undefined]])
  })
})

test('a ledger that is away refuses what was not asked, and writes nothing', async () => {
  const request = await openTestBusiness(billing)
  const { id } = await makeVendor(billing, request)
  const { without, close } = withoutLedger(billing)
  try {
    const refusal = await createBill(without, request, billInput({ vendorId: id })).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(DomainError)
    expect((refusal as DomainError).errorEnum).toBe('ServiceUnavailable')
    expect(await rowsIn(request, 'bills')).toBe(0)
  } finally {
    close()
  }
})
