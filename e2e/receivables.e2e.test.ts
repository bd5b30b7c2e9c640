/** From a customer's invoice to the payout: sent, paid, written off, refunded, voided; and what the ledger says of it. */
import { waitFor } from '@pacioli/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  named,
  newClient,
  Receivables,
  shown,
  sold,
  target,
  taxed,
  type Answer,
  type Books,
  type Call,
  type Customer,
  type Invoice,
  type InvoiceStatus,
  type TestClient,
} from './src/index.ts'
import { stateOf } from './src/untouched.ts'

let client: TestClient
let books: Books
let receivables: Receivables
let customer: Customer

beforeAll(async () => {
  client = await newClient(target(), 'receivables')
  await begin()
})

/** New books with one customer. */
async function begin(): Promise<void> {
  books = await client.books({ time_zone: 'America/New_York' })
  receivables = new Receivables(books)
  customer = await receivables.customer('engines')
}

const RECEIVABLE = 'ACCOUNTS_RECEIVABLE'
const CREDITS = 'CUSTOMER_CREDITS'
const UNDEPOSITED = 'UNDEPOSITED_FUNDS'
const PROCESSOR = 'PAYMENT_PROCESSOR_CLEARING_ACCOUNT'
const FEES = 'PAYMENT_PROCESSING_FEES'

/** What stands on each of these accounts in accrual and in cash books: the same, or one figure each. */
async function expectBalances(expected: Record<string, number | [accrual: number, cash: number]>): Promise<void> {
  const accounts = Object.keys(expected)
  const found = await receivables.balances(...accounts)
  const both = Object.values(expected).map((figure) => [figure, figure].flat().slice(0, 2))
  expect(Object.fromEntries(accounts.map((account, at) => [account, found[at]]))).toEqual(
    Object.fromEntries(accounts.map((account, at) => [account, both[at]])),
  )
}

const state = ({ status, outstanding_balance, paid_at }: Invoice) => [status, outstanding_balance, paid_at]

const FEBRUARY = '2026-02-15T12:00:00.000Z'
const byCheck = (amount: number, more: object = {}) => ({ method: 'CHECK', paid_at: FEBRUARY, amount, ...more })
const byCard = (amount: number, more: object = {}) => byCheck(amount, { method: 'CREDIT_CARD', ...more })

describe('a customer', () => {
  test('is made once, found, described, archived and brought back', async () => {
    const body = {
      external_id: 'customer-42',
      company_name: 'Analytical Engines Ltd',
      individual_name: 'Ada',
      email: 'Ada@Engines.example',
      metadata: { rating: 5 },
      tags: [{ key: 'region', value: 'north' }],
    }
    const [made, again] = [await receivables.createCustomer(body), await receivables.createCustomer(body)]
    expect([made.status, again.status, again.body.data]).toEqual([201, 200, made.body.data])
    const { id, transaction_tags } = made.body.data
    expect(made.body.data).toMatchObject({ type: 'Customer', status: 'ACTIVE', credit_balance: 0 })
    expect(shown(transaction_tags)).toEqual(['region=north'])
    const found = async (query: Call['query']) => (await receivables.all('listCustomers', query)).map((one) => one.id)
    for (const query of [
      { q: 'engines ANALYTICAL' },
      { external_id: 'customer-42' },
      { email: 'ada@engines.EXAMPLE' },
      { tag_key: 'region', tag_values: ['south', 'north'] },
    ])
      expect([query, await found(query)]).toEqual([query, [id]])
    const changed = await receivables.updateCustomer(id, { individual_name: null, status: 'ARCHIVED', tags: [] })
    expect(changed.body.data).toMatchObject({ individual_name: null, transaction_tags: [], metadata: { rating: 5 } })
    expect([changed.body.data.archived_at !== null, await found({ status: 'ARCHIVED' })]).toEqual([true, [id]])
    expect((await receivables.updateCustomer(id, { status: 'ACTIVE' })).body.data.archived_at).toBeNull()
  })
})

