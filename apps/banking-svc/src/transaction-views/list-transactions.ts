import type { Tx } from '@pacioli/db'
import { paginationOf, readPage, type Listing, type Page } from '@pacioli/paging'
import { searchPage, type FoundPage } from '@pacioli/paging/search'
import type { ListBankTransactionsRequest__Output, ListBankTransactionsResponse } from '@pacioli/protos/banking'
import type { OutgoingContext, Tenant } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import type { Business } from '../businesses/business.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import { requireValidRegex, withinRegexLimit } from '../regex/regex.store.ts'
import { regexSemaphore, searchSemaphore } from '../regex/semaphores.ts'
import { loadMessages } from './load-messages.ts'
import {
  countTransactions,
  gatherTransactions,
  loadStoredCount,
  walkTransactions,
  type SearchFilter,
} from './search.store.ts'
import { resolveFilter, type RequestedFilter } from './transaction-filter.ts'

const listing: Listing = {
  name: 'bank-transactions',
  sorts: ['date', 'amount', 'counterparty_name', 'name'],
  defaultOrder: 'ASC',
}

/** Up to so many matches are gathered and sorted; where more match, transactions are walked in their order. */
const MOST_GATHERED = 10_000

/** How long a search waits for capacity, if the caller waits that long. */
const MAX_WAIT_MS = 5_000

const maxWaitOf = ({ deadline }: OutgoingContext, now: Date): number =>
  deadline === undefined ? MAX_WAIT_MS : Math.min(MAX_WAIT_MS, deadline.getTime() - now.getTime())

/**
 * Transactions in one of four orders, filtered. A filter that few match is answered by indexes, one that many match by
 * walking from where the page begins, so neither slows down as transactions grow.
 * @param mostGathered up to how many are gathered and sorted
 * @throws BusinessNotFound, InvalidCursor, InvalidQuery, InvalidRegex, RegexTooExpensive, MissingTagValues;
 * ServiceUnavailable where too many searches run
 */
export async function listTransactions(
  banking: Banking,
  context: OutgoingContext & Tenant,
  request: ListBankTransactionsRequest__Output,
  mostGathered = MOST_GATHERED,
): Promise<ListBankTransactionsResponse> {
  const { page: requested, ...filters } = request
  const business = await requireBusiness(banking, context)
  const scope = [business.id, filters]
  const page = readPage(banking.cursorKey, listing, scope, requested ?? {})
  const semaphore = regexesOf(filters).length > 0 ? regexSemaphore : searchSemaphore
  return semaphore.run(context, maxWaitOf(context, banking.now()), () =>
    banking.db.transact(context, async (tx) => {
      const { rows, total } = await findPage(tx, business, filters, page, mostGathered)
      const ids = rows.slice(0, page.limit).map(({ id }) => id)
      // In their current state: those that no longer match are shown all the same.
      const data = await loadMessages(tx, business, ids)
      const last = rows.length > data.length ? rows[data.length - 1] : undefined
      const end = last && [last.sort_key, last.id]
      return { data, pagination: paginationOf(banking.cursorKey, listing, scope, page, total, end) }
    }),
  )
}

/** The regular expressions of a request, with their fields. */
const regexesOf = (requested: RequestedFilter): { field: string; pattern: string }[] =>
  (['description_filter_regex', 'merchant_name_filter_regex'] as const).flatMap((field) =>
    requested[field] === undefined ? [] : [{ field, pattern: requested[field] }],
  )

async function findPage(
  tx: Tx,
  business: Business,
  requested: RequestedFilter,
  page: Page,
  mostGathered: number,
): Promise<FoundPage> {
  const regexes = regexesOf(requested)
  for (const { field, pattern } of regexes) await requireValidRegex(tx, pattern, field)
  const filter = await resolveFilter(tx, business, requested)
  if (filter === 'nothing') return { rows: [], total: page.totalCount ?? 0 }
  const find = () => findFiltered(tx, filter, page, mostGathered)
  const [first] = regexes
  return first ? withinRegexLimit(tx, find, { field: first.field, value: first.pattern }) : find()
}

async function findFiltered(tx: Tx, filter: SearchFilter, page: Page, mostGathered: number): Promise<FoundPage> {
  const total = page.totalCount ?? (await storedCount(tx, filter))
  return searchPage(filter, total, mostGathered, {
    gather: () => gatherTransactions(tx, filter, page, mostGathered),
    walk: () => walkTransactions(tx, filter, page),
    count: () => countTransactions(tx, filter),
  })
}

/** From the stored totals; undefined where transactions have to be counted. */
async function storedCount(tx: Tx, filter: SearchFilter): Promise<number | undefined> {
  const { external_account_ids, ...others } = filter
  if (Object.values(others).some((value) => value !== undefined)) return undefined
  return loadStoredCount(tx, external_account_ids)
}
