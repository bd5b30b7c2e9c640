/** Refunds that take from the customer's credit (docs/POSTING-RULES.md, "Refunds"). */
import { dayOf } from '@pacioli/calendar'
import type { Problems } from '@pacioli/errors'
import { loadCreditSince, type SeenCredit } from '../contacts/customer-credit.store.ts'
import { spendableOn } from '../contacts/customer-credit.ts'
import type { Deciding } from '../document-writes/create-document.ts'
import type { RecordingReceivables } from './record-receivables.ts'
import type { Refundable, RefundTarget } from './refund-sources.ts'
import { creditOfRefund, livePayments, type Refund } from './refund.ts'

/** Whether an allocation of it may take from the credit. */
const mayTakeCredit = ({ invoiceId, invoicePaymentId, source }: RefundTarget): boolean =>
  source !== null || (invoicePaymentId !== null && invoiceId === null)

/**
 * What a refund can take from the customer's credit on the day of its entry. Its lock comes last: where it has changed by
 * then, the decision is made again.
 * @param before the refund that changes: what it takes itself is there for it
 */
export async function seeCredit(
  { tx, books, business }: Deciding,
  targets: readonly RefundTarget[],
  contactId: string,
  { issuedAt, before }: { issuedAt: Date; before?: Refund },
): Promise<{ refundable: Pick<Refundable, 'credit'>; recording: Pick<RecordingReceivables, 'seenCredit'> }> {
  if (!targets.some(mayTakeCredit)) return { refundable: {}, recording: {} }
  const postedOn = (at: Date) => dayOf(books.firstOpenFrom(at), business.timeZone)
  const day = postedOn(issuedAt)
  const credit = await loadCreditSince(tx, contactId, day)
  const taken = (before ? creditOfRefund(before) : []).filter(({ event }) => event === 'issued')
  const own = taken.map(({ at, amount }) => ({ day: postedOn(at), amount: -amount }))
  const balance = own.reduce((all, { amount }) => all + amount, credit.balance)
  const seenCredit: SeenCredit = { contactId, day, credit }
  return {
    refundable: { credit: { spendable: spendableOn(day, { balance, days: [...credit.days, ...own] }) } },
    recording: { seenCredit },
  }
}

/** What is taken out of the credit cannot become credit. */
export function refuseStoreCredit(refund: Refund, problems: Problems): void {
  if (refund.allocations.every(({ source }) => source === null)) return
  for (const [index, { method }] of livePayments(refund).entries())
    if (method === 'STORE_CREDIT')
      problems.add(
        'AlreadyCredit',
        'The refund is taken out of the customer’s credit and cannot be paid out as store credit: they have it already.',
        { field: `payments.${index}.method`, value: method },
      )
}