describe('an invoice', () => {
  let invoice: Invoice

  const body = () => ({
    external_id: 'invoice-1',
    customer_external_id: 'engines',
    sent_at: '2026-01-31T17:00:00Z',
    line_items: [
      sold('SALES', 12_500, { quantity: '7.5', sales_taxes: [taxed('CA', 6_798)], description: 'Consulting' }),
      sold('OTHER_INCOME', 333, { quantity: 2.5, discount_amount: 33 }),
    ],
    additional_sales_taxes: [taxed('NY', 100)],
    additional_discount: 548,
    tips: 500,
    metadata: { page: 1 },
    reference_number: 'INV-1',
  })

  test('is owed from when it was sent, in the accrual books alone', async () => {
    const made = await receivables.createInvoice(body())
    expect([made.status, made.headers['pacioli-posting']]).toEqual([201, 'posted'])
    invoice = made.body.data
    expect(invoice).toMatchObject({
      type: 'Invoice',
      business_id: books.id,
      status: 'SENT',
      customer_id: customer.id,
      customer: { id: customer.id, external_id: 'engines' },
      sent_at: '2026-01-31T17:00:00.000Z',
      subtotal: 94_583,
      // Of line items and of the whole together.
      additional_sales_taxes_total: 6_898,
      additional_discount: 548,
      tips: 500,
      // The one of the chart.
      tips_account: null,
      total_amount: 101_400,
      outstanding_balance: 101_400,
    })
    expect(
      invoice.line_items.map((one) => [one.quantity, one.subtotal, one.sales_taxes_total, one.total_amount]),
    ).toEqual([
      ['7.5', 93_750, 6_798, 100_548],
      ['2.5', 833, 0, 800],
    ])
    await expectBalances({
      [RECEIVABLE]: [101_400, 0],
      SALES: [93_750, 0],
      OTHER_INCOME: [800, 0],
      'SALES_TAXES_PAYABLE:CA': [6_798, 0],
      'SALES_TAXES_PAYABLE:NY': [100, 0],
      SALES_DISCOUNTS: [548, 0],
      TIPS: [500, 0],
    })
    expect(await receivables.invoice(invoice.id)).toEqual(invoice)
  })

  test('comes once, however often it is sent', async () => {
    const again = await receivables.createInvoice(body())
    expect([again.status, again.body.data]).toEqual([200, invoice])
    expect((await receivables.createInvoice({ ...body(), memo: 'again' })).refusal).toMatchObject({
      status: 409,
      error_enum: 'ExternalIdReused',
      field: 'memo',
    })
    const key = { 'idempotency-key': 'an invoice' }
    const free = { customer_id: customer.id, line_items: [sold('SALES', 0)] }
    const first = await receivables.createInvoice(free, key)
    const replayed = await receivables.createInvoice(free, key)
    expect([replayed.headers['idempotency-replayed'], replayed.body]).toEqual(['true', first.body])
    expect(first.body.data).toMatchObject({ status: 'PAID', total_amount: 0, paid_at: first.body.data.sent_at })
    await expectBalances({ [RECEIVABLE]: [101_400, 0] })
  })

  test('is paid in part, less what the processor keeps, and in the cash books from then on', async () => {
    const paying = await receivables.payInvoice(invoice.id, byCard(50_700, { external_id: 'p-1', fee: 1_450 }))
    expect([paying.status, paying.headers['pacioli-posting']]).toEqual([201, 'posted'])
    const payment = paying.body.data
    expect(payment).toMatchObject({
      at: FEBRUARY,
      paid_at: FEBRUARY,
      customer: { id: customer.id },
      amount: 50_700,
      fee: 1_450,
      unallocated_amount: 0,
      refunded_amount: 0,
      payment_clearing_account: { stable_name: PROCESSOR },
      is_matched: false,
      payout_id: null,
      allocations: [{ invoice_id: invoice.id, amount: 50_700, moved_to_credit_at: null }],
    })
    const again = await receivables.payInvoice(invoice.id, byCard(50_700, { external_id: 'p-1', fee: 1_450 }))
    expect([again.status, again.body.data]).toEqual([200, payment])
    const other = await receivables.payInvoice(invoice.id, byCard(1, { external_id: 'p-1', fee: 1 }))
    expect(other.refusal).toEqual({ status: 409, error_enum: 'ExternalIdReused', field: 'amount' })
    await expectBalances({
      [RECEIVABLE]: [50_700, 0],
      [PROCESSOR]: 49_250,
      [FEES]: 1_450,
      SALES: [93_750, 46_875],
      OTHER_INCOME: [800, 400],
      'SALES_TAXES_PAYABLE:CA': [6_798, 3_399],
      SALES_DISCOUNTS: [548, 274],
      TIPS: [500, 250],
    })
    const now = await receivables.invoice(invoice.id)
    expect(state(now)).toEqual(['PARTIALLY_PAID', 50_700, null])
    const [allocation] = now.payment_allocations
    expect([allocation?.payment.id, allocation?.amount, 'allocations' in (allocation?.payment ?? {})]).toEqual([
      payment.id,
      50_700,
      false,
    ])
  })

  test('is paid together with another one; what is left of a payment is the customer’s credit', async () => {
    const other = await receivables.sent(customer, [sold('SALES', 1_000)], { external_id: 'invoice-2' })
    const payment = await receivables.paid(
      52_000,
      [
        { invoice_external_id: 'invoice-1', amount: 50_700, memo: 'the rest' },
        { invoice_id: other.id, amount: 1_000 },
      ],
      { external_id: 'p-2', paid_at: '2026-02-20T12:00:00Z' },
    )
    expect([payment.unallocated_amount, payment.allocations.map(({ memo }) => memo)]).toEqual([300, ['the rest', null]])
    expect(await receivables.creditOf(customer.id)).toBe(300)
    expect(state(await receivables.invoice(invoice.id))).toEqual(['PAID', 0, '2026-02-20T12:00:00.000Z'])
    // Fully paid: both books say the same of what it was for.
    await expectBalances({
      [RECEIVABLE]: 0,
      SALES: 94_750,
      'SALES_TAXES_PAYABLE:CA': 6_798,
      SALES_DISCOUNTS: 548,
      TIPS: 500,
      [UNDEPOSITED]: 52_000,
      [CREDITS]: 300,
    })
    const third = await receivables.sent(customer, [sold('SALES', 1_000)])
    const spent = await receivables.payInvoice(third.id, {
      method: 'CREDIT_BALANCE',
      paid_at: '2026-02-21T12:00:00Z',
      amount: 300,
    })
    expect(spent.body.data.payment_clearing_account.stable_name).toBe(CREDITS)
    await expectBalances({ [CREDITS]: 0, [RECEIVABLE]: [700, 0], SALES: [95_750, 95_050] })
    expect(await receivables.creditOf(customer.id)).toBe(0)
  })
})

