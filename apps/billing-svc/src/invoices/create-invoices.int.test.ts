/** Invoices as they are made, with what is paid and refunded of them at once; the books are the ledger's own. */
import { randomUUID } from 'node:crypto'
import type { Tx } from '@pacioli/db'
import { DomainError } from '@pacioli/errors'
import type { InvoiceAnswer } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requestFor, startTestBilling, withoutLedger, type TestBilling } from '../billing.test-helpers.ts'
import { named, refusals } from '../bills/bills.test-helpers.ts'
import { eventsOf, openAccount, postedOf, standingOf, taxAccountsOf } from '../bills/books.test-helpers.ts'
import { changeOf as customerChange, makeCustomer } from '../customers/customers.test-helpers.ts'
import { getCustomer } from '../customers/get-customer.ts'
import { updateCustomer } from '../customers/update-customer.ts'
import { archiveAccount, archiveTag, balancingDimension, closeBooks } from '../documents/ledger.test-helpers.ts'
import { countStatements } from '../documents/statements.test-helpers.ts'
import {
  anotherCustomer,
  balances,
  creditOf,
  DEPOSITS,
  expectSoundBooks,
  FEES,
  invoiceInput,
  line,
  makeInvoice,
  makePayment,
  openReceivables,
  type InvoiceGiven,
  type TestReceivables,
} from '../receivables/receivables.test-helpers.ts'
import { getRefund } from '../refunds/get-refund.ts'
import { createInvoice, createInvoices } from './create-invoices.ts'
import { getInvoice } from './get-invoice.ts'

let billing: TestBilling
let receivables: TestReceivables
/** Another business of the same client. */
let neighbour: TestReceivables
beforeAll(async () => {
  billing = await startTestBilling()
  receivables = await openReceivables(billing)
  neighbour = await openReceivables(billing)
  await balancingDimension(billing, receivables.request, 'store')
  // From here on there is an account of this tax.
  await makeInvoice(billing, receivables, { taxes: { CA: 1 } })
})
afterAll(async () => {
  await expectSoundBooks(billing, receivables, ['store'])
  expect(billing.refusedPostings).toEqual([])
  await billing.stop()
})

/** A customer of a test's own. */
const somebody = () => anotherCustomer(billing, receivables)

const create = (receivables: TestReceivables, given: InvoiceGiven = {}): Promise<InvoiceAnswer> =>
  createInvoice(billing, receivables.request, invoiceInput(receivables, given))

const createMany = (receivables: TestReceivables, given: readonly InvoiceGiven[]) =>
  createInvoices(
    billing,
    receivables.request,
    given.map((one) => invoiceInput(receivables, one)),
  )

const rowsIn = (request: BusinessWrite, table: string): Promise<number> =>
  billing.db.transact(request, async (tx: Tx) => {
    const row = await tx.row<{ count: string }>(`SELECT count(*) AS count FROM ${table} WHERE business_id = $1`, [
      request.businessId,
    ])
    return Number(row?.count)
  })

const TABLES = ['customers', 'invoices', 'invoice_payments', 'refunds', 'postings'] as const
const allRows = async (request: BusinessWrite): Promise<Record<string, number>> =>
  Object.fromEntries(await Promise.all(TABLES.map(async (table) => [table, await rowsIn(request, table)] as const)))

