/** Vendors, bills, payments and credits of one business, in the terms of tests. */
import type { Call } from './api.ts'
import { allPages, named, type Books } from './books.ts'
import type { Bill, BillPayment, Page, PagedId, RowOf, Vendor, VendorCredit, VendorRefund } from './answers.ts'

type Headers = Record<string, string>

/** A line item of a bill or an expense. */
export const billed = (account: string, unit_price: number, more: object = {}) => ({
  account_identifier: named(account),
  unit_price,
  ...more,
})

/** A line item of a vendor credit. */
export const credited = (account: string, amount: number, more: object = {}) => ({
  account_identifier: named(account),
  amount,
  ...more,
})

/** A tax of a line item or of a bill. */
export const taxed = (name: string, amount: number) => ({ amount, tax_account: { type: 'Tax_Name', name } })

export class Payables {
  readonly books: Books

  constructor(books: Books) {
    this.books = books
  }

  createVendor(body: unknown, headers: Headers = {}) {
    return this.books.api.call('createVendor', { body, headers })
  }

  async vendor(external_id: string, more: object = {}): Promise<Vendor> {
    return (await this.createVendor({ external_id, company_name: external_id, ...more })).body.data
  }

  updateVendor(vendorId: string, body: unknown) {
    return this.books.api.call('updateVendor', { path: { vendorId }, body })
  }

  createBill(body: unknown, headers: Headers = {}) {
    return this.books.api.call('createBill', { body, headers })
  }

  /** A bill received in mid-January, unless it says otherwise. */
  async received(vendor: Vendor, line_items: object[], more: object = {}): Promise<Bill> {
    const body = { vendor_id: vendor.id, received_at: '2026-01-15T12:00:00Z', line_items, ...more }
    return (await this.createBill(body)).body.data
  }

  createBills(body: unknown) {
    return this.books.api.call('createBills', { body })
  }

  createExpense(body: unknown) {
    return this.books.api.call('createExpense', { body })
  }

  async spent(method: string, line_items: object[], more: object = {}): Promise<Bill> {
    const body = { method, paid_at: '2026-01-16T12:00:00Z', line_items, ...more }
    return (await this.createExpense(body)).body.data
  }

  async bill(billId: string): Promise<Bill> {
    return (await this.books.api.call('getBill', { path: { billId } })).body.data
  }

  updateBill(billId: string, body: unknown) {
    return this.books.api.call('updateBill', { path: { billId }, body })
  }

  voidBill(billId: string) {
    return this.books.api.call('voidBill', { path: { billId } })
  }

  createPayment(body: unknown, headers: Headers = {}) {
    return this.books.api.call('createBillPayment', { body, headers })
  }

  /** A payment by ACH in mid-February over these bills, unless it says otherwise. */
  async paid(amount: number, allocations: object[], more: object = {}): Promise<BillPayment> {
    const body = { method: 'ACH', paid_at: '2026-02-15T12:00:00Z', amount, allocations, ...more }
    return (await this.createPayment(body)).body.data
  }

  async payment(paymentId: string): Promise<BillPayment> {
    return (await this.books.api.call('getBillPayment', { path: { paymentId } })).body.data
  }

  allocate(paymentId: string, body: unknown) {
    return this.books.api.call('allocateBillPayment', { path: { paymentId }, body })
  }

  deletePayment(paymentId: string) {
    return this.books.api.call('deleteBillPayment', { path: { paymentId } })
  }

  createCredit(body: unknown, headers: Headers = {}) {
    return this.books.api.call('createVendorCredit', { body, headers })
  }

  /** A credit received in mid-January, unless it says otherwise. */
  async credit(vendor: Vendor, line_items: object[], more: object = {}): Promise<VendorCredit> {
    const body = { vendor_id: vendor.id, received_at: '2026-01-20T12:00:00Z', line_items, ...more }
    return (await this.createCredit(body)).body.data
  }

  allocateCredit(vendorCreditId: string, body: unknown) {
    return this.books.api.call('allocateVendorCredit', { path: { vendorCreditId }, body })
  }

  takeBack(allocationId: string) {
    return this.books.api.call('removeVendorCreditAllocation', { path: { allocationId } })
  }

  deleteCredit(vendorCreditId: string) {
    return this.books.api.call('deleteVendorCredit', { path: { vendorCreditId } })
  }

  createRefund(body: unknown) {
    return this.books.api.call('createVendorRefund', { body })
  }

  /** Paid back at the end of February by ACH, unless it says otherwise. */
  async refunded(
    allocations: readonly ({ amount: number } & Record<string, unknown>)[],
    more: object = {},
  ): Promise<VendorRefund> {
    const amount = allocations.reduce((sum, one) => sum + one.amount, 0)
    const body = { method: 'ACH', received_at: '2026-02-25T12:00:00Z', amount, allocations, ...more }
    return (await this.createRefund(body)).body.data
  }

  deleteRefund(vendorRefundId: string) {
    return this.books.api.call('deleteVendorRefund', { path: { vendorRefundId } })
  }

  /** Every row of a listing that fits, page after page. */
  all<Name extends PagedId>(operationId: Name, query: Call['query'] = {}): Promise<RowOf<Name>[]> {
    return allPages(async (cursor) => {
      const answer = await this.books.api.call(operationId, { query: { limit: 500, ...query, cursor } })
      return answer.body as Page<RowOf<Name>>
    })
  }

  bills(query: Call['query'] = {}): Promise<Bill[]> {
    return this.all('listBills', query)
  }

  /** The balances of the named accounts in the accrual and the cash books, 0 by default. */
  async balances(...accounts: string[]): Promise<[accrual: number, cash: number][]> {
    const [accrual, cash] = await Promise.all(
      ['ACCRUAL', 'CASH'].map((reporting_basis) => this.books.balances({ reporting_basis })),
    )
    return accounts.map((account) => [accrual?.[account] ?? 0, cash?.[account] ?? 0])
  }
}
