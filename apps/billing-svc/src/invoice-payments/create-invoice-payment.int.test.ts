/** Creating invoice payments, of one invoice or of many; with a real ledger. */
import { randomUUID } from 'node:crypto'
import type { InvoicePaymentAnswer } from '@pacioli/protos/billing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requestFor, startTestBilling, type TestBilling } from '../testing/billing.test-helpers.ts'
import { refusalsAmong } from '../testing/races.test-helpers.ts'
import { named, refusals } from '../testing/bills.test-helpers.ts'
import { changeAccount, openAccount, standingOf } from '../testing/books.test-helpers.ts'
import { changeOf as customerChange, makeCustomer } from '../testing/customers.test-helpers.ts'
import { announced, archiveTag, balancingDimension, closeBooks } from '../testing/ledger.test-helpers.ts'
import { countStatements } from '../testing/statements.test-helpers.ts'
import {
  anotherCustomer,
  creditOf,
  dedicatedPayment,
  expectSoundBooks,
  FEES,
  invoiceInput,
  invoiceNow,
  line,
  makeInvoice,
  makePayment,
  openReceivables,
  paymentInput,
  SALES,
  type InvoiceGiven,
  type PaymentGiven,
  type PaymentOfManyGiven,
  type TestReceivables,
} from '../testing/receivable-rules.test-helpers.ts'
import {
  createInvoicePayment,
  createInvoices,
  getInvoicePayment,
  getRefund,
  payInvoice,
  updateCustomer,
} from '../testing/use-cases.test-helpers.ts'

let billing: TestBilling
let receivables: TestReceivables
/** Another business of the same client. */
let neighbour: TestReceivables
beforeAll(async () => {
  billing = await startTestBilling()
  receivables = await openReceivables(billing)
  neighbour = await openReceivables(billing)
  await balancingDimension(billing, receivables.request, 'entity')
  // From here on the accounts of these taxes exist.
  await invoice({ taxes: { CA: 1, NY: 1 } })
})
afterAll(async () => {
  await expectSoundBooks(billing, receivables, ['entity'])
  expect(billing.refusedPostings).toEqual([])
  await billing.stop()
})

const PAID_AT = '2026-01-20T12:00:00.000Z'

const create = (given: PaymentOfManyGiven = {}, of: TestReceivables = receivables): Promise<InvoicePaymentAnswer> =>
  createInvoicePayment(billing, of.request, paymentInput(of, given))
const refusal = (given: PaymentOfManyGiven, of?: TestReceivables) => refusals(create(given, of))
const pay = (
  { id: invoice_id }: { id: string },
  given: PaymentGiven = {},
  of: TestReceivables = receivables,
): Promise<InvoicePaymentAnswer> =>
  payInvoice(billing, of.request, { invoice_id, payment: dedicatedPayment({ paid_at: PAID_AT, ...given }) })
/** A customer for one test. */
const somebody = () => anotherCustomer(billing, receivables)
const invoice = (given?: InvoiceGiven, of: TestReceivables = receivables) => makeInvoice(billing, of, given)
const now = (one: { id: string }, of: TestReceivables = receivables) => invoiceNow(billing, of, one)
const posted = (payment: { id?: string | undefined } | null | undefined, of: TestReceivables = receivables) =>
  standingOf(billing, of.request, payment?.id)

/** The message as JSON, regardless of white space in metadata. */
const plain = (message: unknown): unknown => JSON.parse(JSON.stringify(message).replaceAll('\\": ', '\\":'))

