/** Refunds as they are made, of one invoice or of whatever else they hang on; the books are the ledger's own. */
import { randomUUID } from 'node:crypto'
import type { InvoicePayment__Output, RefundAnswer } from '@pacioli/protos/billing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestBilling, type TestBilling } from '../billing.test-helpers.ts'
import { named, refusals } from '../bills/bills.test-helpers.ts'
import { standingOf } from '../bills/books.test-helpers.ts'
import { makeCustomer } from '../customers/customers.test-helpers.ts'
import { announced, balancingDimension } from '../documents/ledger.test-helpers.ts'
import { countStatements } from '../documents/statements.test-helpers.ts'
import { getInvoicePayment } from '../invoice-payments/get-invoice-payment.ts'
import { voidInvoice } from '../invoices/void-invoice.ts'
import {
  anotherCustomer,
  balances,
  creditOf,
  DEPOSITS,
  expectAllSound,
  FEES,
  invoiceNow,
  line,
  makeInvoice,
  makePayment,
  openReceivables,
  payFor,
  refundInput,
  type InvoiceGiven,
  type RefundGiven,
  type RefundOfManyGiven,
  type TestReceivables,
} from '../receivables/receivables.test-helpers.ts'
import { createRefund } from './create-refund.ts'
import { getRefund } from './get-refund.ts'
import { paidInvoice, plain, problemsOf, REFUNDED_AT, refundOne, tag } from './refund-requests.test-helpers.ts'

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
const posted = (one: { id?: string | undefined } | null | undefined, { request }: TestReceivables = receivables) =>
  standingOf(billing, request, one?.id)
const paymentNow = async ({ id }: { id: string }, { request }: TestReceivables = receivables) =>
  (await getInvoicePayment(billing, request, id)).data as InvoicePayment__Output
const OTHER = named('OTHER_EXPENSES')

