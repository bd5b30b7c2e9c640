/** The ids of statement lines, and the transactions that they may be. */
import type { Tx } from '@pacioli/db'
import { table, text, uuid } from '@pacioli/db/table'
import { signedAmount } from '../bank-transactions/bank-transaction.ts'
import { known } from './known-transaction.store.ts'
import type { Candidate } from './line-identity.ts'

const lineIds = table('statement_line_ids', ['businessId', 'externalAccountId', 'format', 'bankId', 'transactionId'], {
  businessId: uuid,
  externalAccountId: uuid,
  format: text,
  bankId: text,
  transactionId: uuid,
})

/** Transactions of the account with one of the contents or one of the ids; in order of creation. */
export async function findCandidates(
  tx: Tx,
  externalAccountId: string,
  { format, contentKeys, bankIds }: { format: string; contentKeys: readonly string[]; bankIds: readonly string[] },
): Promise<Candidate[]> {
  if (contentKeys.length + bankIds.length === 0) return []
  const rows = await known.query<{ bankIds: string[] }>(
    tx,
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
     SELECT ${known.columns()},
            ARRAY(SELECT l.bank_id FROM statement_line_ids l
                   WHERE l.business_id = $1 AND l.transaction_id = t.id AND l.format = $5) AS "bankIds"
       FROM found JOIN bank_transactions t ON t.business_id = $1 AND t.id = found.id
      ORDER BY t.imported_at, t.id`,
    [tx.businessId, externalAccountId, [...new Set(contentKeys)], [...new Set(bankIds)], format],
  )
  return rows.map((row) => {
    const { id, sourceTransactionId, day, contentKey, bankIds } = row
    return { id, sourceTransactionId, day, contentKey, signedAmount: signedAmount(row), bankIds }
  })
}

/** Stores which transaction each line with an id is. */
export async function insertLineIds(
  tx: Tx,
  externalAccountId: string,
  format: string,
  lines: readonly { bankId: string; transactionId: string }[],
): Promise<void> {
  await lineIds.insert(tx, { businessId: tx.businessId, externalAccountId, format }, lines, {
    onConflict: 'DO NOTHING',
  })
}