test('an invoice goes through all of its states, and begins in any of them', async () => {
  const { id } = await receivables.sent(customer, [sold('SALES', 100)])
  const pay = (amount: number) => receivables.payInvoice(id, byCheck(amount))
  const writeOff = (amount?: number) => receivables.writeOff(id, { amount, write_off_at: '2026-02-10T12:00:00Z' })
  const undo = async () => {
    const last = (await receivables.invoice(id)).write_offs.findLast(({ deleted_at }) => deleted_at === null)
    return receivables.undoWriteOff(id, last?.id ?? '')
  }
  const refund = (refunded_amount?: number) =>
    receivables.refundInvoice(id, { refunded_amount, method: 'CHECK', completed_at: '2026-02-27T12:00:00Z' })
  const steps: [act: () => Promise<Answer<unknown>>, InvoiceStatus, outstanding: number][] = [
    [() => pay(40), 'PARTIALLY_PAID', 60],
    [() => writeOff(10), 'PARTIALLY_WRITTEN_OFF', 50],
    [() => writeOff(), 'WRITTEN_OFF', 0],
    [() => refund(40), 'REFUNDED', 0],
    [undo, 'PARTIALLY_WRITTEN_OFF', 50],
    [undo, 'PARTIALLY_PAID', 60],
    [() => pay(60), 'PAID', 0],
    [() => refund(), 'REFUNDED', 0],
    [() => receivables.voidInvoice(id, { move_payments_to_credit: true }), 'VOIDED', 0],
  ]
  for (const [index, [act, status, outstanding]] of steps.entries()) {
    expect([index, (await act()).status < 300]).toEqual([index, true])
    const now = await receivables.invoice(id)
    expect([index, now.status, now.outstanding_balance]).toEqual([index, status, outstanding])
    expect([index, now.paid_at !== null]).toEqual([index, ['PAID', 'REFUNDED'].includes(status)])
  }
  const paid = [{ method: 'CASH', amount: 100 }]
  const begun = await receivables.createInvoices(
    [
      { payments: [byCheck(30)] },
      { payments: [byCheck(30), byCheck(70)] },
      { payments: paid, dedicated_refunds: [{ completed_at: '2026-02-27T12:00:00Z' }] },
      { voided_at: '2026-01-16T12:00:00Z' },
    ].map((more) => ({
      customer_id: customer.id,
      sent_at: '2026-01-15T12:00:00Z',
      line_items: [sold('SALES', 100)],
      ...more,
    })),
  )
  expect(begun.body.map(state)).toEqual([
    ['PARTIALLY_PAID', 70, null],
    ['PAID', 0, FEBRUARY],
    ['REFUNDED', 0, '2026-01-15T12:00:00.000Z'],
    ['VOIDED', 0, null],
  ])
})

