/** All operations of payables, for tests that ask the same of each. */
import type { Call } from './api.ts'
import { billed, credited, type Payables } from './payables.ts'
import type { OperationId } from './answers.ts'
import { VENDOR_LEDGERS } from './report-exports.ts'

export type PayablesIds = Record<
  | ('vendor' | 'bill' | 'lineItem' | 'expense' | 'billPayment')
  | ('vendorCredit' | 'creditAllocation' | 'vendorRefund' | 'billPosting'),
  string
>

/** Something of everything that payables keep. */
export async function payablesOf(payables: Payables, name: string): Promise<PayablesIds> {
  const tags = [{ key: name, value: name }]
  const vendor = await payables.vendor(name, { company_name: name, email: `${name}@vendors.example`, memo: name, tags })
  const line_items = [billed('COGS', 987_654_321, { description: name, tags })]
  const bill = await payables.received(vendor, line_items, { external_id: name, memo: name, reference_number: name })
  const expense = await payables.spent('CASH', line_items, {
    external_id: `${name} expense`,
    vendor_id: vendor.id,
    tags,
  })
  const payment = await payables.paid(987_000_000, [{ bill_id: bill.id, amount: 123_456_789, memo: name }], {
    external_id: name,
    memo: name,
    reference_number: name,
    tags,
  })
  const credit = await payables.credit(vendor, [credited('COGS', 123_456_789, { memo: name })], {
    external_id: name,
    memo: name,
    reference_number: name,
    allocations: [{ bill_id: bill.id, amount: 1_000 }],
    tags,
  })
  const refund = await payables.refunded([{ payment_id: payment.id, amount: 1_000 }], {
    external_id: name,
    memo: name,
    reference_number: name,
    tags,
  })
  const postings = await payables.books.api.call('listPostings', { query: { source_id: bill.id } })
  return {
    vendor: vendor.id,
    bill: bill.id,
    lineItem: bill.line_items[0]?.id ?? '',
    expense: expense.id,
    billPayment: payment.id,
    vendorCredit: credit.id,
    creditAllocation: credit.allocations[0]?.id ?? '',
    vendorRefund: refund.id,
    billPosting: postings.body.data[0]?.id ?? '',
  }
}

const line_items = [billed('COGS', 1)]

/** The operations of payables, each with ids of something that is there where it takes some. */
export const payablesOperations = (known: () => PayablesIds): [OperationId, () => Call][] => [
  ['createVendor', () => ({ body: { company_name: 'Mine' } })],
  ['listVendors', () => ({})],
  ['getVendor', () => ({ path: { vendorId: known().vendor } })],
  ['updateVendor', () => ({ path: { vendorId: known().vendor }, body: { memo: 'Mine' } })],
  ...VENDOR_LEDGERS.map((name): [OperationId, () => Call] => [name, () => ({ path: { vendorId: known().vendor } })]),
  ['createBill', () => ({ body: { vendor_id: known().vendor, line_items } })],
  ['createBills', () => ({ body: [{ vendor_id: known().vendor, line_items }] })],
  ['createExpense', () => ({ body: { method: 'CASH', line_items } })],
  ['listBills', () => ({})],
  ['getBill', () => ({ path: { billId: known().bill } })],
  ['updateBill', () => ({ path: { billId: known().bill }, body: { memo: 'Mine' } })],
  ['updateBillByPatch', () => ({ path: { billId: known().bill }, body: { memo: 'Mine' } })],
  ['voidBill', () => ({ path: { billId: known().bill } })],
  ['createBillPayment', () => ({ body: { vendor_id: known().vendor, method: 'CASH', amount: 1 } })],
  ['listBillPayments', () => ({})],
  ['getBillPayment', () => ({ path: { paymentId: known().billPayment } })],
  [
    'allocateBillPayment',
    () => ({ path: { paymentId: known().billPayment }, body: { bill_id: known().bill, amount: 1 } }),
  ],
  ['deleteBillPayment', () => ({ path: { paymentId: known().billPayment } })],
  ['deleteBillPaymentByDelete', () => ({ path: { paymentId: known().billPayment } })],
  ['createVendorCredit', () => ({ body: { vendor_id: known().vendor, line_items: [credited('COGS', 1)] } })],
  ['listVendorCredits', () => ({})],
  ['getVendorCredit', () => ({ path: { vendorCreditId: known().vendorCredit } })],
  [
    'allocateVendorCredit',
    () => ({ path: { vendorCreditId: known().vendorCredit }, body: { bill_id: known().bill, amount: 1 } }),
  ],
  ['removeVendorCreditAllocation', () => ({ path: { allocationId: known().creditAllocation } })],
  ['deleteVendorCredit', () => ({ path: { vendorCreditId: known().vendorCredit } })],
  [
    'createVendorRefund',
    () => ({
      body: { method: 'CASH', amount: 1, allocations: [{ payment_id: known().billPayment, amount: 1 }] },
    }),
  ],
  ['listVendorRefunds', () => ({})],
  ['getVendorRefund', () => ({ path: { vendorRefundId: known().vendorRefund } })],
  ['deleteVendorRefund', () => ({ path: { vendorRefundId: known().vendorRefund } })],
]