describe('an invoice', () => {
  let closed: TestReceivables
  beforeAll(async () => {
    closed = await openReceivables(billing)
    await closeBooks(billing, closed.request, '2026-02-01')
  })

  test('is what its line items, taxes and tips come to, and says so in the accrual books', async () => {
    const receivables = await somebody()
    const { request, customerId } = receivables
    const timeEntry = randomUUID()
    const answer = await create(receivables, {
      external_id: 'i1',
      due_at: '2026-02-09T12:00:00+02:00',
      line_items: [
        line(333, {
          external_id: 'l1',
          quantity: '1.5',
          discount_amount: 50,
          taxes: { CA: 45 },
          description: 'Engine',
          product: 'E-1',
          time_entry_id: timeEntry.toUpperCase(),
          prepayment_account_identifier: DEPOSITS,
        }),
        line(-20, { account_identifier: FEES }),
      ],
      taxes: { 'NY state': 7 },
      additional_discount: 30,
      tips: 11,
      tips_account: named('INTEREST_INCOME'),
      memo: 'January',
      metadata: '{"a":1}',
      reference_number: 'R-1',
    })
    expect(answer).toMatchObject({ created: true, posting: 'posted' })
    expect(answer.data).toMatchObject({
      business_id: request.businessId,
      status: 'SENT',
      external_id: 'i1',
      sent_at: '2026-01-10T12:00:00.000Z',
      due_at: '2026-02-09T10:00:00.000Z',
      paid_at: undefined,
      voided_at: undefined,
      subtotal: 480,
      additional_discount: 30,
      tips: 11,
      tips_account: { stable_name: 'INTEREST_INCOME' },
      total_amount: 463,
      outstanding_balance: 463,
      additional_sales_taxes_total: 52,
      additional_sales_taxes: [
        {
          amount: 7,
          tax_account: { type: 'Tax_Name', name: 'NY state' },
          tax_ledger_account: { stable_name: 'SALES_TAXES_PAYABLE:NY_STATE' },
        },
      ],
      payment_allocations: [],
      refund_allocations: [],
      write_offs: [],
      customer: { id: customerId, company_name: 'Engines Ltd' },
      memo: 'January',
      reference_number: 'R-1',
    })
    const [engine, other] = answer.data?.line_items ?? []
    expect(engine).toMatchObject({
      external_id: 'l1',
      invoice_id: answer.data?.id,
      account_identifier: { type: 'AccountId', id: engine?.ledger_account?.id },
      ledger_account: { stable_name: 'SALES', account_type: { value: 'REVENUE', display_name: 'Revenue' } },
      prepayment_account: { stable_name: 'UNEARNED_REVENUE' },
      description: 'Engine',
      product: 'E-1',
      time_entry_id: timeEntry,
      unit_price: 333,
      quantity: '1.5',
      subtotal: 500,
      discount_amount: 50,
      sales_taxes_total: 45,
      total_amount: 495,
      refund_allocations: [],
    })
    expect(other).toMatchObject({ quantity: '1', subtotal: -20, total_amount: -20, sales_taxes: [] })
    const read = (await getInvoice(billing, request, answer.data?.id?.toUpperCase() ?? '')).data
    expect(read).toEqual({ ...answer.data, metadata: '{"a": 1}' })
    expect(await standingOf(billing, request, answer.data?.id)).toEqual([
      [
        'ACCRUAL 2026-01-10',
        [
          'Dr ACCOUNTS_RECEIVABLE 463',
          'Cr SALES 450',
          'Cr SALES_TAXES_PAYABLE:CA 45',
          'Dr OTHER_INCOME 20',
          'Cr SALES_TAXES_PAYABLE:NY_STATE 7',
          'Cr INTEREST_INCOME 11',
          'Dr SALES_DISCOUNTS 30',
        ],
      ],
    ])
    const [event, ...more] = await eventsOf(billing, request, answer.data?.id ?? '')
    expect(more).toEqual([])
    expect(event).toMatchObject({
      type: 'pacioli.invoice.created.v1',
      source: '/pacioli/billing',
      data: {
        id: answer.data?.id,
        version: 1,
        status: 'SENT',
        customer_id: customerId,
        total_amount: 463,
        outstanding_balance: 463,
        paid_amount: 0,
        tips: 11,
        due_at: '2026-02-09T10:00:00.000Z',
        line_items: [{ unit_price: 333, quantity: '1.5' }, { unit_price: -20 }],
        payment_allocations: [],
        write_offs: [],
        refunded_parts: [],
      },
    })
  })

  test('that comes to nothing is paid when it is sent, now unless it says when, and posts nothing, also in a closed period', async () => {
    const invoice = await makeInvoice(billing, closed, { line_items: [line(0)] })
    expect(invoice).toMatchObject({ status: 'PAID', paid_at: invoice.sent_at, total_amount: 0, outstanding_balance: 0 })
    expect(await postedOf(billing, closed.request, invoice.id)).toEqual([])
    const before = Date.now()
    const { sent_at, due_at, ...empty } = await makeInvoice(billing, closed, { sent_at: undefined, line_items: [] })
    expect(empty).toMatchObject({ status: 'PAID', line_items: [] })
    expect(Date.parse(sent_at)).toBeGreaterThanOrEqual(before)
    expect(Date.parse(sent_at)).toBeLessThanOrEqual(Date.now())
    expect(due_at).toBeUndefined()
  })

  test('with voided_at is void from the beginning: out of the books, whatever is closed', async () => {
    const invoice = await makeInvoice(billing, closed, { voided_at: '2026-01-11T12:00:00Z', taxes: { CA: 9 } })
    expect(invoice).toMatchObject({
      status: 'VOIDED',
      voided_at: '2026-01-11T12:00:00.000Z',
      paid_at: undefined,
      total_amount: 109,
      outstanding_balance: 0,
    })
    expect(await postedOf(billing, closed.request, invoice.id)).toEqual([])
    expect(await eventsOf(billing, closed.request, invoice.id)).toMatchObject([
      { type: 'pacioli.invoice.created.v1', data: { status: 'VOIDED' } },
    ])
    await expectSoundBooks(billing, closed)
  })

  test('carries tags: its own on every line, those of a line item on that line first', async () => {
    const receivables = await somebody()
    const invoice = await makeInvoice(billing, receivables, {
      tags: [
        { key: 'store', value: 'north' },
        { key: 'class', value: 'a' },
      ],
      line_items: [line(60, { tags: [{ key: 'class', value: 'b' }] }), line(40)],
      payments: [
        {
          amount: 70,
          fee: 7,
          tags: [
            { key: 'store', value: 'south' },
            { key: 'till', value: '4' },
          ],
        },
      ],
      dedicated_refunds: [
        {
          line_items: [{ amount: 20, tags: [{ key: 'reason', value: 'late' }] }],
          method: 'CASH',
          completed_at: '2026-01-12T12:00:00Z',
        },
      ],
    })
    expect(invoice.transaction_tags).toMatchObject([
      { key: 'class', value: 'a' },
      { key: 'store', value: 'north' },
    ])
    expect(invoice.line_items[0]?.transaction_tags).toMatchObject([{ key: 'class', value: 'b' }])
    expect(await standingOf(billing, receivables.request, invoice.id)).toEqual([
      [
        'ACCRUAL 2026-01-10',
        [
          'Dr ACCOUNTS_RECEIVABLE 100 class:a store:north',
          'Cr SALES 60 class:b store:north',
          'Cr SALES 40 class:a store:north',
        ],
      ],
    ])
    expect(await standingOf(billing, receivables.request, invoice.payment_allocations[0]?.payment_id)).toEqual([
      [
        'ACCRUAL 2026-01-10',
        [
          'Dr UNDEPOSITED_FUNDS 63 class:a store:north till:4',
          'Dr PAYMENT_PROCESSING_FEES 7 class:a store:north till:4',
          'Cr ACCOUNTS_RECEIVABLE 70 class:a store:north till:4',
        ],
      ],
      [
        'CASH 2026-01-10',
        [
          'Dr UNDEPOSITED_FUNDS 63 class:a store:north till:4',
          'Dr PAYMENT_PROCESSING_FEES 7 class:a store:north till:4',
          'Cr SALES 42 class:b store:north till:4',
          'Cr SALES 28 class:a store:north till:4',
        ],
      ],
    ])
    expect(await standingOf(billing, receivables.request, invoice.refund_allocations[0]?.refund_id)).toEqual([
      [
        'ACCRUAL 2026-01-12',
        [
          'Dr RETURNS_ALLOWANCES 12 class:b reason:late store:north',
          'Dr RETURNS_ALLOWANCES 8 class:a reason:late store:north',
          'Cr REFUND_LIABILITIES 20 class:a store:north',
        ],
      ],
    ])
  })
})

