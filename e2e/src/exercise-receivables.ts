/** What can be done with receivables: every operation, with everything that an answer can show, or the least that shows all. */
import { named, type Books } from './books.ts'
import { taxed } from './payables.ts'
import { Receivables, sold } from './receivables.ts'
import type { Invoice, RefundPayment } from './answers.ts'
import { CUSTOMER_LEDGERS } from './report-exports.ts'

const tags = [{ key: 'store', value: 'one' }]
const said = { memo: 'm', metadata: { a: 1 }, reference_number: 'r', tags }

/** What was shown of invoices and refund payments when there was something in every field. */
export type Exercised = { invoice: Invoice; single: Invoice; bulk: Invoice[]; refundPayments: RefundPayment[] }

/** Every operation, with everything in it that an answer can show. */
export async function exerciseReceivables(books: Books): Promise<Exercised> {
  const { api } = books
  const receivables = new Receivables(books)
  const customer = await exerciseCustomers(receivables)
  for (const operation of CUSTOMER_LEDGERS) await api.call(operation, { path: { customerId: customer } })
  const fees = (await books.account('PAYMENT_PROCESSING_FEES')).id
  const line = sold('SALES', 1_000, {
    external_id: 'l',
    tags,
    quantity: 2.5,
    discount_amount: 5,
    product: 'Paper',
    description: 'White',
    sales_taxes: [taxed('CA', 25)],
    prepayment_account_identifier: named('UNEARNED_REVENUE'),
    time_entry_id: customer,
  })
  const card = { method: 'CREDIT_CARD', processor: 'p' }
  const refund = (external_id: string, amount: number) => ({
    ...said,
    ...card,
    external_id,
    line_items: [{ ...said, external_id: 'rl', amount, account_identifier: named('RETURNS_ALLOWANCES') }],
    completed_at: '2026-02-01T12:00:00Z',
    refund_processing_fee: 3,
    refunded_payment_fees: [{ account: fees, fee_amount: 2, description: 'Back' }],
    payment_clearing_account_identifier: named('UNDEPOSITED_FUNDS'),
  })
  const invoice = (name: string) => ({
    ...said,
    external_id: name,
    customer_id: customer,
    sent_at: '2026-01-15T12:00:00Z',
    due_at: '2026-02-15T12:00:00Z',
    line_items: [{ ...line, dedicated_refunds: [refund(`${name} of the line`, 10)] }],
    additional_sales_taxes: [taxed('NY', 5)],
    additional_discount: 4,
    tips: 9,
    tips_account: fees,
    payments: [
      {
        ...said,
        ...card,
        external_id: `${name} paid`,
        paid_at: '2026-01-20T12:00:00Z',
        amount: 1_000,
        fee: 30,
        dedicated_refunds: [refund(`${name} of the payment`, 20)],
      },
    ],
    dedicated_refunds: [refund(`${name} of it`, 30)],
  })
  const bulk = (await receivables.createInvoices([invoice('a'), invoice('b')])).body
  for (const _twice of [1, 2]) await receivables.createInvoice(invoice('c'))
  const id = bulk[0]?.id ?? ''
  for (const _twice of [1, 2]) await receivables.payInvoice(id, { ...said, ...card, external_id: 'p', amount: 100 })
  for (const _twice of [1, 2])
    await receivables.refundInvoice(id, { ...said, external_id: 'r', method: 'STORE_CREDIT', refunded_amount: 40 })
  const writingOff = { external_id: 'w', amount: 50, memo: 'm', tags }
  const { data: writeOff } = (await receivables.writeOff(id, writingOff)).body
  await receivables.writeOff(id, writingOff)
  await api.call('listInvoices', { query: { limit: 1, sort_by: 'total_amount' } })
  const shown = await receivables.invoice(id)
  await exercisePayments(receivables, customer)
  const refundPayments = await exerciseRefunds(receivables, customer, id)
  await exercisePayouts(receivables, shown.payment_allocations[0]?.payment_id ?? '')
  await receivables.undoWriteOff(id, writeOff.id)
  await receivables.updateInvoice(id, { due_at: null, additional_discount: null, tips: 3, tags })
  await api.call('updateInvoiceByPatch', { path: { invoiceId: id }, body: { memo: null, tips_account: null } })
  await receivables.voidInvoice(bulk[1]?.id ?? '', { move_payments_to_credit: true })
  const single = (await api.call('listInvoices', { query: { external_id: 'c' } })).body.data[0]
  if (!single) throw new Error('The invoice c is not listed.')
  return { invoice: shown, single, bulk, refundPayments }
}

async function exerciseCustomers(receivables: Receivables): Promise<string> {
  const { api } = receivables.books
  const names = { company_name: 'Engines', individual_name: 'Ada', email: 'a@b.example', address_string: 'Here' }
  const { id: customerId } = await receivables.customer('c', { ...names, ...said })
  await receivables.customer('c', { ...names, ...said })
  await api.call('listCustomers', { query: { q: 'engines', limit: 1 } })
  await api.call('getCustomer', { path: { customerId } })
  await receivables.updateCustomer(customerId, { office_phone: '1', mobile_phone: '2', tags: null })
  await receivables.updateCustomer(customerId, { tags })
  return customerId
}