describe('a refund', () => {
  test('is what its allocations come to; its payments pay it out, and every field comes back', async () => {
    const of = await openReceivables(billing)
    const owed = await paid(
      { line_items: [line(60, { taxes: { CA: 6 } }), line(34, { account_identifier: FEES })] },
      of,
    )
    const { data, created, posting } = await create(
      {
        external_id: 'refund-1',
        completed_at: '2026-01-25T12:00:00+02:00',
        memo: 'They came back',
        metadata: '{"a":1}',
        reference_number: 'R-1',
        tags: [tag('run', '7')],
        allocations: [
          {
            external_id: 'allocation-1',
            invoice_id: owed.id.toUpperCase(),
            line_items: [
              {
                amount: 12,
                external_id: 'line-1',
                account_identifier: OTHER,
                prepayment_account_identifier: DEPOSITS,
                memo: 'goodwill',
                metadata: '{"b":2}',
                reference_number: 'L-1',
                tags: [tag('reason', 'late')],
              },
              { amount: 8 },
            ],
            memo: 'of the engine',
            metadata: '{"c":3}',
            reference_number: 'A-1',
            tags: [tag('desk', '2')],
          },
        ],
        payments: [
          {
            external_id: 'payment-1',
            refunded_amount: 15,
            completed_at: '2026-01-26T12:00:00Z',
            method: 'CREDIT_CARD',
            processor: 'stripe',
            refund_processing_fee: 2,
            payment_clearing_account_identifier: named('BANK_ACCOUNTS'),
            refunded_payment_fees: [{ account: FEES, fee_amount: 3, description: 'card fee' }],
            memo: 'by card',
            metadata: '{"d":4}',
            reference_number: 'P-1',
            tags: [tag('till', '4')],
          },
        ],
      },
      of,
    )
    expect({ created, posting }).toEqual({ created: true, posting: 'posted' })
    expect(data).toMatchObject({
      business_id: of.request.businessId,
      external_id: 'refund-1',
      customer: { id: of.customerId, company_name: 'Engines Ltd' },
      completed_at: '2026-01-25T10:00:00.000Z',
      total_amount: 20,
      outstanding_balance: 5,
      memo: 'They came back',
      reference_number: 'R-1',
      transaction_tags: [tag('run', '7')],
      allocations: [
        {
          external_id: 'allocation-1',
          refund_id: data?.id,
          total_amount: 20,
          amount: 20,
          invoice_id: owed.id,
          invoice_line_item_id: undefined,
          invoice_payment_id: undefined,
          customer_id: of.customerId,
          memo: 'of the engine',
          reference_number: 'A-1',
          transaction_tags: [tag('desk', '2')],
          line_items: [
            {
              external_id: 'line-1',
              amount: 12,
              ledger_account: { stable_name: 'OTHER_EXPENSES' },
              prepayment_account: { stable_name: 'UNEARNED_REVENUE' },
              memo: 'goodwill',
              reference_number: 'L-1',
              transaction_tags: [tag('reason', 'late')],
            },
            { amount: 8, external_id: undefined, ledger_account: undefined, prepayment_account: undefined },
          ],
        },
      ],
      payments: [
        {
          external_id: 'payment-1',
          refund_id: data?.id,
          refunded_amount: 15,
          fee: 2,
          completed_at: '2026-01-26T12:00:00.000Z',
          method: 'CREDIT_CARD',
          processor: 'stripe',
          payment_clearing_account: { stable_name: 'BANK_ACCOUNTS' },
          refunded_payment_fees: [{ account: { stable_name: 'OTHER_INCOME' }, fee_amount: 3, description: 'card fee' }],
          is_matched: false,
          payout_id: undefined,
          memo: 'by card',
          reference_number: 'P-1',
          transaction_tags: [tag('till', '4')],
        },
      ],
    })
    expect(
      [data, data?.allocations?.[0], data?.allocations?.[0]?.line_items?.[0], data?.payments?.[0]].map((one) =>
        JSON.parse(one?.metadata ?? ''),
      ),
    ).toEqual([{ a: 1 }, { c: 3 }, { b: 2 }, { d: 4 }])
    expect(plain((await getRefund(billing, of.request, data?.id?.toUpperCase() ?? '')).data)).toEqual(plain(data))
    expect(await posted(data, of)).toEqual([
      [
        'ACCRUAL 2026-01-25',
        [
          'Dr OTHER_EXPENSES 12 desk:2 reason:late run:7',
          'Dr RETURNS_ALLOWANCES 8 desk:2 run:7',
          'Cr REFUND_LIABILITIES 20 desk:2 run:7',
        ],
      ],
    ])
    const cleared = [
      'Dr PAYMENT_PROCESSING_FEES 2 desk:2 run:7 till:4',
      'Cr OTHER_INCOME 3 desk:2 run:7 till:4',
      'Cr BANK_ACCOUNTS 14 desk:2 run:7 till:4',
    ]
    expect(await posted(data?.payments?.[0], of)).toEqual([
      ['ACCRUAL 2026-01-26', ['Dr REFUND_LIABILITIES 15 desk:2 run:7 till:4', ...cleared]],
      [
        'CASH 2026-01-26',
        [
          'Dr OTHER_EXPENSES 9 desk:2 reason:late run:7 till:4',
          'Dr RETURNS_ALLOWANCES 6 desk:2 run:7 till:4',
          ...cleared,
        ],
      ],
    ])
    expect(await now(owed, of)).toMatchObject({
      status: 'PAID',
      outstanding_balance: 0,
      refund_allocations: [{ refund_id: data?.id, amount: 20, total_amount: 20, memo: 'of the engine' }],
    })
    expect(await paymentNow(owed.payment, of)).toMatchObject({ refunded_amount: 0 })
  })

  test('of a line item takes back that line and its taxes, by its id, or by its external_id with the invoice', async () => {
    const of = await openReceivables(billing)
    const owed = await paid(
      {
        external_id: 'invoice-1',
        line_items: [line(60, { external_id: 'engine', taxes: { CA: 6 } }), line(34, { account_identifier: FEES })],
      },
      of,
    )
    const [engine] = owed.line_items
    const answers = [
      await create({ allocations: [{ invoice_line_item_id: engine?.id.toUpperCase() ?? '', total_amount: 11 }] }, of),
      await create(
        {
          allocations: [
            { invoice_external_id: 'invoice-1', invoice_line_item_external_id: 'engine', total_amount: 22 },
          ],
        },
        of,
      ),
      await create(
        {
          allocations: [
            {
              invoice_id: owed.id,
              invoice_external_id: 'invoice-1',
              invoice_line_item_id: engine?.id ?? '',
              invoice_line_item_external_id: 'engine',
            },
          ],
        },
        of,
      ),
    ]
    const on = { invoice_id: owed.id, invoice_line_item_id: engine?.id }
    expect(answers.map(({ data }) => data?.allocations)).toMatchObject([
      [{ ...on, total_amount: 11 }],
      [{ ...on, total_amount: 22 }],
      [{ ...on, total_amount: 33 }],
    ])
    const entry = (net: number, tax: number) => [
      [
        'ACCRUAL 2026-01-25',
        [`Dr RETURNS_ALLOWANCES ${net}`, `Dr SALES_TAXES_PAYABLE:CA ${tax}`, `Cr REFUND_LIABILITIES ${net + tax}`],
      ],
    ]
    expect(await Promise.all(answers.map(({ data }) => posted(data, of)))).toEqual([
      entry(10, 1),
      entry(20, 2),
      entry(30, 3),
    ])
    const after = await now(owed, of)
    expect(after.line_items.map(({ refund_allocations }) => refund_allocations.length)).toEqual([3, 0])
    expect(after.status).toBe('PAID')
  })

  test('of a payment over several invoices takes of each in proportion, and of its rest out of the credit', async () => {
    const of = await openReceivables(billing)
    const one = await invoice({ line_items: [line(60)] }, of)
    const other = await invoice({ line_items: [line(40, { account_identifier: FEES, taxes: { CA: 10 } })] }, of)
    const payment = await makePayment(billing, of, {
      external_id: 'payment-1',
      amount: 150,
      allocations: [
        { invoice_id: one.id, amount: 60 },
        { invoice_id: other.id, amount: 40 },
      ],
    })
    const { data } = await create(
      {
        allocations: [{ invoice_payment_external_id: 'payment-1', total_amount: 75 }],
        payments: [{ refunded_amount: 75 }],
      },
      of,
    )
    expect(data).toMatchObject({
      total_amount: 75,
      allocations: [{ invoice_payment_id: payment.id, invoice_id: undefined, total_amount: 75, amount: 75 }],
    })
    const lines = ['Dr RETURNS_ALLOWANCES 46', 'Dr SALES_TAXES_PAYABLE:CA 4', 'Dr CUSTOMER_CREDITS 25']
    expect((await posted(data, of)).map(([entry, all]) => [entry, all.toSorted()])).toEqual([
      ['ACCRUAL 2026-01-25', [...lines, 'Cr REFUND_LIABILITIES 75'].toSorted()],
    ])
    expect(await posted(data?.payments?.[0], of)).toEqual([
      ['ACCRUAL 2026-01-25', ['Dr REFUND_LIABILITIES 75', 'Cr UNDEPOSITED_FUNDS 75']],
      ['CASH 2026-01-25', [...lines, 'Cr UNDEPOSITED_FUNDS 75']],
    ])
    const onInvoices = async () =>
      (await Promise.all([now(one, of), now(other, of)])).map(({ status, refund_allocations }) => [
        status,
        refund_allocations.map(({ amount, total_amount }) => [amount, total_amount]),
      ])
    expect(await onInvoices()).toEqual([
      ['PAID', [[30, 75]]],
      ['PARTIALLY_PAID', [[20, 75]]],
    ])
    expect(await paymentNow(payment, of)).toMatchObject({ refunded_amount: 75, unallocated_amount: 50 })
    expect(await creditOf(billing, of)).toBe(25)
    // What it names nothing of is all that is left of it.
    expect((await create({ allocations: [{ invoice_payment_id: payment.id }] }, of)).data?.total_amount).toBe(75)
    expect((await onInvoices()).map(([status]) => status)).toEqual(['REFUNDED', 'PARTIALLY_PAID'])
    expect(await creditOf(billing, of)).toBe(0)
  })

  test('of a payment can be of one of its invoices alone', async () => {
    const of = await anotherCustomer(billing, receivables)
    const [one, other] = [await invoice({}, of), await invoice({}, of)]
    const payment = await makePayment(billing, of, {
      amount: 120,
      allocations: [
        { invoice_id: one.id, amount: 50 },
        { invoice_id: other.id, amount: 40 },
      ],
    })
    await payFor(billing, of, other, 60)
    const on = { invoice_payment_id: payment.id, invoice_id: other.id }
    // The invoice was paid more, but not by this payment.
    expect(await problemsOf(create({ allocations: [{ ...on, total_amount: 41 }] }, of))).toEqual([
      { error_enum: 'OverRefunded', field: 'allocations.0.total_amount', value: 41, refundable_amount: 40 },
    ])
    expect((await create({ allocations: [on] }, of)).data).toMatchObject({ total_amount: 40, allocations: [on] })
    expect(await now(one, of)).toMatchObject({ refund_allocations: [] })
    expect(await now(other, of)).toMatchObject({ refund_allocations: [{ amount: 40 }] })
    expect(await creditOf(billing, of)).toBe(30)
  })

  test('of a customer alone is a credit note, worth whatever it says', async () => {
    const of = await openReceivables(billing)
    const { id } = await makeCustomer(billing, of.request, { external_id: 'unhappy' })
    const { data } = await create(
      {
        allocations: [
          { customer_external_id: 'unhappy', total_amount: 1_000 },
          { customer_id: id.toUpperCase(), line_items: [{ amount: 70, account_identifier: OTHER }, { amount: 30 }] },
        ],
        payments: [{ refunded_amount: 1_100, method: 'CASH' }],
      },
      of,
    )
    expect(data).toMatchObject({
      customer: { id, external_id: 'unhappy' },
      total_amount: 1_100,
      allocations: [
        { customer_id: id, invoice_id: undefined, invoice_payment_id: undefined, total_amount: 1_000 },
        { customer_id: id, total_amount: 100 },
      ],
    })
    const lines = ['Dr RETURNS_ALLOWANCES 1030', 'Dr OTHER_EXPENSES 70']
    expect(await posted(data, of)).toEqual([
      ['ACCRUAL 2026-01-25', ['Dr RETURNS_ALLOWANCES 1030', 'Cr REFUND_LIABILITIES 1100', 'Dr OTHER_EXPENSES 70']],
    ])
    expect((await posted(data?.payments?.[0], of))[1]).toEqual(['CASH 2026-01-25', [...lines, 'Cr CASH 1100']])
    // Nothing of it is credit: it went back in cash.
    expect(await creditOf(billing, { ...of, customerId: id })).toBe(0)
  })

  test('of a customer whom nobody knows makes them on the way, once for all that ask at once', async () => {
    const of = await openReceivables(billing)
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => create({ allocations: [{ customer_external_id: 'new', total_amount: 1 }] }, of)),
    )
    expect(new Set(answers.map(({ data }) => data?.customer?.id)).size).toBe(1)
    expect(answers[0]?.data?.customer).toMatchObject({ external_id: 'new', status: 'ACTIVE' })
  })

  test('hangs on several things, each of which takes out of what those before have left', async () => {
    const of = await openReceivables(billing)
    const owed = await paid({ line_items: [line(60, { taxes: { CA: 6 } }), line(34)] }, of)
    const on = { invoice_id: owed.id }
    const { data } = await create(
      {
        allocations: [
          { ...on, invoice_line_item_id: owed.line_items[0]?.id ?? '', total_amount: 33 },
          { ...on, total_amount: 30 },
          { invoice_payment_id: owed.payment.id, total_amount: 17 },
          on,
        ],
        payments: [{ refunded_amount: 100 }],
      },
      of,
    )
    expect(data?.allocations?.map(({ total_amount }) => total_amount)).toEqual([33, 30, 17, 20])
    expect(await now(owed, of)).toMatchObject({ status: 'REFUNDED', outstanding_balance: 0, paid_at: owed.paid_at })
    const names = ['SALES', 'RETURNS_ALLOWANCES', 'SALES_TAXES_PAYABLE:CA', 'UNDEPOSITED_FUNDS']
    expect(await balances(billing, of, names)).toEqual({
      SALES: [94, 94],
      RETURNS_ALLOWANCES: [94, 94],
      'SALES_TAXES_PAYABLE:CA': [0, 0],
      UNDEPOSITED_FUNDS: [0, 0],
    })
    expect(await refusal({ allocations: [on] }, of)).toEqual([['OverRefunded', 'allocations.0.total_amount']])
  })

  test('in instalments takes back exactly what the invoice was: discounts, taxes and tips, too', async () => {
    const of = await openReceivables(billing)
    const owed = await paid(
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
    for (const total_amount of [1, 37, 37, 39, 1]) {
      const payments = [{ refunded_amount: total_amount }]
      await create({ allocations: [{ invoice_id: owed.id, total_amount }], payments }, of)
    }
    expect(await now(owed, of)).toMatchObject({ status: 'REFUNDED' })
    const names = ['RETURNS_ALLOWANCES', 'SALES_TAXES_PAYABLE:CA', 'SALES_TAXES_PAYABLE:NY', 'TIPS', 'SALES_DISCOUNTS']
    expect(await balances(billing, of, names)).toEqual({
      RETURNS_ALLOWANCES: [101, 101],
      'SALES_TAXES_PAYABLE:CA': [0, 0],
      'SALES_TAXES_PAYABLE:NY': [0, 0],
      TIPS: [0, 0],
      SALES_DISCOUNTS: [5, 5],
    })
  })

  test('carries on each part the tags of the invoice, then those of the allocation, then its own', async () => {
    const of = await openReceivables(billing)
    await balancingDimension(billing, of.request, 'entity')
    const one = await invoice({ tags: [tag('entity', 'a')], line_items: [line(60, { tags: [tag('room', '1')] })] }, of)
    const other = await invoice({ tags: [tag('entity', 'b')], line_items: [line(40)] }, of)
    const payment = await makePayment(billing, of, {
      amount: 120,
      tags: [tag('entity', 'c')],
      allocations: [
        { invoice_id: one.id, amount: 60 },
        { invoice_id: other.id, amount: 40 },
      ],
    })
    const { data } = await create(
      {
        tags: [tag('entity', 'd'), tag('run', '7')],
        allocations: [
          { invoice_payment_id: payment.id, total_amount: 60, tags: [tag('room', '2'), tag('run', '8')] },
          { customer_id: of.customerId, line_items: [{ amount: 40, tags: [tag('room', '3')] }] },
        ],
        payments: [{ refunded_amount: 100, refund_processing_fee: 10, tags: [tag('entity', 'e'), tag('till', '4')] }],
      },
      of,
    )
    expect(await posted(data, of)).toEqual([
      [
        'ACCRUAL 2026-01-25',
        [
          'Dr RETURNS_ALLOWANCES 30 entity:a room:1 run:8',
          'Cr REFUND_LIABILITIES 30 entity:a room:2 run:8',
          'Dr RETURNS_ALLOWANCES 20 entity:b room:2 run:8',
          'Cr REFUND_LIABILITIES 20 entity:b room:2 run:8',
          'Dr CUSTOMER_CREDITS 10 entity:d room:2 run:8',
          'Cr REFUND_LIABILITIES 10 entity:d room:2 run:8',
          'Dr RETURNS_ALLOWANCES 40 entity:d room:3 run:7',
          'Cr REFUND_LIABILITIES 40 entity:d run:7',
        ],
      ],
    ])
    const [accrual] = await posted(data?.payments?.[0], of)
    expect(accrual?.[1].filter((text) => !text.includes('REFUND_LIABILITIES'))).toEqual([
      'Dr PAYMENT_PROCESSING_FEES 3 entity:a room:2 run:8 till:4',
      'Cr UNDEPOSITED_FUNDS 33 entity:a room:2 run:8 till:4',
      'Dr PAYMENT_PROCESSING_FEES 2 entity:b room:2 run:8 till:4',
      'Cr UNDEPOSITED_FUNDS 22 entity:b room:2 run:8 till:4',
      'Dr PAYMENT_PROCESSING_FEES 1 entity:d room:2 run:8 till:4',
      'Cr UNDEPOSITED_FUNDS 11 entity:d room:2 run:8 till:4',
      'Dr PAYMENT_PROCESSING_FEES 4 entity:d run:7 till:4',
      'Cr UNDEPOSITED_FUNDS 44 entity:d run:7 till:4',
    ])
  })

  test('counts from when it was completed, else from now, and so do its payments unless they say when', async () => {
    const owed = await paid()
    const before = Date.now()
    const { data } = await create({
      completed_at: undefined,
      allocations: [{ invoice_id: owed.id, total_amount: 10 }],
      payments: [{ refunded_amount: 10 }],
    })
    expect(data?.completed_at).toBeUndefined()
    const at = Date.parse(data?.payments?.[0]?.completed_at ?? '')
    expect(at).toBeGreaterThanOrEqual(before)
    expect(at).toBeLessThanOrEqual(Date.now())
    const [[entry = ''] = []] = await posted(data)
    expect(entry).toBe(`ACCRUAL ${data?.imported_at?.slice(0, 10)}`)
    const later = await create({
      allocations: [{ invoice_id: owed.id, total_amount: 10 }],
      payments: [{ refunded_amount: 5 }, { refunded_amount: 5, completed_at: '2026-02-01T00:00:00Z' }],
    })
    expect(later.data?.payments?.map(({ completed_at }) => completed_at)).toEqual([
      REFUNDED_AT,
      '2026-02-01T00:00:00.000Z',
    ])
  })

  test('is announced with its payments, its invoices and what paid them, each as a version of its own', async () => {
    const owed = await paid()
    const { data } = await create({
      allocations: [{ invoice_payment_id: owed.payment.id, total_amount: 30 }],
      payments: [{ refunded_amount: 20, refund_processing_fee: 1 }],
    })
    expect(await announced(billing, data?.id ?? '')).toMatchObject([
      {
        type: 'pacioli.refund.created.v1',
        data: {
          version: 1,
          customer_id: receivables.customerId,
          issued_at: REFUNDED_AT,
          total_amount: 30,
          paid_out_amount: 20,
          outstanding_balance: 10,
          allocations: [{ total_amount: 30, parts: [{ invoice_id: owed.id, amount: 30 }] }],
        },
      },
    ])
    expect(await announced(billing, data?.payments?.[0]?.id ?? '')).toMatchObject([
      {
        type: 'pacioli.refund_payment.created.v1',
        data: {
          version: 1,
          refund_id: data?.id,
          refunded_amount: 20,
          fee: 1,
          match_candidate: { is_open: true, direction: 'DEBIT', amount: 21 },
        },
      },
    ])
    expect((await announced(billing, owed.id)).at(-1)).toMatchObject({
      type: 'pacioli.invoice.changed.v1',
      data: { version: 2, refunded_parts: [{ refund_id: data?.id, amount: 30 }] },
    })
    expect((await announced(billing, owed.payment.id)).at(-1)).toMatchObject({
      type: 'pacioli.invoice_payment.changed.v1',
      data: { version: 2, refunded_amount: 30 },
    })
  })
})

