/** Creating refunds, of one invoice or of other targets; with a real ledger. */
import { randomUUID } from 'node:crypto'
import type { InvoicePayment__Output, RefundAnswer } from '@pacioli/protos/billing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestBilling, type TestBilling } from '../testing/billing.test-helpers.ts'
import { named, refusals } from '../testing/bills.test-helpers.ts'
import { standingOf } from '../testing/books.test-helpers.ts'
import { announced } from '../testing/ledger.test-helpers.ts'
import { countStatements } from '../testing/statements.test-helpers.ts'
import {
  anotherCustomer,
  creditOf,
  DEPOSITS,
  expectAllSound,
  FEES,
  invoiceInput,
  invoiceNow,
  line,
  makeInvoice,
  makePayment,
  openReceivables,
  refundInput,
  type InvoiceGiven,
  type RefundGiven,
  type RefundOfManyGiven,
  type TestReceivables,
} from '../testing/receivable-rules.test-helpers.ts'
import { paidInvoice, plain, problemsOf, REFUNDED_AT, refundOne, tag } from '../testing/refund-requests.test-helpers.ts'
import {
  createInvoices,
  createRefund,
  getInvoicePayment,
  getRefund,
  voidInvoice,
} from '../testing/use-cases.test-helpers.ts'

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
const posted = (one: { id?: string | undefined } | null | undefined, { request }: TestReceivables = receivables) =>
  standingOf(billing, request, one?.id)
const paymentNow = async ({ id }: { id: string }, { request }: TestReceivables = receivables) =>
  (await getInvoicePayment(billing, request, id)).data as InvoicePayment__Output
const OTHER = named('OTHER_EXPENSES')

