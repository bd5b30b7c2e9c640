/** Finding transactions: the SQL functions that search, and what the words of a filter refer to. */
import type { Tx } from '@pacioli/db'
import type { Page } from '@pacioli/paging'
import { gatheredPage, pageParameters, type Found, type FoundPage, type GatheredRow } from '@pacioli/paging/search'
import type { BankDirection, Status } from '../bank-transactions/bank-transaction.ts'

/**
 * A filter of transactions, as the SQL functions take it; all of it must hold. Instants are inclusive at the start,
 * exclusive at the end; `_like` are patterns of ILIKE.
 */
export type SearchFilter = {
  from?: Date | undefined
  before?: Date | undefined
  amount_min?: number | undefined
  amount_max?: number | undefined
  direction?: string | undefined
  statuses?: readonly Status[] | undefined
  is_excluded?: true | undefined
  category_ids?: readonly string[] | undefined
  rule_id?: string | undefined
  reference_numbers?: readonly string[] | undefined
  memo?: string | undefined
  external_account_ids?: readonly string[] | undefined
  bank_account_ids?: readonly string[] | undefined
  source_account_ids?: readonly string[] | undefined
  external_ids?: readonly string[] | undefined
  customer_id?: string | undefined
  customer_external_id?: string | undefined
  vendor_id?: string | undefined
  vendor_external_id?: string | undefined
  counterparty_id?: string | undefined
  has_counterparty?: boolean | undefined
  description_like?: string | undefined
  description_regex?: string | undefined
  merchant_name_like?: string | undefined
  merchant_name_regex?: string | undefined
  memo_like?: string | undefined
  definition_ids?: readonly string[] | undefined
  /** Each must match a text, a category, or the amount. */
  words?: readonly WordFilter[] | undefined
}

export type WordFilter = {
  like: string
  category_ids: readonly string[]
  is_exclusion: boolean
  amount: number | undefined
  direction: BankDirection | undefined
}

const bindOf = (filter: SearchFilter, page: Page): unknown[] => [JSON.stringify(filter), ...pageParameters(page)]

/** The page, and the total number of matches; undefined if it exceeds `most`. */
export async function gatherTransactions(
  tx: Tx,
  filter: SearchFilter,
  page: Page,
  most: number,
): Promise<FoundPage | undefined> {
  const rows = await tx.rows<GatheredRow>(
    'SELECT id, sort_key, found FROM gather_bank_transactions_v1($1, $2, $3, $4, $5, $6, $7)',
    [...bindOf(filter, page), most],
  )
  return gatheredPage(rows, most)
}

export const walkTransactions = (tx: Tx, filter: SearchFilter, page: Page): Promise<Found[]> =>
  tx.rows<Found>('SELECT id, sort_key FROM walk_bank_transactions_v1($1, $2, $3, $4, $5, $6)', bindOf(filter, page))

export async function countTransactions(tx: Tx, filter: SearchFilter): Promise<number> {
  return tx.count('SELECT count_bank_transactions_v1($1) AS count', [JSON.stringify(filter)])
}

/** How many transactions there are, of all accounts or of some: from stored totals. */
export async function loadStoredCount(tx: Tx, externalAccountIds: readonly string[] | undefined): Promise<number> {
  return tx.count(
    `SELECT sum(transaction_count) AS count FROM external_account_totals
      WHERE business_id = $1 AND ($2::uuid[] IS NULL OR external_account_id = ANY ($2::uuid[]))`,
    [tx.businessId, externalAccountIds ?? null],
  )
}

/** The accounts whose name matches each pattern, in the order of the patterns. */
export async function findAccountsNamed(tx: Tx, patterns: readonly string[]): Promise<string[][]> {
  const rows = await tx.rows<{ place: string; account_id: string }>(
    `SELECT p.place, a.account_id
       FROM unnest($2::text[]) WITH ORDINALITY AS p(pattern, place)
       JOIN accounts a ON a.business_id = $1 AND a.name ILIKE p.pattern`,
    [tx.businessId, patterns],
  )
  const byPlace = Map.groupBy(rows, ({ place }) => Number(place))
  return patterns.map((_, index) => (byPlace.get(index + 1) ?? []).map((row) => row.account_id))
}

export async function findAccountsByStableName(tx: Tx, stableName: string): Promise<string[]> {
  const rows = await tx.rows<{ account_id: string }>(
    'SELECT account_id FROM accounts WHERE business_id = $1 AND stable_name = $2',
    [tx.businessId, stableName],
  )
  return rows.map((row) => row.account_id)
}
