/** Invoices, payments, refunds and payouts are written together, with the credits of their customers. */
import { dayOf } from '@pacioli/calendar'
import type { Source } from '@pacioli/postings'
import { moveCredits, type SeenCredit } from '../contacts/customer-credit.store.ts'
import type { Deciding } from '../document-writes/create-document.ts'
import type { Change } from '../documents/document-kind.ts'
import { changesOf, realChanges, recordDocuments, type Recording } from '../documents/record-documents.ts'
import { creditMoves } from './credit-moves.ts'
import { followingPayouts } from './payouts-of-members.ts'
import { INVOICE_PAYMENTS } from './invoice-payment.kind.ts'
import type { InvoicePayment } from './invoice-payment.ts'
import { INVOICES } from './invoice.kind.ts'
import type { Invoice } from './invoice.ts'
import { PAYOUTS } from './payout.kind.ts'
import type { Payout } from './payout.ts'
import { withReturnChanged } from './return-of-payment.ts'
import { receivableAccounts } from './receivable-accounts.ts'
import { REFUNDS } from './refund.kind.ts'
import type { Refund } from './refund.ts'

/** The changes that a request makes to receivables. Documents with an unchanged version are skipped. */
export type ReceivablesChange = {
  invoices?: readonly Change<Invoice>[]
  payments?: readonly Change<InvoicePayment>[]
  refunds?: readonly Change<Refund>[]
  payouts?: readonly Change<Payout>[]
}

export type RecordingReceivables = Recording & {
  /** The field of the request that spends or adds a customer's credit. */
  creditFieldOf?: (contactId: string) => string
  /** The credit that was decided on. */
  seenCredit?: SeenCredit
}

/**
 * Writes the change; the caller has locked customers, invoices, payments, refunds and payouts, in this order; credits come
 * last. Payouts are written before their members, which refer to them; refunds last, since they refer to all others.
 * @throws what `recordDocuments` throws; OverAllocated where a customer has less credit than is spent, or had
 *   it later
 */
export async function recordReceivables(
  deciding: Deciding,
  { invoices = [], payments = [], refunds = [], payouts = [] }: ReceivablesChange,
  { creditFieldOf, seenCredit, ...recording }: RecordingReceivables = {},
): Promise<Source[]> {
  const { tx, billing, books, business } = deciding
  const members = { payments: realChanges(payments).map(withReturnChanged), refunds: realChanges(refunds) }
  const sources = await recordDocuments(
    deciding,
    () => receivableAccounts(books),
    [
      changesOf(INVOICES, invoices),
      changesOf(PAYOUTS, payouts),
      changesOf(INVOICE_PAYMENTS, members.payments),
      changesOf(REFUNDS, members.refunds),
      ...followingPayouts(members, payouts, billing.now()),
    ],
    recording,
  )
  const dayOfEntry = (at: Date) => dayOf(books.firstOpenFrom(at), business.timeZone)
  await moveCredits(tx, creditMoves(members, dayOfEntry), creditFieldOf, seenCredit)
  return sources
}