async function exercisePayments(receivables: Receivables, customer_id: string): Promise<void> {
  const { api } = receivables.books
  const allocations = [{ ...said, invoice_external_id: 'c', amount: 200 }]
  const paying = { ...said, external_id: 'q', customer_id, method: 'CHECK', amount: 1_000, fee: 1, processor: 'p' }
  const { data } = (await receivables.createPayment({ ...paying, allocations })).body
  await receivables.createPayment({ ...paying, allocations })
  await api.call('getInvoicePayment', { path: { paymentId: data.id } })
  await api.call('listInvoicePayments', { query: { limit: 1, sort_by: 'amount' } })
  const { data: never } = (await receivables.createPayment({ customer_id, method: 'CASH', amount: 1 })).body
  await receivables.deletePayment(never.id)
  await api.call('deleteInvoicePaymentByDelete', { path: { paymentId: never.id } })
  const bounced = { external_id: 'bounced', returned_at: data.paid_at, fee: 2, reason: 'No funds' }
  await receivables.returnPayment(data.id, bounced)
  await api.call('getInvoicePayment', { path: { paymentId: data.id } })
  await receivables.undoReturn(data.id)
}

async function exerciseRefunds(
  receivables: Receivables,
  customer_id: string,
  invoice_id: string,
): Promise<RefundPayment[]> {
  const { api } = receivables.books
  const lines = [{ ...said, external_id: 'x', amount: 5, account_identifier: named('RETURNS_ALLOWANCES') }]
  const allocations = [
    { ...said, external_id: 'of it', invoice_id, line_items: lines },
    { ...said, customer_id, total_amount: 6 },
  ]
  const payments = [{ ...said, external_id: 'y', refunded_amount: 7, method: 'CASH', refund_processing_fee: 1 }]
  const body = { ...said, external_id: 's', completed_at: '2026-02-01T12:00:00Z', allocations, payments }
  const { data } = (await receivables.createRefund(body)).body
  await receivables.createRefund(body)
  await receivables.updateRefund(data.id, { memo: null, allocations: allocations.toReversed() })
  await receivables.refund(data.id)
  await api.call('listRefunds', { query: { limit: 1, sort_by: 'total_amount' } })
  return (await api.call('listRefundPayments', { query: { limit: 500 } })).body
}

async function exercisePayouts(receivables: Receivables, paymentId: string): Promise<void> {
  const { api } = receivables.books
  const { amount, fee } = await receivables.payment(paymentId)
  const settled = { ...{ amount: 11, direction: 'DEBIT', description: 'Reserve', tags }, external_id: 'reserve' }
  const body = {
    ...said,
    external_id: 'd',
    processor: 'p',
    paid_out_amount: amount - fee - 2 - 11,
    fee: 2,
    completed_at: '2026-02-28T12:00:00Z',
    payments: [{ id: paymentId }],
    other_transactions: [{ ...settled, account_identifier: named('CURRENT_ASSET') }],
  }
  const { data } = (await receivables.createPayout(body)).body
  await receivables.createPayout(body)
  await api.call('getPayout', { path: { payoutId: data.id } })
  await api.call('listPayouts', { query: { limit: 1, sort_by: 'paid_out_amount' } })
  const { data: never } = (await receivables.createPayout({ paid_out_amount: -1, fee: 1 })).body
  await receivables.deletePayout(never.id)
  await api.call('deletePayoutByDelete', { path: { payoutId: never.id } })
}

/** Documents of every kind that the release before knows, too, changed, in a few requests. @returns the customer's id */
export async function sketchReceivables(books: Books): Promise<string> {
  const receivables = new Receivables(books)
  const customer = await receivables.customer('sketched', { tags })
  const common = { customer_id: customer.id, sent_at: '2026-01-15T12:00:00Z', due_at: '2026-02-15T12:00:00Z' }
  const line_items = [sold('SALES', 1_000, { tags, sales_taxes: [taxed('CA', 25)] })]
  const paying = { method: 'CREDIT_CARD', external_id: 'paid', paid_at: '2026-01-20T12:00:00Z', amount: 700, fee: 30 }
  const refunded = [{ amount: 100, account_identifier: named('RETURNS_ALLOWANCES') }]
  const refund = { method: 'CHECK', completed_at: '2026-02-01T12:00:00Z', line_items: refunded }
  const made = await receivables.createInvoices([
    { ...common, tags, line_items, tips: 9, additional_discount: 4, payments: [paying], dedicated_refunds: [refund] },
    { ...common, line_items, payments: [{ ...paying, external_id: 'moved', amount: 50 }] },
  ])
  const [first = '', second = ''] = made.body.map(({ id }) => id)
  await receivables.writeOff(first, { amount: 50, write_off_at: '2026-02-02T12:00:00Z' })
  await receivables.voidInvoice(second, { move_payments_to_credit: true })
  await receivables.createPayout({
    paid_out_amount: 670,
    completed_at: '2026-02-28T12:00:00Z',
    payments: [{ external_id: 'paid' }],
  })
  return customer.id
}

/** A payment that bounced, and the payout that settles its return. The release before knows neither. */
export async function sketchReturn(books: Books, customer_id: string): Promise<void> {
  const receivables = new Receivables(books)
  const { data: bounced } = (await receivables.createPayment({ customer_id, method: 'CHECK', amount: 5 })).body
  await receivables.returnPayment(bounced.id, { returned_at: bounced.paid_at, external_id: 'charged back' })
  await receivables.createPayout({
    paid_out_amount: -5,
    completed_at: bounced.paid_at,
    payment_returns: [{ external_id: 'charged back' }],
  })
}
