/** Invalid bills and expenses are refused. */
import { randomUUID } from 'node:crypto'
import type { BillAnswer } from '@pacioli/protos/billing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requestFor, startTestBilling, type TestBilling } from '../testing/billing.test-helpers.ts'
import { checkBusiness } from '../checking/check-business.ts'
import { archiveAccount, archiveTag, balancingDimension, closeBooks } from '../testing/ledger.test-helpers.ts'
import { changeOf as vendorChange, makeVendor } from '../testing/vendors.test-helpers.ts'
import {
  billInput,
  expenseInput,
  line,
  makeBill,
  named,
  openPayables,
  refusals,
  taxInputs,
  type BillGiven,
  type TestPayables,
} from '../testing/bills.test-helpers.ts'
import { changeAccount, openAccount, postedOf } from '../testing/books.test-helpers.ts'
import { createBill, createBills, createExpense, getBill, updateVendor } from '../testing/use-cases.test-helpers.ts'
import { rowsIn } from '../testing/rows.test-helpers.ts'

let billing: TestBilling
let payables: TestPayables
/** Another business of the client: its books are closed further and further, and it is archived at the end. */
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

describe('an invalid bill is refused', () => {
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
      'no line item, and a tax below zero on the whole',
      { line_items: [], taxes: { CA: -1 } },
      [
        ['InvalidPayload', 'line_items'],
        ['InvalidPayload', 'additional_sales_taxes.0.amount'],
      ],
    ],
    [
      'a discount above its line item, and a tax below zero',
      {
        line_items: [
          line(10, { discount_amount: 10 }),
          line(10, { discount_amount: 11 }),
          line(-10, { discount_amount: 1 }),
          line(10),
          line(10, { taxes: { CA: -1 } }),
        ],
      },
      [
        ['InvalidPayload', 'line_items.1.discount_amount'],
        ['InvalidPayload', 'line_items.2.discount_amount'],
        ['InvalidPayload', 'line_items.4.sales_taxes.0.amount'],
      ],
    ],
    [
      'a line item with too large a total',
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
    ['an unknown vendor', { vendor_external_id: 'nobody' }, [['VendorNotFound', 'vendor_external_id']]],
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
          line(1, { account_identifier: named('VENDOR_PREPAYMENTS') }),
          line(1, { prepayment_account_identifier: named('ACCOUNTS_RECEIVABLE') }),
          line(1, { prepayment_account_identifier: named('VENDOR_PREPAYMENTS') }),
        ],
      },
      [
        ['ControlAccount', 'line_items.0.account_identifier'],
        ['ControlAccount', 'line_items.1.account_identifier'],
        ['ControlAccount', 'line_items.2.prepayment_account_identifier'],
        ['ControlAccount', 'line_items.3.prepayment_account_identifier'],
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

  test('an entry that is longer than the ledger accepts', async () => {
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

  test('an expense on a control account, by an unknown method, or without a time', async () => {
    const refusedExpense = (given: Parameters<typeof expenseInput>[0]) =>
      refusals(createExpense(billing, payables.request, expenseInput(given)))
    for (const name of ['ACCOUNTS_PAYABLE', 'VENDOR_PREPAYMENTS'])
      expect(await refusedExpense({ payment_clearing_account_identifier: named(name) })).toEqual([
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

  test("other tenants' vendors, accounts and bills: they are reported as unknown", async () => {
    const theirs = await makeBill(billing, neighbour, { external_id: 'theirs' })
    await makeVendor(billing, neighbour.request, { external_id: 'their-vendor' })
    const account = { type: 'AccountId', id: theirs.line_items[0]?.ledger_account?.id ?? '' }
    expect(await refused({ vendor_id: neighbour.contactId })).toEqual([['VendorNotFound', 'vendor_id']])
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

  test('refused requests leave nothing behind', async () => {
    const before = [
      await rowsIn(billing, payables.request, 'bills'),
      await rowsIn(billing, payables.request, 'postings'),
    ]
    expect(await refusals(create(payables, { additional_discount: 102, taxes: { CA: 1 } }))).not.toBe('done')
    expect(
      await refusals(create(payables, { line_items: [line(1), line(1, { account_identifier: named('NOPE') })] })),
    ).not.toBe('done')
    expect([
      await rowsIn(billing, payables.request, 'bills'),
      await rowsIn(billing, payables.request, 'postings'),
    ]).toEqual(before)
  })
})

describe('a business that ends', () => {
  test('refuses all of many bills if one is invalid, and names each invalid one', async () => {
    const payables = neighbour
    const before = await rowsIn(billing, payables.request, 'bills')
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
    expect(await rowsIn(billing, payables.request, 'bills')).toBe(before)
  })

  test('takes nothing dated in a closed period except a total of zero', async () => {
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
    // Where the closed period reaches into the future, so does the default of now.
    await closeBooks(billing, request, '2999-01-01')
    expect(await refusals(create(neighbour, { received_at: undefined }))).toEqual([['PeriodClosed', 'received_at']])
  })

  test('takes no new bills of an archived vendor, and nothing once it is archived itself', async () => {
    const { request, contactId } = neighbour
    await updateVendor(billing, request, vendorChange({ id: contactId }, { status: 'ARCHIVED' }))
    const problems = [
      ['VendorArchived', 'vendor_id'],
      ['PeriodClosed', 'received_at'],
    ]
    expect(await refusals(create(neighbour))).toEqual(problems)
    const { clientId, businessId } = request
    await billing.ledger.businesses.ArchiveBusiness({}, { context: { clientId, businessId } })
    expect(await refusals(create(neighbour))).toEqual(problems)
    expect(await refusals(createExpense(billing, request, expenseInput()))).toEqual([['BusinessArchived', undefined]])
  })
})

test('a control account of another subtype stays one, and another account of its subtype is none', async () => {
  const own = await openPayables(billing)
  const { request } = own
  await changeAccount(billing, request, 'ACCOUNTS_PAYABLE', { account_subtype: 'OTHER_CURRENT_LIABILITY' })
  const on = (account: string) => billInput(own, { line_items: [line(1, { account_identifier: named(account) })] })
  expect(await refusals(createBill(billing, request, on('ACCOUNTS_PAYABLE')))).toEqual([
    ['ControlAccount', 'line_items.0.account_identifier'],
  ])
  await openAccount(billing, request, { name: 'Loans', account_subtype: 'ACCOUNTS_PAYABLE', stable_name: 'LOANS' })
  expect(await refusals(createBill(billing, request, on('LOANS')))).toBe('done')
})

test('in bulk all problems of all elements come together', async () => {
  const of = await openPayables(billing)
  await closeBooks(billing, of.request, '2026-01-05')
  const bills: BillGiven[] = [
    {},
    { vendor_id: randomUUID(), line_items: [line(1, { account_identifier: named('NOPE') })] },
    { line_items: [line(-1)] },
    { received_at: '2026-01-05T12:00:00Z' },
    { line_items: [line(1), line(1, { account_identifier: named('ACCOUNTS_PAYABLE') })] },
  ]
  const inputs = bills.map((one) => billInput(of, one))
  expect(await refusals(createBills(billing, of.request, inputs))).toEqual([
    ['NegativeTotal', '2.line_items'],
    ['VendorNotFound', '1.vendor_id'],
    ['AccountNotFound', '1.line_items.0.account_identifier'],
    ['PeriodClosed', '3.received_at'],
    ['ControlAccount', '4.line_items.1.account_identifier'],
  ])
  expect(await rowsIn(billing, of.request, 'bills')).toBe(0)
})