describe('the taxes of an invoice', () => {
  let receivables: TestReceivables
  beforeAll(async () => {
    receivables = await openReceivables(billing)
  })
  const collected = () => taxAccountsOf(billing, receivables.request, 'SALES_TAXES_PAYABLE:')

  test('have no account where the invoice is refused, or is there already', async () => {
    await makeInvoice(billing, receivables, { external_id: 'i1' })
    const taxed = { taxes: { CA: 1 } }
    expect(await refusals(create(receivables, { ...taxed, payments: [{ amount: 102 }] }))).toEqual([
      ['OverAllocated', 'payments.0.amount'],
    ])
    expect(await refusals(create(receivables, { ...taxed, dedicated_refunds: [{}] }))).toEqual([
      ['OverRefunded', 'dedicated_refunds.0'],
    ])
    expect(await refusals(create(receivables, { ...taxed, customer_id: randomUUID() }))).not.toBe('done')
    expect((await create(receivables, { ...taxed, external_id: 'i1' })).created).toBe(false)
    expect(await collected()).toEqual([])
  })

  test('are owed to the state, on an account of each name, made once by whoever comes first', async () => {
    const answers = await Promise.all(
      Array.from({ length: 3 }, () =>
        create(receivables, { taxes: { CA: 1 }, line_items: [line(9, { taxes: { NY: 2 } })] }),
      ),
    )
    expect(new Set(answers.map(({ created }) => created))).toEqual(new Set([true]))
    expect((await collected()).sort()).toEqual(['SALES_TAXES_PAYABLE:CA', 'SALES_TAXES_PAYABLE:NY'])
    expect(await taxAccountsOf(billing, receivables.request)).toEqual([])
    expect(await balances(billing, receivables, ['SALES_TAXES_PAYABLE:CA', 'SALES_TAXES_PAYABLE:NY'])).toEqual({
      'SALES_TAXES_PAYABLE:CA': [3, 0],
      'SALES_TAXES_PAYABLE:NY': [6, 0],
    })
  })
})