test('a refund over twenty invoices takes as many statements as one over three', async () => {
  const statementsFor = async (count: number): Promise<number> => {
    const of = await anotherCustomer(billing, receivables)
    const owed = await Promise.all(Array.from({ length: count }, () => invoice({}, of)))
    const payment = await makePayment(billing, of, {
      amount: 100 * count,
      allocations: owed.map(({ id: invoice_id }) => ({ invoice_id, amount: 100 })),
    })
    const counted = countStatements(billing)
    const { data } = await create(
      {
        allocations: [
          { invoice_payment_id: payment.id, total_amount: 20 * count },
          ...owed.map(({ id: invoice_id }) => ({ invoice_id, line_items: [{ amount: 3 }] })),
        ],
        payments: owed.map(() => ({ refunded_amount: 5, method: 'CASH' })),
      },
      of,
    )
    const statements = counted.stop()
    expect(data).toMatchObject({ total_amount: 23 * count, outstanding_balance: 18 * count })
    return statements
  }
  const three = await statementsFor(3)
  expect((await statementsFor(20)) - three).toBeLessThan(10)
})

describe('what is refundable', () => {
  const most = (allocation: NonNullable<RefundOfManyGiven['allocations']>[number], of: TestReceivables) =>
    problemsOf(create({ allocations: [{ ...allocation, total_amount: 1_000_000 }] }, of)).then(
      (problems) => (problems as { refundable_amount?: number }[])[0]?.refundable_amount,
    )

  test('of an invoice is what was paid of it, less what was refunded already, to the unit', async () => {
    const owed = await invoice()
    await payFor(billing, receivables, owed, 60)
    const refunding = (total_amount?: number) =>
      create({ allocations: [{ invoice_id: owed.id, ...(total_amount === undefined ? {} : { total_amount }) }] })
    expect(await problemsOf(refunding(61))).toEqual([
      { error_enum: 'OverRefunded', field: 'allocations.0.total_amount', value: 61, refundable_amount: 60 },
    ])
    await refunding(25)
    expect(await problemsOf(refunding(36))).toMatchObject([{ value: 36, refundable_amount: 35 }])
    await refunding(34)
    expect((await refunding()).data?.total_amount).toBe(1)
    expect(await problemsOf(refunding())).toMatchObject([{ value: 0, refundable_amount: 0 }])
    expect(await now(owed)).toMatchObject({ status: 'PARTIALLY_PAID', outstanding_balance: 40 })
    await payFor(billing, receivables, owed, 40)
    expect((await now(owed)).status).toBe('PAID')
    expect((await refunding()).data?.total_amount).toBe(40)
    expect((await now(owed)).status).toBe('REFUNDED')
  })

  test('of a line item is its share of what was paid, and no more than is refundable of its invoice', async () => {
    const of = await anotherCustomer(billing, receivables)
    const owed = await invoice({ line_items: [line(60, { taxes: { CA: 6 } }), line(34)], additional_discount: 10 }, of)
    await payFor(billing, of, owed, 45)
    const [engine, other] = owed.line_items
    const onLine = (id?: string) => ({ invoice_line_item_id: id ?? '' })
    expect(await most(onLine(engine?.id), of)).toBe(33)
    expect(await most(onLine(other?.id), of)).toBe(17)
    // Together they are more than was paid: the discount is of no line.
    await create({ allocations: [{ ...onLine(engine?.id), total_amount: 33 }] }, of)
    expect(await most(onLine(other?.id), of)).toBe(12)
    await payFor(billing, of, owed, 45)
    expect(await most(onLine(engine?.id), of)).toBe(33)
    expect(await most(onLine(other?.id), of)).toBe(34)
    // What the whole takes back of a line counts, too.
    await create({ allocations: [{ invoice_id: owed.id, total_amount: 18 }] }, of)
    expect(await most(onLine(other?.id), of)).toBeLessThan(34)
    await create({ allocations: [onLine(engine?.id), onLine(other?.id)] }, of)
    expect((await now(owed, of)).status).toBe('REFUNDED')
  })

  test('of a payment is what it brought, less what was refunded through it or of its invoices', async () => {
    const of = await anotherCustomer(billing, receivables)
    const owed = await invoice({}, of)
    const payment = await makePayment(billing, of, { amount: 130, allocations: [{ invoice_id: owed.id, amount: 80 }] })
    await payFor(billing, of, owed, 20)
    const onPayment = { invoice_payment_id: payment.id }
    expect(await most(onPayment, of)).toBe(130)
    await create({ allocations: [{ invoice_id: owed.id, total_amount: 70 }] }, of)
    expect(await most(onPayment, of)).toBe(80)
    await create({ allocations: [{ ...onPayment, total_amount: 8 }] }, of)
    expect(await most(onPayment, of)).toBe(72)
    expect(await most({ invoice_id: owed.id }, of)).toBe(27)
  })

  test('of a payment’s rest is what of it is credit still', async () => {
    const of = await anotherCustomer(billing, receivables)
    const payment = await makePayment(billing, of, { amount: 50 })
    const owed = await invoice({}, of)
    await payFor(billing, of, owed, 30, { method: 'CREDIT_BALANCE' })
    const refunding = (total_amount: number) => ({ allocations: [{ invoice_payment_id: payment.id, total_amount }] })
    expect(await refusal(refunding(21), of)).toEqual([['OverAllocated', 'allocations']])
    expect((await create(refunding(20), of)).created).toBe(true)
    expect(await creditOf(billing, of)).toBe(0)
  })

  test('is not less for what is not paid out yet, nor more for what is paid out', async () => {
    const owed = await paid()
    await create({ allocations: [{ invoice_id: owed.id, total_amount: 60 }] })
    await create({
      allocations: [{ invoice_id: owed.id, total_amount: 30 }],
      payments: [{ refunded_amount: 30 }],
    })
    expect(await problemsOf(refund(owed, { refunded_amount: 11 }))).toMatchObject([{ refundable_amount: 10 }])
  })
})

