/** Repeated, refused and concurrent refunds. */
import { randomUUID } from 'node:crypto'
import type { RefundAnswer } from '@pacioli/protos/billing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalsAmong } from '../testing/races.test-helpers.ts'
import { requestFor, startTestBilling, type TestBilling } from '../testing/billing.test-helpers.ts'
import { named, refusals } from '../testing/bills.test-helpers.ts'
import { changeAccount, openAccount } from '../testing/books.test-helpers.ts'
import { changeOf as customerChange } from '../testing/customers.test-helpers.ts'
import { archiveTag, balancingDimension, closeBooks } from '../testing/ledger.test-helpers.ts'
import {
  anotherCustomer,
  creditOf,
  expectAllSound,
  invoiceNow,
  line,
  makeInvoice,
  makePayment,
  openReceivables,
  refundInput,
  SALES,
  type InvoiceGiven,
  type RefundGiven,
  type RefundOfManyGiven,
  type TestReceivables,
} from '../testing/receivable-rules.test-helpers.ts'
import { paidInvoice, refundOne, tag } from '../testing/refund-requests.test-helpers.ts'
import { createRefund, getRefund, updateCustomer, voidInvoice } from '../testing/use-cases.test-helpers.ts'

let billing: TestBilling
let receivables: TestReceivables
beforeAll(async () => {
  billing = await startTestBilling()
  receivables = await openReceivables(billing)
})
afterAll(async () => {
  await expectAllSound(billing)
  expect(billing.refusedPostings).toEqual([])
  await billing.stop()
})

const create = (given: RefundOfManyGiven, of: TestReceivables = receivables): Promise<RefundAnswer> =>
  createRefund(billing, of.request, refundInput(given))
const refund = (one: { id: string }, given: RefundGiven = {}, of: TestReceivables = receivables) =>
  refundOne(billing, of, one, given)
const paid = (given: InvoiceGiven = {}, of: TestReceivables = receivables) => paidInvoice(billing, of, given)
const invoice = (given?: InvoiceGiven, of: TestReceivables = receivables) => makeInvoice(billing, of, given)
const now = (one: { id: string }, of: TestReceivables = receivables) => invoiceNow(billing, of, one)
const refusal = (given: RefundOfManyGiven, of?: TestReceivables) => refusals(create(given, of))

