import type { Database, Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { isUuid } from '@pacioli/rpc'
import type { Business, ReportingBasis } from '../businesses/business.ts'
import { requireReportedBusiness } from '../businesses/require-business.ts'
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
import { basisOf, type ReportRequest } from '../report-query/report-request.ts'
import { tagValueIdsOf } from '../report-query/tag-value-ids.ts'
import { localCalendarAt, keyOf, nameOf, rangeFrom } from '../report-query/period.ts'
import { inReportOrder } from '../statements/rows.ts'
import {
  BASIS_NAMES,
  basisFrom,
  linesUrl,
  tagFilterFrom,
  tagSubtitle,
  type ReportParameters,
  type TagFilter,
} from '../report-query/report-parameters.ts'

export const GENERAL_LEDGER_TITLE = 'General Ledger'

/** The checked parameters of a general ledger. */
export type GeneralLedgerScope = {
  business: Business
  basis: ReportingBasis
  range: { start: string; end: string }
  tags: TagFilter | undefined
  /** Id or stable name of the only account; all of them if undefined. */
  account: string | undefined
}

/** @throws BusinessNotFound, InvalidQuery, MissingTagValues, ServiceUnavailable */
export async function scopeOfGeneralLedger(
  db: Database,
  request: ReportRequest,
  parameters: ReportParameters,
): Promise<GeneralLedgerScope> {
  const tags = tagFilterFrom(parameters)
  const requested = basisFrom(parameters)
  const business = await requireReportedBusiness(db, request.tenant, request.fetchBusiness)
  const { start, end } = rangeFrom(
    parameters.start_date,
    parameters.end_date,
    localCalendarAt(request.now, business.timeZone),
  )
  return {
    business,
    basis: await basisOf(requested, business, request),
    range: { start: start ?? end, end },
    tags,
    account: parameters.account_id,
  }
}

export const subtitlesOf = ({ business, basis, range, tags }: GeneralLedgerScope): string[] => [
  ...(business.legalName === null ? [] : [business.legalName]),
  nameOf(range),
  BASIS_NAMES[basis],
  ...tagSubtitle(tags),
]

/**
 * Each account with its lines in a range and the balance after each.
 * @throws AccountNotFound, ReportTooLarge, AmountOutOfRange, and what its scope throws
 */
export async function getGeneralLedger(
  db: Database,
  request: ReportRequest,
  parameters: ReportParameters,
): Promise<Report> {
  const scope = await scopeOfGeneralLedger(db, request, parameters)
  const links = linksOf(scope)
  const rows = await db.snapshot(request.tenant, async (tx) => {
    const spans = await loadSpans(tx, scope)
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
    return [...found, totalRow(spans)]
  })
  return {
    title: GENERAL_LEDGER_TITLE,
    subtitles: subtitlesOf(scope),
    days: keyOf(scope.range),
    businessId: scope.business.id,
    currency: scope.business.currency,
    columns: GENERAL_LEDGER_COLUMNS,
    rows,
  }
}

export function linksOf({ business, basis, range, tags }: GeneralLedgerScope): GeneralLedgerLinks {
  const scope = { businessId: business.id, basis, withClosings: true }
  return {
    lines: (accountId) => linesUrl(scope, accountId, range, tags),
    entry: (entryId) => `/v1/businesses/${business.id}/ledger/entries/${entryId}`,
  }
}

export type CountedSpan = AccountSpan & { lineCount: number }

/** Every account that has lines until the end of the range, in the order of reports. @throws AccountNotFound */
export async function loadSpans(tx: Tx, scope: GeneralLedgerScope): Promise<CountedSpan[]> {
  const accounts = await loadAccounts(tx, scope.business.id)
  const spans = await sumSpans(tx, scope.business.id, await queryOf(tx, scope, accounts))
  return spans
    .map(({ accountId, ...sums }) => ({ account: accounts.get(accountId) ?? { id: accountId }, ...sums }))
    .sort((a, b) => inReportOrder(a.account, b.account))
}

async function queryOf(
  tx: Tx,
  { business, basis, range, tags, account }: GeneralLedgerScope,
  accounts: ReadonlyMap<string, KnownAccount>,
): Promise<SpanQuery> {
  return {
    ...range,
    bases: BASES_OF[basis],
    tagValueIds: tags && (await tagValueIdsOf(tx, business.id, tags)),
    accountId: account === undefined ? undefined : idOf(account, accounts),
  }
}

function idOf(requested: string, accounts: ReadonlyMap<string, KnownAccount>): string {
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
export async function requireAccount(tx: Tx, { business, account }: GeneralLedgerScope): Promise<void> {
  if (account !== undefined) idOf(account, await loadAccounts(tx, business.id))
}

/** Lines read at a time. */
const BATCH = 5_000

/** Each account with its lines; read them in order. Lines of small accounts are loaded together. */
export async function* ledgerAccounts(
  tx: Tx,
  scope: GeneralLedgerScope,
  spans: readonly CountedSpan[],
): AsyncGenerator<{ span: CountedSpan; lines: AsyncIterable<LedgerLine> | Iterable<LedgerLine> }> {
  const query = {
    ...scope.range,
    bases: BASES_OF[scope.basis],
    tagValueIds: scope.tags && (await tagValueIdsOf(tx, scope.business.id, scope.tags)),
  }
  for (const batch of batchesOf(spans)) {
    const [only] = batch
    if (only && batch.length === 1) {
      yield { span: only, lines: linesOf(tx, scope.business.id, { ...query, accountIds: [only.account.id] }) }
      continue
    }
    const accountIds = batch.map(({ account }) => account.id)
    const { lines } = await loadLedgerLines(tx, scope.business.id, { ...query, accountIds }, undefined, BATCH + 1)
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
