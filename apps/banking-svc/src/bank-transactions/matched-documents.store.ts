import type { Tx } from '@pacioli/db'
import type { AnnouncedTransaction, MatchedDocument } from './bank-transaction.events.ts'
import type { BankTransaction } from './bank-transaction.ts'

/** Transactions with the documents that they are matched to, as they are published. */
export async function withMatchedDocuments(
  tx: Tx,
  transactions: readonly BankTransaction[],
): Promise<AnnouncedTransaction[]> {
  const matchIds = transactions.flatMap(({ matchId }) => matchId ?? [])
  const rows =
    matchIds.length === 0
      ? []
      : await tx.rows<MatchedDocument & { match_id: string }>(
          `SELECT id AS match_id, match_type AS type, candidate_id AS id FROM matches
            WHERE business_id = $1 AND id = ANY ($2::uuid[]) AND match_type NOT IN ('TRANSFER', 'JOURNAL_ENTRY')`,
          [tx.businessId, matchIds],
        )
  const documents = new Map(rows.map(({ match_id, type, id }) => [match_id, { type, id }]))
  return transactions.map((transaction) => ({
    ...transaction,
    matchedDocument: documents.get(transaction.matchId ?? '') ?? null,
  }))
}