describe('a repeat', () => {
  test('of an external_id returns the existing refund, and only for the same request, whatever has changed since', async () => {
    const owed = await paid()
    const given = {
      external_id: 'twice',
      allocations: [{ invoice_id: owed.id, total_amount: 10 }],
      payments: [{ refunded_amount: 10, external_id: 'payment of twice' }],
    }
    const first = await create(given)
    const second = { ...first, created: false }
    expect(await create(given)).toEqual(second)
    const others: [RefundOfManyGiven, string][] = [
      [{ allocations: [{ invoice_id: randomUUID(), total_amount: 10 }] }, 'allocations.0.invoice_id'],
      [{ allocations: [{ customer_id: randomUUID(), total_amount: 1 }] }, 'allocations.0.customer_id'],
      [
        { allocations: [{ invoice_id: owed.id, total_amount: 1_000, tags: [tag('never', 'defined')] }] },
        'allocations.0.tags',
      ],
      [{ payments: [{ refunded_amount: 99, external_id: 'payment of twice' }] }, 'payments.0.refunded_amount'],
    ]
    for (const [other, field] of others)
      expect(await refusals(create({ ...given, ...other }))).toEqual([['ExternalIdReused', field]])
    expect(await now(owed)).toMatchObject({ refund_allocations: [{ amount: 10 }] })
    await voidInvoice(billing, receivables.request, { invoice_id: owed.id, move_payments_to_credit: true })
    expect(await create(given)).toMatchObject({ created: false, data: { id: first.data?.id } })
  })

  test('without an external_id is found by those of its payments, if all belong to one refund', async () => {
    const { contactId } = await anotherCustomer(billing, receivables)
    const paying = (...external_ids: (string | undefined)[]): RefundOfManyGiven => ({
      allocations: [{ customer_id: contactId, total_amount: 10 }],
      payments: external_ids.map((external_id) => ({ refunded_amount: 1, external_id })),
    })
    const first = await create(paying('found 1', 'found 2'))
    const second = { ...first, created: false }
    expect(await create(paying('found 1', 'found 2'))).toEqual(second)
    expect(await create(paying('found 2'))).toEqual(second)
    expect((await create(paying('found 3'))).created).toBe(true)
    expect(await refusal(paying('found 1', 'found 3'))).toEqual([
      ['DuplicateExternalId', 'payments.0.external_id'],
      ['DuplicateExternalId', 'payments.1.external_id'],
    ])
    expect(await refusal(paying('new', undefined, 'found 2'))).toEqual([
      ['DuplicateExternalId', 'payments.2.external_id'],
    ])
    expect(await refusal({ ...paying('found 1'), external_id: 'another' })).toEqual([
      ['DuplicateExternalId', 'payments.0.external_id'],
    ])
    // Without any, each request creates a refund.
    for (let time = 0; time < 2; time++) expect((await create(paying(undefined))).created).toBe(true)
  })

  test('of a refund of one invoice does so, too; for another invoice or payment it is refused', async () => {
    const [owed, other] = [await paid(), await paid()]
    const first = await refund(owed, { external_id: 'of one', refunded_amount: 10, method: 'CASH' })
    const second = { ...first, created: false }
    const given = { external_id: 'of one', refunded_amount: 10, method: 'CASH' }
    expect(await refund(owed, given)).toEqual(second)
    expect(await refusals(refund(owed, { ...given, account_identifier: named('NOPE') }))).toEqual([
      ['ExternalIdReused', 'account_identifier'],
    ])
    expect(await refusals(refund(other, given))).toEqual([['DuplicateExternalId', 'external_id']])
    // Its payment has the same external_id.
    expect(
      await create({
        allocations: [{ invoice_id: other.id }],
        payments: [{ external_id: 'of one', refunded_amount: 1 }],
      }),
    ).toEqual(second)
    await create({
      allocations: [{ invoice_id: owed.id, total_amount: 10 }],
      payments: [{ external_id: 'a payment’s', refunded_amount: 1 }],
    })
    expect(await refusals(refund(other, { external_id: 'a payment’s', method: 'CASH' }))).toEqual([
      ['DuplicateExternalId', 'external_id'],
    ])
    expect((await refund(owed, { external_id: 'a payment’s' })).created).toBe(true)
    expect(await now(other)).toMatchObject({ refund_allocations: [] })
  })

  test('three times at once creates one, even if only one is possible', async () => {
    const [one, other] = [await paid(), await paid()]
    const three = (make: () => Promise<RefundAnswer>) => Promise.all(Array.from({ length: 3 }, make))
    const answers = [
      await three(() => create({ external_id: 'four', allocations: [{ invoice_id: one.id }] })),
      await three(() => refund(other, { external_id: 'four of one', refunded_amount: 60, method: 'CASH' })),
      await three(() =>
        create({
          allocations: [{ invoice_id: other.id, total_amount: 40 }],
          payments: [{ external_id: 'four by payment', refunded_amount: 40 }],
        }),
      ),
      await three(() =>
        create({ external_id: 'four of new', allocations: [{ customer_external_id: 'four’s', total_amount: 1 }] }),
      ),
    ]
    for (const of of answers) {
      expect(new Set(of.map(({ data }) => data?.id)).size).toBe(1)
      expect(of.filter(({ created }) => created)).toHaveLength(1)
    }
    expect([(await now(one)).status, (await now(other)).status]).toEqual(['REFUNDED', 'REFUNDED'])
  })

  test('of an Idempotency-Key gets the same answer, and posts once', async () => {
    const owed = await paid()
    const { clientId, businessId } = receivables.request
    const keyed = () => requestFor(clientId, businessId, { key: 'refund once', requestHash: 'h' })
    const request = refundInput({ allocations: [{ invoice_id: owed.id, total_amount: 60 }] })
    const answers = [
      ...(await Promise.all(Array.from({ length: 3 }, () => createRefund(billing, keyed(), request)))),
      await createRefund(billing, keyed(), request),
    ]
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await now(owed)).toMatchObject({ refund_allocations: [{ amount: 60 }] })
  })
})