describe('a payment', () => {
  test('goes to several invoices, and its remainder is the customer’s credit', async () => {
    const of = await somebody()
    const sale = await invoice({ external_id: 'sale-1' }, of)
    const service = await invoice({ line_items: [line(70, { account_identifier: FEES })] }, of)
    const { data, created, posting } = await create(
      {
        external_id: 'payment-1',
        amount: 200,
        fee: 20,
        method: 'ACH',
        processor: 'the bank',
        memo: 'January',
        metadata: '{"run":7}',
        reference_number: 'R1',
        tags: [
          { key: 'entity', value: 'c' },
          { key: 'run', value: '7' },
        ],
        allocations: [
          {
            invoice_external_id: 'sale-1',
            amount: 100,
            memo: 'all of it',
            metadata: '{"a":1}',
            reference_number: 'A1',
            tags: [{ key: 'room', value: '2' }],
          },
          { invoice_id: service.id.toUpperCase(), amount: 30 },
        ],
      },
      of,
    )
    expect({ created, posting }).toEqual({ created: true, posting: 'posted' })
    expect(data).toMatchObject({
      external_id: 'payment-1',
      customer: { id: of.contactId, company_name: 'Engines Ltd' },
      at: PAID_AT,
      paid_at: PAID_AT,
      method: 'ACH',
      amount: 200,
      fee: 20,
      unallocated_amount: 70,
      refunded_amount: 0,
      processor: 'the bank',
      payment_clearing_account: { stable_name: 'PAYMENT_PROCESSOR_CLEARING_ACCOUNT' },
      is_matched: false,
      payout_id: undefined,
      memo: 'January',
      reference_number: 'R1',
      allocations: [
        {
          invoice_id: sale.id,
          payment_id: data?.id,
          amount: 100,
          memo: 'all of it',
          reference_number: 'A1',
          moved_to_credit_at: undefined,
        },
        { invoice_id: service.id, payment_id: data?.id, amount: 30 },
      ],
    })
    expect(JSON.parse(data?.metadata ?? '')).toEqual({ run: 7 })
    const read = (await getInvoicePayment(billing, of.request, data?.id?.toUpperCase() ?? '')).data
    expect(plain(read)).toEqual(plain(data))
    expect(data?.transaction_tags?.map(({ key, value }) => `${key}=${value}`)).toEqual(['entity=c', 'run=7'])
    expect(data?.allocations?.map((part) => part.transaction_tags?.map(({ value }) => value))).toEqual([['2'], []])
    const cleared = [
      'Dr PAYMENT_PROCESSOR_CLEARING_ACCOUNT 90 entity:c room:2 run:7',
      'Dr PAYMENT_PROCESSING_FEES 10 entity:c room:2 run:7',
      'Dr PAYMENT_PROCESSOR_CLEARING_ACCOUNT 90 entity:c run:7',
      'Dr PAYMENT_PROCESSING_FEES 10 entity:c run:7',
      'Cr CUSTOMER_CREDITS 70 entity:c run:7',
    ]
    const inOrder = (lines: readonly string[]) => lines.toSorted()
    expect((await posted(data, of)).map(([entry, lines]) => [entry, inOrder(lines)])).toEqual([
      [
        'ACCRUAL 2026-01-20',
        inOrder([
          ...cleared,
          'Cr ACCOUNTS_RECEIVABLE 100 entity:c room:2 run:7',
          'Cr ACCOUNTS_RECEIVABLE 30 entity:c run:7',
        ]),
      ],
      [
        'CASH 2026-01-20',
        inOrder([...cleared, 'Cr SALES 100 entity:c room:2 run:7', 'Cr OTHER_INCOME 30 entity:c run:7']),
      ],
    ])
    expect(await creditOf(billing, of)).toBe(70)
    expect(await announced(billing, data?.id ?? '')).toMatchObject([
      {
        type: 'pacioli.invoice_payment.created.v1',
        data: {
          id: data?.id,
          version: 1,
          amount: 200,
          fee: 20,
          customer_id: of.contactId,
          allocations: [
            { invoice_id: sale.id, amount: 100 },
            { invoice_id: service.id, amount: 30 },
          ],
        },
      },
    ])
    expect(await announced(billing, service.id)).toMatchObject([
      { data: { version: 1, status: 'SENT', outstanding_balance: 70 } },
      {
        type: 'pacioli.invoice.changed.v1',
        data: {
          version: 2,
          status: 'PARTIALLY_PAID',
          outstanding_balance: 40,
          paid_amount: 30,
          payment_allocations: [{ payment_id: data?.id, amount: 30, paid_at: PAID_AT }],
        },
      },
    ])
    expect(await now(sale, of)).toMatchObject({
      status: 'PAID',
      paid_at: PAID_AT,
      outstanding_balance: 0,
      payment_allocations: [
        {
          amount: 100,
          memo: 'all of it',
          payment: { id: data?.id, amount: 200, unallocated_amount: 70, allocations: [] },
        },
      ],
    })
    expect(await now(service, of)).toMatchObject({
      status: 'PARTIALLY_PAID',
      paid_at: undefined,
      outstanding_balance: 40,
    })
  })

  test('without invoices is all credit of the named customer, now by default, on the named account', async () => {
    const of = await somebody()
    const { id } = await makeCustomer(billing, of.request, { external_id: 'in advance' })
    const before = Date.now()
    const { data } = await create({
      customer_external_id: 'in advance',
      amount: 55,
      method: 'CREDIT_CARD',
      paid_at: undefined,
      payment_clearing_account_identifier: named('BANK_ACCOUNTS'),
    })
    expect(data).toMatchObject({ customer: { id }, unallocated_amount: 55, allocations: [] })
    expect(Date.parse(data?.paid_at ?? '')).toBeGreaterThanOrEqual(before)
    expect(Date.parse(data?.paid_at ?? '')).toBeLessThanOrEqual(Date.now())
    const lines = ['Dr BANK_ACCOUNTS 55', 'Cr CUSTOMER_CREDITS 55']
    expect((await posted(data)).map(([, all]) => all)).toEqual([lines, lines])
    expect(await creditOf(billing, { ...of, contactId: id })).toBe(55)
  })

  test('pays many invoices in as many statements as a few', async () => {
    const of = await somebody()
    const statementsFor = async (count: number): Promise<number> => {
      const invoices = Array.from({ length: count }, (_, index) =>
        invoiceInput(of, { external_id: `${index} of ${count}` }),
      )
      await createInvoices(billing, of.request, invoices)
      const allocations = invoices.map(({ external_id: invoice_external_id }) => ({ invoice_external_id, amount: 100 }))
      const counted = countStatements(billing)
      const { data, posting } = await create({ amount: 100 * count, fee: count, allocations }, of)
      const statements = counted.stop()
      expect(posting).toBe('posted')
      expect(data?.allocations).toHaveLength(count)
      return statements
    }
    expect(await statementsFor(5)).toBe(await statementsFor(2))
  })
})

