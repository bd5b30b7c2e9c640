import type { Tx } from '@pacioli/db'
import { stageEvents } from '@pacioli/events'
import type { KnownBusiness } from '@pacioli/ledger-facts'
import { AskAgain, type Books, type Source } from '@pacioli/postings'
import type { Billing } from '../billing.ts'
import { payableAccounts } from './payable-accounts.ts'
import { settleEntries } from '../posting/settle-entries.ts'
import type { Wanted } from '../posting/standing-entries.ts'
import { paymentEvent, type PaymentHappened } from './bill-payment.events.ts'
import { entriesOfPayment } from './bill-payment.postings.ts'
import { insertPayment, updatePayments } from './bill-payment.store.ts'
import type { BillPayment } from './bill-payment.ts'

/** How a payment changes; null before it was made. What stays is the same object: only what is another one is written. */
export type PaymentChange = { before: BillPayment | null; after: BillPayment }

export const sourceOfPayment = ({ id }: Pick<BillPayment, 'id'>): Source => ({ type: 'bill_payment', id })

/**
 * Writes payments as they are now, what has to stand of them in the journal, and their events. Who calls holds them, and
 * their bills before; those whose version stays are left alone. Answers the sources whose postings are to be delivered.
 * @param isBehindFailed for what is deleted: it must be possible behind a failed posting too
 * @throws PostingFailed, PayloadTooLarge, AmountOutOfRange, AccountArchived, TagValueArchived, BalancingTagViolation;
 *   AskAgain, also where another request has made a payment of the same external_id meanwhile
 */
export async function changePayments(
  tx: Tx,
  billing: Billing,
  business: KnownBusiness,
  books: Books,
  changes: readonly PaymentChange[],
  { isBehindFailed = false } = {},
): Promise<Source[]> {
  const real = changes.filter(({ before, after }) => before?.version !== after.version)
  if (real.length === 0) return []
  const payments = real.map(({ after }) => after)
  await updatePayments(
    tx,
    business.id,
    real.flatMap(({ before, after }) => (before === null ? [] : [{ before, after }])),
  )
  for (const { before, after } of real) if (before === null && !(await insertPayment(tx, after))) throw new AskAgain()
  const sources = await settleEntries(
    tx,
    billing,
    { clientId: business.clientId, businessId: business.id },
    books,
    payments.map((payment) => ({ source: sourceOfPayment(payment), wanted: wantedOf(payment, books) })),
    { isBehindFailed },
  )
  const now = billing.now()
  await stageEvents(
    tx,
    real.map((change) => paymentEvent(change.after, happened(change), billing.newId(), now)),
  )
  tx.afterCommit(billing.notify)
  return sources
}

/** Of a deleted payment nothing stands, so nothing has to be known of the chart. */
const wantedOf = (payment: BillPayment, books: Books): Wanted[] =>
  payment.deletedAt === null ? entriesOfPayment(payment, payableAccounts(books)) : []

function happened({ before, after }: PaymentChange): PaymentHappened {
  if (before === null) return 'created'
  return before.deletedAt === null && after.deletedAt !== null ? 'deleted' : 'changed'
}
