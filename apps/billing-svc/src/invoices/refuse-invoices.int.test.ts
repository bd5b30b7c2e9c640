/** Refused, repeated and bulk creation of invoices. */
import { randomUUID } from 'node:crypto'
import { DomainError } from '@pacioli/errors'
import type { InvoiceAnswer } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requestFor, startTestBilling, withoutLedger, type TestBilling } from '../testing/billing.test-helpers.ts'
import { named, refusals } from '../testing/bills.test-helpers.ts'
import { openAccount, postedOf } from '../testing/books.test-helpers.ts'
import { changeOf as customerChange, makeCustomer } from '../testing/customers.test-helpers.ts'
import { archiveAccount, archiveTag, balancingDimension, closeBooks } from '../testing/ledger.test-helpers.ts'
import { countStatements } from '../testing/statements.test-helpers.ts'
import {
  anotherCustomer,
  expectSoundBooks,
  FEES,
  invoiceInput,
  line,
  makeInvoice,
  makePayment,
  openReceivables,
  type InvoiceGiven,
  type TestReceivables,
} from '../testing/receivable-rules.test-helpers.ts'
import { createInvoice, createInvoices, getInvoice, updateCustomer } from '../testing/use-cases.test-helpers.ts'
import { allRows, rowsIn } from '../testing/rows.test-helpers.ts'

let billing: TestBilling
let receivables: TestReceivables
/** Another business of the same client. */
let neighbour: TestReceivables
beforeAll(async () => {
  billing = await startTestBilling()
  receivables = await openReceivables(billing)
  neighbour = await openReceivables(billing)
  await balancingDimension(billing, receivables.request, 'store')
  // From here on the account of this tax exists.
  await makeInvoice(billing, receivables, { taxes: { CA: 1 } })
})
afterAll(async () => {
  await expectSoundBooks(billing, receivables, ['store'])
  expect(billing.refusedPostings).toEqual([])
  await billing.stop()
})

/** A customer for one test. */
const somebody = () => anotherCustomer(billing, receivables)

const create = (receivables: TestReceivables, given: InvoiceGiven = {}): Promise<InvoiceAnswer> =>
  createInvoice(billing, receivables.request, invoiceInput(receivables, given))

const createMany = (receivables: TestReceivables, given: readonly InvoiceGiven[]) =>
  createInvoices(
    billing,
    receivables.request,
    given.map((one) => invoiceInput(receivables, one)),
  )