describe('a payment of one invoice', () => {
  test('goes to it completely, with its refunds', async () => {
    const of = await somebody()
    const owed = await invoice({ line_items: [line(60, { taxes: { CA: 6 } }), line(34)] }, of)
    const { data, created, posting } = await pay(
      { id: owed.id.toUpperCase() },
      {
        external_id: 'p1',
        amount: 100,
        method: 'CREDIT_CARD',
        processor: 'stripe',
        fee: 3,
        memo: 'by card',
        tags: [{ key: 'till', value: '4' }],
        dedicated_refunds: [
          { external_id: 'r1', line_items: [{ amount: 10 }], completed_at: '2026-01-21T12:00:00Z' },
          { external_id: 'r2', method: 'CASH', completed_at: '2026-01-22T12:00:00Z' },
        ],
      },
      of,
    )
    expect({ created, posting }).toEqual({ created: true, posting: 'posted' })
    expect(data).toMatchObject({
      external_id: 'p1',
      customer: { id: of.contactId },
      amount: 100,
      fee: 3,
      unallocated_amount: 0,
      refunded_amount: 100,
      memo: 'by card',
      allocations: [{ invoice_id: owed.id, amount: 100 }],
    })
    expect((await getInvoicePayment(billing, of.request, data?.id ?? '')).data).toEqual(data)
    const after = await now(owed, of)
    expect(after).toMatchObject({ status: 'REFUNDED', paid_at: PAID_AT, outstanding_balance: 0 })
    const refunds = await Promise.all(
      after.refund_allocations.map(async ({ refund_id }) => (await getRefund(billing, of.request, refund_id)).data),
    )
    expect(refunds.map((one) => [one?.external_id, one?.total_amount, one?.outstanding_balance]).sort()).toEqual([
      ['r1', 10, 10],
      ['r2', 90, 0],
    ])
  })

  test('is refused with every problem, and leaves nothing; it is limited to what is outstanding, to the unit', async () => {
    const of = await somebody()
    const owed = await invoice({}, of)
    const paying = (given: PaymentGiven) => refusals(pay(owed, given, of))
    const refunding = (...dedicated_refunds: NonNullable<PaymentGiven['dedicated_refunds']>) =>
      paying({ amount: 50, dedicated_refunds })
    expect(await paying({ amount: 0, method: 'BARTER', paid_at: 'never' })).toEqual([
      ['InvalidPayload', 'method'],
      ['InvalidPayload', 'paid_at'],
      ['InvalidPayload', 'amount'],
    ])
    expect(
      await paying({ method: 'CREDIT_BALANCE', fee: 1, payment_clearing_account_identifier: named('CASH') }),
    ).toEqual([
      ['InvalidPayload', 'payment_clearing_account_identifier'],
      ['InvalidPayload', 'fee'],
    ])
    expect(await refunding({ line_items: [{ amount: 30 }] }, { line_items: [{ amount: 21 }] })).toEqual([
      ['OverRefunded', 'dedicated_refunds.1.line_items'],
    ])
    expect(await refunding({ account_identifier: named('NOPE') })).toEqual([
      ['AccountNotFound', 'dedicated_refunds.0.account_identifier'],
    ])
    expect(await refunding(...Array.from({ length: 101 }, () => ({})))).toEqual([
      ['InvalidPayload', 'dedicated_refunds'],
    ])
    expect(await paying({ amount: 101 })).toEqual([['OverAllocated', 'amount']])
    expect(await now(owed, of)).toEqual(owed)
    // A repeated refund counts once; another payment cannot have it.
    const refund = { external_id: 'twice in one', line_items: [{ amount: 5 }] }
    const refunded = { amount: 20, dedicated_refunds: [refund, refund] }
    expect((await pay(owed, refunded, of)).data).toMatchObject({ refunded_amount: 5 })
    expect(await paying(refunded)).toEqual([['DuplicateExternalId', 'dedicated_refunds.0.external_id']])
    expect(await paying({ amount: 81 })).toEqual([['OverAllocated', 'amount']])
    expect(await paying({ amount: 80 })).toBe('done')
    expect(await now(owed, of)).toMatchObject({ status: 'PAID', outstanding_balance: 0 })
    const voided = await invoice({ voided_at: '2026-01-11T12:00:00Z' })
    expect(await refusals(pay(voided))).toEqual([['InvoiceVoided', 'invoiceId']])
    for (const id of [randomUUID(), 'nothing', (await invoice({}, neighbour)).id])
      expect(await refusals(pay({ id }))).toEqual([['InvoiceNotFound', 'invoiceId']])
  })
})