describe('the payments that an invoice comes with', () => {
  test('make it paid at the last of them, each when it says, else when the invoice was sent', async () => {
    const receivables = await somebody()
    const invoice = await makeInvoice(billing, receivables, {
      line_items: [line(60, { taxes: { CA: 6 } }), line(34, { account_identifier: FEES })],
      payments: [
        {
          external_id: 'p1',
          amount: 50,
          method: 'CREDIT_CARD',
          processor: 'stripe',
          fee: 2,
          paid_at: '2026-01-15T12:00:00Z',
          memo: 'half',
          metadata: '{"b":2}',
          reference_number: 'P-1',
          tags: [{ key: 'till', value: '4' }],
        },
        { amount: 50, method: 'CASH' },
      ],
    })
    expect(invoice).toMatchObject({
      status: 'PAID',
      paid_at: '2026-01-15T12:00:00.000Z',
      outstanding_balance: 0,
      payment_allocations: [
        {
          invoice_id: invoice.id,
          amount: 50,
          payment: {
            id: invoice.payment_allocations[0]?.payment_id,
            external_id: 'p1',
            customer: { id: receivables.customerId },
            at: '2026-01-15T12:00:00.000Z',
            paid_at: '2026-01-15T12:00:00.000Z',
            method: 'CREDIT_CARD',
            processor: 'stripe',
            amount: 50,
            fee: 2,
            unallocated_amount: 0,
            refunded_amount: 0,
            payment_clearing_account: { stable_name: 'PAYMENT_PROCESSOR_CLEARING_ACCOUNT' },
            is_matched: false,
            payout_id: undefined,
            transaction_tags: [{ key: 'till', value: '4' }],
            memo: 'half',
            reference_number: 'P-1',
          },
        },
        { amount: 50, payment: { method: 'CASH', fee: 0, paid_at: '2026-01-10T12:00:00.000Z' } },
      ],
    })
    expect(JSON.parse(invoice.payment_allocations[0]?.payment?.metadata ?? '')).toEqual({ b: 2 })
    const [card] = invoice.payment_allocations
    expect(await eventsOf(billing, receivables.request, card?.payment_id ?? '')).toMatchObject([
      {
        type: 'pacioli.invoice_payment.created.v1',
        data: { version: 1, amount: 50, allocations: [{ invoice_id: invoice.id, amount: 50 }] },
      },
    ])
    expect((await getInvoice(billing, receivables.request, invoice.id)).data).toEqual({
      ...invoice,
      payment_allocations: [
        { ...card, payment: { ...card?.payment, metadata: '{"b": 2}' } },
        invoice.payment_allocations[1],
      ],
    })
  })

  test('can be out of the customer’s credit, and not beyond it', async () => {
    const receivables = await somebody()
    await makePayment(billing, receivables, { amount: 50 })
    const spending = (amount: number) => ({ payments: [{ method: 'CREDIT_BALANCE', amount }] })
    expect(await refusals(create(receivables, spending(51)))).toEqual([['OverAllocated', 'payments.0.amount']])
    expect(await refusals(createMany(receivables, [{}, spending(30), spending(21)]))).toEqual([
      ['OverAllocated', '1.payments.0.amount'],
    ])
    expect(await creditOf(billing, receivables)).toBe(50)
    expect(await refusals(createMany(receivables, [spending(30), spending(20)]))).toBe('done')
    expect(await creditOf(billing, receivables)).toBe(0)
  })
})

