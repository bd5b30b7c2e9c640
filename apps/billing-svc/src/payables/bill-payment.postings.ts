/** Journal entries of a bill payment (docs/POSTING-RULES.md, "Payables"). Pure. */
import { credit, debit, type Source } from '@pacioli/postings'
import { liveOf } from '../documents/document.ts'
import { tagged, type DesiredEntry } from '../posting/standing-entries.ts'
import { inBothBooks, remarksOn, allocationLines } from '../allocations/allocation.postings.ts'
import { sumOf } from '../rounding/sum.ts'
import { mergedTags } from '../tags/tags.ts'
import type { BillPayment } from './bill-payment.ts'
import type { PayableAccounts } from './bill.postings.ts'

export const sourceOfPayment = ({ id }: Pick<BillPayment, 'id'>): Source => ({ type: 'bill_payment', id })

/**
 * Desired entries of a payment: none of a deleted one. The money is split by allocation, each with the tags of its bill; the
 * remainder is prepaid with those of the payment, and later allocations come out of that.
 */
export function entriesOfPayment(payment: BillPayment, accounts: PayableAccounts): DesiredEntry[] {
  if (payment.deletedAt !== null) return []
  const { clearingAccountId, paidAt: entryAt, memo, referenceNumber } = payment
  const { linesOf, linesOfAll, releaseOf } = allocationLines('DEBIT', accounts.accountsPayable)
  const live = liveOf(payment.allocations)
  const initial = live.filter(({ isLater }) => !isLater)
  const rest = sumOf([payment.amount, ...initial.map(({ amount }) => -amount)])
  const ofPayment = mergedTags(payment.tags)
  const money = [
    ...initial.map(({ amount, postedTags }) => tagged(credit(clearingAccountId, amount), postedTags)),
    tagged(debit(accounts.vendorPrepayments, rest), ofPayment),
    tagged(credit(clearingAccountId, rest), ofPayment),
  ]
  const paid = linesOfAll(initial)
  return [
    ...inBothBooks({ entryAt, memo, referenceNumber }, 'paid', {
      accrual: [...paid.accrual, ...money],
      cash: [...paid.cash, ...money],
    }),
    ...live
      .filter(({ isLater }) => isLater)
      .flatMap((allocation) => {
        const used = tagged(credit(accounts.vendorPrepayments, allocation.amount), allocation.postedTags)
        const { accrual, cash } = linesOf(allocation)
        const head = { ...remarksOn(payment, allocation), entryAt: allocation.allocatedAt }
        return inBothBooks(
          head,
          'allocated',
          { accrual: [...accrual, used], cash: [...cash, used] },
          `:${allocation.id}`,
        )
      }),
    ...live.flatMap((allocation) => releaseOf(payment, allocation)),
  ]
}
