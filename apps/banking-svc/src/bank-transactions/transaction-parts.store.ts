/** The parts of split transactions, and tags. */
import type { Tx } from '@pacioli/db'
import type { BankTransaction } from './bank-transaction.ts'

export async function deleteParts(tx: Tx, businessId: string, ids: readonly string[]): Promise<void> {
  for (const table of ['split_entries', 'transaction_tags'])
    await tx.rows(`DELETE FROM ${table} WHERE business_id = $1 AND transaction_id = ANY ($2::uuid[])`, [
      businessId,
      ids,
    ])
}

export async function insertSplits(
  tx: Tx,
  businessId: string,
  transactions: readonly BankTransaction[],
): Promise<void> {
  const parts = transactions.flatMap(({ id, splits }) =>
    splits.map((part, position) => ({ ...part, transactionId: id, position })),
  )
  if (parts.length === 0) return
  await tx.rows(
    `INSERT INTO split_entries (business_id, transaction_id, position, id, category_account_id, amount, memo)
     SELECT $1, * FROM unnest($2::uuid[], $3::int[], $4::uuid[], $5::uuid[], $6::bigint[], $7::text[])`,
    [
      businessId,
      parts.map((part) => part.transactionId),
      parts.map((part) => part.position),
      parts.map((part) => part.id),
      parts.map((part) => part.categoryAccountId),
      parts.map((part) => part.amount),
      parts.map((part) => part.memo),
    ],
  )
}

export async function insertTags(tx: Tx, businessId: string, transactions: readonly BankTransaction[]): Promise<void> {
  const tags = transactions.flatMap(({ id, tags, splits }) => [
    ...tags.map((tag) => ({ ...tag, transactionId: id, position: -1 })),
    ...splits.flatMap((part, position) => part.tags.map((tag) => ({ ...tag, transactionId: id, position }))),
  ])
  if (tags.length === 0) return
  await tx.rows(
    `INSERT INTO transaction_tags (business_id, transaction_id, split_position, id, dimension_id, definition_id)
     SELECT $1, * FROM unnest($2::uuid[], $3::int[], $4::uuid[], $5::uuid[], $6::uuid[])`,
    [
      businessId,
      tags.map((tag) => tag.transactionId),
      tags.map((tag) => tag.position),
      tags.map((tag) => tag.id),
      tags.map((tag) => tag.dimensionId),
      tags.map((tag) => tag.definitionId),
    ],
  )
}

type TagRow = {
  transaction_id: string
  split_position: number
  id: string
  dimension_id: string
  definition_id: string
}

export const loadTags = (tx: Tx, businessId: string, ids: readonly string[]): Promise<TagRow[]> =>
  tx.rows(
    `SELECT transaction_id, split_position, id, dimension_id, definition_id FROM transaction_tags
      WHERE business_id = $1 AND transaction_id = ANY ($2::uuid[]) ORDER BY transaction_id, split_position, id`,
    [businessId, ids],
  )

type SplitRow = {
  transaction_id: string
  position: number
  id: string
  category_account_id: string
  amount: string
  memo: string | null
}

export const loadSplits = (tx: Tx, businessId: string, ids: readonly string[]): Promise<SplitRow[]> =>
  tx.rows(
    `SELECT transaction_id, position, id, category_account_id, amount, memo FROM split_entries
      WHERE business_id = $1 AND transaction_id = ANY ($2::uuid[]) ORDER BY transaction_id, position`,
    [businessId, ids],
  )

/** How many parts each split transaction has; others are absent. */
export async function countParts(tx: Tx, businessId: string, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.rows<{ transaction_id: string; parts: string }>(
    `SELECT transaction_id, count(*) AS parts FROM split_entries
      WHERE business_id = $1 AND transaction_id = ANY ($2::uuid[]) GROUP BY transaction_id`,
    [businessId, ids],
  )
  return new Map(rows.map(({ transaction_id, parts }) => [transaction_id, Number(parts)]))
}
