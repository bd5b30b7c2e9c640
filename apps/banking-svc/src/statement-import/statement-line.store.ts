/** The ids of lines of statements, and the transactions that lines may be. */
import type { Tx } from '@pacioli/db'
import { signedAmount } from '../bank-transactions/bank-transaction.ts'
import { KNOWN_COLUMNS, toKnown, type KnownRow } from './known-transaction.store.ts'
import type { Candidate } from './line-identity.ts'

type Row = KnownRow & { bank_ids: string[] }

/** Transactions of the account that have one of the contents or one of the ids; in the order they were made. */
export async function findCandidates(
  tx: Tx,
  businessId: string,
  externalAccountId: string,
  { format, contentKeys, bankIds }: { format: string; contentKeys: readonly string[]; bankIds: readonly string[] },
): Promise<Candidate[]> {
  if (contentKeys.length + bankIds.length === 0) return []
  const rows = await tx.rows<Row>(
    `WITH found AS (
       SELECT t.id FROM unnest($3::text[]) AS k(key)
         JOIN bank_transactions t ON t.business_id = $1 AND t.external_account_id = $2
                                 AND t.content_key = decode(k.key, 'hex')
       UNION
       SELECT t.id FROM unnest($4::text[]) AS k(bank_id)
         JOIN bank_transactions t ON t.business_id = $1 AND t.external_account_id = $2
                                 AND t.source_transaction_id = k.bank_id
       UNION
       SELECT l.transaction_id FROM unnest($4::text[]) AS k(bank_id)
         JOIN statement_line_ids l ON l.business_id = $1 AND l.external_account_id = $2 AND l.format = $5
                                  AND l.bank_id = k.bank_id
     )
     SELECT ${KNOWN_COLUMNS},
            ARRAY(SELECT l.bank_id FROM statement_line_ids l
                   WHERE l.business_id = $1 AND l.transaction_id = t.id AND l.format = $5) AS bank_ids
       FROM found JOIN bank_transactions t ON t.business_id = $1 AND t.id = found.id
      ORDER BY t.imported_at, t.id`,
    [businessId, externalAccountId, [...new Set(contentKeys)], [...new Set(bankIds)], format],
  )
  return rows.map((row) => {
    const { id, sourceTransactionId, day, contentKey, ...known } = toKnown(row)
    return { id, sourceTransactionId, day, contentKey, signedAmount: signedAmount(known), bankIds: row.bank_ids }
  })
}

/** Keeps which transaction each line with an id is. */
export async function insertLineIds(
  tx: Tx,
  businessId: string,
  externalAccountId: string,
  format: string,
  lines: readonly { bankId: string; transactionId: string }[],
): Promise<void> {
  if (lines.length === 0) return
  await tx.rows(
    `INSERT INTO statement_line_ids (business_id, external_account_id, format, bank_id, transaction_id)
     SELECT DISTINCT $1::uuid, $2::uuid, $3, n.* FROM unnest($4::text[], $5::uuid[]) AS n(bank_id, transaction_id)
     ON CONFLICT DO NOTHING`,
    [
      businessId,
      externalAccountId,
      format,
      lines.map(({ bankId }) => bankId),
      lines.map(({ transactionId }) => transactionId),
    ],
  )
}
