import { refused } from '@pacioli/errors'
import {
  paginationOf,
  rangeOf,
  readPage,
  requireTagPair,
  type Listing,
  type PageRequest,
  type Pagination,
} from '@pacioli/paging'
import type { Tx } from '@pacioli/db'
import { asRecorded } from '@pacioli/history'
import { leftTo, momentFrom, type Left } from '@pacioli/history/positions'
import { isUuid, type Tenant } from '@pacioli/rpc'
import { fittingInBytes, textBytes } from '../answer-size.ts'
import { loadBusinessFacts } from '../businesses/business.store.ts'
import type { Account } from '../chart-of-accounts/account.ts'
import { loadAccount } from '../chart-of-accounts/account.store.ts'
import { lookBack } from '../history/look-back.ts'
import type { Ledger } from '../ledger.ts'
import { readingBasisOf } from '../settings/accounting-configuration.store.ts'
import { loadDefinitionIds, loadLineTags } from '../tags/tag.store.ts'
import { runningBalance, withRunningBalances, type AccountLine, type BareLine } from './account-lines.ts'
import { countLinesThen, loadBeforeThen } from './account-lines-then.store.ts'
import { countLines, loadBefore, loadLinePage, type LineFilter } from './account-lines.store.ts'
import { tagsBytes } from './entry-size.ts'
import { otherBasisOf } from './journal-entry.ts'

export type ListAccountLines = {
  page: PageRequest
  /** Id or stable name. */
  accountId: string
  reportingBasis?: string | undefined
  startDate?: string | undefined
  endDate?: string | undefined
  includeReversals?: boolean | undefined
  /** Lines of closings and of their reversals, which profit and loss leaves out. */
  includeClosing?: boolean | undefined
  tagKey?: string | undefined
  tagValues?: readonly string[] | undefined
  /** The `through` of a report, or an instant. */
  recordedAsOf?: string | undefined
}

type Listed = { account: Account; lines: AccountLine[]; reportingBasis: string; pagination: Pagination }

/** How lines are counted and summed. */
type Totals = { count: typeof countLines; before: typeof loadBefore }

const listing: Listing = { name: 'account-lines', sorts: ['date'], defaultOrder: 'ASC' }

/**
 * The lines of an account with running balances. The cost of a page does not grow with the account: it starts from
 * stored sums, and counts come from counters. That of a moment grows with what was recorded since.
 * @throws AccountNotFound, BusinessNotFound, MissingTagValues, InvalidCursor, InvalidQuery, HistoryIncomplete
 */
export async function listAccountLines(
  ledger: Ledger,
  tenant: Tenant,
  { recordedAsOf, ...query }: ListAccountLines,
): Promise<Listed> {
  requireTagPair(query.tagKey, query.tagValues)
  if (recordedAsOf === undefined)
    return ledger.db.read(tenant, (tx) =>
      readLines(ledger, tx, tenant, query, { count: countLines, before: loadBefore }),
    )
  const moment = momentFrom(recordedAsOf)
  return asRecorded(ledger.db, tenant, { moment, owner: 'ledger' }, async (tx, then) => {
    await lookBack(tx, tenant.businessId, then)
    const totals = { count: countLinesThen, before: loadBeforeThen }
    const past = { position: then.position, at: then.at ?? undefined, left: leftTo(moment) }
    return readLines(ledger, tx, tenant, query, totals, past)
  })
}

/** Where the history is read, so that cursors are of this alone; when that was, and with what basis unless one is asked for. */
type Past = { position: number; at: Date | undefined; left: Left }

async function readLines(
  ledger: Ledger,
  tx: Tx,
  tenant: Tenant,
  query: Omit<ListAccountLines, 'recordedAsOf'>,
  totals: Totals,
  past?: Past,
): Promise<Listed> {
  const { page: pageRequest, ...filters } = query
  const [basis, { timeZone }, account, definitionIds] = await Promise.all([
    readingBasisOf(tx, tenant, filters.reportingBasis ?? past?.left.basis, past?.at),
    loadBusinessFacts(tx, tenant),
    loadAccount(
      tx,
      tenant.businessId,
      isUuid(query.accountId) ? { id: query.accountId } : { stableName: query.accountId },
    ),
    filters.tagKey === undefined
      ? undefined
      : loadDefinitionIds(tx, tenant.businessId, filters.tagKey, filters.tagValues ?? []),
  ])
  // A cursor is of the books in which its listing began, whatever the default is by now.
  const isDefault = filters.reportingBasis === undefined && basis === 'ACCRUAL'
  const scope = [
    tenant.businessId,
    { ...filters, position: past?.position, reportingBasis: isDefault ? undefined : basis },
  ]
  const page = readPage(ledger.cursorKey, listing, scope, pageRequest)
  if (!account)
    throw refused('AccountNotFound', `The business has no account ${query.accountId}.`, {
      field: 'accountId',
      value: query.accountId,
    })
  const filter: LineFilter = {
    accountId: account.id,
    otherBasis: otherBasisOf(basis),
    ...rangeOf(filters.startDate, filters.endDate, timeZone),
    withReversals: filters.includeReversals ?? true,
    withClosing: filters.includeClosing ?? true,
    definitionIds,
  }
  const { lines, last } = await loadLinePage(tx, tenant.businessId, filter, page)
  const isAll = page.after === undefined && last === undefined
  const [balanced, tags, total] = await Promise.all([
    balance(tx, tenant, filter, account, lines, page.sortOrder === 'DESC', totals),
    loadLineTags(
      tx,
      tenant.businessId,
      lines.map((line) => line.id),
    ),
    page.totalCount ?? (isAll ? lines.length : totals.count(tx, tenant.businessId, filter)),
  ])
  const tagged = balanced.map((line) => ({ ...line, tags: tags.get(line.id) ?? [] }))
  const shown = tagged.slice(0, fittingInBytes(tagged, lineBytes))
  const end = shown.length < tagged.length ? keyOf(shown.at(-1)) : last
  return {
    account,
    lines: shown,
    reportingBasis: basis,
    pagination: paginationOf(ledger.cursorKey, listing, scope, page, total, end),
  }
}

const keyOf = (line: AccountLine | undefined): readonly string[] | undefined =>
  line && [line.entryAt.toISOString(), line.seq]

/** About how long a line is in an answer, which repeats its text. */
const lineBytes = ({ memo, entry, tags }: AccountLine): number =>
  1_020 + 2 * textBytes([memo ?? entry.memo]) + textBytes([entry.externalId]) + tagsBytes(tags)

/** Consecutive lines need one starting balance; where a filter leaves lines out between them, each has its own. */
async function balance(
  tx: Tx,
  tenant: Tenant,
  filter: LineFilter,
  account: Account,
  lines: readonly BareLine[],
  descending: boolean,
  totals: Totals,
): Promise<Omit<AccountLine, 'tags'>[]> {
  const ascending = descending ? lines.toReversed() : lines
  const consecutive = filter.withReversals && filter.withClosing && filter.definitionIds === undefined
  const before = await totals.before(tx, tenant.businessId, filter, consecutive ? ascending.slice(0, 1) : ascending)
  const none = { debits: 0n, credits: 0n }
  if (consecutive) return withRunningBalances(lines, account.normality, before[0] ?? none, descending)
  const balanced = ascending.map((line, index) => ({
    ...line,
    runningBalance: runningBalance(line, account.normality, before[index] ?? none),
  }))
  return descending ? balanced.toReversed() : balanced
}
