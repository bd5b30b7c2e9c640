/** Bank transactions with their parts and tags. */
import type { Tx } from '@pacioli/db'
import { toAmount } from '@pacioli/money'
import type {
  BankTransaction,
  BankDirection,
  CategorizationMethod,
  SplitEntry,
  Status,
  TaxOptions,
  TransactionTag,
} from './bank-transaction.ts'
import { deleteParts, insertSplits, insertTags, loadSplits, loadTags } from './transaction-parts.store.ts'

/** Column and SQL type of each field that a row has besides its key, in the order that rows are written. */
const COLUMNS = {
  external_account_id: 'uuid',
  bank_account_id: 'uuid',
  source: 'text',
  source_transaction_id: 'text',
  source_account_id: 'text',
  imported_at: 'timestamptz',
  date: 'timestamptz',
  day: 'date',
  direction: 'text',
  amount: 'bigint',
  description: 'text',
  merchant_name: 'text',
  counterparty_id: 'uuid',
  counterparty_name: 'text',
  status: 'text',
  category_account_id: 'uuid',
  is_excluded: 'boolean',
  categorization_method: 'text',
  rule_id: 'uuid',
  tax_code: 'text',
  tax_options: 'jsonb',
  projected_income_category: 'text',
  memo: 'text',
  metadata: 'jsonb',
  reference_number: 'text',
  document_ids: 'text',
  customer_id: 'uuid',
  vendor_id: 'uuid',
  match_id: 'uuid',
  content_key: 'text',
  live_posting_key: 'text',
  posting_revision: 'int',
  version: 'bigint',
  updated_at: 'timestamptz',
} as const
type Column = keyof typeof COLUMNS
const NAMES = Object.keys(COLUMNS) as Column[]

const valuesOf: { [Name in Column]: (transaction: BankTransaction) => unknown } = {
  external_account_id: (t) => t.externalAccountId,
  bank_account_id: (t) => t.bankAccountId,
  source: (t) => t.source,
  source_transaction_id: (t) => t.sourceTransactionId,
  source_account_id: (t) => t.sourceAccountId,
  imported_at: (t) => t.importedAt.toISOString(),
  date: (t) => t.date.toISOString(),
  day: (t) => t.day,
  direction: (t) => t.direction,
  amount: (t) => t.amount,
  description: (t) => t.description,
  merchant_name: (t) => t.merchantName,
  counterparty_id: (t) => t.counterpartyId,
  counterparty_name: (t) => t.counterpartyName,
  status: (t) => t.status,
  category_account_id: (t) => t.categoryAccountId,
  is_excluded: (t) => t.isExcluded,
  categorization_method: (t) => t.categorizationMethod,
  rule_id: (t) => t.ruleId,
  tax_code: (t) => t.taxCode,
  tax_options: (t) => (t.taxOptions === null ? null : JSON.stringify(t.taxOptions)),
  projected_income_category: (t) => t.projectedIncomeCategory,
  memo: (t) => t.memo,
  metadata: (t) => t.metadata,
  reference_number: (t) => t.referenceNumber,
  // Rows of arrays cannot be unnested: as text they can.
  document_ids: (t) => `{${t.documentIds.join(',')}}`,
  customer_id: (t) => t.customerId,
  vendor_id: (t) => t.vendorId,
  match_id: (t) => t.matchId,
  content_key: (t) => t.contentKey,
  live_posting_key: (t) => t.livePostingKey,
  posting_revision: (t) => t.postingRevision,
  version: (t) => t.version,
  updated_at: (t) => t.updatedAt.toISOString(),
}

/** What a column is assigned from, where the row came as text. */
const assigned = (name: Column): string =>
  name === 'document_ids'
    ? 'n.document_ids::uuid[]'
    : name === 'content_key'
      ? `decode(n.content_key, 'hex')`
      : `n.${name}`

const unnested = `unnest($2::uuid[], ${NAMES.map((name, index) => `$${index + 3}::${COLUMNS[name]}[]`).join(', ')})
                    AS n(id, ${NAMES.join(', ')})`

const bindOf = (businessId: string, transactions: readonly BankTransaction[]): unknown[] => [
  businessId,
  transactions.map(({ id }) => id),
  ...NAMES.map((name) => transactions.map(valuesOf[name])),
]

export async function insertTransactions(
  tx: Tx,
  businessId: string,
  transactions: readonly BankTransaction[],
): Promise<void> {
  await tx.rows(
    `INSERT INTO bank_transactions (business_id, id, ${NAMES.join(', ')})
     SELECT $1, n.id, ${NAMES.map(assigned).join(', ')} FROM ${unnested}`,
    bindOf(businessId, transactions),
  )
  await insertSplits(tx, businessId, transactions)
  await insertTags(tx, businessId, transactions)
}

/** Writes the transactions as they are now; their parts and tags are replaced. */
export async function updateTransactions(
  tx: Tx,
  businessId: string,
  transactions: readonly BankTransaction[],
): Promise<void> {
  await tx.rows(
    `UPDATE bank_transactions t
        SET ${NAMES.map((name) => `${name} = ${assigned(name)}`).join(', ')}
       FROM ${unnested}
      WHERE t.business_id = $1 AND t.id = n.id`,
    bindOf(businessId, transactions),
  )
  await deleteParts(
    tx,
    businessId,
    transactions.map(({ id }) => id),
  )
  await insertSplits(tx, businessId, transactions)
  await insertTags(tx, businessId, transactions)
}

