import { momentFrom, textOf, type Moment } from '@pacioli/history/positions'
import { fittingInBytes, messageBytes, paginationOf, readPage, type Listing } from '@pacioli/paging'
import type { ListReportLinesRequest__Output, ListReportLinesResponse, ReportLine } from '@pacioli/protos/reporting'
import type { CallContext } from '@pacioli/rpc'
import { documentUrl } from '../aging/aging-report.ts'
import { loadOpenPage, type OpenItemListed, type OpenPlace } from '../aging/open-page.store.ts'
import { scopeOf } from '../aging/get-aging.ts'
import { sourceAsRecorded } from '../as-recorded/as-recorded.ts'
import { forwardedContext } from '../owners/forwarded-context.ts'
import type { ReportSource } from '../replica/report-source.ts'
import { appliedNow, type ReportChangesSources } from '../report-changes/get-report-changes.ts'
import { accountMessage } from '../report-changes/report-changes.messages.ts'
import { requireReportedBusiness } from '../businesses/require-business.ts'
import type { ReportParameters } from '../report-query/report-parameters.ts'
import { reportRequestOf, requestAt, type ReportRequest } from '../report-query/report-request.ts'
import { exact } from '../report-tables/exact.ts'
import { OWNERS_OF } from '../reports/get-report-as-of.ts'
import { reportNamed, type NamedReport } from '../reports/report-names.ts'
import { loadAccounts } from '../statements/account-sums.store.ts'
import type { KnownAccount } from '../statements/account-sums.ts'
import { figureOfAging } from './aging-figure.ts'
import type { Figure } from './figure.ts'
import { figureOfGeneralLedger } from './ledger-figure.ts'
import { figureOfPartyLedger } from './party-figure.ts'
import { loadFigureLines, type FigureLine, type LinePlace } from './report-lines.store.ts'
import { requireTaken } from './taken.ts'
import { figureOfStatement } from './statement-figure.ts'

const listing: Listing = { name: 'report lines', sorts: ['report_order'], defaultOrder: 'ASC' }

/**
 * What a figure of a report is the sum of. It is looked up in the report, so it is what the report says it is, and everything is
 * read as recorded at the moment of the first page: the figure, its lines, and all pages.
 * @throws InvalidQuery for a figure that the report does not have, InvalidCursor, and what the report throws
 */
export async function listReportLines(
  { primary, owners, now, appliedThrough, cursorKey }: ReportChangesSources,
  context: CallContext,
  { page: requested, ...filters }: ListReportLinesRequest__Output,
): Promise<ListReportLinesResponse> {
  const { report: name, row_key, column_key, recorded_as_of, ...parameters } = filters
  const named = reportNamed(name)
  requireTaken(named, parameters)
  const request = reportRequestOf(owners, context, now(), appliedThrough.through)
  const { tenant } = request
  const business = await requireReportedBusiness(primary, tenant, request.fetchBusiness)
  const scope = [business.id, filters]
  const page = readPage(cursorKey, listing, scope, requested ?? {})
  const [first, ...after] = page.after ?? []
  const asked = first ?? recorded_as_of
  const moment: Moment = asked === undefined ? await appliedNow(primary, tenant) : momentFrom(asked)
  const { source, at, positions } = await sourceAsRecorded(primary, business.id, moment, {
    histories: owners.histories,
    context: forwardedContext(context),
    owners: OWNERS_OF[named.kind],
    through: request.through,
    now: request.now,
  })
  const then = asked === undefined ? request : requestAt(request, moment, at)
  const figure = await figureOf(source, named, then, parameters, { row_key, column_key })
  const { lines, lastOf } = await readLines(source, then, figure, after, page.limit)
  const data = lines.slice(0, fittingInBytes(lines, messageBytes))
  const last = lastOf(data.length)
  const through = textOf(positions, figure.left)
  return {
    data,
    figure: figure.value,
    through,
    // Without a count: it would take a look at all of the lines.
    pagination: paginationOf(cursorKey, listing, scope, page, 0, last && [through, ...last]),
  }
}

function figureOf(
  source: ReportSource,
  named: NamedReport,
  request: ReportRequest,
  parameters: ReportParameters,
  asked: { row_key: string; column_key: string },
): Promise<Figure> {
  switch (named.kind) {
    case 'STATEMENT':
      return figureOfStatement(source, named.name, request, parameters, asked)
    case 'GENERAL_LEDGER':
      return figureOfGeneralLedger(source, request, parameters, asked)
    case 'AGING':
      return figureOfAging(source, named.side, request, parameters, asked)
    case 'PARTY_LEDGER':
    case 'PARTY_STATEMENT':
      return figureOfPartyLedger(source, named.of, request, parameters, asked)
  }
}

/** A page, and where it ends if only so many of its lines are shown. */
type LinesRead = { lines: ReportLine[]; lastOf: (shown: number) => readonly string[] | undefined }

async function readLines(
  source: ReportSource,
  { tenant }: ReportRequest,
  figure: Figure,
  after: readonly string[],
  limit: number,
): Promise<LinesRead> {
  const { businessId } = tenant
  return source.snapshot(tenant, async (tx) => {
    if (figure.kind === 'ITEMS') {
      const { aging, ...only } = figure.items
      const place = after.length > 0 ? (after as unknown as OpenPlace) : undefined
      const found = await loadOpenPage(tx, businessId, await scopeOf(tx, aging), only, place, limit)
      return pageOf(found, (item) => itemMessage(businessId, item))
    }
    const place = after.length > 0 ? (after as unknown as LinePlace) : undefined
    const [found, accounts] = await Promise.all([
      loadFigureLines(tx, businessId, figure.lines, place, limit),
      loadAccounts(tx, businessId),
    ])
    return pageOf(found, (line) => lineMessage(businessId, line, accounts))
  })
}

function pageOf<Row>(
  { rows, placeOf, hasMore }: { rows: readonly Row[]; placeOf: (row: Row) => readonly string[]; hasMore: boolean },
  toMessage: (row: Row) => ReportLine,
): LinesRead {
  return {
    lines: rows.map(toMessage),
    lastOf: (shown) => {
      const end = rows[shown - 1]
      return end && (hasMore || shown < rows.length) ? placeOf(end) : undefined
    },
  }
}

const lineMessage = (
  businessId: string,
  { id, entryId, accountId, amount, day, description, reference, party }: FigureLine,
  accounts: ReadonlyMap<string, KnownAccount>,
): ReportLine => ({
  id,
  url: documentUrl(businessId, 'JOURNAL', entryId),
  entry_id: entryId,
  account: accountMessage(accounts.get(accountId) ?? { id: accountId }),
  amount,
  day,
  description,
  reference_number: reference ?? undefined,
  party: party ?? undefined,
})

/** @throws AmountOutOfRange */
const itemMessage = (
  businessId: string,
  { id, kind, name, reference, contactName, documentDay, dueDay, outstanding }: OpenItemListed,
): ReportLine => ({
  id,
  url: documentUrl(businessId, kind, id),
  amount: exact(outstanding),
  day: documentDay ?? undefined,
  due_day: dueDay ?? undefined,
  description: name,
  reference_number: reference ?? undefined,
  party: contactName ?? undefined,
})
