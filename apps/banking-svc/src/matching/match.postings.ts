/** What a match says in the journal (docs/POSTING-RULES.md, "Banking"). Pure. */
import { credit, debit, withoutZeroes, type PostingLine, type PostingTag } from '@pacioli/postings'
import type { BankDirection } from '../bank-transactions/bank-transaction.ts'

/** One side of a transfer: the ledger account of its bank account, and what its bank reported. */
export type TransferSide = { ledgerAccountId: string; amount: number }

/** The receiving account gets what arrived, the sending one gives what left; what was lost or won on the way is named. */
export const linesOfTransfer = (
  sent: TransferSide,
  received: TransferSide,
  matchAdjustmentsId: string,
): PostingLine[] =>
  withoutZeroes([
    debit(received.ledgerAccountId, received.amount),
    credit(sent.ledgerAccountId, sent.amount),
    debit(matchAdjustmentsId, sent.amount - received.amount),
  ])

/** A part of what the document left in its clearing account, with the tags it has there; below zero, what it took. */
export type ClearedPart = { amount: number; tags: readonly PostingTag[] }

/**
 * The bank account gets what the bank reported, the clearing account gives what the document left there, part by part
 * under the tags of each, so that every part balances. What the bank reported less falls on the largest part first, what
 * it reported more on the largest alone.
 */
export function linesOfDocument(
  transaction: { direction: BankDirection; amount: number; ledgerAccountId: string },
  cleared: { accountId: string; parts: readonly ClearedPart[] },
  matchAdjustmentsId: string,
): PostingLine[] {
  const [onBank, onOther] = transaction.direction === 'CREDIT' ? [debit, credit] : [credit, debit]
  const reported = reportedParts(cleared.parts, transaction.amount)
  const lines = cleared.parts.flatMap(({ amount, tags }, index) => {
    const arrived = reported[index] ?? 0
    const tagged = tags.length === 0 ? {} : { tags }
    return [
      onBank(transaction.ledgerAccountId, arrived, tagged),
      onOther(cleared.accountId, amount, tagged),
      onBank(matchAdjustmentsId, amount - arrived, tagged),
    ]
  })
  return withoutZeroes(lines)
}

/** What of the amount that the bank reported belongs to each part. */
function reportedParts(parts: readonly ClearedPart[], amount: number): number[] {
  const reported = parts.map((part) => part.amount)
  let missing = reported.reduce((sum, part) => sum + part, 0) - amount
  const largestFirst = parts.map((_, index) => index).sort((a, b) => (reported[b] ?? 0) - (reported[a] ?? 0) || a - b)
  for (const index of largestFirst) {
    const taken = Math.min(missing, reported[index] ?? 0)
    reported[index] = (reported[index] ?? 0) - taken
    missing -= taken
    if (missing <= 0) break
  }
  return reported
}
