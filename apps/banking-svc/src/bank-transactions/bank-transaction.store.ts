/** Bank transactions with their parts and tags. */
import type { Tx } from '@pacioli/db'
import {
  boolean,
  date,
  hex,
  integer,
  json,
  jsonText,
  listOf,
  safeInteger,
  table,
  text,
  timestamp,
  uuid,
  type RowOf,
} from '@pacioli/db/table'
import type {
  BankDirection,
  BankTransaction,
  CategorizationMethod,
  ImportedFrom,
  Status,
  TaxOptions,
  TransactionTag,
} from './bank-transaction.ts'
import { deleteParts, insertSplits, insertTags, loadSplits, loadTags } from './transaction-parts.store.ts'

export const bankTransactions = table('bank_transactions', ['businessId', 'id'], {
  businessId: uuid,
  id: uuid,
  externalAccountId: uuid,
  bankAccountId: uuid,
  source: text,
  sourceTransactionId: text,
  sourceAccountId: text,
  importedAt: timestamp,
  importedFrom: json.as<ImportedFrom>().orNull,
  date: timestamp,
  day: date,
  direction: text.as<BankDirection>(),
  amount: safeInteger,
  description: text,
  merchantName: text.orNull,
  counterpartyId: uuid.orNull,
  counterpartyName: text.orNull,
  status: text.as<Status>(),
  categoryAccountId: uuid.orNull,
  isExcluded: boolean,
  categorizationMethod: text.as<CategorizationMethod>().orNull,
  ruleId: uuid.orNull,
  taxCode: text.orNull,
  taxOptions: json.as<TaxOptions>().orNull,
  projectedIncomeCategory: text.orNull,
  memo: text.orNull,
  metadata: jsonText.orNull,
  referenceNumber: text.orNull,
  documentIds: listOf(uuid),
  customerId: uuid.orNull,
  vendorId: uuid.orNull,
  matchId: uuid.orNull,
  contentKey: hex.orNull,
  livePostingKey: text.orNull,
  postingRevision: integer,
  version: safeInteger,
  updatedAt: timestamp,
})

export async function insertTransactions(tx: Tx, transactions: readonly BankTransaction[]): Promise<void> {
  await bankTransactions.insert(tx, { businessId: tx.businessId }, transactions)
  await insertSplits(tx, transactions)
  await insertTags(tx, transactions)
}

/** Writes the transactions as they are now; their parts and tags are replaced. */
export async function updateTransactions(tx: Tx, transactions: readonly BankTransaction[]): Promise<void> {
  await bankTransactions.update(tx, { businessId: tx.businessId }, transactions)
  await deleteParts(
    tx,
    transactions.map(({ id }) => id),
  )
  await insertSplits(tx, transactions)
  await insertTags(tx, transactions)
}

/** Rows with their parts and tags, in the order of the rows. */
export async function complete(tx: Tx, rows: readonly RowOf<typeof bankTransactions>[]): Promise<BankTransaction[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const splitIds = rows.filter(({ status }) => status === 'SPLIT').map(({ id }) => id)
  const tags = await loadTags(tx, ids)
  const splits = splitIds.length === 0 ? [] : await loadSplits(tx, splitIds)
  const tagsAt = Map.groupBy(tags, ({ transactionId, position }) => `${transactionId} ${position}`)
  const toTags = (transactionId: string, position: number): TransactionTag[] =>
    (tagsAt.get(`${transactionId} ${position}`) ?? []).map(({ id, dimensionId, definitionId }) => ({
      id,
      dimensionId,
      definitionId,
    }))
  const splitsOf = Map.groupBy(splits, ({ transactionId }) => transactionId)
  return rows.map((row) => ({
    ...row,
    tags: toTags(row.id, -1),
    splits: (splitsOf.get(row.id) ?? []).map(({ transactionId, position, ...part }) => ({
      ...part,
      tags: toTags(transactionId, position),
    })),
  }))
}

/** Transactions of the business by id, in the order given; unknown ones are left out. */
export async function loadTransactions(tx: Tx, ids: readonly string[]): Promise<BankTransaction[]> {
  const rows = await bankTransactions.query(
    tx,
    `SELECT ${bankTransactions.columns()} FROM unnest($2::uuid[]) WITH ORDINALITY AS asked(id, place)
       JOIN bank_transactions t ON t.business_id = $1 AND t.id = asked.id ORDER BY asked.place`,
    [tx.businessId, ids],
  )
  return complete(tx, rows)
}

/**
 * The same, locked until the transaction ends: in the order of their ids, so that two requests never deadlock. The rows
 * are read once they are locked, as they are by then.
 */
export async function lockTransactions(tx: Tx, ids: readonly string[]): Promise<Map<string, BankTransaction>> {
  const where = `t.business_id = $1 AND t.id = ANY ($2::uuid[]) ORDER BY t.id ${tx.locking('FOR UPDATE')}`
  const rows = await bankTransactions.rows(tx, where, [tx.businessId, [...new Set(ids)]])
  return new Map((await complete(tx, rows)).map((transaction) => [transaction.id, transaction]))
}