describe('refused is', () => {
  const refused = (given: InvoiceGiven) => refusals(create(receivables, given))

  test.each<[string, InvoiceGiven, [string, string][]]>([
    ['a customer that is no id', { customer_id: 'nobody' }, [['CustomerNotFound', 'customer_id']]],
    ['an unknown customer', { customer_id: randomUUID() }, [['CustomerNotFound', 'customer_id']]],
    ['a customer without a name', { customer_external_id: ' ' }, [['InvalidPayload', 'customer_external_id']]],
    [
      'accounts that there are not',
      {
        tips_account: named('NO_TIPS'),
        line_items: [
          line(1, { account_identifier: named('NOPE') }),
          line(1, { prepayment_account_identifier: named('NOPE') }),
        ],
        payments: [{ amount: 1, payment_clearing_account_identifier: named('NO_CLEARING') }],
      },
      [
        ['AccountNotFound', 'tips_account'],
        ['AccountNotFound', 'line_items.0.account_identifier'],
        ['AccountNotFound', 'line_items.1.prepayment_account_identifier'],
        ['AccountNotFound', 'payments.0.payment_clearing_account_identifier'],
      ],
    ],
    [
      'accounts of refunds that there are not',
      {
        payments: [{ amount: 1, dedicated_refunds: [{ account_identifier: named('NO_1') }] }],
        line_items: [
          line(1, { dedicated_refunds: [{ line_items: [{ amount: 1, account_identifier: named('NO_2') }] }] }),
        ],
        dedicated_refunds: [
          { method: 'CASH', refunded_payment_fees: [{ account: named('NO_3'), fee_amount: 1 }] },
          { method: 'CASH', payment_clearing_account_identifier: named('NO_4') },
        ],
      },
      [
        ['AccountNotFound', 'line_items.0.dedicated_refunds.0.line_items.0.account_identifier'],
        ['AccountNotFound', 'payments.0.dedicated_refunds.0.account_identifier'],
        ['AccountNotFound', 'dedicated_refunds.0.refunded_payment_fees.0.account'],
        ['AccountNotFound', 'dedicated_refunds.1.payment_clearing_account_identifier'],
        ['OverRefunded', 'line_items.0.dedicated_refunds.0.line_items'],
        ['OverRefunded', 'dedicated_refunds.0'],
        ['OverRefunded', 'dedicated_refunds.1'],
      ],
    ],
    [
      'accounts that documents keep themselves',
      {
        tips_account: named('ACCOUNTS_RECEIVABLE'),
        line_items: [
          line(1, { account_identifier: named('ACCOUNTS_RECEIVABLE') }),
          line(1, { account_identifier: named('CUSTOMER_CREDITS') }),
          line(1, { account_identifier: named('REFUND_LIABILITIES') }),
        ],
      },
      [
        ['ControlAccount', 'tips_account'],
        ['ControlAccount', 'line_items.0.account_identifier'],
        ['ControlAccount', 'line_items.1.account_identifier'],
        ['ControlAccount', 'line_items.2.account_identifier'],
      ],
    ],
    [
      'a clearing account that documents keep themselves',
      { payments: [{ amount: 1, payment_clearing_account_identifier: named('ACCOUNTS_PAYABLE') }] },
      [['ControlAccount', 'payments.0.payment_clearing_account_identifier']],
    ],
    [
      'two values of one dimension on one object',
      {
        tags: [
          { key: 'k', value: '1' },
          { key: 'k', value: '2' },
        ],
      },
      [['DuplicateTagDimension', 'tags.1']],
    ],
    ['more than the total of the invoice', { payments: [{ amount: 101 }] }, [['OverAllocated', 'payments.0.amount']]],
    [
      'more than is outstanding, each payment that is',
      { payments: [{ amount: 60 }, { amount: 41 }, { amount: 40 }, { amount: 1 }] },
      [
        ['OverAllocated', 'payments.1.amount'],
        ['OverAllocated', 'payments.3.amount'],
      ],
    ],
    [
      'more than was paid, each refund that is',
      {
        line_items: [line(100, { dedicated_refunds: [{ line_items: [{ amount: 51 }] }] })],
        payments: [{ amount: 50, dedicated_refunds: [{ line_items: [{ amount: 51 }] }] }],
        dedicated_refunds: [{}, { line_items: [{ amount: 1 }] }],
      },
      [
        ['OverRefunded', 'payments.0.dedicated_refunds.0.line_items'],
        ['OverRefunded', 'line_items.0.dedicated_refunds.0.line_items'],
        ['OverRefunded', 'dedicated_refunds.1.line_items'],
      ],
    ],
    [
      'an external_id that two refunds of the invoice have',
      {
        line_items: [line(100, { dedicated_refunds: [{ external_id: 'r', line_items: [{ amount: 1 }] }] })],
        payments: [{ amount: 50 }],
        dedicated_refunds: [{ external_id: 'r', line_items: [{ amount: 1 }] }],
      },
      [['DuplicateExternalId', 'dedicated_refunds.0.external_id']],
    ],
  ])('%s', async (_what, given, expected) => {
    expect(await refused(given)).toEqual(expected)
  })

  // A pure test shows that a thousand are accepted.
  test('more than a thousand parts of refunds on one invoice', async () => {
    const each = (count: number) => Array.from({ length: count }, () => ({ line_items: [{ amount: 1 }] }))
    const line_items = [
      ...Array.from({ length: 10 }, () => line(100, { dedicated_refunds: each(100) })),
      line(100, { dedicated_refunds: each(1) }),
    ]
    expect(await refused({ line_items, payments: [{ amount: 1_100 }] })).toEqual([
      ['TooManyAllocations', 'dedicated_refunds'],
    ])
  })

  test('more than ten thousand line items, taxes, payments and refunds with their own line items', async () => {
    const refunds = Array.from({ length: 10 }, () => ({
      line_items: Array.from({ length: 998 }, () => ({ amount: 1 })),
    }))
    const given = { line_items: [line(10_000)], payments: [{ amount: 10_000 }], dedicated_refunds: refunds }
    const more = { ...given, line_items: Array.from({ length: 10 }, () => line(1_000)) }
    expect(await refused(more)).toEqual([['PayloadTooLarge', undefined]])
  })

  test('an entry that is longer than the ledger accepts, naming the invoice', async () => {
    // More than five thousand tags on its lines.
    const tags = Array.from({ length: 49 }, (_, index) => ({ key: `key${index}`, value: '1' }))
    const line_items = Array.from({ length: 103 }, (_, index) =>
      line(10, { tags: [{ key: 'line', value: `${index}` }] }),
    )
    const requested = [{}, { tags, line_items }]
    expect(await refusals(createMany(receivables, requested))).toEqual([['PayloadTooLarge', '1.line_items']])
  })

  test('tags of a BALANCING dimension on a line item', async () => {
    expect(await refused({ line_items: [line(1, { tags: [{ key: 'store', value: 'north' }] })] })).toEqual([
      ['BalancingTagViolation', 'line_items.0.tags.0'],
    ])
  })

  test('archived tags and accounts, entries in a closed period, and archived customers and businesses', async () => {
    const own = await openReceivables(billing)
    const { transaction_tags } = await makeInvoice(billing, own, { tags: [{ key: 'class', value: 'old' }] })
    await archiveTag(billing, own.request, transaction_tags[0]?.definition_id ?? '')
    expect(await refusals(create(own, { tags: [{ key: 'class', value: 'old' }] }))).toEqual([
      ['TagValueArchived', 'tags.0'],
    ])
    const id = await openAccount(billing, own.request, { name: 'Old', account_subtype: 'OTHER_INCOME' })
    await archiveAccount(billing, own.request, id)
    const old = { type: 'AccountId', id }
    const given = {
      tips_account: old,
      line_items: [line(1, { account_identifier: old, prepayment_account_identifier: old })],
      payments: [{ amount: 1, payment_clearing_account_identifier: old }],
      dedicated_refunds: [{ account_identifier: old }],
    }
    expect(await refusals(create(own, { ...given, payments: [], dedicated_refunds: [] }))).toEqual([
      ['AccountArchived', 'tips_account'],
      ['AccountArchived', 'line_items.0.account_identifier'],
      ['AccountArchived', 'line_items.0.prepayment_account_identifier'],
    ])
    expect(await refusals(create(own, { payments: given.payments }))).toEqual([
      ['AccountArchived', 'payments.0.payment_clearing_account_identifier'],
    ])
    expect(
      await refusals(create(own, { payments: [{ amount: 1 }], dedicated_refunds: given.dedicated_refunds })),
    ).toEqual([['AccountArchived', 'dedicated_refunds.0.account_identifier']])
    await closeBooks(billing, own.request, '2026-01-10')
    expect(await refusals(create(own))).toEqual([['PeriodClosed', 'sent_at']])
    const open = { sent_at: '2026-01-11T00:00:00.000Z' }
    const early = '2026-01-10T12:00:00Z'
    expect(await refusals(create(own, { ...open, payments: [{ amount: 1, paid_at: early }] }))).toEqual([
      ['PeriodClosed', 'payments.0.paid_at'],
    ])
    const refunding = (completed_at: string) => ({
      ...open,
      payments: [{ amount: 1 }],
      dedicated_refunds: [{ completed_at, method: 'CASH' }],
    })
    expect(await refusals(create(own, refunding(early)))).toEqual([
      ['PeriodClosed', 'dedicated_refunds.0.completed_at'],
      ['DatedTooEarly', 'dedicated_refunds.0.completed_at'],
    ])
    expect(await refusals(create(own, refunding('2026-01-11T00:00:00Z')))).toBe('done')
    await updateCustomer(billing, own.request, customerChange({ id: own.contactId }, { status: 'ARCHIVED' }))
    expect(await refusals(createMany(own, [{ ...open, customer_external_id: 'new' }, open]))).toEqual([
      ['CustomerArchived', '1.customer_id'],
    ])
    const { clientId, businessId } = own.request
    await billing.ledger.businesses.ArchiveBusiness({}, { context: { clientId, businessId } })
    expect(await refusals(create(own, { customer_external_id: 'new' }))).toEqual([['BusinessArchived', undefined]])
  })

  test('a business of another client', async () => {
    const foreign = requestFor(randomUUID(), receivables.request.businessId)
    expect(await refusals(createInvoice(billing, foreign, invoiceInput(receivables)))).toEqual([
      ['BusinessNotFound', 'businessId'],
    ])
  })

  test("other tenants' customers, accounts and invoices: they are reported as unknown", async () => {
    const theirs = await makeInvoice(billing, neighbour, {
      external_id: 'theirs',
      payments: [{ amount: 100, external_id: 'their payment' }],
      dedicated_refunds: [{ external_id: 'their refund' }],
    })
    await makeCustomer(billing, neighbour.request, { external_id: 'their customer' })
    const account = { type: 'AccountId', id: theirs.line_items[0]?.ledger_account?.id ?? '' }
    expect(await refusals(create(receivables, { customer_id: neighbour.contactId }))).toEqual([
      ['CustomerNotFound', 'customer_id'],
    ])
    expect(
      await refusals(
        create(receivables, { tips_account: account, line_items: [line(1, { account_identifier: account })] }),
      ),
    ).toEqual([
      ['AccountNotFound', 'tips_account'],
      ['AccountNotFound', 'line_items.0.account_identifier'],
    ])
    expect(await refusals(getInvoice(billing, receivables.request, theirs.id))).toEqual([
      ['InvoiceNotFound', 'invoiceId'],
    ])
    const customers = await rowsIn(billing, receivables.request, 'customers')
    const mine = await create(receivables, {
      external_id: 'theirs',
      customer_external_id: 'their customer',
      payments: [{ amount: 100, external_id: 'their payment' }],
      dedicated_refunds: [{ external_id: 'their refund' }],
    })
    expect(mine.created).toBe(true)
    expect(mine.data?.id).not.toBe(theirs.id)
    expect(await rowsIn(billing, receivables.request, 'customers')).toBe(customers + 1)
    expect(await refusals(getInvoice(billing, receivables.request, 'nothing'))).toEqual([
      ['InvoiceNotFound', 'invoiceId'],
    ])
  })
})