describe('the refunds that an invoice comes with', () => {
  test('hang on payments, on line items and on the whole, each on what those before have left', async () => {
    const receivables = await somebody()
    const { request } = receivables
    const completed_at = '2026-01-15T12:00:00Z'
    const invoice = await makeInvoice(billing, receivables, {
      line_items: [
        line(60, {
          taxes: { CA: 6 },
          dedicated_refunds: [
            { external_id: 'of the line', completed_at, memo: 'broken', metadata: '{"c":3}', reference_number: 'L-1' },
          ],
        }),
        line(34, { account_identifier: FEES }),
      ],
      payments: [
        {
          amount: 100,
          method: 'CREDIT_CARD',
          processor: 'stripe',
          fee: 3,
          dedicated_refunds: [
            {
              external_id: 'of the payment',
              completed_at,
              line_items: [{ amount: 12 }, { amount: 8, external_id: 'eight', memo: 'goodwill' }],
              method: 'CREDIT_CARD',
              processor: 'stripe',
              refund_processing_fee: 2,
              refunded_payment_fees: [
                { account: named('PAYMENT_PROCESSING_FEES'), fee_amount: 1, description: 'card' },
              ],
            },
          ],
        },
      ],
      dedicated_refunds: [
        {
          completed_at,
          method: 'STORE_CREDIT',
          account_identifier: FEES,
          line_items: [{ amount: 20 }, { amount: 7, account_identifier: named('OTHER_EXPENSES') }],
        },
      ],
    })
    expect(invoice).toMatchObject({ status: 'REFUNDED', paid_at: invoice.sent_at, outstanding_balance: 0 })
    const [one, two] = invoice.line_items
    const byAmount = new Map(invoice.refund_allocations.map((allocation) => [allocation.amount, allocation]))
    expect([...byAmount.keys()].sort()).toEqual([20, 27, 53])
    expect(one?.refund_allocations).toEqual([byAmount.get(53)])
    expect(two?.refund_allocations).toEqual([])
    expect(byAmount.get(53)).toMatchObject({
      total_amount: 53,
      invoice_id: invoice.id,
      invoice_line_item_id: one?.id,
      invoice_payment_id: undefined,
      customer_id: receivables.customerId,
      line_items: [],
    })
    expect(byAmount.get(20)).toMatchObject({
      invoice_payment_id: invoice.payment_allocations[0]?.payment_id,
      line_items: [{ amount: 12 }, { amount: 8, external_id: 'eight', memo: 'goodwill' }],
    })
    expect(invoice.payment_allocations[0]?.payment?.refunded_amount).toBe(20)
    const refundOf = async (amount: number) =>
      (await getRefund(billing, request, byAmount.get(amount)?.refund_id ?? '')).data
    const [ofPayment, ofLine, ofWhole] = [await refundOf(20), await refundOf(53), await refundOf(27)]
    expect(ofLine).toMatchObject({
      external_id: 'of the line',
      customer: { id: receivables.customerId },
      completed_at: '2026-01-15T12:00:00.000Z',
      total_amount: 53,
      outstanding_balance: 53,
      payments: [],
      memo: 'broken',
      metadata: '{"c": 3}',
      reference_number: 'L-1',
    })
    expect(ofPayment).toMatchObject({
      external_id: 'of the payment',
      outstanding_balance: 0,
      payments: [
        {
          external_id: 'of the payment',
          refunded_amount: 20,
          fee: 2,
          method: 'CREDIT_CARD',
          processor: 'stripe',
          payment_clearing_account: { stable_name: 'PAYMENT_PROCESSOR_CLEARING_ACCOUNT' },
          refunded_payment_fees: [
            { account: { stable_name: 'PAYMENT_PROCESSING_FEES' }, fee_amount: 1, description: 'card' },
          ],
        },
      ],
    })
    const posted = async (id: string | undefined) => (await standingOf(billing, request, id)).map(([, lines]) => lines)
    expect(await posted(ofLine?.id)).toEqual([
      ['Dr RETURNS_ALLOWANCES 48', 'Dr SALES_TAXES_PAYABLE:CA 5', 'Cr REFUND_LIABILITIES 53'],
    ])
    // On accounts of their own they are taken out of those.
    expect(await posted(ofWhole?.id)).toEqual([
      ['Dr OTHER_INCOME 20', 'Dr OTHER_EXPENSES 7', 'Cr REFUND_LIABILITIES 27'],
    ])
    expect(await creditOf(billing, receivables)).toBe(27)
  })
})