describe('what is prepaid', () => {
  const SENT = '2026-02-01T00:00:00Z'
  const prepaid = async (of: TestReceivables, given: InvoiceGiven = {}) => {
    const owed = await invoice(
      {
        sent_at: SENT,
        line_items: [line(60, { prepayment_account_identifier: DEPOSITS }), line(40, { account_identifier: FEES })],
        ...given,
      },
      of,
    )
    await payFor(billing, of, owed, 100)
    return owed
  }

  test('is taken back from where it waits, until the invoice is sent', async () => {
    const of = await openReceivables(billing)
    const owed = await prepaid(of)
    const { data } = await create(
      {
        allocations: [{ invoice_id: owed.id, total_amount: 50 }],
        payments: [{ refunded_amount: 20 }, { refunded_amount: 30, completed_at: '2026-02-05T12:00:00Z' }],
      },
      of,
    )
    expect(await posted(data, of)).toEqual([
      ['ACCRUAL 2026-01-25', ['Dr UNEARNED_REVENUE 30', 'Dr RETURNS_ALLOWANCES 20', 'Cr REFUND_LIABILITIES 50']],
      ['ACCRUAL 2026-02-01', ['Dr RETURNS_ALLOWANCES 30', 'Cr UNEARNED_REVENUE 30']],
    ])
    expect(await posted(data?.payments?.[0], of)).toEqual([
      ['ACCRUAL 2026-01-25', ['Dr REFUND_LIABILITIES 20', 'Cr UNDEPOSITED_FUNDS 20']],
      ['CASH 2026-01-25', ['Dr UNEARNED_REVENUE 12', 'Dr RETURNS_ALLOWANCES 8', 'Cr UNDEPOSITED_FUNDS 20']],
      ['CASH 2026-02-01', ['Dr RETURNS_ALLOWANCES 12', 'Cr UNEARNED_REVENUE 12']],
    ])
    // What is paid out after sending is of what was earned by then.
    expect(await posted(data?.payments?.[1], of)).toEqual([
      ['ACCRUAL 2026-02-05', ['Dr REFUND_LIABILITIES 30', 'Cr UNDEPOSITED_FUNDS 30']],
      ['CASH 2026-02-05', ['Dr RETURNS_ALLOWANCES 30', 'Cr UNDEPOSITED_FUNDS 30']],
    ])
    expect(await balances(billing, of, ['SALES', 'OTHER_INCOME', 'RETURNS_ALLOWANCES', 'UNEARNED_REVENUE'])).toEqual({
      SALES: [60, 60],
      OTHER_INCOME: [40, 40],
      RETURNS_ALLOWANCES: [50, 50],
      UNEARNED_REVENUE: [0, 0],
    })
  })

  test('is taken back of returns once the invoice is sent, at that very instant, too', async () => {
    const of = await openReceivables(billing)
    const owed = await prepaid(of)
    const { data } = await create(
      {
        completed_at: SENT,
        allocations: [{ invoice_id: owed.id, total_amount: 50 }],
        payments: [{ refunded_amount: 50 }],
      },
      of,
    )
    expect(await posted(data, of)).toEqual([
      ['ACCRUAL 2026-02-01', ['Dr RETURNS_ALLOWANCES 50', 'Cr REFUND_LIABILITIES 50']],
    ])
    expect((await posted(data?.payments?.[0], of))[1]).toEqual([
      'CASH 2026-02-01',
      ['Dr RETURNS_ALLOWANCES 50', 'Cr UNDEPOSITED_FUNDS 50'],
    ])
  })

  test('of taxes goes back to their own accounts when the invoice is sent', async () => {
    const of = await openReceivables(billing)
    const owed = await prepaid(of, {
      line_items: [line(80, { prepayment_account_identifier: DEPOSITS, taxes: { CA: 20 } })],
    })
    const { data } = await create({ allocations: [{ invoice_id: owed.id, total_amount: 50 }] }, of)
    expect(await posted(data, of)).toEqual([
      ['ACCRUAL 2026-01-25', ['Dr UNEARNED_REVENUE 50', 'Cr REFUND_LIABILITIES 50']],
      ['ACCRUAL 2026-02-01', ['Dr RETURNS_ALLOWANCES 40', 'Cr UNEARNED_REVENUE 50', 'Dr SALES_TAXES_PAYABLE:CA 10']],
    ])
  })

  test('is on the accounts that a line item of the refund names, before sending and after it', async () => {
    const of = await openReceivables(billing)
    const owed = await prepaid(of)
    const line_items = [
      { amount: 10, account_identifier: OTHER, prepayment_account_identifier: DEPOSITS },
      { amount: 5, prepayment_account_identifier: DEPOSITS },
    ]
    const refunding = (completed_at: string) =>
      create(
        {
          completed_at,
          allocations: [{ invoice_id: owed.id, line_items }],
          payments: [{ refunded_amount: 15, method: 'CASH' }],
        },
        of,
      )
    const early = (await refunding('2026-01-31T23:59:59.999Z')).data
    expect(await posted(early, of)).toEqual([
      ['ACCRUAL 2026-01-31', ['Dr UNEARNED_REVENUE 15', 'Cr REFUND_LIABILITIES 15']],
      ['ACCRUAL 2026-02-01', ['Dr OTHER_EXPENSES 10', 'Cr UNEARNED_REVENUE 15', 'Dr RETURNS_ALLOWANCES 5']],
    ])
    expect(await posted(early?.payments?.[0], of)).toEqual([
      ['ACCRUAL 2026-01-31', ['Dr REFUND_LIABILITIES 15', 'Cr CASH 15']],
      ['CASH 2026-01-31', ['Dr UNEARNED_REVENUE 15', 'Cr CASH 15']],
      ['CASH 2026-02-01', ['Dr OTHER_EXPENSES 10', 'Cr UNEARNED_REVENUE 15', 'Dr RETURNS_ALLOWANCES 5']],
    ])
    const late = (await refunding(SENT)).data
    const lines = ['Dr OTHER_EXPENSES 10', 'Dr RETURNS_ALLOWANCES 5']
    expect(await posted(late, of)).toEqual([['ACCRUAL 2026-02-01', [...lines, 'Cr REFUND_LIABILITIES 15']]])
    expect((await posted(late?.payments?.[0], of))[1]).toEqual(['CASH 2026-02-01', [...lines, 'Cr CASH 15']])
    expect(await balances(billing, of, ['UNEARNED_REVENUE'])).toEqual({ UNEARNED_REVENUE: [0, 0] })
  })
})

