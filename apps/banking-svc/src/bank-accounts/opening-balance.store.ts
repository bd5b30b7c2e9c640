import type { Tx } from '@pacioli/db'
import { toAmount } from '@pacioli/money'
import type { OpeningBalance } from './opening-balance.ts'

type Row = {
  id: string
  business_id: string
  external_account_id: string
  balance: string
  effective_at: Date
  memo: string | null
  posting_key: string | null
  created_at: Date
  deleted_at: Date | null
}

/** The opening balance that holds, if there is one. */
export async function findOpeningBalance(
  tx: Tx,
  businessId: string,
  externalAccountId: string,
): Promise<OpeningBalance | undefined> {
  const row = await tx.row<Row>(
    `SELECT id, business_id, external_account_id, balance, effective_at, memo, posting_key, created_at, deleted_at
       FROM opening_balances WHERE business_id = $1 AND external_account_id = $2 AND deleted_at IS NULL`,
    [businessId, externalAccountId],
  )
  return (
    row && {
      id: row.id,
      businessId: row.business_id,
      externalAccountId: row.external_account_id,
      balance: toAmount(row.balance),
      effectiveAt: row.effective_at,
      memo: row.memo,
      postingKey: row.posting_key,
      createdAt: row.created_at,
      deletedAt: row.deleted_at,
    }
  )
}

export async function insertOpeningBalance(tx: Tx, opening: OpeningBalance): Promise<void> {
  await tx.rows(
    `INSERT INTO opening_balances (business_id, id, external_account_id, balance, effective_at, memo, posting_key,
                                   created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      opening.businessId,
      opening.id,
      opening.externalAccountId,
      opening.balance,
      opening.effectiveAt,
      opening.memo,
      opening.postingKey,
      opening.createdAt,
    ],
  )
}

/** It stays as what was taken back. */
export async function markOpeningBalanceDeleted(tx: Tx, businessId: string, id: string, now: Date): Promise<void> {
  await tx.rows('UPDATE opening_balances SET deleted_at = $3 WHERE business_id = $1 AND id = $2', [businessId, id, now])
}
