import type { Tx } from '@pacioli/db'
import { safeInteger, table, text, timestamp, uuid } from '@pacioli/db/table'
import type { OpeningBalance } from './opening-balance.ts'

const openingBalances = table('opening_balances', ['businessId', 'id'], {
  businessId: uuid,
  id: uuid,
  externalAccountId: uuid,
  balance: safeInteger,
  effectiveAt: timestamp,
  memo: text.orNull,
  postingKey: text.orNull,
  createdAt: timestamp,
  deletedAt: timestamp.orNull,
})

/** The opening balance in effect, if there is one. */
export const findOpeningBalance = (tx: Tx, externalAccountId: string): Promise<OpeningBalance | undefined> =>
  openingBalances.row(tx, 't.business_id = $1 AND t.external_account_id = $2 AND t.deleted_at IS NULL', [
    tx.businessId,
    externalAccountId,
  ])

export async function insertOpeningBalance(tx: Tx, opening: OpeningBalance): Promise<void> {
  await openingBalances.insert(tx, {}, [opening])
}

/** It stays, marked as deleted. */
export async function markOpeningBalanceDeleted(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.rows('UPDATE opening_balances SET deleted_at = $3 WHERE business_id = $1 AND id = $2', [
    tx.businessId,
    id,
    now,
  ])
}