/** How many rows were added by the time it is called. */
async function growthIn(request: BusinessWrite): Promise<() => Promise<Record<string, number>>> {
  const before = await allRows(billing, request)
  return async () =>
    Object.fromEntries(
      Object.entries(await allRows(billing, request)).map(([table, rows]) => [table, rows - (before[table] ?? 0)]),
    )
}

describe('a repeated request', () => {
  test('returns the invoice of its external_id, and is refused where a different request created it; neither writes anything', async () => {
    const receivables = await somebody()
    const { request } = receivables
    const { clientId, businessId } = request
    const key = { key: randomUUID(), requestHash: 'h' }
    const input = [
      invoiceInput(receivables, {
        external_id: 'i1',
        payments: [{ amount: 40, external_id: 'p1' }],
        dedicated_refunds: [{ external_id: 'r1', line_items: [{ amount: 5 }] }],
      }),
    ]
    const first = await createInvoices(billing, requestFor(clientId, businessId, key), input)
    const growth = await growthIn(request)
    const repeat = requestFor(clientId, businessId, key)
    expect(await createInvoices(billing, repeat, input)).toEqual(JSON.parse(JSON.stringify(first)))
    expect(repeat.replayed).toBe(true)
    const given = {
      external_id: 'i1',
      payments: [{ amount: 40, external_id: 'p1' }],
      dedicated_refunds: [{ external_id: 'r1', line_items: [{ amount: 5 }] }],
    }
    const again = await create(receivables, given)
    expect(again).toEqual({ data: first.data?.[0], posting: 'posted', created: false })
    const others: [object, string][] = [
      [{ payments: [{ amount: 41, external_id: 'p1' }] }, 'payments.0.amount'],
      [
        { dedicated_refunds: [{ external_id: 'r1', line_items: [{ amount: 6 }] }] },
        'dedicated_refunds.0.line_items.0.amount',
      ],
      [
        { line_items: [line(7, { account_identifier: named('NOPE'), taxes: { NEVER: 1 } })] },
        'line_items.0.account_identifier.stable_name',
      ],
    ]
    for (const [other, field] of others)
      expect(await refusals(create(receivables, { ...given, ...other }))).toEqual([['ExternalIdReused', field]])
    expect(Object.values(await growth()).filter((rows) => rows !== 0)).toEqual([])
  })

  test('three times at once creates one invoice, one payment and one refund', async () => {
    const receivables = await somebody()
    const growth = await growthIn(receivables.request)
    const answers = await Promise.all(
      Array.from({ length: 3 }, () =>
        create(receivables, {
          external_id: 'once',
          taxes: { CA: 2 },
          payments: [{ amount: 30, external_id: 'once' }],
          dedicated_refunds: [{ external_id: 'once' }],
        }),
      ),
    )
    expect(new Set(answers.map(({ data }) => data?.id)).size).toBe(1)
    expect(answers.filter(({ created }) => created)).toHaveLength(1)
    expect(await growth()).toMatchObject({ customers: 0, invoices: 1, invoice_payments: 1, refunds: 1 })
    expect(await postedOf(billing, receivables.request, answers[0]?.data?.id)).toHaveLength(1)
  })

  test('of a payment or a refund within one invoice counts once, unless it differs', async () => {
    const receivables = await somebody()
    const names = ['whole', 'line', 'payment'].map((name) => `twice on the ${name}`)
    const [whole, ofLine, ofPayment] = names.map((external_id) =>
      [5, 5].map((amount) => ({ external_id, line_items: [{ amount }] })),
    )
    const invoice = await makeInvoice(billing, receivables, {
      line_items: [line(100, { dedicated_refunds: ofLine ?? [] })],
      payments: [{ amount: 30, external_id: 'p2', dedicated_refunds: ofPayment ?? [] }],
      dedicated_refunds: whole ?? [],
    })
    expect(invoice).toMatchObject({ outstanding_balance: 70, payment_allocations: [{ amount: 30 }] })
    expect(invoice.refund_allocations.map(({ amount }) => amount)).toEqual([5, 5, 5])
    const growth = await growthIn(receivables.request)
    const refunds = [5, 5, 7].map((amount) => ({ external_id: 'other', line_items: [{ amount }] }))
    const payments = [30, 60].map((amount) => ({ amount, external_id: 'p3', dedicated_refunds: refunds }))
    const requested = { line_items: [line(100, { dedicated_refunds: refunds })], payments, dedicated_refunds: refunds }
    expect(await refusals(createMany(receivables, [{}, requested]))).toEqual([
      ['DuplicateExternalId', '1.line_items.0.dedicated_refunds.2.external_id'],
      ['DuplicateExternalId', '1.payments.0.dedicated_refunds.2.external_id'],
      ['DuplicateExternalId', '1.payments.1.external_id'],
      ['DuplicateExternalId', '1.dedicated_refunds.2.external_id'],
      // Three lists have the refund.
      ['DuplicateExternalId', '1.line_items.0.dedicated_refunds.0.external_id'],
      ['DuplicateExternalId', '1.dedicated_refunds.0.external_id'],
    ])
    // In another invoice it belongs to the first.
    const paid = { payments: [{ amount: 30, external_id: 'p4' }] }
    const refunded = { payments: [{ amount: 30 }], dedicated_refunds: [{ external_id: 'r4' }] }
    expect(await refusals(createMany(receivables, [paid, {}, paid, refunded, refunded]))).toEqual([
      ['DuplicateExternalId', '2.payments.0.external_id'],
      ['DuplicateExternalId', '4.dedicated_refunds.0.external_id'],
    ])
    expect((await growth()).invoices).toBe(0)
    await createMany(receivables, [paid, refunded])
    expect(await refusals(createMany(receivables, [{}, paid, refunded]))).toEqual([
      ['DuplicateExternalId', '1.payments.0.external_id'],
      ['DuplicateExternalId', '2.dedicated_refunds.0.external_id'],
    ])
    expect((await growth()).invoices).toBe(2)
  })
})