describe('refused is a refund', () => {
  const onCustomer = { customer_external_id: 'refused', total_amount: 100 }

  test.each<[string, RefundOfManyGiven, [string, string][]]>([
    [
      'of a customer alone that is worth nothing in particular',
      { allocations: [{ customer_external_id: 'refused' }] },
      [['InvalidPayload', 'allocations.0.total_amount']],
    ],
    [
      'whose line items come to another amount',
      { allocations: [{ ...onCustomer, line_items: [{ amount: 60 }, { amount: 39 }] }] },
      [['InvalidPayload', 'allocations.0.total_amount']],
    ],
    [
      'with too large a total',
      { allocations: [{ ...onCustomer, total_amount: 2 ** 53 - 1 }, onCustomer] },
      [['AmountOutOfRange', 'allocations']],
    ],
    [
      'whose line items come to too much',
      { allocations: [{ customer_external_id: 'refused', line_items: [{ amount: 2 ** 53 - 1 }, { amount: 1 }] }] },
      [['AmountOutOfRange', 'allocations.0.line_items']],
    ],
    [
      'whose payments come to more than it does',
      { allocations: [onCustomer], payments: [{ refunded_amount: 2 ** 53 - 1 }, { refunded_amount: 2 ** 53 - 1 }] },
      [['OverRefunded', 'payments']],
    ],
    [
      'of parts that it cannot have yet',
      {
        allocations: [{ ...onCustomer, id: randomUUID(), line_items: [{ amount: 100, id: randomUUID() }] }],
        payments: [{ id: randomUUID() }],
      },
      [
        ['InvalidPayload', 'allocations.0.id'],
        ['InvalidPayload', 'allocations.0.line_items.0.id'],
        ['InvalidPayload', 'payments.0.id'],
      ],
    ],
    ['without a contact', { allocations: [{ total_amount: 1 }] }, [['InvalidPayload', 'allocations.0.customer_id']]],
    [
      'of an unknown or unnamed customer',
      {
        allocations: [
          { customer_id: randomUUID(), total_amount: 1 },
          { ...onCustomer, customer_external_id: ' ' },
        ],
      },
      [
        ['CustomerNotFound', 'allocations.0.customer_id'],
        ['InvalidPayload', 'allocations.1.customer_external_id'],
      ],
    ],
    [
      'of unknown invoices',
      {
        allocations: [
          { invoice_id: randomUUID() },
          { invoice_external_id: 'nobody’s' },
          { invoice_id: 'no id' },
          { invoice_external_id: 'nul \0' },
        ],
      },
      [
        ['InvoiceNotFound', 'allocations.0.invoice_id'],
        ['InvoiceNotFound', 'allocations.1.invoice_external_id'],
        ['InvoiceNotFound', 'allocations.2.invoice_id'],
        ['InvoiceNotFound', 'allocations.3.invoice_external_id'],
      ],
    ],
    [
      'of unknown payments',
      {
        allocations: [
          { invoice_payment_id: randomUUID() },
          { invoice_payment_external_id: 'nobody’s' },
          { invoice_payment_id: 'no id' },
          { invoice_payment_external_id: 'nul \0' },
        ],
      },
      [
        ['InvoicePaymentNotFound', 'allocations.0.invoice_payment_id'],
        ['InvoicePaymentNotFound', 'allocations.1.invoice_payment_external_id'],
        ['InvoicePaymentNotFound', 'allocations.2.invoice_payment_id'],
        ['InvoicePaymentNotFound', 'allocations.3.invoice_payment_external_id'],
      ],
    ],
    [
      'of unknown line items, or without a named invoice',
      {
        allocations: [
          { invoice_line_item_id: randomUUID() },
          { invoice_line_item_id: 'no id' },
          { invoice_line_item_external_id: 'which?' },
        ],
      },
      [
        ['InvalidPayload', 'allocations.0.invoice_line_item_id'],
        ['InvalidPayload', 'allocations.1.invoice_line_item_id'],
        ['InvalidPayload', 'allocations.2.invoice_line_item_external_id'],
      ],
    ],
    [
      'on accounts that there are not',
      {
        allocations: [
          { customer_external_id: 'refused', line_items: [{ amount: 1, account_identifier: named('NO_1') }] },
          {
            customer_external_id: 'refused',
            line_items: [{ amount: 1, prepayment_account_identifier: { type: 'AccountId', id: randomUUID() } }],
          },
        ],
        payments: [
          { refunded_amount: 1, payment_clearing_account_identifier: named('NO_2') },
          { refunded_amount: 1, refunded_payment_fees: [{ account: named('NO_3'), fee_amount: 1 }] },
        ],
      },
      [
        ['AccountNotFound', 'allocations.0.line_items.0.account_identifier'],
        ['AccountNotFound', 'allocations.1.line_items.0.prepayment_account_identifier'],
        ['AccountNotFound', 'payments.0.payment_clearing_account_identifier'],
        ['AccountNotFound', 'payments.1.refunded_payment_fees.0.account'],
      ],
    ],
    [
      'on accounts that documents keep themselves',
      {
        allocations: [
          {
            customer_external_id: 'refused',
            line_items: [
              { amount: 1, account_identifier: named('ACCOUNTS_RECEIVABLE') },
              { amount: 1, prepayment_account_identifier: named('ACCOUNTS_PAYABLE') },
            ],
          },
        ],
        payments: [
          { refunded_amount: 1, payment_clearing_account_identifier: named('ACCOUNTS_RECEIVABLE') },
          { refunded_amount: 1, refunded_payment_fees: [{ account: named('ACCOUNTS_PAYABLE'), fee_amount: 1 }] },
        ],
      },
      [
        ['ControlAccount', 'allocations.0.line_items.0.account_identifier'],
        ['ControlAccount', 'allocations.0.line_items.1.prepayment_account_identifier'],
        ['ControlAccount', 'payments.0.payment_clearing_account_identifier'],
        ['ControlAccount', 'payments.1.refunded_payment_fees.0.account'],
      ],
    ],
    [
      'with two values of one dimension on one object',
      {
        tags: [tag('area', 'a'), tag('area', 'b')],
        allocations: [{ ...onCustomer, tags: [tag('area', 'a'), tag('area', 'b')] }],
        payments: [{ tags: [tag('area', 'a'), tag('area', 'b')] }],
      },
      [
        ['DuplicateTagDimension', 'tags.1'],
        ['DuplicateTagDimension', 'allocations.0.tags.1'],
        ['DuplicateTagDimension', 'payments.0.tags.1'],
      ],
    ],
  ])('%s', async (_, given, expected) => {
    expect(await refusal(given)).toEqual(expected)
  })

  test('whose names refer to different things', async () => {
    const [one, other] = [await paid({ external_id: 'names 1' }), await paid()]
    const [line1, line2] = [one.line_items[0]?.id ?? '', other.line_items[0]?.id ?? '']
    const named2 = await makePayment(billing, receivables, { external_id: 'names 2' })
    expect(
      await refusal({
        allocations: [
          { invoice_id: other.id, invoice_external_id: 'names 1' },
          { invoice_external_id: 'names 1', invoice_id: one.id },
        ],
      }),
    ).toEqual([['InvalidPayload', 'allocations.0.invoice_external_id']])
    expect(
      await refusal({
        allocations: [{ invoice_payment_id: one.payment.id, invoice_payment_external_id: 'names 2' }],
      }),
    ).toEqual([['InvalidPayload', 'allocations.0.invoice_payment_external_id']])
    expect(
      await refusal({
        allocations: [
          { invoice_id: one.id, invoice_line_item_id: line2 },
          { invoice_id: one.id, invoice_line_item_external_id: 'none' },
          { invoice_id: one.id, invoice_line_item_id: line1, invoice_line_item_external_id: 'none' },
          { invoice_line_item_id: line1, invoice_payment_id: one.payment.id },
          { invoice_id: one.id, invoice_payment_id: other.payment.id },
          { invoice_external_id: 'names 1', invoice_payment_id: named2.id },
        ],
      }),
    ).toEqual([
      ['InvalidPayload', 'allocations.0.invoice_line_item_id'],
      ['InvalidPayload', 'allocations.1.invoice_line_item_external_id'],
      ['InvalidPayload', 'allocations.2.invoice_line_item_id'],
      ['InvalidPayload', 'allocations.3.invoice_payment_id'],
      ['InvalidPayload', 'allocations.4.invoice_id'],
      ['InvalidPayload', 'allocations.5.invoice_external_id'],
    ])
  })

  test('of different customers, or of another one than named', async () => {
    const theirs = await anotherCustomer(billing, receivables, { external_id: 'the other one' })
    const [ours, other] = [await paid(), await paid({}, theirs)]
    expect(
      await refusal({
        allocations: [
          { invoice_id: ours.id, customer_id: receivables.contactId },
          { invoice_id: other.id },
          { invoice_payment_id: other.payment.id },
          { customer_external_id: 'the other one', total_amount: 1 },
          { invoice_id: ours.id, customer_id: theirs.contactId },
          { invoice_payment_id: other.payment.id, customer_external_id: 'unheard of' },
        ],
      }),
    ).toEqual([1, 2, 3, 4, 5].map((index) => ['CustomerMismatch', `allocations.${index}.customer_id`]))
  })

  test('of an archived customer alone, or of a void invoice; their payments can be refunded', async () => {
    const of = await anotherCustomer(billing, receivables)
    const [owed, gone] = [await paid({}, of), await paid({ external_id: 'void' }, of)]
    await updateCustomer(billing, of.request, customerChange({ id: of.contactId }, { status: 'ARCHIVED' }))
    expect(await refusal({ allocations: [{ customer_id: of.contactId, total_amount: 1 }] }, of)).toEqual([
      ['CustomerArchived', 'allocations.0.customer_id'],
    ])
    await voidInvoice(billing, of.request, { invoice_id: gone.id, move_payments_to_credit: true })
    const names = [
      { invoice_id: gone.id },
      { invoice_external_id: 'void' },
      { invoice_line_item_id: gone.line_items[0]?.id ?? '' },
      { invoice_id: gone.id, invoice_payment_id: gone.payment.id },
    ]
    expect(await refusal({ allocations: names.map((one) => ({ ...one, total_amount: 1 })) }, of)).toEqual([
      ['InvoiceVoided', 'allocations.0.invoice_id'],
      ['InvoiceVoided', 'allocations.1.invoice_external_id'],
      ['InvoiceVoided', 'allocations.2.invoice_id'],
      ['InvoiceVoided', 'allocations.3.invoice_id'],
    ])
    const on = { customer_id: of.contactId, total_amount: 10 }
    const allocations = [
      { ...on, invoice_id: owed.id },
      { ...on, invoice_payment_id: owed.payment.id },
      { ...on, invoice_payment_id: gone.payment.id },
    ]
    expect(await refusal({ allocations }, of)).toBe('done')
    expect(await refusals(refund(owed, {}, of))).toBe('done')
    expect(await creditOf(billing, of)).toBe(90)
  })

  test('on an invoice that has a thousand parts of refunds already', async () => {
    const of = await anotherCustomer(billing, receivables)
    const owed = await paid({ line_items: [line(2_000)] }, of)
    const many = (count: number) => Array.from({ length: count }, () => ({ invoice_id: owed.id, total_amount: 1 }))
    await create({ allocations: many(999) }, of)
    expect(await refusal({ allocations: many(2) }, of)).toEqual([['TooManyAllocations', 'allocations']])
    expect(await refusal({ allocations: many(1) }, of)).toBe('done')
  })

  test('in a closed period, at its last instant too, not after it; and of an archived business', async () => {
    const of = await openReceivables(billing)
    const [last, after] = ['2026-01-31T23:59:59.999Z', '2026-02-01T00:00:00Z']
    const owed = await paid({ sent_at: after }, of)
    await closeBooks(billing, of.request, last)
    const allocations = [{ invoice_id: owed.id, total_amount: 10 }]
    const paying = (completed_at: string) => [{ refunded_amount: 1, completed_at }]
    expect(await refusal({ completed_at: last, allocations, payments: paying(last) }, of)).toEqual([
      ['PeriodClosed', 'completed_at'],
      ['PeriodClosed', 'payments.0.completed_at'],
      ['DatedTooEarly', 'completed_at'],
      ['DatedTooEarly', 'payments.0.completed_at'],
    ])
    for (const given of [{}, { method: 'CASH' }])
      expect(await refusals(refund(owed, { ...given, completed_at: last }, of))).toEqual([
        ['PeriodClosed', 'completed_at'],
        ['DatedTooEarly', 'completed_at'],
      ])
    expect((await create({ completed_at: after, allocations, payments: paying(after) }, of)).posting).toBe('posted')
    const { clientId, businessId } = of.request
    await billing.ledger.businesses.ArchiveBusiness({}, { context: { clientId, businessId } })
    for (const refunding of [() => create({ allocations }, of), () => refund(owed, {}, of)])
      expect(await refusals(refunding())).toEqual([['BusinessArchived', undefined]])
  })

  test('to an archived account, of lines on one, with an archived tag, and a line item with a BALANCING tag', async () => {
    const of = await openReceivables(billing)
    await balancingDimension(billing, of.request, 'entity')
    const shop = await openAccount(billing, of.request, { name: 'Shop', account_subtype: 'SALES' })
    const tax = await paid({ line_items: [line(60, { taxes: { CA: 40 } })] }, of)
    const tagged = await paid({ tags: [tag('area', 'north')] }, of)
    const account = { type: 'AccountId', id: shop }
    await changeAccount(billing, of.request, shop, { archived: true })
    await changeAccount(billing, of.request, 'SALES_TAXES_PAYABLE:CA', { archived: true })
    await archiveTag(billing, of.request, tagged.transaction_tags[0]?.definition_id ?? '')
    const on = { customer_id: of.contactId }
    expect(
      await refusal(
        {
          allocations: [
            { ...on, line_items: [{ amount: 1, account_identifier: account, tags: [tag('entity', 'a')] }] },
          ],
          payments: [{ refunded_amount: 1, payment_clearing_account_identifier: account }],
        },
        of,
      ),
    ).toEqual([
      ['AccountArchived', 'allocations.0.line_items.0.account_identifier'],
      ['BalancingTagViolation', 'allocations.0.line_items.0.tags.0'],
      ['AccountArchived', 'payments.0.payment_clearing_account_identifier'],
    ])
    for (const refunding of [() => create({ allocations: [{ invoice_id: tax.id }] }, of), () => refund(tax, {}, of)])
      expect(await refusals(refunding())).toEqual([['AccountArchived', undefined]])
    expect(await refusal({ allocations: [{ invoice_id: tagged.id }] }, of)).toEqual([
      ['TagValueArchived', 'allocations'],
    ])
    expect(await refusals(refund(tagged, {}, of))).toEqual([['TagValueArchived', 'invoiceId']])
    expect(await refusal({ allocations: [{ ...on, total_amount: 1 }], tags: [tag('area', 'north')] }, of)).toEqual([
      ['TagValueArchived', 'tags.0'],
    ])
  })

  test('for another business’s documents as for unknown ones', async () => {
    const theirs = await openReceivables(billing)
    const owed = await paid({ external_id: 'theirs' }, theirs)
    const refunded = await refund(owed, { external_id: 'refund of theirs', refunded_amount: 1, method: 'CASH' }, theirs)
    const chart = await billing.postingSession.askBooks(theirs.request, { accounts: [{ identifier: SALES }] })
    const account = { type: 'AccountId', id: chart.account(SALES).id }
    expect(await refusal({ allocations: [{ invoice_payment_id: owed.payment.id }] })).toEqual([
      ['InvoicePaymentNotFound', 'allocations.0.invoice_payment_id'],
    ])
    expect(await refusal({ allocations: [{ invoice_id: owed.id }, { invoice_external_id: 'theirs' }] })).toEqual([
      ['InvoiceNotFound', 'allocations.0.invoice_id'],
      ['InvoiceNotFound', 'allocations.1.invoice_external_id'],
    ])
    expect(await refusal({ allocations: [{ invoice_line_item_id: owed.line_items[0]?.id ?? '' }] })).toEqual([
      ['InvalidPayload', 'allocations.0.invoice_line_item_id'],
    ])
    expect(await refusal({ allocations: [{ customer_id: theirs.contactId, total_amount: 1 }] })).toEqual([
      ['CustomerNotFound', 'allocations.0.customer_id'],
    ])
    const line_items = [{ amount: 1, account_identifier: account }]
    expect(await refusal({ allocations: [{ customer_id: receivables.contactId, line_items }] })).toEqual([
      ['AccountNotFound', 'allocations.0.line_items.0.account_identifier'],
    ])
    // Its external ids are free here.
    const allocations = [{ customer_id: receivables.contactId, total_amount: 1 }]
    const payments = [{ external_id: 'refund of theirs', refunded_amount: 1 }]
    expect((await create({ external_id: 'refund of theirs', allocations, payments })).created).toBe(true)
    for (const id of [refunded.data?.id ?? '', randomUUID(), 'no id'])
      expect(await refusals(getRefund(billing, receivables.request, id))).toEqual([['RefundNotFound', 'refundId']])
    const stranger = requestFor(randomUUID(), theirs.request.businessId)
    expect(await refusals(getRefund(billing, stranger, refunded.data?.id ?? ''))).toEqual([
      ['BusinessNotFound', 'businessId'],
    ])
  })
})