describe('a refund payment', () => {
  const onCustomer = (total_amount = 100) => ({
    allocations: [{ customer_id: receivables.customerId, total_amount }],
  })

  test.each([
    ['CREDIT_CARD', undefined, 'PAYMENT_PROCESSOR_CLEARING_ACCOUNT'],
    ['ACH', 'stripe', 'PAYMENT_PROCESSOR_CLEARING_ACCOUNT'],
    ['ACH', undefined, 'UNDEPOSITED_FUNDS'],
    ['CHECK', 'stripe', 'UNDEPOSITED_FUNDS'],
    ['OTHER', undefined, 'UNDEPOSITED_FUNDS'],
    ['CASH', undefined, 'CASH'],
    ['STORE_CREDIT', undefined, 'CUSTOMER_CREDITS'],
  ])('by %s through %s leaves through %s', async (method, processor, account) => {
    const { data } = await create({ ...onCustomer(), payments: [{ method, processor }] })
    expect(data?.payments?.[0]).toMatchObject({ method, payment_clearing_account: { stable_name: account } })
    for (const [, lines] of await posted(data?.payments?.[0])) expect(lines).toContain(`Cr ${account} 100`)
  })

  test('is one of several, each of its part and each in its own time, never together more than the refund', async () => {
    const of = await openReceivables(billing)
    const owed = await paid({ line_items: [line(70, { taxes: { CA: 7 } }), line(23)] }, of)
    const given = {
      allocations: [{ invoice_id: owed.id, total_amount: 50 }],
      payments: [
        { refunded_amount: 17, method: 'CASH', completed_at: '2026-01-26T12:00:00Z' },
        { refunded_amount: 16, method: 'CREDIT_CARD', completed_at: '2026-01-24T12:00:00Z' },
        { refunded_amount: 17, method: 'OTHER', completed_at: '2026-01-28T12:00:00Z' },
      ],
    }
    expect(await problemsOf(create({ ...given, payments: [...given.payments, { refunded_amount: 1 }] }, of))).toEqual([
      { error_enum: 'OverRefunded', field: 'payments', value: 51, total_amount: 50 },
    ])
    const { data } = await create(given, of)
    expect(data).toMatchObject({ total_amount: 50, outstanding_balance: 0 })
    const names = ['RETURNS_ALLOWANCES', 'SALES_TAXES_PAYABLE:CA', 'CASH', 'PAYMENT_PROCESSOR_CLEARING_ACCOUNT']
    expect(await balances(billing, of, names)).toEqual({
      RETURNS_ALLOWANCES: [46, 46],
      'SALES_TAXES_PAYABLE:CA': [3, 3],
      CASH: [-17, -17],
      PAYMENT_PROCESSOR_CLEARING_ACCOUNT: [-16, -16],
    })
  })

  test('costs its fee, and gets back of the processor’s what that returns', async () => {
    const of = await openReceivables(billing)
    const owed = await paid({}, of)
    const { data } = await create(
      {
        allocations: [{ invoice_id: owed.id, total_amount: 40 }],
        payments: [
          {
            refunded_amount: 40,
            method: 'CREDIT_CARD',
            refund_processing_fee: 5,
            refunded_payment_fees: [
              { account: named('PAYMENT_PROCESSING_FEES'), fee_amount: 2 },
              { account: FEES, fee_amount: 1, description: 'fixed' },
              { account: FEES, fee_amount: 0, description: 'none' },
            ],
          },
        ],
      },
      of,
    )
    expect(data?.payments?.[0]?.refunded_payment_fees?.map(({ fee_amount }) => fee_amount)).toEqual([2, 1, 0])
    const cleared = [
      'Dr PAYMENT_PROCESSING_FEES 5',
      'Cr PAYMENT_PROCESSING_FEES 2',
      'Cr OTHER_INCOME 1',
      'Cr PAYMENT_PROCESSOR_CLEARING_ACCOUNT 42',
    ]
    expect(await posted(data?.payments?.[0], of)).toEqual([
      ['ACCRUAL 2026-01-25', ['Dr REFUND_LIABILITIES 40', ...cleared]],
      ['CASH 2026-01-25', ['Dr RETURNS_ALLOWANCES 40', ...cleared]],
    ])
    expect(await announced(billing, data?.payments?.[0]?.id ?? '')).toMatchObject([
      { data: { match_candidate: { amount: 42 } } },
    ])
  })

  test('by which more comes back than goes out brings money in', async () => {
    const of = await openReceivables(billing)
    const owed = await paid({}, of)
    const { data } = await create(
      {
        allocations: [{ invoice_id: owed.id, total_amount: 1 }],
        payments: [{ refunded_amount: 1, refunded_payment_fees: [{ account: FEES, fee_amount: 3 }] }],
      },
      of,
    )
    expect((await posted(data?.payments?.[0], of))[0]?.[1]).toEqual([
      'Dr REFUND_LIABILITIES 1',
      'Cr OTHER_INCOME 3',
      'Dr UNDEPOSITED_FUNDS 2',
    ])
  })

  test('in store credit is the customer’s to spend, and is nobody’s to match', async () => {
    const of = await openReceivables(billing)
    const owed = await paid({}, of)
    const { data } = await create(
      {
        allocations: [{ invoice_id: owed.id, total_amount: 70 }],
        payments: [{ refunded_amount: 45, method: 'STORE_CREDIT' }],
      },
      of,
    )
    expect(await creditOf(billing, of)).toBe(45)
    expect(await posted(data?.payments?.[0], of)).toEqual([
      ['ACCRUAL 2026-01-25', ['Dr REFUND_LIABILITIES 45', 'Cr CUSTOMER_CREDITS 45']],
      ['CASH 2026-01-25', ['Dr RETURNS_ALLOWANCES 45', 'Cr CUSTOMER_CREDITS 45']],
    ])
    expect(await announced(billing, data?.payments?.[0]?.id ?? '')).toMatchObject([{ data: { match_candidate: null } }])
    const next = await invoice({}, of)
    expect(await refusals(payFor(billing, of, next, 46, { method: 'CREDIT_BALANCE' }))).toEqual([
      ['OverAllocated', 'amount'],
    ])
    await payFor(billing, of, next, 45, { method: 'CREDIT_BALANCE' })
    expect(await creditOf(billing, of)).toBe(0)
  })

  test('of a payment’s rest in store credit leaves the customer what they had', async () => {
    const of = await openReceivables(billing)
    const payment = await makePayment(billing, of, { amount: 50 })
    const { data } = await create(
      {
        allocations: [{ invoice_payment_id: payment.id, total_amount: 30 }],
        payments: [{ refunded_amount: 30, method: 'STORE_CREDIT' }],
      },
      of,
    )
    expect(await creditOf(billing, of)).toBe(50)
    expect(await posted(data, of)).toEqual([
      ['ACCRUAL 2026-01-25', ['Dr CUSTOMER_CREDITS 30', 'Cr REFUND_LIABILITIES 30']],
    ])
  })
})