describe('many invoices', () => {
  test('are created together, in the order of the request, and a repeated external_id refers to its first invoice', async () => {
    const receivables = await somebody()
    const growth = await growthIn(receivables.request)
    const existing = await makeInvoice(billing, receivables, { external_id: 'there', memo: 'there' })
    const { data, posting } = await createMany(receivables, [
      { external_id: 'a', line_items: [line(1)], payments: [{ amount: 1, external_id: 'p' }] },
      { external_id: 'there', memo: 'there' },
      { line_items: [line(3)] },
      { external_id: 'a', line_items: [line(1)], payments: [{ amount: 1, external_id: 'p' }] },
      { customer_external_id: 'another of many', line_items: [line(5)] },
      { line_items: [line(3)] },
    ])
    expect(posting).toBe('posted')
    expect(data?.map(({ total_amount }) => total_amount)).toEqual([1, 100, 3, 1, 5, 3])
    expect(data?.[0]).toEqual(data?.[3])
    expect(data?.[0]).toMatchObject({ status: 'PAID', payment_allocations: [{ payment: { external_id: 'p' } }] })
    expect(data?.[1]).toEqual({ ...existing, customer: data?.[0]?.customer })
    expect(data?.[2]?.id).not.toBe(data?.[5]?.id)
    expect((await growth()).invoices).toBe(5)
    // Different invoices with one external_id are refused, and so is an existing different one.
    const duplicates = [1, 4].map((amount) => ({ external_id: 'twin', payments: [{ amount, external_id: 'q' }] }))
    expect(await refusals(createMany(receivables, [{}, ...duplicates]))).toEqual([
      ['DuplicateExternalId', '1.external_id'],
      ['DuplicateExternalId', '2.external_id'],
    ])
    expect(await refusals(createMany(receivables, [{}, { external_id: 'there', memo: 'not there' }]))).toEqual([
      ['ExternalIdReused', '1.memo'],
    ])
    expect((await growth()).invoices).toBe(5)
  })

  test('are all refused if one is: nothing is written, and it is named', async () => {
    const receivables = await somebody()
    await makePayment(billing, receivables, { amount: 50 })
    const before = await allRows(billing, receivables.request)
    const among = (bad: Record<number, InvoiceGiven>) =>
      refusals(
        createMany(
          receivables,
          Array.from({ length: 10 }, (_, index): InvoiceGiven => ({
            external_id: `refused ${index}`,
            customer_external_id: `refused ${index % 3}`,
            payments: [{ amount: 100, external_id: `refused ${index}` }],
            ...bad[index],
          })),
        ),
      )
    const spending = { customer_external_id: undefined, payments: [{ amount: 26, method: 'CREDIT_BALANCE' }] }
    expect(await among({ 7: { line_items: [line(1, { account_identifier: named('NOPE') })], payments: [] } })).toEqual([
      ['AccountNotFound', '7.line_items.0.account_identifier'],
    ])
    expect(
      await among({
        2: { payments: [{ amount: 60 }, { amount: 41 }] },
        5: { dedicated_refunds: [{ line_items: [{ amount: 101 }] }] },
        9: { line_items: [line(1, { account_identifier: named('ACCOUNTS_RECEIVABLE') })], payments: [] },
      }),
    ).toEqual([
      ['OverAllocated', '2.payments.1.amount'],
      ['OverRefunded', '5.dedicated_refunds.0.line_items'],
      ['ControlAccount', '9.line_items.0.account_identifier'],
    ])
    expect(await among({ 3: spending, 8: spending })).toEqual([['OverAllocated', '3.payments.0.amount']])
    expect(
      await among({ 7: { external_id: 'x'.repeat(3), payments: [{ amount: 1, external_id: 'refused 6' }] } }),
    ).toEqual([['DuplicateExternalId', '7.payments.0.external_id']])
    expect(await allRows(billing, receivables.request)).toEqual(before)
  })

  test('name every invalid one', async () => {
    const receivables = await somebody()
    const growth = await growthIn(receivables.request)
    const many = (...given: InvoiceGiven[]) => refusals(createMany(receivables, given))
    expect(
      await many(
        {},
        { sent_at: 'never', line_items: [line(2 ** 53)] },
        { additional_discount: 101 },
        { customer_id: undefined },
        { payments: [{ amount: 0 }] },
        { dedicated_refunds: [{ line_items: [{ amount: 0 }] }] },
      ),
    ).toEqual([
      ['InvalidPayload', '1.sent_at'],
      ['InvalidPayload', '1.line_items.0.unit_price'],
      ['NegativeTotal', '2.line_items'],
      ['InvalidPayload', '3.customer_id'],
      ['InvalidPayload', '4.payments.0.amount'],
      ['InvalidPayload', '5.dedicated_refunds.0.line_items.0.amount'],
    ])
    expect(await many({}, { customer_id: randomUUID() }, {}, { customer_id: 'nobody' })).toEqual([
      ['CustomerNotFound', '1.customer_id'],
      ['CustomerNotFound', '3.customer_id'],
    ])
    expect((await growth()).invoices).toBe(0)
  })

  test('are a thousand at most', async () => {
    const before = await allRows(billing, receivables.request)
    const many = (count: number) =>
      refusals(createMany(receivables, Array<InvoiceGiven>(count).fill({ additional_discount: 101 })))
    // All thousand are checked.
    expect(await many(1_000)).toContainEqual(['NegativeTotal', '0.line_items'])
    expect(await many(1_001)).toEqual([['InvalidPayload', undefined]])
    expect(await createMany(receivables, [])).toEqual({ data: [], posting: 'posted' })
    expect(await allRows(billing, receivables.request)).toEqual(before)
  })

  test('paid and refunded, take as many statements whether they are two or five', async () => {
    const statementsFor = async (count: number): Promise<number> => {
      const refund = { line_items: [{ amount: 1, tags: [{ key: 'reason', value: 'late' }] }], method: 'CHECK' }
      const counted = countStatements(billing)
      const { data, posting } = await createMany(
        receivables,
        Array.from({ length: count }, (_, index): InvoiceGiven => ({
          external_id: `i${index} of ${count}`,
          customer_external_id: `c${index % 2} of ${count}`,
          line_items: [
            line(100, { taxes: { CA: 7 }, dedicated_refunds: [{ ...refund, external_id: `l${index} of ${count}` }] }),
            line(20, { account_identifier: FEES }),
            line(index % 3),
          ],
          additional_discount: 2,
          tags: [{ key: 'batch', value: '1' }],
          payments: [
            {
              external_id: `p${index} of ${count}`,
              amount: 125 + (index % 3),
              method: 'CREDIT_CARD',
              fee: 3,
              dedicated_refunds: [{ ...refund, external_id: `p${index} of ${count}` }],
            },
          ],
          dedicated_refunds: [{ ...refund, external_id: `i${index} of ${count}` }],
        })),
      )
      const statements = counted.stop()
      expect(data).toHaveLength(count)
      expect(
        data?.every(({ status, payment_allocations }) => status === 'PAID' && payment_allocations?.length === 1),
      ).toBe(true)
      expect(posting).toBe('posted')
      return statements
    }
    expect(await statementsFor(5)).toBe(await statementsFor(2))
  })

  test('concurrent bulk requests with the same external ids create each invoice and payment once', async () => {
    const receivables = await somebody()
    const growth = await growthIn(receivables.request)
    const batch = (order: 1 | -1) => {
      const inputs = Array.from({ length: 3 }, (_, index) => ({
        external_id: `bulk ${index}`,
        customer_external_id: `bulk ${index % 2}`,
        payments: [{ amount: 100, external_id: `bulk ${index}` }],
        dedicated_refunds: [{ external_id: `bulk ${index}`, line_items: [{ amount: 1 }] }],
      }))
      return order === 1 ? inputs : inputs.reverse()
    }
    const answers = await Promise.all(([1, -1] as const).map((order) => createMany(receivables, batch(order))))
    const ids = answers.map(({ data = [] }) => data.map(({ id }) => id).sort())
    for (const one of ids) expect(one).toEqual(ids[0])
    expect(await growth()).toMatchObject({ customers: 2, invoices: 3, invoice_payments: 3, refunds: 3 })
  })
})

