/** The parts of split transactions, and tags. */
import type { Tx } from '@pacioli/db'
import { integer, safeInteger, table, text, uuid, type RowOf } from '@pacioli/db/table'
import type { BankTransaction } from './bank-transaction.ts'

const splitEntries = table('split_entries', ['businessId', 'id'], {
  businessId: uuid.writeOnly,
  transactionId: uuid,
  position: integer,
  id: uuid,
  categoryAccountId: uuid,
  amount: safeInteger,
  memo: text.orNull,
  customerId: uuid.orNull,
  vendorId: uuid.orNull,
})

/** `position`: of the part, or -1 */
const transactionTags = table('transaction_tags', ['businessId', 'id'], {
  businessId: uuid.writeOnly,
  transactionId: uuid,
  position: integer.named('split_position'),
  id: uuid,
  dimensionId: uuid,
  definitionId: uuid,
})

export async function deleteParts(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const table of ['split_entries', 'transaction_tags'])
    await tx.rows(`DELETE FROM ${table} WHERE business_id = $1 AND transaction_id = ANY ($2::uuid[])`, [
      tx.businessId,
      ids,
    ])
}

export async function insertSplits(tx: Tx, transactions: readonly BankTransaction[]): Promise<void> {
  const parts = transactions.flatMap(({ id, splits }) =>
    splits.map((part, position) => ({ ...part, transactionId: id, position })),
  )
  await splitEntries.insert(tx, { businessId: tx.businessId }, parts)
}

export async function insertTags(tx: Tx, transactions: readonly BankTransaction[]): Promise<void> {
  const tags = transactions.flatMap(({ id, tags, splits }) => [
    ...tags.map((tag) => ({ ...tag, transactionId: id, position: -1 })),
    ...splits.flatMap((part, position) => part.tags.map((tag) => ({ ...tag, transactionId: id, position }))),
  ])
  await transactionTags.insert(tx, { businessId: tx.businessId }, tags)
}

export const loadTags = (tx: Tx, ids: readonly string[]): Promise<RowOf<typeof transactionTags>[]> =>
  transactionTags.rows(
    tx,
    't.business_id = $1 AND t.transaction_id = ANY ($2::uuid[]) ORDER BY t.transaction_id, t.split_position, t.id',
    [tx.businessId, ids],
  )

export const loadSplits = (tx: Tx, ids: readonly string[]): Promise<RowOf<typeof splitEntries>[]> =>
  splitEntries.rows(
    tx,
    't.business_id = $1 AND t.transaction_id = ANY ($2::uuid[]) ORDER BY t.transaction_id, t.position',
    [tx.businessId, ids],
  )

/** How many parts each split transaction has; others are absent. */
export async function countParts(tx: Tx, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.rows<{ transaction_id: string; parts: string }>(
    `SELECT transaction_id, count(*) AS parts FROM split_entries
      WHERE business_id = $1 AND transaction_id = ANY ($2::uuid[]) GROUP BY transaction_id`,
    [tx.businessId, ids],
  )
  return new Map(rows.map(({ transaction_id, parts }) => [transaction_id, Number(parts)]))
}
