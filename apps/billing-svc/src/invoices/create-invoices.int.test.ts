/** Creating invoices, with payments and refunds in the same request; with a real ledger. */
import { randomUUID } from 'node:crypto'
import type { InvoiceAnswer } from '@pacioli/protos/billing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestBilling, type TestBilling } from '../testing/billing.test-helpers.ts'
import { named, refusals } from '../testing/bills.test-helpers.ts'
import { eventsOf, postedOf, standingOf, taxAccountsOf } from '../testing/books.test-helpers.ts'
import { makeCustomer } from '../testing/customers.test-helpers.ts'
import { balancingDimension, closeBooks } from '../testing/ledger.test-helpers.ts'
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
} from '../testing/receivable-rules.test-helpers.ts'
import { createInvoice, createInvoices, getCustomer, getInvoice, getRefund } from '../testing/use-cases.test-helpers.ts'
import { allRows, rowsIn } from '../testing/rows.test-helpers.ts'

let billing: TestBilling
let receivables: TestReceivables
beforeAll(async () => {
  billing = await startTestBilling()
  receivables = await openReceivables(billing)
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

describe('an invoice', () => {
  let closed: TestReceivables
  beforeAll(async () => {
    closed = await openReceivables(billing)
    await closeBooks(billing, closed.request, '2026-02-01')
  })

  test('has the total of its line items, taxes and tips, and posts it in the accrual books', async () => {
    const receivables = await somebody()
    const { request, contactId } = receivables
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
      customer: { id: contactId, company_name: 'Engines Ltd' },
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
        customer_id: contactId,
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

  test('with a total of zero is paid when it is sent, now by default, and posts nothing, also in a closed period', async () => {
    const invoice = await makeInvoice(billing, closed, { line_items: [line(0)] })
    expect(invoice).toMatchObject({ status: 'PAID', paid_at: invoice.sent_at, total_amount: 0, outstanding_balance: 0 })
    expect(await postedOf(billing, closed.request, invoice.id)).toEqual([])
    const before = Date.now()
    const { sent_at, due_at, status } = await makeInvoice(billing, closed, {
      sent_at: undefined,
      line_items: [line(0)],
    })
    expect(status).toBe('PAID')
    expect(Date.parse(sent_at)).toBeGreaterThanOrEqual(before)
    expect(Date.parse(sent_at)).toBeLessThanOrEqual(Date.now())
    expect(due_at).toBeUndefined()
  })

  test('with voided_at is void from the beginning: not posted, whatever is closed', async () => {
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

  test('has its tags on every line, and those of a line item on that line first', async () => {
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

  test('create no account where the invoice is refused or exists', async () => {
    const taxed = { taxes: { CA: 1 } }
    await makeInvoice(billing, receivables, { external_id: 'i1' })
    expect(await refusals(create(receivables, { ...taxed, payments: [{ amount: 102 }] }))).toEqual([
      ['OverAllocated', 'payments.0.amount'],
    ])
    expect(await refusals(create(receivables, { ...taxed, dedicated_refunds: [{}] }))).toEqual([
      ['OverRefunded', 'dedicated_refunds.0'],
    ])
    expect(await refusals(create(receivables, { ...taxed, customer_id: randomUUID() }))).not.toBe('done')
    expect(await refusals(create(receivables, { ...taxed, external_id: 'i1' }))).toEqual([
      ['ExternalIdReused', 'additional_sales_taxes'],
    ])
    expect(await collected()).toEqual([])
  })

  test('are a liability, on one account per name, created once under concurrency', async () => {
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

describe('payments in the request of an invoice', () => {
  test('make it paid at the time of the last, each when named, else when the invoice was sent', async () => {
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
            customer: { id: receivables.contactId },
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

  test('can be out of the customer’s credit, not beyond it', async () => {
    const receivables = await somebody()
    await makePayment(billing, receivables, { amount: 50, paid_at: '2026-01-10T12:00:00Z' })
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

describe('refunds in the request of an invoice', () => {
  test('refer to payments, to line items and to the whole, each limited by the earlier ones', async () => {
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
      customer_id: receivables.contactId,
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
      customer: { id: receivables.contactId },
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
    // With accounts of their own they are taken from those.
    expect(await posted(ofWhole?.id)).toEqual([
      ['Dr OTHER_INCOME 20', 'Dr OTHER_EXPENSES 7', 'Cr REFUND_LIABILITIES 27'],
    ])
    expect(await creditOf(billing, receivables)).toBe(27)
  })
})

describe('the customer of an invoice', () => {
  test('is created inline by an unknown external_id, once for all invoices of the request', async () => {
    const receivables = await somebody()
    const customers = await rowsIn(billing, receivables.request, 'customers')
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
    expect(await rowsIn(billing, receivables.request, 'customers')).toBe(customers + 2)
    const later = await makeInvoice(billing, receivables, { customer_external_id: 'new' })
    expect(later.customer?.id).toBe(first?.customer?.id)
  })

  test('is not created where the invoice is refused', async () => {
    const receivables = await somebody()
    const before = await allRows(billing, receivables.request)
    const bad = { customer_external_id: 'never', payments: [{ amount: 101 }] }
    expect(await refusals(createMany(receivables, [{ customer_external_id: 'never, either' }, bad]))).toEqual([
      ['OverAllocated', '1.payments.0.amount'],
    ])
    expect(await allRows(billing, receivables.request)).toEqual(before)
  })

  test('is created once by three concurrent requests', async () => {
    const receivables = await somebody()
    const before = await allRows(billing, receivables.request)
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => create(receivables, { customer_external_id: 'of three' })),
    )
    expect(new Set(answers.map(({ data }) => data?.customer?.id)).size).toBe(1)
    expect(await allRows(billing, receivables.request)).toMatchObject({
      customers: Number(before.customers) + 1,
      invoices: Number(before.invoices) + 3,
    })
  })

  test('can be named by both ids, if they agree', async () => {
    const receivables = await somebody()
    const { id } = await makeCustomer(billing, receivables.request, { external_id: 'c1' })
    const both = (customer_id: string) => create(receivables, { customer_id, customer_external_id: 'c1' })
    expect((await both(id)).data?.customer?.id).toBe(id)
    expect(await refusals(both(receivables.contactId))).toEqual([['InvalidPayload', 'customer_external_id']])
  })
})
