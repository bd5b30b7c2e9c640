/** The filters of a request as the filter of the SQL functions. */
import type { Tx } from '@pacioli/db'
import { findDefinitions } from '@pacioli/ledger-facts'
import { containing, isKeepable, kept, rangeOf, requireTagPair } from '@pacioli/paging'
import { isUuid } from '@pacioli/rpc'
import type { ListBankTransactionsRequest__Output } from '@pacioli/protos/banking'
import type { Business } from '../businesses/business.ts'
import { isCategorized, STATUSES, type Status } from '../bank-transactions/bank-transaction.ts'
import { EXCLUSION } from '../bank-transactions/bank-transaction.messages.ts'
import { findAccountsByStableName, findAccountsNamed, type SearchFilter, type WordFilter } from './search.store.ts'
import { searchWords } from './search-words.ts'

export type RequestedFilter = Omit<ListBankTransactionsRequest__Output, 'page'>

/** Nothing can match: the business has nothing of that name or id. */
export type Nothing = 'nothing'

const TEXTS = [
  'reference_number',
  'description_filter',
  'merchant_name_filter',
  'memo',
  'memo_contains',
  'customer_external_id',
  'vendor_external_id',
  'category',
  'direction',
  'q',
] as const
const IDS = ['customer_id', 'vendor_id', 'counterparty_id', 'rule_id'] as const

/** Does not check regular expressions. @throws MissingTagValues, InvalidQuery */
export async function resolveFilter(
  tx: Tx,
  business: Business,
  requested: RequestedFilter,
): Promise<SearchFilter | Nothing> {
  const { from, before } = rangeOf(requested.start_date, requested.end_date, business.timeZone)
  const words = requested.q === undefined ? [] : searchWords(requested.q, business.currency)
  requireTagPair(requested.tag_key, requested.tag_values)
  if (TEXTS.some((name) => !isKeepable(requested[name] ?? ''))) return 'nothing'
  if (IDS.some((name) => requested[name] !== undefined && !isUuid(requested[name]))) return 'nothing'
  const filter: SearchFilter = {
    from,
    before,
    amount_min: requested.amount_min,
    amount_max: requested.amount_max,
    direction: requested.direction,
    statuses: statusesOf(requested),
    ...(await categoryOf(tx, requested.category)),
    rule_id: requested.rule_id,
    reference_numbers: referencesOf(requested),
    memo: requested.memo,
    external_account_ids: kept(requested.external_account_ids, isUuid),
    bank_account_ids: kept(requested.bank_account_ids, isUuid),
    source_account_ids: kept(requested.source_account_ids, isKeepable),
    external_ids: kept(requested.external_ids, isKeepable),
    customer_id: requested.customer_id,
    customer_external_id: requested.customer_external_id,
    vendor_id: requested.vendor_id,
    vendor_external_id: requested.vendor_external_id,
    counterparty_id: requested.counterparty_id,
    has_counterparty: requested.has_counterparty,
    description_like: requested.description_filter === undefined ? undefined : containing(requested.description_filter),
    description_regex: requested.description_filter_regex,
    merchant_name_like:
      requested.merchant_name_filter === undefined ? undefined : containing(requested.merchant_name_filter),
    merchant_name_regex: requested.merchant_name_filter_regex,
    memo_like: requested.memo_contains === undefined ? undefined : containing(requested.memo_contains),
    definition_ids: await definitionsOf(tx, requested),
    words: words.length === 0 ? undefined : await wordFilters(tx, words),
  }
  const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0
  return Object.values(filter).some(isEmptyList) ? 'nothing' : filter
}

/** The statuses that pass all filters by status. */
function statusesOf({ categorization_status, categorized, is_matched }: RequestedFilter): Status[] | undefined {
  const left = STATUSES.filter(
    (status) =>
      (categorization_status === undefined || status === categorization_status) &&
      (categorized === undefined || isCategorized({ status }) === categorized) &&
      (is_matched === undefined || (status === 'MATCHED') === is_matched),
  )
  return left.length === STATUSES.length ? undefined : left
}

/** Both forms of the filter must hold. */
function referencesOf({ reference_number, reference_numbers }: RequestedFilter): string[] | undefined {
  const list = kept(reference_numbers, isKeepable)
  if (reference_number === undefined) return list
  return list === undefined || list.includes(reference_number) ? [reference_number] : []
}

async function categoryOf(tx: Tx, category: string | undefined): Promise<SearchFilter> {
  if (category === undefined) return {}
  if (category === EXCLUSION.category) return { is_excluded: true }
  return { category_ids: isUuid(category) ? [category] : await findAccountsByStableName(tx, category) }
}

const definitionsOf = async (tx: Tx, { tag_key, tag_values }: RequestedFilter): Promise<string[] | undefined> => {
  if (tag_key === undefined) return undefined
  return isKeepable(tag_key) ? findDefinitions(tx, tag_key, tag_values.filter(isKeepable)) : []
}

async function wordFilters(tx: Tx, words: ReturnType<typeof searchWords>): Promise<WordFilter[]> {
  const patterns = words.map(({ text }) => containing(text))
  const accounts = await findAccountsNamed(tx, patterns)
  return words.map(({ text, amount }, index) => ({
    like: patterns[index] ?? '',
    category_ids: accounts[index] ?? [],
    is_exclusion: EXCLUSION.display_name?.toLowerCase().includes(text.toLowerCase()) ?? false,
    amount: amount?.amount,
    direction: amount?.direction,
  }))
}
