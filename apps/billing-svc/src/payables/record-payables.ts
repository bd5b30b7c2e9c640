/** Bills, bill payments, vendor credits and vendor refunds are written together: one change of before and after. */
import type { Change } from '../documents/document-kind.ts'
import type { Deciding } from '../document-writes/create-document.ts'
import { changesOf, recordDocuments, type Recording } from '../documents/record-documents.ts'
import type { Source } from '@pacioli/postings'
import { BILL_PAYMENTS } from './bill-payment.kind.ts'
import type { BillPayment } from './bill-payment.ts'
import { BILLS } from './bill.kind.ts'
import type { Bill } from './bill.ts'
import { payableAccounts } from './payable-accounts.ts'
import { VENDOR_CREDITS } from './vendor-credit.kind.ts'
import type { VendorCredit } from './vendor-credit.ts'
import { VENDOR_REFUNDS } from './vendor-refund.kind.ts'
import type { VendorRefund } from './vendor-refund.ts'

/** The changes that a request makes to payables. Documents with an unchanged version are skipped. */
export type PayablesChange = {
  bills?: readonly Change<Bill>[]
  payments?: readonly Change<BillPayment>[]
  credits?: readonly Change<VendorCredit>[]
  refunds?: readonly Change<VendorRefund>[]
}

/**
 * Writes the change; the caller has locked bills, payments, credits and refunds, in this order.
 * @throws what `recordDocuments` throws
 */
export const recordPayables = (
  deciding: Deciding,
  { bills = [], payments = [], credits = [], refunds = [] }: PayablesChange,
  recording?: Recording,
): Promise<Source[]> =>
  recordDocuments(
    deciding,
    () => payableAccounts(deciding.books),
    [
      changesOf(BILLS, bills),
      changesOf(BILL_PAYMENTS, payments),
      changesOf(VENDOR_CREDITS, credits),
      changesOf(VENDOR_REFUNDS, refunds),
    ],
    recording,
  )