test('the credit of a customer pays their invoices, up to its exact amount', async () => {
  const of = await somebody()
  await makePayment(billing, of, { amount: 70 })
  const owed = await invoice({}, of)
  const spending = (amount: number): PaymentGiven => ({ method: 'CREDIT_BALANCE', amount })
  const spent = (amount: number) => ({ ...spending(amount), allocations: [{ invoice_id: owed.id, amount: 30 }] })
  expect(await refusal(spent(71), of)).toEqual([['OverAllocated', 'amount']])
  expect(await refusals(pay(owed, spending(71), of))).toEqual([['OverAllocated', 'amount']])
  // No more can be paid out of it, though the remainder would return to it.
  expect(await refusal({ method: 'CREDIT_BALANCE', amount: 71 }, of)).toEqual([['OverAllocated', 'amount']])
  const { data } = await create(spent(70), of)
  expect(data).toMatchObject({
    method: 'CREDIT_BALANCE',
    unallocated_amount: 40,
    payment_clearing_account: { stable_name: 'CUSTOMER_CREDITS' },
  })
  expect(await refusals(pay(owed, spending(41), of))).toEqual([['OverAllocated', 'amount']])
  expect((await pay(owed, spending(40), of)).created).toBe(true)
  expect(await creditOf(billing, of)).toBe(0)
  expect(await now(owed, of)).toMatchObject({ outstanding_balance: 30 })
  await makePayment(billing, of, { amount: 70 })
  const other = await anotherCustomer(billing, of)
  expect(await refusals(pay(await invoice({}, other), spending(1), of))).toEqual([['OverAllocated', 'amount']])
})