describe('a refund', () => {
  test('totals its allocations; its payments pay it out, and every field is returned', async () => {
    const of = receivables
    const owed = await paid({ line_items: [line(60, { taxes: { CA: 6 } }), line(34, { account_identifier: FEES })] })
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
      customer: { id: of.contactId, company_name: 'Engines Ltd' },
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
          customer_id: of.contactId,
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

  test('of a line item names it by its id, or by its external_id with the invoice; each takes from what earlier ones left', async () => {
    const owed = await paid({
      external_id: 'invoice-1',
      line_items: [line(60, { external_id: 'engine', taxes: { CA: 6 } }), line(34, { account_identifier: FEES })],
    })
    const [engine] = owed.line_items
    const { data } = await create({
      allocations: [
        { invoice_line_item_id: engine?.id.toUpperCase() ?? '', total_amount: 11 },
        { invoice_external_id: 'invoice-1', invoice_line_item_external_id: 'engine', total_amount: 22 },
        {
          invoice_id: owed.id,
          invoice_external_id: 'invoice-1',
          invoice_line_item_id: engine?.id ?? '',
          invoice_line_item_external_id: 'engine',
        },
      ],
    })
    const on = { invoice_id: owed.id, invoice_line_item_id: engine?.id }
    expect(data?.allocations).toMatchObject([11, 22, 33].map((total_amount) => ({ ...on, total_amount })))
    expect((await now(owed)).line_items.map(({ refund_allocations }) => refund_allocations.length)).toEqual([3, 0])
  })

  test('of a payment takes its remainder from the credit, and the rest from its invoices in proportion; all of them are announced', async () => {
    const of = await anotherCustomer(billing, receivables)
    const one = await invoice({ line_items: [line(60)] }, of)
    const other = await invoice(
      { sent_at: '2026-02-01T00:00:00Z', line_items: [line(50, { prepayment_account_identifier: DEPOSITS })] },
      of,
    )
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
        payments: [{ refunded_amount: 20, refund_processing_fee: 1 }],
      },
      of,
    )
    expect(data).toMatchObject({
      total_amount: 75,
      allocations: [{ invoice_payment_id: payment.id, invoice_id: undefined, total_amount: 75, amount: 75 }],
    })
    // The prepaid part of the unsent invoice becomes returns when it is sent.
    expect((await posted(data, of)).map(([entry, all]) => [entry, all.toSorted()])).toEqual([
      [
        'ACCRUAL 2026-01-25',
        ['Cr REFUND_LIABILITIES 75', 'Dr CUSTOMER_CREDITS 50', 'Dr RETURNS_ALLOWANCES 15', 'Dr UNEARNED_REVENUE 10'],
      ],
      ['ACCRUAL 2026-02-01', ['Cr UNEARNED_REVENUE 10', 'Dr RETURNS_ALLOWANCES 10']],
    ])
    const onInvoices = (await Promise.all([now(one, of), now(other, of)])).map(({ status, refund_allocations }) => [
      status,
      refund_allocations.map(({ amount, total_amount }) => [amount, total_amount]),
    ])
    expect(onInvoices).toEqual([
      ['PAID', [[15, 75]]],
      ['PARTIALLY_PAID', [[10, 75]]],
    ])
    expect(await paymentNow(payment, of)).toMatchObject({ refunded_amount: 75, unallocated_amount: 50 })
    expect(await creditOf(billing, of)).toBe(0)
    expect(await announced(billing, data?.id ?? '')).toMatchObject([
      {
        type: 'pacioli.refund.created.v1',
        data: {
          version: 1,
          customer_id: of.contactId,
          issued_at: REFUNDED_AT,
          total_amount: 75,
          paid_out_amount: 20,
          outstanding_balance: 55,
          allocations: [{ total_amount: 75, parts: [{ amount: 15 }, { amount: 10 }, { amount: 50 }] }],
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
    expect((await announced(billing, one.id)).at(-1)).toMatchObject({
      type: 'pacioli.invoice.changed.v1',
      data: { version: 3, refunded_parts: [{ refund_id: data?.id, amount: 15 }] },
    })
    expect((await announced(billing, payment.id)).at(-1)).toMatchObject({
      type: 'pacioli.invoice_payment.changed.v1',
      data: { version: 2, refunded_amount: 75 },
    })
    const rest = { invoice_payment_id: payment.id, invoice_id: other.id }
    expect((await create({ allocations: [rest] }, of)).data?.total_amount).toBe(30)
  })

  test('of a customer alone is a credit note, now by default; an unknown customer is created inline, once', async () => {
    const before = Date.now()
    const answers = await Promise.all(
      Array.from({ length: 3 }, () =>
        create({
          completed_at: undefined,
          allocations: [
            { customer_external_id: 'new', total_amount: 1_000 },
            { customer_external_id: 'new', line_items: [{ amount: 70, account_identifier: OTHER }, { amount: 30 }] },
          ],
          payments: [{ refunded_amount: 1_100, method: 'STORE_CREDIT' }],
        }),
      ),
    )
    expect(new Set(answers.map(({ data }) => data?.customer?.id)).size).toBe(1)
    const data = answers[0]?.data
    expect(data).toMatchObject({
      completed_at: undefined,
      customer: { external_id: 'new', status: 'ACTIVE' },
      total_amount: 1_100,
      allocations: [
        { customer_id: data?.customer?.id, invoice_id: undefined, invoice_payment_id: undefined, total_amount: 1_000 },
        { total_amount: 100 },
      ],
    })
    const at = Date.parse(data?.payments?.[0]?.completed_at ?? '')
    expect(at).toBeGreaterThanOrEqual(before)
    expect(at).toBeLessThanOrEqual(Date.now())
    expect((await posted(data))[0]?.[0]).toBe(`ACCRUAL ${data?.imported_at?.slice(0, 10)}`)
    // Store credit can be spent.
    expect(await creditOf(billing, { ...receivables, contactId: data?.customer?.id ?? '' })).toBe(3_300)
  })
})

test('a refund over six invoices takes as many statements as one over two', async () => {
  const statementsFor = async (count: number): Promise<number> => {
    const of = await anotherCustomer(billing, receivables)
    const invoices = Array.from({ length: count }, (_, index) =>
      invoiceInput(of, { external_id: `${index} of ${count}` }),
    )
    const { data: owed = [] } = await createInvoices(billing, of.request, invoices)
    const onEach = owed.map(({ id: invoice_id = '' }) => ({ invoice_id }))
    const payment = await makePayment(billing, of, {
      amount: 100 * count,
      allocations: onEach.map((one) => ({ ...one, amount: 100 })),
    })
    const counted = countStatements(billing)
    const { data } = await create(
      {
        allocations: [
          { invoice_payment_id: payment.id, total_amount: 20 * count },
          ...onEach.map((one) => ({ ...one, line_items: [{ amount: 3 }] })),
        ],
        payments: onEach.map(() => ({ refunded_amount: 5, method: 'CASH' })),
      },
      of,
    )
    const statements = counted.stop()
    expect(data).toMatchObject({ total_amount: 23 * count, outstanding_balance: 18 * count })
    return statements
  }
  const two = await statementsFor(2)
  expect((await statementsFor(6)) - two).toBeLessThan(4)
})

describe('a refund of one invoice', () => {
  test('covers all that is refundable, without a payment where it names no method; it is refused with every problem', async () => {
    const owed = await paid()
    const refused = (given: RefundGiven) => refusals(refund(owed, given))
    for (const refunded_amount of [0, 2 ** 53])
      expect(await refused({ refunded_amount })).toEqual([['InvalidPayload', 'refunded_amount']])
    expect(
      await refused({ completed_at: '2026-01-25', line_items: [{ amount: 0 }], method: 'CREDIT_BALANCE' }),
    ).toEqual([
      ['InvalidPayload', 'completed_at'],
      ['InvalidPayload', 'line_items.0.amount'],
      ['InvalidPayload', 'method'],
    ])
    const payingOut = {
      refund_processing_fee: 1,
      payment_clearing_account_identifier: named('CASH'),
      refunded_payment_fees: [{ account: FEES, fee_amount: 1 }],
    }
    expect(await refused({ ...payingOut, processor: 'stripe' })).toEqual([
      ['InvalidPayload', 'refund_processing_fee'],
      ['InvalidPayload', 'processor'],
      ['InvalidPayload', 'payment_clearing_account_identifier'],
      ['InvalidPayload', 'refunded_payment_fees'],
    ])
    expect(await refused({ ...payingOut, method: 'STORE_CREDIT' })).toEqual([
      ['InvalidPayload', 'payment_clearing_account_identifier'],
      ['InvalidPayload', 'refund_processing_fee'],
      ['InvalidPayload', 'refunded_payment_fees'],
    ])
    expect(await refused({ account_identifier: named('NOPE') })).toEqual([['AccountNotFound', 'account_identifier']])
    expect(await refused({ account_identifier: named('ACCOUNTS_RECEIVABLE') })).toEqual([
      ['ControlAccount', 'account_identifier'],
    ])
    expect(await refused({ refunded_amount: 20, line_items: [{ amount: 19 }] })).toEqual([
      ['InvalidPayload', 'refunded_amount'],
    ])
    expect(await problemsOf(refund(owed, { refunded_amount: 101 }))).toEqual([
      { error_enum: 'OverRefunded', field: 'refunded_amount', value: 101, refundable_amount: 100 },
    ])
    expect(await problemsOf(refund(owed, { line_items: [{ amount: 60 }, { amount: 41 }] }))).toEqual([
      { error_enum: 'OverRefunded', field: 'line_items', value: 101, refundable_amount: 100 },
    ])
    const { data, created, posting } = await refund({ id: owed.id.toUpperCase() }, { account_identifier: FEES })
    expect({ created, posting }).toEqual({ created: true, posting: 'posted' })
    expect(data).toMatchObject({
      completed_at: REFUNDED_AT,
      total_amount: 100,
      outstanding_balance: 100,
      payments: [],
      customer: { id: receivables.contactId },
      allocations: [
        {
          invoice_id: owed.id,
          total_amount: 100,
          line_items: [{ amount: 100, ledger_account: { stable_name: 'OTHER_INCOME' } }],
        },
      ],
    })
    expect(await refused({})).toEqual([['OverRefunded', 'refunded_amount']])
    await voidInvoice(billing, receivables.request, { invoice_id: owed.id, move_payments_to_credit: true })
    expect(await refused({})).toEqual([['InvoiceVoided', 'invoiceId']])
    const theirs = await invoice({}, await openReceivables(billing))
    for (const id of [theirs.id, randomUUID(), 'x'])
      expect(await refusals(refund({ id }))).toEqual([['InvoiceNotFound', 'invoiceId']])
  })

  test('stores and returns every field; its payment has its external_id, too', async () => {
    const of = receivables
    const owed = await paid()
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
})
