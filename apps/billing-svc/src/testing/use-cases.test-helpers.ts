/** The use cases as service tests call them: refusals are recorded by method. */
import {
  BillPaymentsService,
  BillsService,
  ContactsService,
  CustomersService,
  InvoicePaymentsService,
  InvoicesService,
  PayoutsService,
  RefundsService,
  TagsService,
  VendorCreditsService,
  VendorRefundsService,
  VendorsService,
  type CreateCustomerRequest__Output,
  type CreateVendorRequest__Output,
  type ListCustomersRequest__Output,
  type ListVendorsRequest__Output,
  type UpdateCustomerRequest__Output,
  type UpdateVendorRequest__Output,
} from '@pacioli/protos/billing'
import type { BusinessRead, BusinessWrite } from '@pacioli/rpc'
import { recorded } from '@pacioli/testing'
import type { Billing } from '../billing.ts'
import { allocateBillPayment as allocateBillPaymentAlone } from '../bill-payments/allocate-bill-payment.ts'
import { createBillPayment as createBillPaymentAlone } from '../bill-payments/create-bill-payment.ts'
import { deleteBillPayment as deleteBillPaymentAlone } from '../bill-payments/delete-bill-payment.ts'
import { listBillPayments as listBillPaymentsAlone } from '../bill-payments/list-bill-payments.ts'
import { createBill as createBillAlone, createBills as createBillsAlone } from '../bills/create-bills.ts'
import { createExpense as createExpenseAlone } from '../expenses/create-expense.ts'
import { listBills as listBillsAlone } from '../bills/list-bills.ts'
import { updateBill as updateBillAlone } from '../bills/update-bill.ts'
import { voidBill as voidBillAlone } from '../bills/void-bill.ts'
import { createContact } from '../contact-requests/create-contact.ts'
import { CUSTOMERS } from '../contacts/customer.ts'
import { listContacts } from '../contact-requests/list-contacts.ts'
import { findContacts as findContactsAlone } from '../contact-requests/find-contacts.ts'
import { updateContact } from '../contact-requests/update-contact.ts'
import { VENDORS } from '../contacts/vendor.ts'
import { BILL_PAYMENTS } from '../payables/bill-payment.kind.ts'
import { BILLS } from '../payables/bill.kind.ts'
import { INVOICE_PAYMENTS } from '../receivables/invoice-payment.kind.ts'
import { INVOICES } from '../receivables/invoice.kind.ts'
import { PAYOUTS } from '../receivables/payout.kind.ts'
import { REFUNDS } from '../receivables/refund.kind.ts'
import { VENDOR_CREDITS } from '../payables/vendor-credit.kind.ts'
import { VENDOR_REFUNDS } from '../payables/vendor-refund.kind.ts'
import { getDocument } from '../documents/document-kind.ts'
import { applyTags as applyTagsAlone, removeTags as removeTagsAlone } from '../tag-requests/tag-entities.ts'
import { createInvoicePayment as createInvoicePaymentAlone } from '../invoice-payments/create-invoice-payment.ts'
import { deleteInvoicePayment as deleteInvoicePaymentAlone } from '../invoice-payments/delete-invoice-payment.ts'
import { listInvoicePayments as listInvoicePaymentsAlone } from '../invoice-payments/list-invoice-payments.ts'
import { payInvoice as payInvoiceAlone } from '../invoice-payments/pay-invoice.ts'
import { returnInvoicePayment as returnInvoicePaymentAlone } from '../invoice-payments/return-invoice-payment.ts'
import { undoInvoicePaymentReturn as undoInvoicePaymentReturnAlone } from '../invoice-payments/undo-invoice-payment-return.ts'
import {
  createInvoice as createInvoiceAlone,
  createInvoices as createInvoicesAlone,
} from '../invoices/create-invoices.ts'
import { invoicesOfSources as invoicesOfSourcesAlone } from '../invoices/find-invoices-of-sources.ts'
import { listInvoices as listInvoicesAlone } from '../invoices/list-invoices.ts'
import { updateInvoice as updateInvoiceAlone } from '../invoices/update-invoice.ts'
import { undoWriteOff as undoWriteOffAlone } from '../write-offs/undo-write-off.ts'
import { voidInvoice as voidInvoiceAlone } from '../invoices/void-invoice.ts'
import { writeOffInvoice as writeOffInvoiceAlone } from '../write-offs/write-off-invoice.ts'
import { createPayout as createPayoutAlone } from '../payouts/create-payout.ts'
import { deletePayout as deletePayoutAlone } from '../payouts/delete-payout.ts'
import { listPayouts as listPayoutsAlone } from '../payouts/list-payouts.ts'
import { createRefund as createRefundAlone } from '../refunds/create-refund.ts'
import { listRefundPayments as listRefundPaymentsAlone } from '../refunds/list-refund-payments.ts'
import { listRefunds as listRefundsAlone } from '../refunds/list-refunds.ts'
import { refundInvoice as refundInvoiceAlone } from '../refunds/refund-invoice.ts'
import { updateRefund as updateRefundAlone } from '../refunds/update-refund.ts'
import { allocateVendorCredit as allocateVendorCreditAlone } from '../vendor-credits/allocate-vendor-credit.ts'
import { createVendorCredit as createVendorCreditAlone } from '../vendor-credits/create-vendor-credit.ts'
import { deleteVendorCredit as deleteVendorCreditAlone } from '../vendor-credits/delete-vendor-credit.ts'
import { listVendorCredits as listVendorCreditsAlone } from '../vendor-credits/list-vendor-credits.ts'
import { removeAllocation as removeAllocationAlone } from '../vendor-credits/remove-allocation.ts'
import { createVendorRefund as createVendorRefundAlone } from '../vendor-refunds/create-vendor-refund.ts'
import { deleteVendorRefund as deleteVendorRefundAlone } from '../vendor-refunds/delete-vendor-refund.ts'
import { listVendorRefunds as listVendorRefundsAlone } from '../vendor-refunds/list-vendor-refunds.ts'