describe('payments at once', () => {
  test('over the same invoices in any order never deadlock', async () => {
    const of = await somebody()
    const owed = await Promise.all(Array.from({ length: 3 }, () => invoice({}, of)))
    const parts = owed.map(({ id: invoice_id }) => ({ invoice_id, amount: 25 }))
    const refused = await refusalsAmong(
      Array.from({ length: 5 }, (_, index) => {
        const turned = [...parts.slice(index % 3), ...parts.slice(0, index % 3)]
        return create({ amount: 75, allocations: index % 2 === 0 ? turned : turned.reverse() }, of)
      }),
    )
    expect(refused.filter((one) => one === undefined)).toHaveLength(4)
    expect(refused.filter((one) => one === 'OverAllocated')).toHaveLength(1)
    for (const one of owed) expect(await now(one, of)).toMatchObject({ status: 'PAID' })
  })
})

describe('a repeat', () => {
  test('of an external_id returns the existing payment, and only for the same request', async () => {
    const owed = await invoice()
    const given = { external_id: 'twice', amount: 100, allocations: [{ invoice_id: owed.id, amount: 100 }] }
    const first = await create(given)
    const second = { ...first, created: false }
    expect(await create(given)).toEqual(second)
    expect(await refusals(create({ ...given, amount: 101 }))).toEqual([['ExternalIdReused', 'amount']])
    const elsewhere = { ...given, allocations: [{ invoice_id: randomUUID(), amount: 100 }] }
    expect(await refusals(create(elsewhere))).toEqual([['ExternalIdReused', 'allocations.0.invoice_id']])
    expect(await now(owed)).toMatchObject({ outstanding_balance: 0, payment_allocations: [{ amount: 100 }] })
  })

  test('of a payment of one invoice does so, too, also through the other operation; for another invoice it is refused', async () => {
    const [owed, other] = [await invoice(), await invoice()]
    const given = { external_id: 'of one', amount: 40, dedicated_refunds: [{ external_id: 'refund of one' }] }
    const first = await pay(owed, given)
    const second = { ...first, created: false }
    expect(await pay(owed, given)).toEqual(second)
    expect(await refusals(pay(other, given))).toEqual([['DuplicateExternalId', 'external_id']])
    // A payment created with its invoice is compared by the fields that both operations share.
    expect(await create({ external_id: 'of one', amount: 40 })).toEqual(second)
    expect(await refusals(create({ external_id: 'of one', amount: 41 }))).toEqual([['ExternalIdReused', 'amount']])
    expect(await refusals(pay(owed, { ...given, fee: 1 }))).toEqual([['ExternalIdReused', 'fee']])
    expect(await now(owed)).toMatchObject({ outstanding_balance: 60, refund_allocations: [{ amount: 40 }] })
    // What was paid of the first is owed no more by the customer of both.
    expect(await now(other)).toEqual({ ...other, customer: (await now(owed))?.customer })
  })

  test('three times at once creates one, even if only one is possible', async () => {
    const [one, other] = [await invoice(), await invoice()]
    const three = (make: () => Promise<InvoicePaymentAnswer>) => Promise.all(Array.from({ length: 3 }, make))
    const answers = [
      await three(() => create({ external_id: 'ten', allocations: [{ invoice_id: one.id, amount: 100 }] })),
      await three(() => pay(other, { external_id: 'ten of one', dedicated_refunds: [{ external_id: 'ten refunds' }] })),
    ]
    for (const of of answers) {
      expect(new Set(of.map(({ data }) => data?.id)).size).toBe(1)
      expect(of.filter(({ created }) => created)).toHaveLength(1)
    }
  })

  test('of an Idempotency-Key gets the same answer, and posts once', async () => {
    const owed = await invoice()
    const { clientId, businessId } = receivables.request
    const keyed = () => requestFor(clientId, businessId, { key: 'pay once', requestHash: 'h' })
    const request = { invoice_id: owed.id, payment: dedicatedPayment({ amount: 60 }) }
    const answers = [
      ...(await Promise.all(Array.from({ length: 2 }, () => payInvoice(billing, keyed(), request)))),
      await payInvoice(billing, keyed(), request),
    ]
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await now(owed)).toMatchObject({ outstanding_balance: 40 })
  })
})

