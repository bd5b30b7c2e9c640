/** What vendor refunds take of payments and credits. Pure. */
import type { Share } from '../allocations/recognition.ts'
import { refused } from '@pacioli/errors'
import { sumOf } from '../rounding/sum.ts'

/** What a live refund takes; of a credit with the shares of its line items that the cash books take back. */
export type RefundedPart = { id: string; amount: number; shares: readonly Share[] }

export const refundedOf = ({ refunded }: { refunded: readonly Pick<RefundedPart, 'amount'>[] }): number =>
  sumOf(refunded.map(({ amount }) => amount))

/** @param what cannot be deleted, for the message @throws DocumentRefunded */
export function requireUnrefunded(document: { id: string; refunded: readonly RefundedPart[] }, what: string): void {
  const amount = refundedOf(document)
  if (amount > 0)
    throw refused(
      'DocumentRefunded',
      `The vendor paid back ${amount} of the ${what}. Delete its vendor refunds first.`,
      {
        value: document.id,
        refunded_amount: amount,
      },
    )
}