test('voiding an invoice that was paid makes what was paid the customer’s credit, to be spent on another one', async () => {
  const buyer = await receivables.customer('buyer')
  const invoice = await receivables.sent(buyer, [sold('OTHER_INCOME', 1_000)])
  const { data: payment } = (await receivables.payInvoice(invoice.id, byCheck(1_000))).body
  const refused = await receivables.voidInvoice(invoice.id)
  expect(refused.refusal).toMatchObject({ status: 422, error_enum: 'InvoiceHasPayments' })
  const voided = await receivables.voidInvoice(invoice.id, { move_payments_to_credit: true })
  expect([...state(voided.body.data), voided.body.data.payment_allocations]).toEqual(['VOIDED', 0, null, []])
  const [allocation] = (await receivables.payment(payment.id)).allocations
  expect([allocation?.moved_to_credit_at === null, await receivables.creditOf(buyer.id)]).toEqual([false, 1_000])
  const next = await receivables.sent(buyer, [sold('OTHER_INCOME', 1_000)])
  await receivables.payInvoice(next.id, { method: 'CREDIT_BALANCE', amount: 1_000 })
  expect((await receivables.invoice(next.id)).status).toBe('PAID')
  expect(await receivables.creditOf(buyer.id)).toBe(0)
})

describe('a refund', () => {
  beforeAll(begin)

  test('is owed from when it is issued, and taken back in the cash books when it is paid out', async () => {
    const line_items = [sold('SALES', 8_000, { sales_taxes: [taxed('CA', 1_000)] }), sold('OTHER_INCOME', 1_000)]
    const invoice = await receivables.sent(customer, line_items, { payments: [byCard(10_000, { fee: 300 })] })
    const made = await receivables.refundInvoice(invoice.id, {
      external_id: 'r-1',
      refunded_amount: 5_000,
      completed_at: '2026-02-27T12:00:00Z',
    })
    const refund = made.body.data
    expect([made.status, made.headers['pacioli-posting']]).toEqual([201, 'posted'])
    expect(refund).toMatchObject({
      customer: { id: customer.id },
      total_amount: 5_000,
      outstanding_balance: 5_000,
      allocations: [{ invoice_id: invoice.id, total_amount: 5_000, amount: 5_000 }],
      payments: [],
    })
    await expectBalances({
      RETURNS_ALLOWANCES: [4_500, 0],
      'SALES_TAXES_PAYABLE:CA': [500, 1_000],
      REFUND_LIABILITIES: [5_000, 0],
    })
    const fees = (await books.account(FEES)).id
    const paid = await receivables.updateRefund(refund.id, {
      payments: [
        {
          external_id: 'rp-1',
          refunded_amount: 4_000,
          method: 'CREDIT_CARD',
          refund_processing_fee: 50,
          refunded_payment_fees: [
            { account: fees, fee_amount: 12, description: 'Theirs' },
            { account: named(FEES), fee_amount: 8 },
          ],
          completed_at: '2026-02-28T12:00:00Z',
        },
      ],
    })
    expect([paid.body.data.outstanding_balance, paid.body.data.payments.length]).toEqual([1_000, 1])
    await expectBalances({
      RETURNS_ALLOWANCES: [4_500, 3_600],
      'SALES_TAXES_PAYABLE:CA': [500, 600],
      REFUND_LIABILITIES: [1_000, 0],
      [PROCESSOR]: 10_000 - 300 - 4_000 - 50 + 20,
      [FEES]: 300 + 50 - 20,
    })
    const [listed] = await receivables.refundPayments()
    expect(listed).toEqual(paid.body.data.payments[0])
    expect(await receivables.refund(refund.id)).toEqual(paid.body.data)
    const now = await receivables.invoice(invoice.id)
    expect(now.refund_allocations.map(({ refund_id, amount }) => [refund_id, amount])).toEqual([[refund.id, 5_000]])
  })

  test('hangs on a line item, on a payment or on the customer alone', async () => {
    const line_items = [sold('SALES', 600, { external_id: 'one' }), sold('OTHER_INCOME', 400)]
    const invoice = await receivables.sent(customer, line_items, { payments: [byCheck(1_000, { external_id: 'p' })] })
    const all = await receivables.refunded([
      { invoice_line_item_id: invoice.line_items[0]?.id },
      { invoice_payment_external_id: 'p', total_amount: 100 },
      {
        customer_external_id: 'engines',
        total_amount: 7,
        line_items: [{ amount: 7, account_identifier: named('BAD_DEBT') }],
      },
    ])
    expect(all.allocations.map((one) => [one.total_amount, one.invoice_id === null])).toEqual([
      [600, false],
      [100, true],
      [7, true],
    ])
    const [line] = (await receivables.invoice(invoice.id)).line_items
    expect(line?.refund_allocations.map(({ total_amount }) => total_amount)).toEqual([600])
    await expectBalances({ RETURNS_ALLOWANCES: [5_200, 3_600], BAD_DEBT: [7, 0], REFUND_LIABILITIES: [1_707, 0] })
    const fromNobody = await receivables.refunded(
      [{ customer_external_id: 'somebody new', total_amount: 5 }],
      [{ refunded_amount: 5, method: 'STORE_CREDIT' }],
    )
    expect(await receivables.creditOf(fromNobody.customer.id)).toBe(5)
  })
})