describe('refused is a payment', () => {
  test.each<[string, PaymentOfManyGiven, unknown]>([
    [
      'of unknown invoices',
      {
        allocations: [
          { invoice_id: randomUUID(), amount: 1 },
          { invoice_external_id: 'nobody’s', amount: 1 },
          { invoice_id: 'no id', amount: 1 },
          { invoice_external_id: 'nul \0', amount: 1 },
        ],
      },
      [
        ['InvoiceNotFound', 'allocations.0.invoice_id'],
        ['InvoiceNotFound', 'allocations.1.invoice_external_id'],
        ['InvoiceNotFound', 'allocations.2.invoice_id'],
        ['InvoiceNotFound', 'allocations.3.invoice_external_id'],
      ],
    ],
    ['of no invoice', { allocations: [{ amount: 1 }] }, [['InvalidPayload', 'allocations.0.invoice_id']]],
    ['without a contact', { customer_id: undefined }, [['InvalidPayload', 'customer_id']]],
    ['of an unknown customer', { customer_id: randomUUID() }, [['CustomerNotFound', 'customer_id']]],
    [
      'of a customer of an unknown external id',
      { customer_external_id: 'typo' },
      [['CustomerNotFound', 'customer_external_id']],
    ],
    [
      'to an unknown account',
      { payment_clearing_account_identifier: { type: 'AccountId', id: randomUUID() } },
      [['AccountNotFound', 'payment_clearing_account_identifier']],
    ],
    ...['ACCOUNTS_PAYABLE', 'ACCOUNTS_RECEIVABLE'].map((account): [string, PaymentOfManyGiven, unknown] => [
      `to ${account}`,
      { payment_clearing_account_identifier: named(account) },
      [['ControlAccount', 'payment_clearing_account_identifier']],
    ]),
    [
      'with two values of one dimension',
      {
        tags: [
          { key: 'area', value: 'a' },
          { key: 'area', value: 'b' },
        ],
      },
      [['DuplicateTagDimension', 'tags.1']],
    ],
  ])('%s', async (_, given, expected) => {
    expect(await refusal(given)).toEqual(expected)
  })

  test('with a thousand allocations, each invalid in its own way', async () => {
    const allocations = Array.from({ length: 1_000 }, () => ({ invoice_id: randomUUID(), amount: 1 }))
    expect(await refusal({ amount: 2_000, allocations })).toContainEqual([
      'InvoiceNotFound',
      'allocations.0.invoice_id',
    ])
  })

  test('that pays one invoice twice, by names of two, too much, a void one, or one of another customer', async () => {
    const other = await anotherCustomer(billing, receivables, { external_id: 'other customer' })
    const [one, two, theirs] = [
      await invoice({ external_id: 'once only' }),
      await invoice({ external_id: 'the other' }),
      await invoice({}, other),
    ]
    await invoice({ external_id: 'void', voided_at: '2026-01-11T12:00:00Z' })
    const refusing = (...allocations: NonNullable<PaymentOfManyGiven['allocations']>) =>
      refusal({ amount: 500, allocations })
    const [ofOne, ofTwo, ofTheirs] = [one, two, theirs].map(({ id }) => ({ invoice_id: id, amount: 1 }))
    expect(await refusing({ ...ofOne }, { invoice_external_id: 'once only', amount: 20 })).toEqual([
      ['InvalidPayload', 'allocations.1.invoice_external_id'],
    ])
    expect(await refusing({ ...ofOne, invoice_external_id: 'the other' })).toEqual([
      ['InvalidPayload', 'allocations.0.invoice_external_id'],
    ])
    expect(await refusal({ customer_id: receivables.contactId, customer_external_id: 'other customer' })).toEqual([
      ['InvalidPayload', 'customer_external_id'],
    ])
    expect(await refusing({ ...ofOne, amount: 101 }, { ...ofTwo, amount: 101 })).toEqual([
      ['OverAllocated', 'allocations.0.amount'],
      ['OverAllocated', 'allocations.1.amount'],
    ])
    expect(await refusing({ invoice_external_id: 'void', amount: 1 })).toEqual([
      ['InvoiceVoided', 'allocations.0.invoice_external_id'],
    ])
    expect(await refusing({ ...ofOne }, { ...ofTheirs })).toEqual([['CustomerMismatch', 'allocations.1.invoice_id']])
    expect(await refusal({ customer_id: other.contactId, allocations: [{ ...ofOne }] })).toEqual([
      ['CustomerMismatch', 'allocations.0.invoice_id'],
    ])
    expect(await now(two)).toEqual(two)
    expect(await refusing({ ...ofOne, amount: 100 }, { ...ofTwo, amount: 100 })).toBe('done')
  })

  test('of an invoice that has a thousand already', async () => {
    const of = await anotherCustomer(billing, neighbour)
    const owed = await invoice({ line_items: [line(2_000)] }, of)
    await fill(of, owed.id, 999)
    await pay(owed, { amount: 1 }, of)
    expect(await refusals(pay(owed, { amount: 1 }, of))).toEqual([['TooManyAllocations', 'invoiceId']])
    expect(await refusal({ allocations: [{ invoice_id: owed.id, amount: 1 }] }, of)).toEqual([
      ['TooManyAllocations', 'allocations.0.invoice_id'],
    ])
  })

  test('in a closed period, at its last instant too, not after it; and of an archived business', async () => {
    const of = await openReceivables(billing)
    const owed = await invoice({ sent_at: '2026-03-01T00:00:00Z' }, of)
    await closeBooks(billing, of.request, '2026-01-31T23:59:59.999Z')
    const last = '2026-01-31T23:59:59.999Z'
    const allocations = [{ invoice_id: owed.id, amount: 10 }]
    expect(await refusal({ paid_at: last, allocations }, of)).toEqual([['PeriodClosed', 'paid_at']])
    expect(await refusals(pay(owed, { paid_at: last }, of))).toEqual([['PeriodClosed', 'paid_at']])
    const after = '2026-02-01T00:00:00Z'
    expect((await create({ paid_at: after, allocations }, of)).posting).toBe('posted')
    const refunding = { amount: 5, paid_at: after, dedicated_refunds: [{ completed_at: last, method: 'CASH' }] }
    const field = 'dedicated_refunds.0.completed_at'
    expect(await refusals(pay(owed, refunding, of))).toEqual([
      ['PeriodClosed', field],
      ['DatedTooEarly', field],
    ])
    const { clientId, businessId } = of.request
    await billing.ledger.businesses.ArchiveBusiness({}, { context: { clientId, businessId } })
    for (const paid of [() => create({ allocations }, of), () => pay(owed, {}, of)])
      expect(await refusals(paid())).toEqual([['BusinessArchived', undefined]])
  })

  test('to an archived account, for lines on one, with an archived tag, and by an archived customer, except for what they owe', async () => {
    const of = await somebody()
    const shop = await openAccount(billing, of.request, { name: 'Shop', account_subtype: 'SALES' })
    const owed = await invoice({ line_items: [line(100, { account_identifier: { type: 'AccountId', id: shop } })] }, of)
    const tagged = await invoice({ tags: [{ key: 'area', value: 'north' }] }, of)
    const wallet = await openAccount(billing, of.request, { name: 'Wallet', account_subtype: 'CASH' })
    await changeAccount(billing, of.request, wallet, { archived: true })
    await changeAccount(billing, of.request, shop, { archived: true })
    await archiveTag(billing, of.request, tagged.transaction_tags[0]?.definition_id ?? '')
    expect(await refusal({ payment_clearing_account_identifier: { type: 'AccountId', id: wallet } }, of)).toEqual([
      ['AccountArchived', 'payment_clearing_account_identifier'],
    ])
    for (const paid of [
      () => create({ allocations: [{ invoice_id: owed.id, amount: 1 }] }, of),
      () => pay(owed, {}, of),
    ])
      expect(await refusals(paid())).toEqual([['AccountArchived', undefined]])
    expect(await refusal({ allocations: [{ invoice_id: tagged.id, amount: 1 }] }, of)).toEqual([
      ['TagValueArchived', 'allocations.0.invoice_id'],
    ])
    expect(await refusals(pay(tagged, {}, of))).toEqual([['TagValueArchived', 'invoiceId']])
    expect(await refusal({ tags: [{ key: 'area', value: 'north' }] }, of)).toEqual([['TagValueArchived', 'tags.0']])
    // An archived customer can pay what they owe, and nothing new.
    const due = await invoice({}, of)
    await updateCustomer(billing, of.request, customerChange({ id: of.contactId }, { status: 'ARCHIVED' }))
    expect(await refusal({}, of)).toEqual([['CustomerArchived', 'customer_id']])
    const { data } = await create({ amount: 90, allocations: [{ invoice_id: due.id, amount: 60 }] }, of)
    expect(data).toMatchObject({ unallocated_amount: 30 })
    expect((await pay(due, { amount: 40 }, of)).created).toBe(true)
  })

  test('for another business’s invoice, customer and account as for unknown ones; its payments are unknown, too', async () => {
    const theirs = neighbour
    const owed = await invoice({ external_id: 'of the other business' }, theirs)
    const payment = await makePayment(billing, theirs, { external_id: 'payment of the other business' })
    const chart = await billing.postingSession.askBooks(theirs.request, { accounts: [{ identifier: SALES }] })
    const account = { type: 'AccountId', id: chart.account(SALES).id }
    expect(await refusal({ allocations: [{ invoice_id: owed.id, amount: 1 }] })).toEqual([
      ['InvoiceNotFound', 'allocations.0.invoice_id'],
    ])
    expect(await refusal({ allocations: [{ invoice_external_id: 'of the other business', amount: 1 }] })).toEqual([
      ['InvoiceNotFound', 'allocations.0.invoice_external_id'],
    ])
    expect(await refusal({ customer_id: theirs.contactId })).toEqual([['CustomerNotFound', 'customer_id']])
    expect(await refusal({ payment_clearing_account_identifier: account })).toEqual([
      ['AccountNotFound', 'payment_clearing_account_identifier'],
    ])
    expect((await create({ external_id: 'payment of the other business' })).created).toBe(true)
    for (const id of [payment.id, 'no id'])
      expect(await refusals(getInvoicePayment(billing, receivables.request, id))).toEqual([
        ['InvoicePaymentNotFound', 'paymentId'],
      ])
    const stranger = requestFor(randomUUID(), theirs.request.businessId)
    expect(await refusals(getInvoicePayment(billing, stranger, payment.id))).toEqual([
      ['BusinessNotFound', 'businessId'],
    ])
  })
})

