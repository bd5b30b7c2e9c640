/** Invoice payments as they are made, of one invoice or of many; the books are the ledger's own. */
import { randomUUID } from 'node:crypto'
import type { InvoicePaymentAnswer } from '@pacioli/protos/billing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requestFor, startTestBilling, type TestBilling } from '../billing.test-helpers.ts'
import { refusalsAmong } from '../bill-payments/races.test-helpers.ts'
import { named, refusals } from '../bills/bills.test-helpers.ts'
import { changeAccount, openAccount, standingOf } from '../bills/books.test-helpers.ts'
import { changeOf as customerChange, makeCustomer } from '../customers/customers.test-helpers.ts'
import { updateCustomer } from '../customers/update-customer.ts'
import { announced, archiveTag, balancingDimension, changesOn, closeBooks } from '../documents/ledger.test-helpers.ts'
import { countStatements } from '../documents/statements.test-helpers.ts'
import { createInvoices } from '../invoices/create-invoices.ts'
import {
  anotherCustomer,
  creditOf,
  dedicatedPayment,
  DEPOSITS,
  expectSoundBooks,
  FEES,
  invoiceInput,
  invoiceNow,
  line,
  makeInvoice,
  makePayment,
  openReceivables,
  payFor,
  paymentInput,
  SALES,
  type InvoiceGiven,
  type PaymentGiven,
  type PaymentOfManyGiven,
  type TestReceivables,
} from '../receivables/receivables.test-helpers.ts'
import { getRefund } from '../refunds/get-refund.ts'
import { createInvoicePayment } from './create-invoice-payment.ts'
import { getInvoicePayment } from './get-invoice-payment.ts'
import { payInvoice } from './pay-invoice.ts'

