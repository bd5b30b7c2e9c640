/** When the entry of a decision is (docs/POSTING-RULES.md "Dates"). Pure. */
import type { Books } from '@pacioli/postings'
import type { BankTransaction } from './bank-transaction.ts'

/**
 * The date of the earliest of the transactions, or the first open instant: in a closed period nothing new is posted, but
 * what was in the books before is corrected.
 * @param matchedBefore those that were in the books by a match
 * @throws PeriodClosed
 */
export function entryAtOf(
  transactions: readonly Pick<BankTransaction, 'id' | 'date' | 'postingRevision'>[],
  books: Books,
  matchedBefore: ReadonlySet<string> = new Set(),
): Date {
  for (const { id, date, postingRevision } of transactions)
    if (postingRevision === 0 && !matchedBefore.has(id)) books.requireOpenAt(date)
  return books.firstOpenFrom(new Date(Math.min(...transactions.map(({ date }) => date.getTime()))))
}