export const allocateBillPayment = recorded(BillPaymentsService.AllocateBillPayment, allocateBillPaymentAlone)
export const createBillPayment = recorded(BillPaymentsService.CreateBillPayment, createBillPaymentAlone)
export const deleteBillPayment = recorded(BillPaymentsService.DeleteBillPayment, deleteBillPaymentAlone)
export const getBillPayment = recorded(
  BillPaymentsService.GetBillPayment,
  (billing: Billing, request: BusinessRead, id: string) => getDocument(billing, request, BILL_PAYMENTS, id),
)
export const listBillPayments = recorded(BillPaymentsService.ListBillPayments, listBillPaymentsAlone)
export const createBill = recorded(BillsService.CreateBill, createBillAlone)
export const createBills = recorded(BillsService.CreateBills, createBillsAlone)
export const createExpense = recorded(BillsService.CreateExpense, createExpenseAlone)
export const getBill = recorded(BillsService.GetBill, (billing: Billing, request: BusinessRead, id: string) =>
  getDocument(billing, request, BILLS, id),
)
export const listBills = recorded(BillsService.ListBills, listBillsAlone)
export const updateBill = recorded(BillsService.UpdateBill, updateBillAlone)
export const voidBill = recorded(BillsService.VoidBill, voidBillAlone)
export const findContacts = recorded(ContactsService.FindContacts, findContactsAlone)
export const createCustomer = recorded(
  CustomersService.CreateCustomer,
  (billing: Billing, request: BusinessWrite, input: CreateCustomerRequest__Output) =>
    createContact(billing, request, CUSTOMERS, input),
)
export const getCustomer = recorded(
  CustomersService.GetCustomer,
  (billing: Billing, request: BusinessRead, id: string) => getDocument(billing, request, CUSTOMERS, id),
)
export const listCustomers = recorded(
  CustomersService.ListCustomers,
  (billing: Billing, request: BusinessRead, input: ListCustomersRequest__Output) =>
    listContacts(billing, request, CUSTOMERS, input),
)
export const updateCustomer = recorded(
  CustomersService.UpdateCustomer,
  (billing: Billing, request: BusinessWrite, { customer_id, ...change }: UpdateCustomerRequest__Output) =>
    updateContact(billing, request, CUSTOMERS, customer_id, change),
)
export const applyTags = recorded(TagsService.ApplyTags, applyTagsAlone)
export const removeTags = recorded(TagsService.RemoveTags, removeTagsAlone)
export const createInvoicePayment = recorded(InvoicePaymentsService.CreateInvoicePayment, createInvoicePaymentAlone)
export const deleteInvoicePayment = recorded(InvoicePaymentsService.DeleteInvoicePayment, deleteInvoicePaymentAlone)
export const getInvoicePayment = recorded(
  InvoicePaymentsService.GetInvoicePayment,
  (billing: Billing, request: BusinessRead, id: string) => getDocument(billing, request, INVOICE_PAYMENTS, id),
)
export const listInvoicePayments = recorded(InvoicePaymentsService.ListInvoicePayments, listInvoicePaymentsAlone)
export const returnInvoicePayment = recorded(InvoicePaymentsService.ReturnInvoicePayment, returnInvoicePaymentAlone)
export const undoInvoicePaymentReturn = recorded(
  InvoicePaymentsService.UndoInvoicePaymentReturn,
  undoInvoicePaymentReturnAlone,
)
export const payInvoice = recorded(InvoicePaymentsService.PayInvoice, payInvoiceAlone)
export const createInvoice = recorded(InvoicesService.CreateInvoice, createInvoiceAlone)
export const createInvoices = recorded(InvoicesService.CreateInvoices, createInvoicesAlone)
export const invoicesOfSources = recorded(InvoicesService.FindInvoicesOfSources, invoicesOfSourcesAlone)
export const getInvoice = recorded(InvoicesService.GetInvoice, (billing: Billing, request: BusinessRead, id: string) =>
  getDocument(billing, request, INVOICES, id),
)
export const listInvoices = recorded(InvoicesService.ListInvoices, listInvoicesAlone)
export const undoWriteOff = recorded(InvoicesService.UndoWriteOff, undoWriteOffAlone)
export const updateInvoice = recorded(InvoicesService.UpdateInvoice, updateInvoiceAlone)
export const voidInvoice = recorded(InvoicesService.VoidInvoice, voidInvoiceAlone)
export const writeOffInvoice = recorded(InvoicesService.WriteOffInvoice, writeOffInvoiceAlone)
export const createPayout = recorded(PayoutsService.CreatePayout, createPayoutAlone)
export const deletePayout = recorded(PayoutsService.DeletePayout, deletePayoutAlone)
export const getPayout = recorded(PayoutsService.GetPayout, (billing: Billing, request: BusinessRead, id: string) =>
  getDocument(billing, request, PAYOUTS, id),
)
export const listPayouts = recorded(PayoutsService.ListPayouts, listPayoutsAlone)
export const createRefund = recorded(RefundsService.CreateRefund, createRefundAlone)
export const getRefund = recorded(RefundsService.GetRefund, (billing: Billing, request: BusinessRead, id: string) =>
  getDocument(billing, request, REFUNDS, id),
)
export const listRefundPayments = recorded(RefundsService.ListRefundPayments, listRefundPaymentsAlone)
export const listRefunds = recorded(RefundsService.ListRefunds, listRefundsAlone)
export const refundInvoice = recorded(RefundsService.RefundInvoice, refundInvoiceAlone)
export const updateRefund = recorded(RefundsService.UpdateRefund, updateRefundAlone)
export const allocateVendorCredit = recorded(VendorCreditsService.AllocateVendorCredit, allocateVendorCreditAlone)
export const createVendorCredit = recorded(VendorCreditsService.CreateVendorCredit, createVendorCreditAlone)
export const deleteVendorCredit = recorded(VendorCreditsService.DeleteVendorCredit, deleteVendorCreditAlone)
export const getVendorCredit = recorded(
  VendorCreditsService.GetVendorCredit,
  (billing: Billing, request: BusinessRead, id: string) => getDocument(billing, request, VENDOR_CREDITS, id),
)
export const listVendorCredits = recorded(VendorCreditsService.ListVendorCredits, listVendorCreditsAlone)
export const removeAllocation = recorded(VendorCreditsService.RemoveVendorCreditAllocation, removeAllocationAlone)
export const createVendor = recorded(
  VendorsService.CreateVendor,
  (billing: Billing, request: BusinessWrite, input: CreateVendorRequest__Output) =>
    createContact(billing, request, VENDORS, input),
)
export const getVendor = recorded(VendorsService.GetVendor, (billing: Billing, request: BusinessRead, id: string) =>
  getDocument(billing, request, VENDORS, id),
)
export const listVendors = recorded(
  VendorsService.ListVendors,
  (billing: Billing, request: BusinessRead, input: ListVendorsRequest__Output) =>
    listContacts(billing, request, VENDORS, input),
)
export const updateVendor = recorded(
  VendorsService.UpdateVendor,
  (billing: Billing, request: BusinessWrite, { vendor_id, ...change }: UpdateVendorRequest__Output) =>
    updateContact(billing, request, VENDORS, vendor_id, change),
)

export const createVendorRefund = recorded(VendorRefundsService.CreateVendorRefund, createVendorRefundAlone)
export const deleteVendorRefund = recorded(VendorRefundsService.DeleteVendorRefund, deleteVendorRefundAlone)
export const getVendorRefund = recorded(
  VendorRefundsService.GetVendorRefund,
  (billing: Billing, request: BusinessRead, id: string) => getDocument(billing, request, VENDOR_REFUNDS, id),
)
export const listVendorRefunds = recorded(VendorRefundsService.ListVendorRefunds, listVendorRefundsAlone)
