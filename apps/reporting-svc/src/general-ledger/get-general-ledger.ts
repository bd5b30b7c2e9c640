import { dayPlus } from '@pacioli/calendar'
import type { Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { isUuid } from '@pacioli/rpc'
import { positionsIn } from '../recorded-positions/positions.store.ts'
import { requireReportedBusiness } from '../businesses/require-business.ts'
import type { ReportSource } from '../replica/report-source.ts'
import type { Report, Row } from '../report-tables/report.ts'
import { MAX_ROWS, requireFewRows } from '../report-tables/max-rows.ts'
import { loadAccounts } from '../statements/account-sums.store.ts'
import type { KnownAccount } from '../statements/account-sums.ts'
import { BASES_OF } from '../statements/entry.ts'
import {
  accountRows,
  GENERAL_LEDGER_COLUMNS,
  lineRow,
  runningBalances,
  totalRow,
  type AccountSpan,
  type GeneralLedgerLinks,
  type LedgerLine,
} from './general-ledger.ts'
import { loadLedgerLines, sumSpans, type LinePlace, type SpanQuery } from './general-ledger.store.ts'
import { filtersOf, headOf, parametersOf, todayIn, type ReportHead } from '../report-query/report-head.ts'
import { basisOf, calendarOf, type ReportRequest } from '../report-query/report-request.ts'
import { tagValueIdsOf } from '../report-query/tag-value-ids.ts'
import { rangeFrom } from '../report-query/period.ts'
import { inReportOrder } from '../statements/rows.ts'
import {
  basisFrom,
  figureUrl,
  linesUrl,
  tagFilterFrom,
  type ReportParameters,
  type TagFilter,
} from '../report-query/report-parameters.ts'

/** The checked parameters of a general ledger. */
export type GeneralLedgerScope = {
  head: ReportHead
  range: { start: string; end: string }
  tags: TagFilter | undefined
  /** Id or stable name of the only account; all of them if undefined. */
  account: string | undefined
}

/** @throws BusinessNotFound, InvalidQuery, MissingTagValues, ServiceUnavailable */
export async function scopeOfGeneralLedger(
  source: ReportSource,
  request: ReportRequest,
  parameters: ReportParameters,
): Promise<GeneralLedgerScope> {
  const tags = tagFilterFrom(parameters)
  const requested = basisFrom(parameters)
  const business = await requireReportedBusiness(source, request.tenant, request.fetchBusiness)
  const range = rangeFrom(parameters.start_date, parameters.end_date, calendarOf(request, business))
  const { basis, left } = await basisOf(requested, business, request)
  const about = {
    name: 'GENERAL_LEDGER',
    title: 'General Ledger',
    basis,
    periods: [range],
    filters: filtersOf(parameters),
    left: { ...todayIn(parameters, range), ...left },
  } as const
  return {
    head: headOf(about, business, request),
    range: { start: range.start ?? range.end, end: range.end },
    tags,
    account: parameters.account_id,
  }
}

/**
 * Each account with its lines in a range and the balance after each.
 * @throws AccountNotFound, ReportTooLarge, AmountOutOfRange, and what its scope throws
 */
export async function getGeneralLedger(
  source: ReportSource,
  request: ReportRequest,
  parameters: ReportParameters,
): Promise<Report> {
  const scope = await scopeOfGeneralLedger(source, request, parameters)
  const links = linksOf(scope)
  return source.snapshot(request.tenant, async (tx, through = request.through) => {
    const [positions, spans] = await Promise.all([positionsIn(tx, scope.head.business.id), loadSpans(tx, scope)])
    requireFewRows(
      spans.reduce((count, { lineCount }) => count + lineCount + 2, 0),
      MAX_ROWS,
    )
    const found: Row[] = []
    for await (const { span, lines } of ledgerAccounts(tx, scope, spans)) {
      found.push(...accountRows(span, links))
      const balanceAfter = runningBalances(span)
      for await (const line of lines) found.push(lineRow(line, balanceAfter(line), links))
    }
    return {
      head: { ...scope.head, through },
      positions,
      columns: GENERAL_LEDGER_COLUMNS,
      rows: [...found, totalRow(spans, links)],
    }
  })
}

export function linksOf({ head, range, tags }: GeneralLedgerScope): GeneralLedgerLinks {
  const { business, basis } = head
  const scope = { businessId: business.id, basis, withClosings: true }
  const given = parametersOf(head)
  return {
    figure: (rowKey, columnKey) => figureUrl(business.id, given, rowKey, columnKey),
    balance: (accountId, at) => {
      const end = at === 'END' ? range.end : dayPlus(range.start, -1)
      return linesUrl(scope, accountId, { start: undefined, end }, tags)
    },
    entry: (entryId) => `/v1/businesses/${business.id}/ledger/entries/${entryId}`,
  }
}

export type CountedSpan = AccountSpan & { lineCount: number }

/** Every account that has lines until the end of the range, in the order of reports. @throws AccountNotFound */
export async function loadSpans(tx: Tx, scope: GeneralLedgerScope): Promise<CountedSpan[]> {
  const { id } = scope.head.business
  const accounts = await loadAccounts(tx, id)
  const spans = await sumSpans(tx, id, await queryOf(tx, scope, accounts))
  return spans
    .map(({ accountId, ...sums }) => ({ account: accounts.get(accountId) ?? { id: accountId }, ...sums }))
    .sort((a, b) => inReportOrder(a.account, b.account))
}

async function queryOf(
  tx: Tx,
  { head: { business, basis }, range, tags, account }: GeneralLedgerScope,
  accounts: ReadonlyMap<string, KnownAccount>,
): Promise<SpanQuery> {
  return {
    ...range,
    bases: BASES_OF[basis],
    tagValueIds: tags && (await tagValueIdsOf(tx, business.id, tags)),
    accountId: account === undefined ? undefined : accountIdOf(account, accounts),
  }
}

/** The id of an account by its id or stable name. @throws AccountNotFound */
export function accountIdOf(requested: string, accounts: ReadonlyMap<string, KnownAccount>): string {
  const id = requested.toLowerCase()
  if (isUuid(id) && accounts.has(id)) return id
  const named = [...accounts.values()].find(({ stableName }) => stableName === requested)
  if (named) return named.id
  throw refused('AccountNotFound', `The business has no account ${requested}.`, {
    field: 'account_id',
    value: requested,
  })
}

/** @throws AccountNotFound */
export async function requireAccount(tx: Tx, { head: { business }, account }: GeneralLedgerScope): Promise<void> {
  if (account !== undefined) accountIdOf(account, await loadAccounts(tx, business.id))
}

/** Lines read at a time. */
const BATCH = 5_000

/** Each account with its lines; read them in order. Lines of small accounts are loaded together. */
export async function* ledgerAccounts(
  tx: Tx,
  scope: GeneralLedgerScope,
  spans: readonly CountedSpan[],
): AsyncGenerator<{ span: CountedSpan; lines: AsyncIterable<LedgerLine> | Iterable<LedgerLine> }> {
  const { business, basis } = scope.head
  const query = {
    ...scope.range,
    bases: BASES_OF[basis],
    tagValueIds: scope.tags && (await tagValueIdsOf(tx, business.id, scope.tags)),
  }
  for (const batch of batchesOf(spans)) {
    const [only] = batch
    if (only && batch.length === 1) {
      yield { span: only, lines: linesOf(tx, business.id, { ...query, accountIds: [only.account.id] }) }
      continue
    }
    const accountIds = batch.map(({ account }) => account.id)
    const { lines } = await loadLedgerLines(tx, business.id, { ...query, accountIds }, undefined, BATCH + 1)
    const byAccount = Map.groupBy(lines, ({ accountId }) => accountId)
    for (const span of batch) yield { span, lines: byAccount.get(span.account.id) ?? [] }
  }
}

/** Neighbouring accounts whose lines fit into one batch. */
function batchesOf(spans: readonly CountedSpan[]): CountedSpan[][] {
  const batches: CountedSpan[][] = []
  let size = Infinity
  for (const span of spans) {
    if (size + span.lineCount > BATCH) {
      batches.push([])
      size = 0
    }
    batches.at(-1)?.push(span)
    size += span.lineCount
  }
  return batches
}

async function* linesOf(
  tx: Tx,
  businessId: string,
  query: Parameters<typeof loadLedgerLines>[2],
): AsyncGenerator<LedgerLine> {
  let after: LinePlace | undefined
  do {
    const { lines, last } = await loadLedgerLines(tx, businessId, query, after, BATCH)
    yield* lines
    after = last
  } while (after)
}