/** This many payments of one unit each of an invoice, inserted directly. */
async function fill({ request, contactId }: TestReceivables, invoiceId: string, count: number): Promise<void> {
  await billing.db.transact(request, async (tx) => {
    const { businessId } = request
    const ids = Array.from({ length: count }, () => randomUUID())
    await tx.rows(
      `INSERT INTO invoice_payments (business_id, id, customer_id, paid_at, method, clearing_account_id, amount, fee,
                                     rest_amount, refunded_amount, imported_at, updated_at)
       SELECT $1, id, $3, now(), 'CASH', id, 1, 0, 0, 0, now(), now() FROM unnest($2::uuid[]) AS n(id)`,
      [businessId, ids, contactId],
    )
    await tx.rows(
      `INSERT INTO invoice_payment_allocations (business_id, id, payment_id, invoice_id, position, amount, shares, tags, created_at)
       SELECT $1, n.id, n.id, $3, 0, 1, jsonb_build_array(jsonb_build_object('component', l.id, 'amount', 1)), '[]', now()
         FROM unnest($2::uuid[]) AS n(id) CROSS JOIN invoice_line_items l
        WHERE l.business_id = $1 AND l.invoice_id = $3`,
      [businessId, ids, invoiceId],
    )
    await tx.rows(
      `UPDATE invoices SET paid_amount = $3, outstanding_balance = total_amount - $3, status = 'PARTIALLY_PAID'
        WHERE business_id = $1 AND id = $2`,
      [businessId, invoiceId, count],
    )
  })
}