/** A row as SELECTED reads it. */
export type TransactionRow = {
  id: string
  business_id: string
  external_account_id: string
  bank_account_id: string
  source: string
  source_transaction_id: string
  source_account_id: string
  imported_at: Date
  date: Date
  day: string
  direction: BankDirection
  amount: string
  description: string
  merchant_name: string | null
  counterparty_id: string | null
  counterparty_name: string | null
  status: Status
  category_account_id: string | null
  is_excluded: boolean
  categorization_method: CategorizationMethod | null
  rule_id: string | null
  tax_code: string | null
  tax_options: TaxOptions | null
  projected_income_category: string | null
  memo: string | null
  metadata: string | null
  reference_number: string | null
  document_ids: string[]
  customer_id: string | null
  vendor_id: string | null
  match_id: string | null
  content_key: string | null
  live_posting_key: string | null
  posting_revision: number
  version: string
  updated_at: Date
}

/** The columns of a transaction `t`, in the forms that TransactionRow has. */
export const SELECTED = `t.id, t.business_id, ${NAMES.map((name) => {
  if (name === 'day') return `to_char(t.day, 'YYYY-MM-DD') AS day`
  if (name === 'metadata') return 't.metadata::text AS metadata'
  if (name === 'content_key') return `encode(t.content_key, 'hex') AS content_key`
  return `t.${name}`
}).join(', ')}`

/** Rows with their parts and tags, in the order of the rows. */
export async function complete(
  tx: Tx,
  businessId: string,
  rows: readonly TransactionRow[],
): Promise<BankTransaction[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const splitIds = rows.filter(({ status }) => status === 'SPLIT').map(({ id }) => id)
  const tags = await loadTags(tx, businessId, ids)
  const splits = splitIds.length === 0 ? [] : await loadSplits(tx, businessId, splitIds)
  const tagsAt = Map.groupBy(tags, ({ transaction_id, split_position }) => `${transaction_id} ${split_position}`)
  const toTags = (transactionId: string, position: number): TransactionTag[] =>
    (tagsAt.get(`${transactionId} ${position}`) ?? []).map((tag) => ({
      id: tag.id,
      dimensionId: tag.dimension_id,
      definitionId: tag.definition_id,
    }))
  const splitsOf = Map.groupBy(splits, ({ transaction_id }) => transaction_id)
  return rows.map((row) => ({
    ...toTransaction(row),
    tags: toTags(row.id, -1),
    splits: (splitsOf.get(row.id) ?? []).map((part): SplitEntry => ({
      id: part.id,
      categoryAccountId: part.category_account_id,
      amount: toAmount(part.amount),
      memo: part.memo,
      tags: toTags(row.id, part.position),
    })),
  }))
}

const toTransaction = (row: TransactionRow): Omit<BankTransaction, 'tags' | 'splits'> => ({
  id: row.id,
  businessId: row.business_id,
  externalAccountId: row.external_account_id,
  bankAccountId: row.bank_account_id,
  source: row.source,
  sourceTransactionId: row.source_transaction_id,
  sourceAccountId: row.source_account_id,
  importedAt: row.imported_at,
  date: row.date,
  day: row.day,
  direction: row.direction,
  amount: toAmount(row.amount),
  description: row.description,
  merchantName: row.merchant_name,
  counterpartyId: row.counterparty_id,
  counterpartyName: row.counterparty_name,
  status: row.status,
  categoryAccountId: row.category_account_id,
  isExcluded: row.is_excluded,
  categorizationMethod: row.categorization_method,
  ruleId: row.rule_id,
  taxCode: row.tax_code,
  taxOptions: row.tax_options,
  projectedIncomeCategory: row.projected_income_category,
  memo: row.memo,
  metadata: row.metadata,
  referenceNumber: row.reference_number,
  documentIds: row.document_ids,
  customerId: row.customer_id,
  vendorId: row.vendor_id,
  matchId: row.match_id,
  contentKey: row.content_key,
  livePostingKey: row.live_posting_key,
  postingRevision: row.posting_revision,
  version: Number(row.version),
  updatedAt: row.updated_at,
})

/** Transactions of the business by id, in the order of the ids; unknown ones are left out. */
export async function loadTransactions(tx: Tx, businessId: string, ids: readonly string[]): Promise<BankTransaction[]> {
  const rows = await tx.rows<TransactionRow>(
    `SELECT ${SELECTED} FROM unnest($2::uuid[]) WITH ORDINALITY AS asked(id, place)
       JOIN bank_transactions t ON t.business_id = $1 AND t.id = asked.id ORDER BY asked.place`,
    [businessId, ids],
  )
  return complete(tx, businessId, rows)
}

/**
 * The same, held until the transaction ends: locked in the order of their ids, so that two requests never wait for each
 * other. The rows are read once they are held, as they are by then.
 */
export async function lockTransactions(
  tx: Tx,
  businessId: string,
  ids: readonly string[],
): Promise<Map<string, BankTransaction>> {
  const rows = await tx.rows<TransactionRow>(
    `SELECT ${SELECTED} FROM bank_transactions t
      WHERE t.business_id = $1 AND t.id = ANY ($2::uuid[]) ORDER BY t.id FOR UPDATE`,
    [businessId, [...new Set(ids)]],
  )
  return new Map((await complete(tx, businessId, rows)).map((transaction) => [transaction.id, transaction]))
}