describe('the customer of an invoice', () => {
  test('is made on the way by an external_id that nobody has, once for all invoices of the request', async () => {
    const receivables = await somebody()
    const customers = await rowsIn(receivables.request, 'customers')
    const { data } = await createMany(receivables, [
      { customer_external_id: 'new' },
      { customer_external_id: 'other' },
      { customer_external_id: 'new' },
    ])
    const [first, other, again] = data ?? []
    expect(first?.customer).toMatchObject({ external_id: 'new', status: 'ACTIVE' })
    expect(again?.customer?.id).toBe(first?.customer?.id)
    expect(other?.customer?.id).not.toBe(first?.customer?.id)
    expect((await getCustomer(billing, receivables.request, first?.customer?.id ?? '')).data).toMatchObject({
      external_id: 'new',
    })
    expect(await rowsIn(receivables.request, 'customers')).toBe(customers + 2)
    const later = await makeInvoice(billing, receivables, { customer_external_id: 'new' })
    expect(later.customer?.id).toBe(first?.customer?.id)
  })

  test('is not made where the invoice is refused', async () => {
    const receivables = await somebody()
    const before = await allRows(receivables.request)
    const bad = { customer_external_id: 'never', payments: [{ amount: 101 }] }
    expect(await refusals(createMany(receivables, [{ customer_external_id: 'never, either' }, bad]))).toEqual([
      ['OverAllocated', '1.payments.0.amount'],
    ])
    expect(await allRows(receivables.request)).toEqual(before)
  })

  test('is made once by three requests at once', async () => {
    const receivables = await somebody()
    const before = await allRows(receivables.request)
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => create(receivables, { customer_external_id: 'of three' })),
    )
    expect(new Set(answers.map(({ data }) => data?.customer?.id)).size).toBe(1)
    expect(await allRows(receivables.request)).toMatchObject({
      customers: Number(before.customers) + 1,
      invoices: Number(before.invoices) + 3,
    })
  })

  test('can be named twice, if both names are theirs', async () => {
    const receivables = await somebody()
    const { id } = await makeCustomer(billing, receivables.request, { external_id: 'c1' })
    const both = (customer_id: string) => create(receivables, { customer_id, customer_external_id: 'c1' })
    expect((await both(id)).data?.customer?.id).toBe(id)
    expect(await refusals(both(receivables.customerId))).toEqual([['InvalidPayload', 'customer_external_id']])
  })
})

