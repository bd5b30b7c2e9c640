/** Journal entries of a payout (docs/POSTING-RULES.md, "Receivables"). Pure. */
import { credit, debit, type Source } from '@pacioli/postings'
import type { ReceivableAccounts } from './receivable-accounts.ts'
import { tagged, type DesiredEntry } from '../posting/standing-entries.ts'
import { mergedTags } from '../tags/tags.ts'
import { depositedParts, type Payout } from './payout.ts'

export const sourceOfPayout = ({ id }: Pick<Payout, 'id'>): Source => ({ type: 'payout', id })

/** Moves its members from their clearing accounts into the deposit, in both books. */
export function entriesOfPayout(payout: Payout, { processingFees }: ReceivableAccounts): DesiredEntry[] {
  const tags = mergedTags(payout.tags)
  return [
    {
      event: 'paid_out',
      basis: 'BOTH',
      entryAt: payout.completedAt,
      memo: payout.memo,
      referenceNumber: payout.referenceNumber,
      lines: [
        ...depositedParts(payout).map((part) => tagged(debit(payout.clearingAccountId, part.amount), part.tags)),
        ...payout.members.flatMap(({ kind, clearingAccountId, parts }) =>
          parts.map(({ amount, tags: own }) =>
            tagged(kind === 'payment' ? credit(clearingAccountId, amount) : debit(clearingAccountId, -amount), own),
          ),
        ),
        tagged(debit(processingFees, payout.fee), tags),
        ...payout.otherTransactions.map((one) =>
          tagged(
            (one.direction === 'CREDIT' ? credit : debit)(one.accountId, one.amount, { memo: one.description }),
            mergedTags(one.tags, payout.tags),
          ),
        ),
      ],
    },
  ]
}
