/** The use cases as service tests ask for them: what each refuses is noted as the answer of its method. */
import {
  BillPaymentsService,
  BillsService,
  CustomersService,
  InvoicePaymentsService,
  InvoicesService,
  PayoutsService,
  RefundsService,
  VendorCreditsService,
  VendorsService,
} from '@pacioli/protos/billing'
import { recorded } from '@pacioli/testing'
import { allocateBillPayment as allocateBillPaymentAlone } from '../bill-payments/allocate-bill-payment.ts'
import { createBillPayment as createBillPaymentAlone } from '../bill-payments/create-bill-payment.ts'
import { deleteBillPayment as deleteBillPaymentAlone } from '../bill-payments/delete-bill-payment.ts'
import { getBillPayment as getBillPaymentAlone } from '../bill-payments/get-bill-payment.ts'
import { listBillPayments as listBillPaymentsAlone } from '../bill-payments/list-bill-payments.ts'
import {
  createBill as createBillAlone,
  createBills as createBillsAlone,
  createExpense as createExpenseAlone,
} from '../bills/create-bills.ts'
import { getBill as getBillAlone } from '../payables/get-bill.ts'
import { listBills as listBillsAlone } from '../bills/list-bills.ts'
import { updateBill as updateBillAlone } from '../bills/update-bill.ts'
import { voidBill as voidBillAlone } from '../bills/void-bill.ts'
import { createCustomer as createCustomerAlone } from '../contacts/create-customer.ts'
import { getCustomer as getCustomerAlone } from '../contacts/get-customer.ts'
import { listCustomers as listCustomersAlone } from '../contacts/list-customers.ts'
import { updateCustomer as updateCustomerAlone } from '../contacts/update-customer.ts'
import { applyTags as applyTagsAlone, removeTags as removeTagsAlone } from '../tagging/tag-documents.ts'
import { createInvoicePayment as createInvoicePaymentAlone } from '../invoice-payments/create-invoice-payment.ts'
import { getInvoicePayment as getInvoicePaymentAlone } from '../receivables/get-invoice-payment.ts'
import { listInvoicePayments as listInvoicePaymentsAlone } from '../invoice-payments/list-invoice-payments.ts'
import { payInvoice as payInvoiceAlone } from '../invoice-payments/pay-invoice.ts'
import {
  createInvoice as createInvoiceAlone,
  createInvoices as createInvoicesAlone,
} from '../invoices/create-invoices.ts'
import { invoicesOfSources as invoicesOfSourcesAlone } from '../invoices/find-invoices-of-sources.ts'
import { getInvoice as getInvoiceAlone } from '../receivables/get-invoice.ts'
import { listInvoices as listInvoicesAlone } from '../invoices/list-invoices.ts'
import { undoWriteOff as undoWriteOffAlone } from '../write-offs/undo-write-off.ts'
import { voidInvoice as voidInvoiceAlone } from '../invoices/void-invoice.ts'
import { writeOffInvoice as writeOffInvoiceAlone } from '../write-offs/write-off-invoice.ts'
import { createPayout as createPayoutAlone } from '../payouts/create-payout.ts'
import { getPayout as getPayoutAlone } from '../payouts/get-payout.ts'
import { listPayouts as listPayoutsAlone } from '../payouts/list-payouts.ts'
import { createRefund as createRefundAlone } from '../refunds/create-refund.ts'
import { getRefund as getRefundAlone } from '../refunds/get-refund.ts'
import { listRefundPayments as listRefundPaymentsAlone } from '../refunds/list-refund-payments.ts'
import { listRefunds as listRefundsAlone } from '../refunds/list-refunds.ts'
import { refundInvoice as refundInvoiceAlone } from '../refunds/refund-invoice.ts'
import { updateRefund as updateRefundAlone } from '../refunds/update-refund.ts'
import { allocateVendorCredit as allocateVendorCreditAlone } from '../vendor-credits/allocate-vendor-credit.ts'
import { createVendorCredit as createVendorCreditAlone } from '../vendor-credits/create-vendor-credit.ts'
import { deleteVendorCredit as deleteVendorCreditAlone } from '../vendor-credits/delete-vendor-credit.ts'
import { getVendorCredit as getVendorCreditAlone } from '../vendor-credits/get-vendor-credit.ts'
import { listVendorCredits as listVendorCreditsAlone } from '../vendor-credits/list-vendor-credits.ts'
import { removeAllocation as removeAllocationAlone } from '../vendor-credits/remove-allocation.ts'
import { createVendor as createVendorAlone } from '../contacts/create-vendor.ts'
import { getVendor as getVendorAlone } from '../contacts/get-vendor.ts'
import { listVendors as listVendorsAlone } from '../contacts/list-vendors.ts'
import { updateVendor as updateVendorAlone } from '../contacts/update-vendor.ts'

