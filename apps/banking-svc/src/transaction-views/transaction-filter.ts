/** What a caller asks of transactions, as what is looked for in the database. */
import type { Tx } from '@pacioli/db'
import { findDefinitions } from '@pacioli/ledger-facts'
import { containing, isKeepable, kept, rangeOf, requireTagPair } from '@pacioli/paging'
import { isUuid } from '@pacioli/rpc'
import type { ListBankTransactionsRequest__Output } from '@pacioli/protos/banking'
import type { Business } from '../businesses/business.ts'
import { isCategorized, STATUSES, type Status } from '../bank-transactions/bank-transaction.ts'
import { EXCLUSION } from '../bank-transactions/bank-transaction.messages.ts'
import { findAccountsByStableName, findAccountsNamed, type SearchFilter, type SoughtWord } from './search.store.ts'
import { searchWords } from './search-words.ts'

export type AskedFilter = Omit<ListBankTransactionsRequest__Output, 'page'>

/** Nothing can match: a name or an id stands for nothing the business has. */
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

/** Regular expressions are not looked at here. @throws MissingTagValues, InvalidQuery */
export async function resolveFilter(tx: Tx, business: Business, asked: AskedFilter): Promise<SearchFilter | Nothing> {
  const { from, before } = rangeOf(asked.start_date, asked.end_date, business.timeZone)
  const words = asked.q === undefined ? [] : searchWords(asked.q, business.currency)
  requireTagPair(asked.tag_key, asked.tag_values)
  if (TEXTS.some((name) => !isKeepable(asked[name] ?? ''))) return 'nothing'
  if (IDS.some((name) => asked[name] !== undefined && !isUuid(asked[name]))) return 'nothing'
  const filter: SearchFilter = {
    from,
    before,
    amount_min: asked.amount_min,
    amount_max: asked.amount_max,
    direction: asked.direction,
    statuses: statusesOf(asked),
    ...(await categoryOf(tx, business.id, asked.category)),
    rule_id: asked.rule_id,
    reference_numbers: referencesOf(asked),
    memo: asked.memo,
    external_account_ids: kept(asked.external_account_ids, isUuid),
    bank_account_ids: kept(asked.bank_account_ids, isUuid),
    source_account_ids: kept(asked.source_account_ids, isKeepable),
    external_ids: kept(asked.external_ids, isKeepable),
    customer_id: asked.customer_id,
    customer_external_id: asked.customer_external_id,
    vendor_id: asked.vendor_id,
    vendor_external_id: asked.vendor_external_id,
    counterparty_id: asked.counterparty_id,
    has_counterparty: asked.has_counterparty,
    description_like: asked.description_filter === undefined ? undefined : containing(asked.description_filter),
    description_regex: asked.description_filter_regex,
    merchant_name_like: asked.merchant_name_filter === undefined ? undefined : containing(asked.merchant_name_filter),
    merchant_name_regex: asked.merchant_name_filter_regex,
    memo_like: asked.memo_contains === undefined ? undefined : containing(asked.memo_contains),
    definition_ids: await definitionsOf(tx, business.id, asked),
    words: words.length === 0 ? undefined : await soughtWords(tx, business.id, words),
  }
  const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0
  return Object.values(filter).some(isEmptyList) ? 'nothing' : filter
}

/** The states that all the filters about states leave. */
function statusesOf({ categorization_status, categorized, is_matched }: AskedFilter): Status[] | undefined {
  const left = STATUSES.filter(
    (status) =>
      (categorization_status === undefined || status === categorization_status) &&
      (categorized === undefined || isCategorized({ status }) === categorized) &&
      (is_matched === undefined || (status === 'MATCHED') === is_matched),
  )
  return left.length === STATUSES.length ? undefined : left
}

/** Both forms of the filter must hold. */
function referencesOf({ reference_number, reference_numbers }: AskedFilter): string[] | undefined {
  const list = kept(reference_numbers, isKeepable)
  if (reference_number === undefined) return list
  return list === undefined || list.includes(reference_number) ? [reference_number] : []
}

async function categoryOf(tx: Tx, businessId: string, category: string | undefined): Promise<SearchFilter> {
  if (category === undefined) return {}
  if (category === EXCLUSION.category) return { is_excluded: true }
  return { category_ids: isUuid(category) ? [category] : await findAccountsByStableName(tx, businessId, category) }
}

const definitionsOf = async (
  tx: Tx,
  businessId: string,
  { tag_key, tag_values }: AskedFilter,
): Promise<string[] | undefined> => {
  if (tag_key === undefined) return undefined
  return isKeepable(tag_key) ? findDefinitions(tx, businessId, tag_key, tag_values.filter(isKeepable)) : []
}

async function soughtWords(tx: Tx, businessId: string, words: ReturnType<typeof searchWords>): Promise<SoughtWord[]> {
  const patterns = words.map(({ text }) => containing(text))
  const accounts = await findAccountsNamed(tx, businessId, patterns)
  return words.map(({ text, amount }, index) => ({
    like: patterns[index] ?? '',
    category_ids: accounts[index] ?? [],
    is_exclusion: EXCLUSION.display_name?.toLowerCase().includes(text.toLowerCase()) ?? false,
    amount: amount?.amount,
    direction: amount?.direction,
  }))
}