describe('a refund of one invoice', () => {
  test('is all that is refundable of it, and issued alone where it names no method', async () => {
    const of = await openReceivables(billing)
    const owed = await invoice({}, of)
    await payFor(billing, of, owed, 60)
    const { data, created, posting } = await refund({ id: owed.id.toUpperCase() }, {}, of)
    expect({ created, posting }).toEqual({ created: true, posting: 'posted' })
    expect(data).toMatchObject({
      completed_at: REFUNDED_AT,
      total_amount: 60,
      outstanding_balance: 60,
      payments: [],
      customer: { id: of.customerId },
      allocations: [{ invoice_id: owed.id, total_amount: 60, line_items: [] }],
    })
    expect(await posted(data, of)).toEqual([
      ['ACCRUAL 2026-01-25', ['Dr RETURNS_ALLOWANCES 60', 'Cr REFUND_LIABILITIES 60']],
    ])
    expect(await balances(billing, of, ['RETURNS_ALLOWANCES'])).toEqual({ RETURNS_ALLOWANCES: [60, 0] })
    expect(await refusals(refund(owed, {}, of))).toEqual([['OverRefunded', 'refunded_amount']])
  })

  test('stores and returns every field; its payment has its external_id, too', async () => {
    const of = await openReceivables(billing)
    const owed = await paid({}, of)
    const { data } = await refund(
      owed,
      {
        external_id: 'r1',
        line_items: [
          { amount: 30, external_id: 'l1', account_identifier: OTHER, memo: 'late', tags: [tag('reason', 'late')] },
          { amount: 10 },
        ],
        account_identifier: FEES,
        refunded_amount: 40,
        method: 'CREDIT_CARD',
        processor: 'stripe',
        refund_processing_fee: 4,
        refunded_payment_fees: [{ account: FEES, fee_amount: 1, description: 'card' }],
        payment_clearing_account_identifier: named('BANK_ACCOUNTS'),
        memo: 'broken',
        metadata: '{"a":1}',
        reference_number: 'R-1',
        tags: [tag('run', '7')],
      },
      of,
    )
    expect(data).toMatchObject({
      external_id: 'r1',
      total_amount: 40,
      outstanding_balance: 0,
      memo: 'broken',
      reference_number: 'R-1',
      transaction_tags: [tag('run', '7')],
      allocations: [
        {
          total_amount: 40,
          line_items: [
            {
              amount: 30,
              external_id: 'l1',
              memo: 'late',
              ledger_account: { stable_name: 'OTHER_EXPENSES' },
              transaction_tags: [tag('reason', 'late')],
            },
            { amount: 10, ledger_account: { stable_name: 'OTHER_INCOME' } },
          ],
        },
      ],
      payments: [
        {
          external_id: 'r1',
          refunded_amount: 40,
          fee: 4,
          completed_at: REFUNDED_AT,
          method: 'CREDIT_CARD',
          processor: 'stripe',
          payment_clearing_account: { stable_name: 'BANK_ACCOUNTS' },
          refunded_payment_fees: [{ account: { stable_name: 'OTHER_INCOME' }, fee_amount: 1, description: 'card' }],
        },
      ],
    })
    expect(plain((await getRefund(billing, of.request, data?.id ?? '')).data)).toEqual(plain(data))
    expect((await posted(data, of))[0]?.[1]).toEqual([
      'Dr OTHER_EXPENSES 30 reason:late run:7',
      'Dr OTHER_INCOME 10 run:7',
      'Cr REFUND_LIABILITIES 40 run:7',
    ])
  })

  test('is worth its line items, else the amount that it names, both on the account that it names', async () => {
    const owed = await paid()
    const amountOf = async (given: RefundGiven) => (await refund(owed, given)).data?.total_amount
    expect(await amountOf({ line_items: [{ amount: 10 }, { amount: 5 }] })).toBe(15)
    const { data } = await refund(owed, { refunded_amount: 20, account_identifier: FEES })
    expect((await posted(data))[0]?.[1]).toEqual(['Dr OTHER_INCOME 20', 'Cr REFUND_LIABILITIES 20'])
    expect(data?.allocations?.[0]?.line_items).toMatchObject([
      { amount: 20, ledger_account: { stable_name: 'OTHER_INCOME' } },
    ])
    expect(await refusals(refund(owed, { refunded_amount: 20, line_items: [{ amount: 19 }] }))).toEqual([
      ['InvalidPayload', 'refunded_amount'],
    ])
    expect(await problemsOf(refund(owed, { refunded_amount: 66 }))).toEqual([
      { error_enum: 'OverRefunded', field: 'refunded_amount', value: 66, refundable_amount: 65 },
    ])
    expect(await problemsOf(refund(owed, { line_items: [{ amount: 60 }, { amount: 6 }] }))).toEqual([
      { error_enum: 'OverRefunded', field: 'line_items', value: 66, refundable_amount: 65 },
    ])
    expect(await amountOf({})).toBe(65)
    expect((await now(owed)).status).toBe('REFUNDED')
  })

  test('that is void, unknown or of another business is refused', async () => {
    const owed = await paid()
    await voidInvoice(billing, receivables.request, { invoice_id: owed.id, move_payments_to_credit: true })
    expect(await refusals(refund(owed))).toEqual([['InvoiceVoided', 'invoiceId']])
    const theirs = await paid({}, await openReceivables(billing))
    for (const id of [theirs.id, randomUUID(), 'x'])
      expect(await refusals(refund({ id }))).toEqual([['InvoiceNotFound', 'invoiceId']])
  })

  test('is refused with whatever is wrong with it', async () => {
    const owed = await paid()
    const refused = (given: RefundGiven) => refusals(refund(owed, given))
    for (const refunded_amount of [0, -1, 1.5, 2 ** 53])
      expect(await refused({ refunded_amount })).toEqual([['InvalidPayload', 'refunded_amount']])
    expect(
      await refused({ completed_at: '2026-01-25', line_items: [{ amount: 0 }], method: 'CREDIT_BALANCE' }),
    ).toEqual([
      ['InvalidPayload', 'completed_at'],
      ['InvalidPayload', 'line_items.0.amount'],
      ['InvalidPayload', 'method'],
    ])
    expect(
      await refused({
        refund_processing_fee: 1,
        processor: 'stripe',
        payment_clearing_account_identifier: named('CASH'),
        refunded_payment_fees: [{ account: FEES, fee_amount: 1 }],
      }),
    ).toEqual([
      ['InvalidPayload', 'refund_processing_fee'],
      ['InvalidPayload', 'processor'],
      ['InvalidPayload', 'payment_clearing_account_identifier'],
      ['InvalidPayload', 'refunded_payment_fees'],
    ])
    expect(
      await refused({
        method: 'STORE_CREDIT',
        refund_processing_fee: 1,
        payment_clearing_account_identifier: named('CASH'),
        refunded_payment_fees: [{ account: FEES, fee_amount: 1 }],
      }),
    ).toEqual([
      ['InvalidPayload', 'payment_clearing_account_identifier'],
      ['InvalidPayload', 'refund_processing_fee'],
      ['InvalidPayload', 'refunded_payment_fees'],
    ])
    expect(await refused({ account_identifier: named('NOPE') })).toEqual([['AccountNotFound', 'account_identifier']])
    expect(await refused({ account_identifier: named('ACCOUNTS_RECEIVABLE') })).toEqual([
      ['ControlAccount', 'account_identifier'],
    ])
    expect(await now(owed)).toMatchObject({ refund_allocations: [] })
  })
})