describe('invoices in bulk', () => {
  /** A full thousand is a matter of billing. */
  const many = (more: (at: number) => object = () => ({})) =>
    Array.from({ length: 6 }, (_, at) => ({
      external_id: `many ${at}`,
      customer_external_id: `customer ${at % 3}`,
      sent_at: '2026-01-16T12:00:00Z',
      line_items: [sold('SALES', 100)],
      payments: at % 2 === 0 ? [{ method: 'CASH', amount: 100, external_id: `paid ${at}` }] : [],
      ...more(at),
    }))

  test('of many with one that is wrong none is sent; index and field are named', async () => {
    const before = await stateOf(receivables.books)
    const refused = await receivables.createInvoices(
      many((at) => (at === 3 ? { line_items: [sold('SALES', 1), sold('NO_SUCH', 1)] } : {})),
    )
    expect(refused.refusal).toEqual({
      status: 404,
      error_enum: 'AccountNotFound',
      field: '3.line_items.1.account_identifier',
    })
    const several = await receivables.createInvoices(many((at) => (at % 3 === 1 ? { additional_discount: 101 } : {})))
    expect(several.problems).toEqual([
      ['NegativeTotal', '1.line_items'],
      ['NegativeTotal', '4.line_items'],
    ])
    const nobody = await receivables.createInvoices([{ line_items: [sold('SALES', 1)] }])
    expect(nobody.refusal).toEqual({ status: 400, error_enum: 'InvalidPayload', field: '0.customer_id' })
    expect(await stateOf(receivables.books)).toEqual(before)
  })

  test('are many at once, once however often they are sent', async () => {
    const made = await receivables.createInvoices(many())
    expect(made.body.map(({ external_id, status }) => [external_id, status])).toEqual(
      many().map(({ external_id }, at) => [external_id, at % 2 === 0 ? 'PAID' : 'SENT']),
    )
    const { api } = receivables.books
    await waitFor('all of them to be posted', async () => {
      const waiting = await api.call('listPostings', { query: { status: 'PENDING' } })
      return waiting.body.data.length === 0
    })
    await expectBalances({ [RECEIVABLE]: [300, 0], SALES: [9_200, 8_900], CASH: 300 })
    const before = await stateOf(receivables.books)
    const again = await receivables.createInvoices(many().toReversed())
    expect([again.status, again.body.map(({ id }) => id)]).toEqual([200, made.body.map(({ id }) => id).toReversed()])
    expect(await stateOf(receivables.books)).toEqual(before)
  })

  test('are answered in the order of the request, one that comes twice with the same', async () => {
    const [, known] = many()
    const fresh = { ...known, external_id: 'x', payments: [] }
    const twice = await receivables.createInvoices([fresh, known, fresh])
    expect(twice.body.map(({ external_id }) => external_id)).toEqual(['x', 'many 1', 'x'])
    expect(twice.body[0]).toEqual(twice.body[2])
  })
})
