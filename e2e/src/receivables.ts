/** Customers, invoices, payments, refunds and payouts of one business, in the terms of tests. */
import type { Answer, Call } from './api.ts'
import { allPages, named, type Books } from './books.ts'
import type {
  Customer,
  Invoice,
  InvoicePayment,
  Page,
  PagedId,
  Payout,
  Refund,
  RefundPayment,
  RowOf,
} from './answers.ts'

type Headers = Record<string, string>

/** A line item of an invoice. */
export const sold = (account: string, unit_price: number, more: object = {}) => ({
  account_identifier: named(account),
  unit_price,
  ...more,
})

export class Receivables {
  readonly books: Books

  constructor(books: Books) {
    this.books = books
  }

  createCustomer(body: unknown, headers: Headers = {}) {
    return this.books.api.call('createCustomer', { body, headers })
  }

  async customer(external_id: string, more: object = {}): Promise<Customer> {
    return (await this.createCustomer({ external_id, company_name: external_id, ...more })).body.data
  }

  updateCustomer(customerId: string, body: unknown) {
    return this.books.api.call('updateCustomer', { path: { customerId }, body })
  }

  /** What the customer has with the business. */
  async creditOf(customerId: string): Promise<number> {
    return (await this.books.api.call('getCustomer', { path: { customerId } })).body.data.credit_balance
  }

  createInvoice(body: unknown, headers: Headers = {}) {
    return this.books.api.call('createInvoice', { body, headers })
  }

  /** An invoice sent in mid-January, unless it says otherwise. */
  async sent(customer: Customer, line_items: object[], more: object = {}): Promise<Invoice> {
    const body = { customer_id: customer.id, sent_at: '2026-01-15T12:00:00Z', line_items, ...more }
    return (await this.createInvoice(body)).body.data
  }

  createInvoices(body: unknown, headers: Headers = {}) {
    return this.books.api.call('createInvoices', { body, headers })
  }

  async invoice(invoiceId: string): Promise<Invoice> {
    return (await this.books.api.call('getInvoice', { path: { invoiceId } })).body.data
  }

  updateInvoice(invoiceId: string, body: unknown) {
    return this.books.api.call('updateInvoice', { path: { invoiceId }, body })
  }

  voidInvoice(invoiceId: string, body?: unknown) {
    return this.books.api.call('voidInvoice', { path: { invoiceId }, ...(body === undefined ? {} : { body }) })
  }

  payInvoice(invoiceId: string, body: unknown, headers: Headers = {}) {
    return this.books.api.call('payInvoice', { path: { invoiceId }, body, headers })
  }

  writeOff(invoiceId: string, body: unknown = {}) {
    return this.books.api.call('writeOffInvoice', { path: { invoiceId }, body })
  }

  undoWriteOff(invoiceId: string, writeOffId: string) {
    return this.books.api.call('undoWriteOff', { path: { invoiceId, writeOffId } })
  }

  refundInvoice(invoiceId: string, body: unknown = {}) {
    return this.books.api.call('refundInvoice', { path: { invoiceId }, body })
  }

  createPayment(body: unknown, headers: Headers = {}) {
    return this.books.api.call('createInvoicePayment', { body, headers })
  }

  /** A payment by ACH in mid-February over these invoices, unless it says otherwise. */
  async paid(amount: number, allocations: object[], more: object = {}): Promise<InvoicePayment> {
    const body = { method: 'ACH', paid_at: '2026-02-15T12:00:00Z', amount, allocations, ...more }
    return (await this.createPayment(body)).body.data
  }

  async payment(paymentId: string): Promise<InvoicePayment> {
    return (await this.books.api.call('getInvoicePayment', { path: { paymentId } })).body.data
  }

  createRefund(body: unknown, headers: Headers = {}) {
    return this.books.api.call('createRefund', { body, headers })
  }

  /** A refund issued at the end of February, unless it says otherwise. */
  async refunded(allocations: object[], payments: object[] = [], more: object = {}): Promise<Refund> {
    const body = { completed_at: '2026-02-27T12:00:00Z', allocations, payments, ...more }
    return (await this.createRefund(body)).body.data
  }

  async refund(refundId: string): Promise<Refund> {
    return (await this.books.api.call('getRefund', { path: { refundId } })).body.data
  }

  updateRefund(refundId: string, body: unknown) {
    return this.books.api.call('updateRefund', { path: { refundId }, body })
  }

  /** Every matching refund payment, link after link. */
  async refundPayments(query: Call['query'] = {}): Promise<RefundPayment[]> {
    const rows: RefundPayment[] = []
    let cursor: string | undefined
    do {
      const answer = await this.books.api.call('listRefundPayments', { query: { limit: 500, ...query, cursor } })
      rows.push(...answer.body)
      cursor = cursorIn(answer)
    } while (cursor !== undefined)
    return rows
  }

  deletePayment(paymentId: string) {
    return this.books.api.call('deleteInvoicePayment', { path: { paymentId } })
  }

  /** On the last day of February, unless it says otherwise. */
  returnPayment(paymentId: string, body: object = {}, headers: Headers = {}) {
    return this.books.api.call('returnInvoicePayment', {
      path: { paymentId },
      body: { returned_at: '2026-02-28T12:00:00Z', ...body },
      headers,
    })
  }

  undoReturn(paymentId: string) {
    return this.books.api.call('undoInvoicePaymentReturn', { path: { paymentId } })
  }

  createPayout(body: unknown, headers: Headers = {}) {
    return this.books.api.call('createPayout', { body, headers })
  }

  deletePayout(payoutId: string) {
    return this.books.api.call('deletePayout', { path: { payoutId } })
  }

  async payout(payoutId: string): Promise<Payout> {
    return (await this.books.api.call('getPayout', { path: { payoutId } })).body.data
  }

  /** Every row of a listing that fits, page after page. */
  all<Name extends PagedId>(operationId: Name, query: Call['query'] = {}): Promise<RowOf<Name>[]> {
    return allPages(async (cursor) => {
      const answer = await this.books.api.call(operationId, { query: { limit: 500, ...query, cursor } })
      return answer.body as Page<RowOf<Name>>
    })
  }

  invoices(query: Call['query'] = {}): Promise<Invoice[]> {
    return this.all('listInvoices', query)
  }

  /** The balances of the named accounts in the accrual and the cash books, 0 by default. */
  async balances(...accounts: string[]): Promise<[accrual: number, cash: number][]> {
    const [accrual, cash] = await Promise.all(
      ['ACCRUAL', 'CASH'].map((reporting_basis) => this.books.balances({ reporting_basis })),
    )
    return accounts.map((account) => [accrual?.[account] ?? 0, cash?.[account] ?? 0])
  }
}

/** Where the link to the next page leads, if there is one. */
export function cursorIn({ headers }: Answer<unknown>): string | undefined {
  const [, url] = /^<([^>]+)>; rel="next"$/.exec(String(headers.link ?? '')) ?? []
  return url === undefined ? undefined : (new URL(url, 'http://gateway').searchParams.get('cursor') ?? undefined)
}
