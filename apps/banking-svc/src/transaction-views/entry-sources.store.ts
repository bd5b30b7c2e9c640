import type { Tx } from '@pacioli/db'

/** A transaction that an entry stems from, by the requested key: the posting's source, or the entry itself. */
export type EntrySource = {
  source_id: string | null
  entry_id: string | null
  transaction_id: string
  /** Of its bank account. */
  ledger_account_id: string
}

/**
 * The transactions behind sources, which are transactions or matches (ended ones too: their entries stay), and those that
 * are matched to entries; in the order of the ids.
 */
export const findEntrySources = (
  tx: Tx,
  sourceIds: readonly string[],
  entryIds: readonly string[],
): Promise<EntrySource[]> =>
  tx.rows<EntrySource>(
    `SELECT f.source_id, f.entry_id, f.transaction_id, b.ledger_account_id
       FROM (SELECT t.id AS source_id, NULL::uuid AS entry_id, t.id AS transaction_id
               FROM bank_transactions t WHERE t.business_id = $1 AND t.id = ANY ($2::uuid[])
             UNION ALL
             SELECT m.id, NULL, side.id
               FROM matches m CROSS JOIN LATERAL (VALUES (m.transaction_id), (m.counterpart_id)) AS side(id)
              WHERE m.business_id = $1 AND m.id = ANY ($2::uuid[]) AND side.id IS NOT NULL
             UNION ALL
             SELECT NULL, c.subject_id, m.transaction_id
               FROM match_candidates c
               JOIN matches m ON m.business_id = c.business_id AND m.candidate_id = c.id AND m.ended_at IS NULL
              WHERE c.business_id = $1 AND c.subject_id = ANY ($3::uuid[])) AS f
       JOIN bank_transactions t ON t.business_id = $1 AND t.id = f.transaction_id
       JOIN bank_accounts b ON b.business_id = $1 AND b.id = t.bank_account_id
      ORDER BY array_position($2::uuid[], f.source_id), array_position($3::uuid[], f.entry_id), t.id`,
    [tx.businessId, sourceIds, entryIds],
  )