describe('refused is', () => {
  const refused = (given: InvoiceGiven) => refusals(create(receivables, given))

  test.each<[string, InvoiceGiven, [string, string][]]>([
    ['a time without an offset', { sent_at: '2026-01-10T12:00:00' }, [['InvalidPayload', 'sent_at']]],
    [
      'a due date and a time of voiding that are none',
      { due_at: '2026-02-30T00:00:00Z', voided_at: 'never' },
      [
        ['InvalidPayload', 'due_at'],
        ['InvalidPayload', 'voided_at'],
      ],
    ],
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
      'discounts and tips below zero',
      { additional_discount: -1, tips: -1, line_items: [line(1, { discount_amount: -1 })] },
      [
        ['InvalidPayload', 'line_items.0.discount_amount'],
        ['InvalidPayload', 'additional_discount'],
        ['InvalidPayload', 'tips'],
      ],
    ],
    [
      'a line item that comes to too much',
      { line_items: [line(2 ** 52, { quantity: '2' })] },
      [['AmountOutOfRange', 'line_items.0']],
    ],
    [
      'line items and tips that together come to too much',
      { line_items: [line(2 ** 53 - 1)], tips: 1 },
      [['AmountOutOfRange', 'line_items']],
    ],
    ['a total below zero', { additional_discount: 101 }, [['NegativeTotal', 'line_items']]],
    [
      'taxes without a name',
      { line_items: [{ ...line(1), sales_taxes: [{ amount: 1, tax_account: null }] }] },
      [['InvalidPayload', 'line_items.0.sales_taxes.0.tax_account.type']],
    ],
    [
      'line items with one external_id',
      { line_items: [line(1, { external_id: 'x' }), line(1, { external_id: 'x' })] },
      [['InvalidPayload', 'line_items.1.external_id']],
    ],
    [
      'a line item without account, and a time entry that is none',
      { line_items: [{ ...line(1), account_identifier: null }, line(1, { time_entry_id: '7' })] },
      [
        ['InvalidPayload', 'line_items.0.account_identifier'],
        ['InvalidPayload', 'line_items.1.time_entry_id'],
      ],
    ],
    [
      'more than a thousand line items, or more than a hundred payments or refunds',
      {
        line_items: Array.from({ length: 1_001 }, () => line(1)),
        payments: Array.from({ length: 101 }, () => ({ amount: 1 })),
        dedicated_refunds: Array.from({ length: 101 }, () => ({})),
      },
      [
        ['InvalidPayload', 'line_items'],
        ['InvalidPayload', 'payments'],
        ['InvalidPayload', 'dedicated_refunds'],
      ],
    ],
    ['no customer', { customer_id: undefined }, [['InvalidPayload', 'customer_id']]],
    ['a customer that is no id', { customer_id: 'nobody' }, [['CustomerNotFound', 'customer_id']]],
    ['a customer that nobody has', { customer_id: randomUUID() }, [['CustomerNotFound', 'customer_id']]],
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
    [
      'payments of nothing, by no known method, or at no time',
      { payments: [{ amount: 0 }, { method: 'BARTER' }, { paid_at: 'yesterday' }, { fee: -1 }, { amount: 1.5 }] },
      [
        ['InvalidPayload', 'payments.0.amount'],
        ['InvalidPayload', 'payments.1.method'],
        ['InvalidPayload', 'payments.2.paid_at'],
        ['InvalidPayload', 'payments.3.fee'],
        ['InvalidPayload', 'payments.4.amount'],
      ],
    ],
    [
      'out of the credit what has a clearing account or a fee',
      { payments: [{ method: 'CREDIT_BALANCE', fee: 1, payment_clearing_account_identifier: named('CASH') }] },
      [
        ['InvalidPayload', 'payments.0.payment_clearing_account_identifier'],
        ['InvalidPayload', 'payments.0.fee'],
      ],
    ],
    ['more than the invoice comes to', { payments: [{ amount: 101 }] }, [['OverAllocated', 'payments.0.amount']]],
    [
      'more than is outstanding, each payment that is',
      { payments: [{ amount: 60 }, { amount: 41 }, { amount: 40 }, { amount: 1 }] },
      [
        ['OverAllocated', 'payments.1.amount'],
        ['OverAllocated', 'payments.3.amount'],
      ],
    ],
    [
      'refunds of nothing, by no known method, at no time, or paid out by no method',
      {
        dedicated_refunds: [
          { line_items: [{ amount: 0 }] },
          { method: 'CREDIT_BALANCE' },
          { completed_at: 'never' },
          { processor: 'stripe', refund_processing_fee: 1 },
          { method: 'CASH', refunded_payment_fees: [{ account: null, fee_amount: -1 }] },
          { method: 'STORE_CREDIT', payment_clearing_account_identifier: named('CASH') },
        ],
      },
      [
        ['InvalidPayload', 'dedicated_refunds.0.line_items.0.amount'],
        ['InvalidPayload', 'dedicated_refunds.1.method'],
        ['InvalidPayload', 'dedicated_refunds.2.completed_at'],
        ['InvalidPayload', 'dedicated_refunds.3.refund_processing_fee'],
        ['InvalidPayload', 'dedicated_refunds.3.processor'],
        ['InvalidPayload', 'dedicated_refunds.4.refunded_payment_fees.0.account'],
        ['InvalidPayload', 'dedicated_refunds.4.refunded_payment_fees.0.fee_amount'],
        ['InvalidPayload', 'dedicated_refunds.5.payment_clearing_account_identifier'],
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
      'a void invoice that was paid or refunded',
      { voided_at: '2026-01-11T12:00:00Z', payments: [{ amount: 1 }] },
      [['InvoiceVoided', 'payments.0']],
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

  // That it takes a thousand is for a pure test to say.
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

  test('an entry that would be longer than the ledger takes, naming the invoice', async () => {
    // More than five thousand tags on its lines.
    const tags = Array.from({ length: 49 }, (_, index) => ({ key: `key${index}`, value: '1' }))
    const line_items = Array.from({ length: 103 }, (_, index) =>
      line(10, { tags: [{ key: 'line', value: `${index}` }] }),
    )
    const wanted = [{}, { tags, line_items }]
    expect(await refusals(createMany(receivables, wanted))).toEqual([['PayloadTooLarge', '1.line_items']])
  })

  test('tags of a BALANCING dimension on a line item', async () => {
    expect(await refused({ line_items: [line(1, { tags: [{ key: 'store', value: 'north' }] })] })).toEqual([
      ['BalancingTagViolation', 'line_items.0.tags.0'],
    ])
  })

  test('tags and accounts that are archived, what would be posted in a closed period, and whatever is of what is archived', async () => {
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
    ])
    expect(await refusals(create(own, refunding('2026-01-11T00:00:00Z')))).toBe('done')
    await updateCustomer(billing, own.request, customerChange({ id: own.customerId }, { status: 'ARCHIVED' }))
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

  test("other tenants' customers, accounts and invoices: they answer as unknown ones", async () => {
    const theirs = await makeInvoice(billing, neighbour, {
      external_id: 'theirs',
      payments: [{ amount: 100, external_id: 'their payment' }],
      dedicated_refunds: [{ external_id: 'their refund' }],
    })
    await makeCustomer(billing, neighbour.request, { external_id: 'their customer' })
    const account = { type: 'AccountId', id: theirs.line_items[0]?.ledger_account?.id ?? '' }
    expect(await refusals(create(receivables, { customer_id: neighbour.customerId }))).toEqual([
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
    const customers = await rowsIn(receivables.request, 'customers')
    const mine = await create(receivables, {
      external_id: 'theirs',
      customer_external_id: 'their customer',
      payments: [{ amount: 100, external_id: 'their payment' }],
      dedicated_refunds: [{ external_id: 'their refund' }],
    })
    expect(mine.created).toBe(true)
    expect(mine.data?.id).not.toBe(theirs.id)
    expect(await rowsIn(receivables.request, 'customers')).toBe(customers + 1)
    expect(await refusals(getInvoice(billing, receivables.request, 'nothing'))).toEqual([
      ['InvoiceNotFound', 'invoiceId'],
    ])
  })
})

/** How many rows more there are by the time it is called. */
async function growthIn(request: BusinessWrite): Promise<() => Promise<Record<string, number>>> {
  const before = await allRows(request)
  return async () =>
    Object.fromEntries(
      Object.entries(await allRows(request)).map(([table, rows]) => [table, rows - (before[table] ?? 0)]),
    )
}

describe('a repeated request', () => {
  test('finds the invoice of its external_id as it is, whatever else it says; one of an Idempotency-Key writes nothing', async () => {
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
    const again = await create(receivables, {
      external_id: 'i1',
      customer_external_id: 'never made',
      line_items: [line(7, { account_identifier: named('NOPE'), taxes: { NEVER: 1 } })],
      payments: [{ amount: 40, external_id: 'p1' }],
      dedicated_refunds: [{ external_id: 'r1' }],
    })
    expect(again).toEqual({ data: first.data?.[0], posting: 'posted', created: false })
    expect(Object.values(await growth()).filter((rows) => rows !== 0)).toEqual([])
  })

  test('three times at once makes one invoice, one payment and one refund', async () => {
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

  test('of a payment or a refund inside one invoice is the same one, unless it says something else', async () => {
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
    const wanted = { line_items: [line(100, { dedicated_refunds: refunds })], payments, dedicated_refunds: refunds }
    expect(await refusals(createMany(receivables, [{}, wanted]))).toEqual([
      ['DuplicateExternalId', '1.line_items.0.dedicated_refunds.2.external_id'],
      ['DuplicateExternalId', '1.payments.0.dedicated_refunds.2.external_id'],
      ['DuplicateExternalId', '1.payments.1.external_id'],
      ['DuplicateExternalId', '1.dedicated_refunds.2.external_id'],
    ])
    // In another invoice it is the first one’s.
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
  test('are made together, in the order of the request, and an external_id that comes again means its first invoice', async () => {
    const receivables = await somebody()
    const growth = await growthIn(receivables.request)
    const there = await makeInvoice(billing, receivables, { external_id: 'there', memo: 'there' })
    const { data, posting } = await createMany(receivables, [
      { external_id: 'a', line_items: [line(1)], payments: [{ amount: 1, external_id: 'p' }] },
      { external_id: 'there', line_items: [line(2)] },
      { line_items: [line(3)] },
      { external_id: 'a', line_items: [line(4)], payments: [{ amount: 4, external_id: 'p' }] },
      { customer_external_id: 'another of many', line_items: [line(5)] },
      { line_items: [line(3)] },
    ])
    expect(posting).toBe('posted')
    expect(data?.map(({ total_amount }) => total_amount)).toEqual([1, 100, 3, 1, 5, 3])
    expect(data?.[0]).toEqual(data?.[3])
    expect(data?.[0]).toMatchObject({ status: 'PAID', payment_allocations: [{ payment: { external_id: 'p' } }] })
    expect(data?.[1]).toEqual(there)
    expect(data?.[2]?.id).not.toBe(data?.[5]?.id)
    expect((await growth()).invoices).toBe(5)
  })

  test('are all refused if one is: nothing is left, and it is named', async () => {
    const receivables = await somebody()
    await makePayment(billing, receivables, { amount: 50 })
    const before = await allRows(receivables.request)
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
    expect(await allRows(receivables.request)).toEqual(before)
  })

  test('name every one that is wrong', async () => {
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
    const before = await allRows(receivables.request)
    const many = (count: number) =>
      refusals(createMany(receivables, Array<InvoiceGiven>(count).fill({ additional_discount: 101 })))
    // A thousand are looked at, each of them.
    expect(await many(1_000)).toContainEqual(['NegativeTotal', '0.line_items'])
    expect(await many(1_001)).toEqual([['InvalidPayload', undefined]])
    expect(await createMany(receivables, [])).toEqual({ data: [], posting: 'posted' })
    expect(await allRows(receivables.request)).toEqual(before)
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

  test('bulk against bulk with the same external ids make each invoice and payment once', async () => {
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

test('a ledger that is away refuses what was not asked, and writes nothing', async () => {
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