describe('refunds at once', () => {
  test('four of the whole, each with its own external_id: exactly one passes', async () => {
    const of = await anotherCustomer(billing, receivables)
    const owed = await paid({ line_items: [line(70, { taxes: { CA: 7 } }), line(23)] }, of)
    const whole = [
      () => refund(owed, {}, of),
      () => refund(owed, { refunded_amount: 100, method: 'CASH' }, of),
      () => create({ allocations: [{ invoice_payment_id: owed.payment.id }], payments: [{}] }, of),
      () =>
        create(
          {
            allocations: owed.line_items.map(({ id }) => ({ invoice_line_item_id: id })),
            payments: [{ method: 'STORE_CREDIT' }],
          },
          of,
        ),
    ]
    const refused = await refusalsAmong(whole.map((act) => act()))
    expect(refused.filter((one) => one === undefined)).toHaveLength(1)
    expect(refused.filter((one) => one === 'OverRefunded')).toHaveLength(3)
    expect(await now(owed, of)).toMatchObject({ status: 'REFUNDED', outstanding_balance: 0 })
  })

  test('over the same invoices and payments in any order never deadlock', async () => {
    const of = await anotherCustomer(billing, receivables)
    const owed = await Promise.all(Array.from({ length: 3 }, () => invoice({}, of)))
    const paid = (some: typeof owed) =>
      makePayment(billing, of, {
        amount: 110,
        allocations: some.map(({ id: invoice_id }) => ({ invoice_id, amount: 50 })),
      })
    const payments = [await paid(owed.slice(0, 2)), await paid(owed.slice(1, 3))]
    const refused = await refusalsAmong(
      Array.from({ length: 4 }, (_, index) => {
        const allocations = [
          ...owed.map(({ id: invoice_id }) => ({ invoice_id, total_amount: 2 })),
          ...payments.map(({ id: invoice_payment_id }) => ({ invoice_payment_id, total_amount: 3 })),
        ]
        const turned = [...allocations.slice(index), ...allocations.slice(0, index)]
        return create({ allocations: index % 2 === 0 ? turned : turned.reverse() }, of)
      }),
    )
    expect(new Set(refused)).toEqual(new Set([undefined]))
  })
})