export const allocateBillPayment = recorded(BillPaymentsService.AllocateBillPayment, allocateBillPaymentAlone)
export const createBillPayment = recorded(BillPaymentsService.CreateBillPayment, createBillPaymentAlone)
export const deleteBillPayment = recorded(BillPaymentsService.DeleteBillPayment, deleteBillPaymentAlone)
export const getBillPayment = recorded(BillPaymentsService.GetBillPayment, getBillPaymentAlone)
export const listBillPayments = recorded(BillPaymentsService.ListBillPayments, listBillPaymentsAlone)
export const createBill = recorded(BillsService.CreateBill, createBillAlone)
export const createBills = recorded(BillsService.CreateBills, createBillsAlone)
export const createExpense = recorded(BillsService.CreateExpense, createExpenseAlone)
export const getBill = recorded(BillsService.GetBill, getBillAlone)
export const listBills = recorded(BillsService.ListBills, listBillsAlone)
export const updateBill = recorded(BillsService.UpdateBill, updateBillAlone)
export const voidBill = recorded(BillsService.VoidBill, voidBillAlone)
export const createCustomer = recorded(CustomersService.CreateCustomer, createCustomerAlone)
export const getCustomer = recorded(CustomersService.GetCustomer, getCustomerAlone)
export const listCustomers = recorded(CustomersService.ListCustomers, listCustomersAlone)
export const updateCustomer = recorded(CustomersService.UpdateCustomer, updateCustomerAlone)
export const applyTags = recorded(BillsService.ApplyTags, applyTagsAlone)
export const removeTags = recorded(BillsService.RemoveTags, removeTagsAlone)
export const createInvoicePayment = recorded(InvoicePaymentsService.CreateInvoicePayment, createInvoicePaymentAlone)
export const getInvoicePayment = recorded(InvoicePaymentsService.GetInvoicePayment, getInvoicePaymentAlone)
export const listInvoicePayments = recorded(InvoicePaymentsService.ListInvoicePayments, listInvoicePaymentsAlone)
export const payInvoice = recorded(InvoicePaymentsService.PayInvoice, payInvoiceAlone)
export const createInvoice = recorded(InvoicesService.CreateInvoice, createInvoiceAlone)
export const createInvoices = recorded(InvoicesService.CreateInvoices, createInvoicesAlone)
export const invoicesOfSources = recorded(InvoicesService.FindInvoicesOfSources, invoicesOfSourcesAlone)
export const getInvoice = recorded(InvoicesService.GetInvoice, getInvoiceAlone)
export const listInvoices = recorded(InvoicesService.ListInvoices, listInvoicesAlone)
export const undoWriteOff = recorded(InvoicesService.UndoWriteOff, undoWriteOffAlone)
export const voidInvoice = recorded(InvoicesService.VoidInvoice, voidInvoiceAlone)
export const writeOffInvoice = recorded(InvoicesService.WriteOffInvoice, writeOffInvoiceAlone)
export const createPayout = recorded(PayoutsService.CreatePayout, createPayoutAlone)
export const getPayout = recorded(PayoutsService.GetPayout, getPayoutAlone)
export const listPayouts = recorded(PayoutsService.ListPayouts, listPayoutsAlone)
export const createRefund = recorded(RefundsService.CreateRefund, createRefundAlone)
export const getRefund = recorded(RefundsService.GetRefund, getRefundAlone)
export const listRefundPayments = recorded(RefundsService.ListRefundPayments, listRefundPaymentsAlone)
export const listRefunds = recorded(RefundsService.ListRefunds, listRefundsAlone)
export const refundInvoice = recorded(RefundsService.RefundInvoice, refundInvoiceAlone)
export const updateRefund = recorded(RefundsService.UpdateRefund, updateRefundAlone)
export const allocateVendorCredit = recorded(VendorCreditsService.AllocateVendorCredit, allocateVendorCreditAlone)
export const createVendorCredit = recorded(VendorCreditsService.CreateVendorCredit, createVendorCreditAlone)
export const deleteVendorCredit = recorded(VendorCreditsService.DeleteVendorCredit, deleteVendorCreditAlone)
export const getVendorCredit = recorded(VendorCreditsService.GetVendorCredit, getVendorCreditAlone)
export const listVendorCredits = recorded(VendorCreditsService.ListVendorCredits, listVendorCreditsAlone)
export const removeAllocation = recorded(VendorCreditsService.RemoveVendorCreditAllocation, removeAllocationAlone)
export const createVendor = recorded(VendorsService.CreateVendor, createVendorAlone)
export const getVendor = recorded(VendorsService.GetVendor, getVendorAlone)
export const listVendors = recorded(VendorsService.ListVendors, listVendorsAlone)
export const updateVendor = recorded(VendorsService.UpdateVendor, updateVendorAlone)
