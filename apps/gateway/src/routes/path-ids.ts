/** Ids of paths. What is no id at all names nothing, and so is refused as an unknown id is. */
import { refused, type ErrorEnum } from '@pacioli/errors'
import { Type } from 'typebox'
import { isUuid } from '../validation/formats.ts'
import { BusinessParams } from './route.ts'

const pathId =
  (error: ErrorEnum, field: string, noun: string) =>
  (given: string): string => {
    if (isUuid(given)) return given
    throw refused(error, `The business has no such ${noun}.`, { field })
  }

const { businessId } = BusinessParams.properties
const described = (description: string) => Type.String({ format: 'uuid', description })

/** @throws BankAccountNotFound */
export const bankAccountId = pathId('BankAccountNotFound', 'bankAccountId', 'bank account')
export const BankAccountParams = Type.Object({ businessId, bankAccountId: described('The id of the bank account.') })

/** @throws ExternalAccountNotFound */
export const externalAccountId = pathId('ExternalAccountNotFound', 'externalAccountId', 'external account')
export const ExternalAccountParams = Type.Object({
  businessId,
  externalAccountId: described('The id of the external account.'),
})

/** @throws BankTransactionNotFound */
export const transactionId = pathId('BankTransactionNotFound', 'transactionId', 'bank transaction')
export const TransactionParams = Type.Object({
  businessId,
  transactionId: described('The id of the bank transaction.'),
})

/** @throws CategorizationRuleNotFound */
export const ruleId = pathId('CategorizationRuleNotFound', 'ruleId', 'categorization rule')
export const RuleParams = Type.Object({ businessId, ruleId: described('The id of the rule.') })

/** @throws VendorNotFound */
export const vendorId = pathId('VendorNotFound', 'vendorId', 'vendor')
export const VendorParams = Type.Object({ businessId, vendorId: described('The id of the vendor.') })

/** @throws CustomerNotFound */
export const customerId = pathId('CustomerNotFound', 'customerId', 'customer')
export const CustomerParams = Type.Object({ businessId, customerId: described('The id of the customer.') })

/** @throws BillNotFound */
export const billId = pathId('BillNotFound', 'billId', 'bill')
export const BillParams = Type.Object({ businessId, billId: described('The id of the bill or the expense.') })

/** @throws BillPaymentNotFound */
export const paymentId = pathId('BillPaymentNotFound', 'paymentId', 'bill payment')
export const BillPaymentParams = Type.Object({ businessId, paymentId: described('The id of the bill payment.') })

/** @throws VendorCreditNotFound */
export const vendorCreditId = pathId('VendorCreditNotFound', 'vendorCreditId', 'vendor credit')
export const VendorCreditParams = Type.Object({
  businessId,
  vendorCreditId: described('The id of the vendor credit.'),
})

/** @throws AllocationNotFound */
export const allocationId = pathId('AllocationNotFound', 'allocationId', 'allocation')
export const AllocationParams = Type.Object({
  businessId,
  allocationId: described('The id of the allocation of a vendor credit.'),
})

/** @throws InvoiceNotFound */
export const invoiceId = pathId('InvoiceNotFound', 'invoiceId', 'invoice')
const invoice = described('The id of the invoice.')
export const InvoiceParams = Type.Object({ businessId, invoiceId: invoice })

/** @throws WriteOffNotFound */
export const writeOffId = pathId('WriteOffNotFound', 'writeOffId', 'write-off')
export const WriteOffParams = Type.Object({
  businessId,
  invoiceId: invoice,
  writeOffId: described('The id of the write-off.'),
})

/** @throws InvoicePaymentNotFound */
export const invoicePaymentId = pathId('InvoicePaymentNotFound', 'paymentId', 'invoice payment')
export const InvoicePaymentParams = Type.Object({ businessId, paymentId: described('The id of the invoice payment.') })

/** @throws RefundNotFound */
export const refundId = pathId('RefundNotFound', 'refundId', 'refund')
export const RefundParams = Type.Object({ businessId, refundId: described('The id of the refund.') })

/** @throws PayoutNotFound */
export const payoutId = pathId('PayoutNotFound', 'payoutId', 'payout')
export const PayoutParams = Type.Object({ businessId, payoutId: described('The id of the payout.') })

/** @throws PostingNotFound */
export const postingId = pathId('PostingNotFound', 'postingId', 'posting')
export const PostingParams = Type.Object({ businessId, postingId: described('The id of the posting.') })

/** @throws TaskNotFound */
export const taskId = pathId('TaskNotFound', 'taskId', 'task')
export const TaskParams = Type.Object({ businessId, taskId: described('The id of the task.') })