test('while the ledger is unreachable new requests are refused, and nothing is written', async () => {
  const receivables = await somebody()
  const growth = await growthIn(receivables.request)
  const { without, close } = withoutLedger(billing)
  try {
    const input = invoiceInput(receivables, { payments: [{ amount: 100 }] })
    const refusal = await createInvoice(without, receivables.request, input).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(DomainError)
    expect((refusal as DomainError).errorEnum).toBe('ServiceUnavailable')
    expect((await growth()).invoices).toBe(0)
  } finally {
    close()
  }
})

describe('in bulk', () => {
  test('all problems of all elements come together: of rules, of what they name, and of the books', async () => {
    const of = await openReceivables(billing)
    await balancingDimension(billing, of.request, 'fund')
    const id = await openAccount(billing, of.request, { name: 'Gone', account_subtype: 'SALES' })
    await archiveAccount(billing, of.request, id)
    await makeInvoice(billing, of, { external_id: 'there' })
    await closeBooks(billing, of.request, '2026-01-05')
    const rows = () => allRows(billing, of.request)
    const before = await rows()
    const wrong: InvoiceGiven[] = [
      {},
      { customer_id: randomUUID(), line_items: [line(1, { account_identifier: named('NOPE') })] },
      { line_items: [line(-1)] },
      { sent_at: '2026-01-05T12:00:00Z', tags: [{ key: 'new', value: 'never defined' }] },
      {
        line_items: [
          line(1, { account_identifier: { type: 'AccountId', id } }),
          line(1, { account_identifier: named('NOPE') }),
        ],
      },
      { external_id: 'there', memo: 'another' },
      { line_items: [line(1, { tags: [{ key: 'fund', value: 'a' }] })], payments: [{ amount: 2 }] },
    ]
    const found = await refusals(createMany(of, wrong))
    expect(found).toEqual([
      ['NegativeTotal', '2.line_items'],
      ['ExternalIdReused', '5.memo'],
      ['CustomerNotFound', '1.customer_id'],
      ['AccountNotFound', '1.line_items.0.account_identifier'],
      ['AccountNotFound', '4.line_items.1.account_identifier'],
      ['PeriodClosed', '3.sent_at'],
      ['AccountArchived', '4.line_items.0.account_identifier'],
      ['BalancingTagViolation', '6.line_items.0.tags.0'],
    ])
    expect(await rows()).toEqual(before)
    // Once the lookups are mended, the rest is the same, and taxes that nobody named before change nothing.
    const taxed = wrong
      .filter((_, index) => ![1, 2, 5].includes(index))
      .map((one) => ({ ...one, taxes: { 'No Such': 1 } }))
    expect(await refusals(createMany(of, taxed))).toEqual([
      ['AccountNotFound', '2.line_items.1.account_identifier'],
      ['PeriodClosed', '1.sent_at'],
      ['AccountArchived', '2.line_items.0.account_identifier'],
      ['BalancingTagViolation', '3.line_items.0.tags.0'],
    ])
    expect(await rows()).toEqual(before)
    expect(await refusals(createMany(of, [{}, {}]))).toBe('done')
  })
})