let billing: TestBilling
let receivables: TestReceivables
/** Another business of the same client. */
let neighbour: TestReceivables
beforeAll(async () => {
  billing = await startTestBilling()
  receivables = await openReceivables(billing)
  neighbour = await openReceivables(billing)
  await balancingDimension(billing, receivables.request, 'entity')
  // From here on there are accounts of these taxes.
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
/** A customer of a test's own. */
const somebody = () => anotherCustomer(billing, receivables)
const invoice = (given?: InvoiceGiven, of: TestReceivables = receivables) => makeInvoice(billing, of, given)
const now = (one: { id: string }, of: TestReceivables = receivables) => invoiceNow(billing, of, one)
const posted = (payment: { id?: string | undefined } | null | undefined, of: TestReceivables = receivables) =>
  standingOf(billing, of.request, payment?.id)

/** The JSON that a message is, whatever white space the database puts into metadata. */
const plain = (message: unknown): unknown => JSON.parse(JSON.stringify(message).replaceAll('\\": ', '\\":'))

describe('a payment', () => {
  test('goes to several invoices, and its rest is the customer’s credit', async () => {
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
        allocations: [
          {
            invoice_external_id: 'sale-1',
            amount: 100,
            memo: 'all of it',
            metadata: '{"a":1}',
            reference_number: 'A1',
          },
          { invoice_id: service.id.toUpperCase(), amount: 30 },
        ],
      },
      of,
    )
    expect({ created, posting }).toEqual({ created: true, posting: 'posted' })
    expect(data).toMatchObject({
      external_id: 'payment-1',
      customer: { id: of.customerId, company_name: 'Engines Ltd' },
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
    const cleared = [
      'Dr PAYMENT_PROCESSOR_CLEARING_ACCOUNT 180',
      'Dr PAYMENT_PROCESSING_FEES 20',
      'Cr CUSTOMER_CREDITS 70',
    ]
    expect(await posted(data, of)).toEqual([
      ['ACCRUAL 2026-01-20', [...cleared, 'Cr ACCOUNTS_RECEIVABLE 100', 'Cr ACCOUNTS_RECEIVABLE 30']],
      ['CASH 2026-01-20', [...cleared, 'Cr SALES 100', 'Cr OTHER_INCOME 30']],
    ])
    expect(await creditOf(billing, of)).toBe(70)
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

  test('without invoices is all credit of the customer that it names', async () => {
    const of = await somebody()
    const { id } = await makeCustomer(billing, of.request, { external_id: 'in advance' })
    const { data } = await create({ customer_external_id: 'in advance', amount: 55 }, of)
    expect(data).toMatchObject({ customer: { id }, unallocated_amount: 55, allocations: [] })
    const lines = ['Dr UNDEPOSITED_FUNDS 55', 'Cr CUSTOMER_CREDITS 55']
    expect(await posted(data, of)).toEqual([
      ['ACCRUAL 2026-01-20', lines],
      ['CASH 2026-01-20', lines],
    ])
    expect(await creditOf(billing, { ...of, customerId: id })).toBe(55)
    expect(await creditOf(billing, of)).toBe(0)
  })

  test('was made now unless it says when, of one invoice, too', async () => {
    const before = Date.now()
    const payments = [
      (await create({ paid_at: undefined })).data,
      (await pay(await invoice(), { paid_at: undefined })).data,
    ]
    for (const payment of payments) {
      expect(Date.parse(payment?.paid_at ?? '')).toBeGreaterThanOrEqual(before)
      expect(Date.parse(payment?.paid_at ?? '')).toBeLessThanOrEqual(Date.now())
    }
  })

  test('waits on the account of its method and processor until the bank or a payout reports it', async () => {
    const { data } = await create({ method: 'ACH', processor: 'stripe' })
    expect(data?.payment_clearing_account).toMatchObject({ stable_name: 'PAYMENT_PROCESSOR_CLEARING_ACCOUNT' })
    for (const [, lines] of await posted(data)) expect(lines).toContain('Dr PAYMENT_PROCESSOR_CLEARING_ACCOUNT 100')
  })

  test('waits on the account that it names', async () => {
    const { data } = await create({
      method: 'CREDIT_CARD',
      payment_clearing_account_identifier: named('BANK_ACCOUNTS'),
    })
    expect(data?.payment_clearing_account).toMatchObject({ stable_name: 'BANK_ACCOUNTS' })
    for (const [, lines] of await posted(data)) expect(lines).toContain('Dr BANK_ACCOUNTS 100')
  })

  test('in instalments recognises exactly what the invoice was for: discounts, taxes and tips, too', async () => {
    const of = await somebody()
    const names = [
      'SALES',
      'OTHER_INCOME',
      'SALES_TAXES_PAYABLE:CA',
      'SALES_TAXES_PAYABLE:NY',
      'TIPS',
      'SALES_DISCOUNTS',
    ]
    const changes = await changesOn(billing, of, names)
    const owed = await invoice(
      {
        line_items: [
          line(100, { taxes: { CA: 7 }, discount_amount: 1 }),
          line(-10, { account_identifier: FEES }),
          line(33, { account_identifier: FEES, quantity: '0.5' }),
        ],
        taxes: { NY: 3 },
        additional_discount: 5,
        tips: 4,
      },
      of,
    )
    expect(owed.total_amount).toBe(115)
    for (const amount of [1, 37, 37, 39, 1]) await payFor(billing, of, owed, amount)
    expect(await now(owed, of)).toMatchObject({ status: 'PAID', outstanding_balance: 0 })
    const both = (...amounts: number[]) =>
      Object.fromEntries(names.map((name, at) => [name, [amounts[at], amounts[at]]]))
    expect(await changes()).toEqual(both(99, 7, 7, 3, 4, 5))
  })

  test('before the invoice is sent waits on the prepayment account of the line, until then', async () => {
    const of = await somebody()
    const owed = await invoice(
      {
        sent_at: '2026-02-01T00:00:00Z',
        line_items: [line(60, { prepayment_account_identifier: DEPOSITS }), line(40, { account_identifier: FEES })],
      },
      of,
    )
    const { data } = await create({ amount: 60, fee: 6, allocations: [{ invoice_id: owed.id, amount: 50 }] }, of)
    const cleared = ['Dr UNDEPOSITED_FUNDS 54', 'Dr PAYMENT_PROCESSING_FEES 6', 'Cr CUSTOMER_CREDITS 10']
    expect(await posted(data, of)).toEqual([
      ['ACCRUAL 2026-01-20', [...cleared, 'Cr ACCOUNTS_RECEIVABLE 20', 'Cr UNEARNED_REVENUE 30']],
      ['CASH 2026-01-20', [...cleared, 'Cr UNEARNED_REVENUE 30', 'Cr OTHER_INCOME 20']],
      ['ACCRUAL 2026-02-01', ['Dr UNEARNED_REVENUE 30', 'Cr ACCOUNTS_RECEIVABLE 30']],
      ['CASH 2026-02-01', ['Dr UNEARNED_REVENUE 30', 'Cr SALES 30']],
    ])
  })

  test('carries on each part the tags of the invoice, then those of the allocation, then its own', async () => {
    const of = await somebody()
    const tag = (key: string, value: string) => ({ key, value })
    const one = await invoice({ tags: [tag('entity', 'a')], line_items: [line(100, { tags: [tag('room', '1')] })] }, of)
    const other = await invoice({}, of)
    const { data } = await create(
      {
        amount: 90,
        fee: 9,
        tags: [tag('entity', 'c'), tag('run', '7')],
        allocations: [
          { invoice_id: one.id, amount: 50, tags: [tag('room', '2'), tag('run', '8')] },
          { invoice_id: other.id, amount: 20, tags: [tag('entity', 'b')] },
        ],
      },
      of,
    )
    expect(data?.transaction_tags?.map(({ key, value }) => `${key}=${value}`)).toEqual(['entity=c', 'run=7'])
    expect(data?.allocations?.map((part) => part.transaction_tags?.map(({ value }) => value))).toEqual([
      ['2', '8'],
      ['b'],
    ])
    expect((await now(one, of)).payment_allocations[0]?.transaction_tags.map(({ value }) => value)).toEqual(['2', '8'])
    const cleared = [
      'Dr UNDEPOSITED_FUNDS 45 entity:a room:2 run:8',
      'Dr PAYMENT_PROCESSING_FEES 5 entity:a room:2 run:8',
      'Dr UNDEPOSITED_FUNDS 18 entity:b run:7',
      'Dr PAYMENT_PROCESSING_FEES 2 entity:b run:7',
      'Dr UNDEPOSITED_FUNDS 18 entity:c run:7',
      'Dr PAYMENT_PROCESSING_FEES 2 entity:c run:7',
      'Cr CUSTOMER_CREDITS 20 entity:c run:7',
    ]
    expect(await posted(data, of)).toEqual([
      [
        'ACCRUAL 2026-01-20',
        [...cleared, 'Cr ACCOUNTS_RECEIVABLE 50 entity:a room:2 run:8', 'Cr ACCOUNTS_RECEIVABLE 20 entity:b run:7'],
      ],
      ['CASH 2026-01-20', [...cleared, 'Cr SALES 50 entity:a room:1 run:8', 'Cr SALES 20 entity:b run:7']],
    ])
  })

  test('is announced with each of its invoices, each as a version of its own', async () => {
    const owed = await invoice()
    const { data } = await create({ amount: 60, fee: 1, allocations: [{ invoice_id: owed.id, amount: 40 }] })
    expect(await announced(billing, data?.id ?? '')).toMatchObject([
      {
        type: 'pacioli.invoice_payment.created.v1',
        data: {
          id: data?.id,
          version: 1,
          amount: 60,
          fee: 1,
          customer_id: receivables.customerId,
          allocations: [{ invoice_id: owed.id, amount: 40 }],
        },
      },
    ])
    expect(await announced(billing, owed.id)).toMatchObject([
      { data: { version: 1, status: 'SENT', outstanding_balance: 100 } },
      {
        type: 'pacioli.invoice.changed.v1',
        data: {
          version: 2,
          status: 'PARTIALLY_PAID',
          outstanding_balance: 60,
          paid_amount: 40,
          payment_allocations: [{ payment_id: data?.id, amount: 40, paid_at: PAID_AT }],
        },
      },
    ])
  })

  test('is for what an archived customer owes, not for anything new', async () => {
    const of = await somebody()
    const [one, other] = [await invoice({}, of), await invoice({}, of)]
    await updateCustomer(billing, of.request, customerChange({ id: of.customerId }, { status: 'ARCHIVED' }))
    expect(await refusal({}, of)).toEqual([['CustomerArchived', 'customer_id']])
    expect((await create({ amount: 130, allocations: [{ invoice_id: one.id, amount: 100 }] }, of)).data).toMatchObject({
      unallocated_amount: 30,
    })
    expect((await pay(other, {}, of)).created).toBe(true)
  })

  test('pays many invoices in as many statements as few', async () => {
    const of = await somebody()
    const changes = await changesOn(billing, of, ['SALES', 'UNDEPOSITED_FUNDS', 'PAYMENT_PROCESSING_FEES'])
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
    expect(await statementsFor(6)).toBe(await statementsFor(2))
    expect(await changes()).toEqual({
      SALES: [800, 800],
      UNDEPOSITED_FUNDS: [792, 792],
      PAYMENT_PROCESSING_FEES: [8, 8],
    })
  })
})

describe('a payment of one invoice', () => {
  test('is all of it, with its refunds', async () => {
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
      customer: { id: of.customerId },
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
    expect(await posted(data, of)).toEqual([
      [
        'ACCRUAL 2026-01-20',
        [
          'Dr PAYMENT_PROCESSOR_CLEARING_ACCOUNT 97 till:4',
          'Dr PAYMENT_PROCESSING_FEES 3 till:4',
          'Cr ACCOUNTS_RECEIVABLE 100 till:4',
        ],
      ],
      [
        'CASH 2026-01-20',
        [
          'Dr PAYMENT_PROCESSOR_CLEARING_ACCOUNT 97 till:4',
          'Dr PAYMENT_PROCESSING_FEES 3 till:4',
          'Cr SALES 94 till:4',
          'Cr SALES_TAXES_PAYABLE:CA 6 till:4',
        ],
      ],
    ])
  })

  test('is of what is outstanding, to the unit', async () => {
    const owed = await invoice()
    expect(await refusals(pay(owed, { amount: 101 }))).toEqual([['OverAllocated', 'amount']])
    await pay(owed, { amount: 99 })
    expect(await refusals(pay(owed, { amount: 2 }))).toEqual([['OverAllocated', 'amount']])
    await pay(owed, { amount: 1 })
    expect(await refusals(pay(owed, { amount: 1 }))).toEqual([['OverAllocated', 'amount']])
    expect(await now(owed)).toMatchObject({ status: 'PAID', outstanding_balance: 0 })
  })

  test('of an invoice that there is not, or that is void, is refused', async () => {
    const voided = await invoice({ voided_at: '2026-01-11T12:00:00Z' })
    expect(await refusals(pay(voided))).toEqual([['InvoiceVoided', 'invoiceId']])
    for (const id of [randomUUID(), 'nothing'])
      expect(await refusals(pay({ id }))).toEqual([['InvoiceNotFound', 'invoiceId']])
    expect(await refusals(pay(await invoice({}, neighbour)))).toEqual([['InvoiceNotFound', 'invoiceId']])
  })

  test('is refused with whatever is wrong with it, and leaves nothing', async () => {
    const owed = await invoice()
    const refunding = (...dedicated_refunds: NonNullable<PaymentGiven['dedicated_refunds']>) =>
      refusals(pay(owed, { amount: 50, dedicated_refunds }))
    expect(await refusals(pay(owed, { amount: 0, method: 'BARTER', paid_at: 'never' }))).toEqual([
      ['InvalidPayload', 'method'],
      ['InvalidPayload', 'paid_at'],
      ['InvalidPayload', 'amount'],
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
    expect(await now(owed)).toEqual(owed)
  })

  test('whose refund has the external_id of another one is refused, and of one that comes twice it is one', async () => {
    const of = await somebody()
    const owed = await invoice({}, of)
    const refund = { external_id: 'twice in one', line_items: [{ amount: 5 }] }
    const refunded = { amount: 20, dedicated_refunds: [refund, refund] }
    expect((await pay(owed, refunded, of)).data).toMatchObject({ refunded_amount: 5 })
    expect(await refusals(pay(owed, refunded, of))).toEqual([
      ['DuplicateExternalId', 'dedicated_refunds.0.external_id'],
    ])
    expect(await now(owed, of)).toMatchObject({ outstanding_balance: 80 })
  })
})

describe('the credit of a customer', () => {
  const spending = (amount: number): PaymentGiven => ({ method: 'CREDIT_BALANCE', amount })

  test('pays invoices, exactly up to what there is', async () => {
    const of = await somebody()
    await makePayment(billing, of, { amount: 70 })
    const owed = await invoice({}, of)
    const allocations = (amount: number) => [{ invoice_id: owed.id, amount }]
    const spent = (amount: number) => ({ method: 'CREDIT_BALANCE', amount, allocations: allocations(amount) })
    expect(await refusal(spent(71), of)).toEqual([['OverAllocated', 'amount']])
    expect(await refusals(pay(owed, spending(71), of))).toEqual([['OverAllocated', 'amount']])
    const { data } = await create(spent(30), of)
    expect(data).toMatchObject({
      method: 'CREDIT_BALANCE',
      payment_clearing_account: { stable_name: 'CUSTOMER_CREDITS' },
    })
    expect(await posted(data, of)).toEqual([
      ['ACCRUAL 2026-01-20', ['Dr CUSTOMER_CREDITS 30', 'Cr ACCOUNTS_RECEIVABLE 30']],
      ['CASH 2026-01-20', ['Dr CUSTOMER_CREDITS 30', 'Cr SALES 30']],
    ])
    expect(await refusals(pay(owed, spending(41), of))).toEqual([['OverAllocated', 'amount']])
    expect((await pay(owed, spending(40), of)).created).toBe(true)
    expect(await refusals(pay(owed, spending(1), of))).toEqual([['OverAllocated', 'amount']])
    expect(await creditOf(billing, of)).toBe(0)
    expect(await now(owed, of)).toMatchObject({ outstanding_balance: 30 })
  })

  test('is no less for what comes back of a payment out of it, and no more can be paid of it either', async () => {
    const of = await somebody()
    await makePayment(billing, of, { amount: 70 })
    const owed = await invoice({}, of)
    const spent = (amount: number) =>
      create({ method: 'CREDIT_BALANCE', amount, allocations: [{ invoice_id: owed.id, amount: 30 }] }, of)
    expect(await refusals(spent(71))).toEqual([['OverAllocated', 'amount']])
    expect(await refusal({ method: 'CREDIT_BALANCE', amount: 71 }, of)).toEqual([['OverAllocated', 'amount']])
    expect((await spent(70)).data).toMatchObject({ unallocated_amount: 40 })
    expect(await creditOf(billing, of)).toBe(40)
  })

  test('is another customer’s for nobody', async () => {
    const of = await somebody()
    await makePayment(billing, of, { amount: 70 })
    const other = await anotherCustomer(billing, of)
    expect(await refusals(pay(await invoice({}, other), spending(1), of))).toEqual([['OverAllocated', 'amount']])
  })

  test('costs no fee and waits on no other account', async () => {
    const owed = await invoice()
    const given = { ...spending(1), fee: 1, payment_clearing_account_identifier: named('CASH') }
    expect(await refusals(pay(owed, given))).toEqual([
      ['InvalidPayload', 'payment_clearing_account_identifier'],
      ['InvalidPayload', 'fee'],
    ])
  })

  test('is what payments at once have given and taken', async () => {
    const of = await somebody()
    await makePayment(billing, of, { amount: 50 })
    const owed = await Promise.all(Array.from({ length: 4 }, () => invoice({}, of)))
    const refused = await refusalsAmong([
      ...owed.slice(0, 2).map((one) => pay(one, spending(10), of)),
      ...owed.slice(2).map((one) => create({ amount: 103, allocations: [{ invoice_id: one.id, amount: 100 }] }, of)),
      ...Array.from({ length: 2 }, () => create({ amount: 7 }, of)),
    ])
    expect(new Set(refused)).toEqual(new Set([undefined]))
    expect(await creditOf(billing, of)).toBe(50 - 2 * 10 + 2 * 3 + 2 * 7)
  })
})

describe('payments at once', () => {
  test('over the same invoices in any order never wait in a circle', async () => {
    const of = await somebody()
    const owed = await Promise.all(Array.from({ length: 3 }, () => invoice({}, of)))
    const parts = owed.map(({ id: invoice_id }) => ({ invoice_id, amount: 25 }))
    const refused = await refusalsAmong(
      Array.from({ length: 6 }, (_, index) => {
        const turned = [...parts.slice(index % 3), ...parts.slice(0, index % 3)]
        return create({ amount: 75, allocations: index % 2 === 0 ? turned : turned.reverse() }, of)
      }),
    )
    expect(refused.filter((one) => one === undefined)).toHaveLength(4)
    expect(refused.filter((one) => one === 'OverAllocated')).toHaveLength(2)
    for (const one of owed) expect(await now(one, of)).toMatchObject({ status: 'PAID' })
  })
})

describe('a repeat', () => {
  test('of an external_id answers the payment that there is, whatever else it says', async () => {
    const owed = await invoice()
    const given = { external_id: 'twice', amount: 100, allocations: [{ invoice_id: owed.id, amount: 100 }] }
    const first = await create(given)
    const second = await create(given)
    expect(second).toEqual({ ...first, created: false })
    expect(await create({ external_id: 'twice', amount: 1, method: 'CASH' })).toEqual(second)
    expect(await create({ ...given, allocations: [{ invoice_id: randomUUID(), amount: 1 }] })).toEqual(second)
    expect(await now(owed)).toMatchObject({ outstanding_balance: 0, payment_allocations: [{ amount: 100 }] })
  })

  test('of a payment of one invoice does so, too, whatever it was made of; of another invoice it is refused', async () => {
    const [owed, other] = [await invoice(), await invoice()]
    const given = { external_id: 'of one', amount: 40, dedicated_refunds: [{ external_id: 'refund of one' }] }
    const first = await pay(owed, given)
    const second = { ...first, created: false }
    expect(await pay(owed, given)).toEqual(second)
    expect(await refusals(pay(other, given))).toEqual([['DuplicateExternalId', 'external_id']])
    expect(await create({ external_id: 'of one' })).toEqual(second)
    expect(await now(owed)).toMatchObject({ outstanding_balance: 60, refund_allocations: [{ amount: 40 }] })
    expect(await now(other)).toEqual(other)
  })

  test('five times at once makes one, even if only one could be', async () => {
    const [one, other] = [await invoice(), await invoice()]
    const five = (make: () => Promise<InvoicePaymentAnswer>) => Promise.all(Array.from({ length: 5 }, make))
    const answers = [
      await five(() => create({ external_id: 'ten', allocations: [{ invoice_id: one.id, amount: 100 }] })),
      await five(() => pay(other, { external_id: 'ten of one', dedicated_refunds: [{ external_id: 'ten refunds' }] })),
      await five(() => create({ external_id: 'ten in advance' })),
    ]
    for (const of of answers) {
      expect(new Set(of.map(({ data }) => data?.id)).size).toBe(1)
      expect(of.filter(({ created }) => created)).toHaveLength(1)
    }
  })

  test('of an Idempotency-Key answers the same, and posts once', async () => {
    const owed = await invoice()
    const { clientId, businessId } = receivables.request
    const keyed = () => requestFor(clientId, businessId, { key: 'pay once', requestHash: 'h' })
    const request = { invoice_id: owed.id, payment: dedicatedPayment({ amount: 60 }) }
    const answers = [
      ...(await Promise.all(Array.from({ length: 5 }, () => payInvoice(billing, keyed(), request)))),
      await payInvoice(billing, keyed(), request),
    ]
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await now(owed)).toMatchObject({ outstanding_balance: 40 })
  })
})

describe('refused is a payment', () => {
  test.each<[string, PaymentOfManyGiven, unknown]>([
    ['of nothing', { amount: 0 }, [['InvalidPayload', 'amount']]],
    ['with a fee of more than itself', { amount: 5, fee: 6 }, [['InvalidPayload', 'fee']]],
    [
      'below zero, or with such a fee',
      { amount: -5, fee: -1 },
      [
        ['InvalidPayload', 'amount'],
        ['InvalidPayload', 'fee'],
      ],
    ],
    ['beyond what JSON can tell', { amount: 2 ** 53 }, [['InvalidPayload', 'amount']]],
    ['by no known method', { method: 'STORE_CREDIT' }, [['InvalidPayload', 'method']]],
    ['at no instant', { paid_at: '2026-01-20' }, [['InvalidPayload', 'paid_at']]],
    [
      'with wrong allocations, each of them',
      {
        allocations: [
          { invoice_id: randomUUID(), amount: 0 },
          { amount: 1.5, invoice_id: randomUUID() },
        ],
      },
      [
        ['InvalidPayload', 'allocations.0.amount'],
        ['InvalidPayload', 'allocations.1.amount'],
      ],
    ],
    [
      'with more than a thousand allocations',
      { amount: 2_000, allocations: Array.from({ length: 1_001 }, () => ({ invoice_id: randomUUID(), amount: 1 })) },
      [['InvalidPayload', 'allocations']],
    ],
    [
      'of more than it is',
      { amount: 99, allocations: [{ invoice_id: randomUUID(), amount: 100 }] },
      [['OverAllocated', 'allocations']],
    ],
    [
      'of invoices that nobody knows',
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
    ['of nobody', { customer_id: undefined }, [['InvalidPayload', 'customer_id']]],
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

  test('with a thousand allocations for what each of them is', async () => {
    const allocations = Array.from({ length: 1_000 }, () => ({ invoice_id: randomUUID(), amount: 1 }))
    expect(await refusal({ amount: 2_000, allocations })).toContainEqual([
      'InvoiceNotFound',
      'allocations.0.invoice_id',
    ])
  })

  test('that pays one invoice twice, naming the second', async () => {
    const owed = await invoice({ external_id: 'once only' })
    const allocations = [
      { invoice_id: owed.id, amount: 10 },
      { invoice_external_id: 'once only', amount: 20 },
    ]
    expect(await refusal({ allocations })).toEqual([['InvalidPayload', 'allocations.1.invoice_external_id']])
  })

  test('whose names of an invoice, or of a customer, mean different ones', async () => {
    const [one] = [await invoice(), await invoice({ external_id: 'the other' })]
    const allocations = [{ invoice_id: one.id, invoice_external_id: 'the other', amount: 1 }]
    expect(await refusal({ allocations })).toEqual([['InvalidPayload', 'allocations.0.invoice_external_id']])
    await makeCustomer(billing, receivables.request, { external_id: 'other customer' })
    expect(await refusal({ customer_id: receivables.customerId, customer_external_id: 'other customer' })).toEqual([
      ['InvalidPayload', 'customer_external_id'],
    ])
  })

  test('of more than is outstanding of an invoice, naming each; the last cent can be paid', async () => {
    const [one, other] = [await invoice(), await invoice()]
    await payFor(billing, receivables, one, 40)
    const both = (first: number, second: number) => ({
      amount: 500,
      allocations: [
        { invoice_id: one.id, amount: first },
        { invoice_id: other.id, amount: second },
      ],
    })
    expect(await refusal(both(61, 101))).toEqual([
      ['OverAllocated', 'allocations.0.amount'],
      ['OverAllocated', 'allocations.1.amount'],
    ])
    expect(await now(other)).toMatchObject({ outstanding_balance: 100 })
    expect((await create(both(60, 100))).posting).toBe('posted')
    expect(await refusal({ allocations: [{ invoice_id: one.id, amount: 1 }] })).toEqual([
      ['OverAllocated', 'allocations.0.amount'],
    ])
  })

  test('of invoices of different customers, or of another one than it names', async () => {
    const other = await anotherCustomer(billing, receivables)
    const [ours, theirs] = [await invoice(), await invoice({}, other)]
    const allocations = [
      { invoice_id: ours.id, amount: 1 },
      { invoice_id: theirs.id, amount: 1 },
    ]
    expect(await refusal({ allocations })).toEqual([['CustomerMismatch', 'allocations.1.invoice_id']])
    expect(await refusal({ customer_id: other.customerId, allocations })).toEqual([
      ['CustomerMismatch', 'allocations.0.invoice_id'],
    ])
  })

  test('of a void invoice', async () => {
    await invoice({ external_id: 'void', voided_at: '2026-01-11T12:00:00Z' })
    expect(await refusal({ allocations: [{ invoice_external_id: 'void', amount: 1 }] })).toEqual([
      ['InvoiceVoided', 'allocations.0.invoice_external_id'],
    ])
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

  test('in a closed period, at its last instant too, not after it', async () => {
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
    expect(await refusals(pay(owed, refunding, of))).toEqual([['PeriodClosed', 'dedicated_refunds.0.completed_at']])
  })

  test('to an archived account, for what was posted to one, and under an archived tag', async () => {
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
  })

  test('for another business’s invoice, customer and account as for unknown ones; its payments are unknown, too', async () => {
    const theirs = neighbour
    const owed = await invoice({ external_id: 'of the other business' }, theirs)
    const payment = await makePayment(billing, theirs, { external_id: 'payment of the other business' })
    const chart = await billing.desk.askBooks(theirs.request, { accounts: [{ identifier: SALES }] })
    const account = { type: 'AccountId', id: chart.account(SALES).id }
    expect(await refusal({ allocations: [{ invoice_id: owed.id, amount: 1 }] })).toEqual([
      ['InvoiceNotFound', 'allocations.0.invoice_id'],
    ])
    expect(await refusal({ allocations: [{ invoice_external_id: 'of the other business', amount: 1 }] })).toEqual([
      ['InvoiceNotFound', 'allocations.0.invoice_external_id'],
    ])
    expect(await refusal({ customer_id: theirs.customerId })).toEqual([['CustomerNotFound', 'customer_id']])
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

  test('of an archived business', async () => {
    const of = await openReceivables(billing)
    const owed = await invoice({}, of)
    const { clientId, businessId } = of.request
    await billing.ledger.businesses.ArchiveBusiness({}, { context: { clientId, businessId } })
    for (const paid of [
      () => create({ allocations: [{ invoice_id: owed.id, amount: 1 }] }, of),
      () => pay(owed, {}, of),
    ])
      expect(await refusals(paid())).toEqual([['BusinessArchived', undefined]])
  })
})

/** As many payments of one unit each of an invoice, without anybody asking for each of them. */
async function fill({ request, customerId }: TestReceivables, invoiceId: string, count: number): Promise<void> {
  await billing.db.transact(request, async (tx) => {
    const { businessId } = request
    const ids = Array.from({ length: count }, () => randomUUID())
    await tx.rows(
      `INSERT INTO invoice_payments (business_id, id, customer_id, paid_at, method, clearing_account_id, amount, fee,
                                     rest_amount, refunded_amount, imported_at, updated_at)
       SELECT $1, id, $3, now(), 'CASH', id, 1, 0, 0, 0, now(), now() FROM unnest($2::uuid[]) AS n(id)`,
      [businessId, ids, customerId],
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
