import type { Database } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { paginationOf, readPage, type Listing } from '@pacioli/paging'
import type { GetReportChangesRequest__Output, GetReportChangesResponse } from '@pacioli/protos/reporting'
import type { CallContext, Tenant } from '@pacioli/rpc'
import type { Business } from '../businesses/business.ts'
import { requireReportedBusiness } from '../businesses/require-business.ts'
import { accountIdOf } from '../general-ledger/get-general-ledger.ts'
import { forwardedContext } from '../owners/forwarded-context.ts'
import type { Owners } from '../owners/owners.ts'
import { PARTY_MODEL } from '../read-models/models.ts'
import { readApplied } from '../read-models/record-marks.store.ts'
import { momentFrom, positionsBy, textOf, type Moment } from '@pacioli/history/positions'
import { openRangeFrom, periodOf, type OpenRange } from '../report-query/period.ts'
import { basisFrom } from '../report-query/report-parameters.ts'
import { basisOf, calendarOf, reportRequestOf, requestAt } from '../report-query/report-request.ts'
import { BASES_OF } from '../statements/entry.ts'
import { readEntriesBetween } from './entries-between.ts'
import { openBooksThen, readFiguresThen, type BooksThen } from './figures-then.ts'
import { moveMessage } from './report-changes.messages.ts'
import { movesBetween } from './report-changes.ts'

const listing: Listing = { name: 'report changes', sorts: ['recorded_position'], defaultOrder: 'ASC' }

export type ReportChangesSources = {
  /** Where reports are read as they were recorded. */
  primary: Database
  owners: Pick<Owners, 'ledger' | 'billing' | 'histories'>
  now: () => Date
  /** The instant through which events are applied. */
  appliedThrough: { readonly through: Date | null }
  cursorKey: Buffer
}

/**
 * What was recorded between two moments, and by how much it moved each account. Both are read as they were recorded: what is
 * recorded meanwhile changes neither, so they need no common snapshot. Without a basis it is the one that was the default at the later.
 * @throws BusinessNotFound, AccountNotFound, InvalidQuery, InvalidCursor, HistoryIncomplete, ReportTooLarge, AmountOutOfRange,
 *   ServiceUnavailable
 */
export async function getReportChanges(
  { primary, owners, now, appliedThrough, cursorKey }: ReportChangesSources,
  context: CallContext,
  { page: requested, ...filters }: GetReportChangesRequest__Output,
): Promise<GetReportChangesResponse> {
  const request = reportRequestOf(owners, context, now(), appliedThrough.through)
  const { tenant } = request
  const requestedBasis = basisFrom(filters)
  const asked = askedMoments(filters)
  const business = await requireReportedBusiness(primary, tenant, request.fetchBusiness, PARTY_MODEL)
  const range = openRangeFrom(filters, calendarOf(request, business))
  const scope = [business.id, filters]
  const page = readPage(cursorKey, listing, scope, requested ?? {})
  // All pages are of the positions of the first one, whatever has been recorded since.
  const [firstSince, firstUntil, position] = page.after ?? []

  const moments = {
    since: firstSince === undefined ? asked.since : momentFrom(firstSince),
    until: firstUntil === undefined ? asked.until : momentFrom(firstUntil),
  }
  const options = {
    histories: owners.histories,
    context: forwardedContext(context),
    through: request.through,
    now: request.now,
  }
  const booksAt = (field: 'since' | 'until', moment: Moment): Promise<BooksThen> =>
    openBooksThen(primary, tenant, { field, moment }, options)
  const until = moments.until ?? (await appliedNow(primary, tenant))
  const [earlier, later] = [await booksAt('since', moments.since), await booksAt('until', until)]
  const { basis, left } = await basisOf(
    requestedBasis,
    await requireReportedBusiness(later.source, tenant, request.fetchBusiness, PARTY_MODEL),
    moments.until === undefined ? request : requestAt(request, moments.until, later.at),
  )
  const query = { period: periodOf(range), bases: BASES_OF[basis] }
  const [before, after] = [await readFiguresThen(earlier, query), await readFiguresThen(later, query)]
  const between = { since: before.positions.ledger, until: after.positions.ledger }
  requireOrder(between, filters.since)

  const accountId = filters.account_id === undefined ? undefined : accountIdOf(filters.account_id, after.accounts)
  const moves = movesBetween(before.figures, after.figures, after.accounts).filter(
    ({ account }) => accountId === undefined || account.id === accountId,
  )
  const { entries, next } = await readEntriesBetween(
    { db: primary, ledger: owners.histories.ledger, context: options.context, tenant, accounts: after.accounts },
    { ...between, after: position === undefined ? between.since : Number(position), limit: page.limit },
    { ...range, bases: query.bases, accountId },
  )
  const places = { since: textOf(before.positions, left), until: textOf(after.positions, left) }
  const last = next === undefined ? undefined : [places.since, places.until, String(next)]
  return {
    data: {
      ...places,
      ...headOf(business, range),
      reporting_basis: basis,
      generated_at: request.now.toISOString(),
      accounts: moves.map(moveMessage),
      entries,
    },
    // Without a count: it would take a look at all of the entries.
    pagination: paginationOf(cursorKey, listing, scope, page, 0, last),
  }
}

const headOf = ({ id, currency, timeZone }: Business, { start, end }: OpenRange) => ({
  business_id: id,
  currency,
  time_zone: timeZone,
  start_date: start,
  end_date: end,
})

/** @throws InvalidQuery */
const askedMoments = ({
  since,
  until,
}: Pick<GetReportChangesRequest__Output, 'since' | 'until'>): { since: Moment; until: Moment | undefined } => ({
  since: momentFrom(since, 'since'),
  until: until === undefined ? undefined : momentFrom(until, 'until'),
})

/** @throws InvalidQuery */
function requireOrder({ since, until }: { since: number; until: number }, value: string): void {
  if (since > until)
    throw refused('InvalidQuery', 'since: expected a moment that is not after until.', { field: 'since', value })
}

/** All that is applied without a gap. */
export async function appliedNow(primary: Database, tenant: Tenant): Promise<Moment> {
  const applied = await primary.read(tenant, (tx) => readApplied(tx, tenant.businessId))
  return { kind: 'POSITIONS', left: {}, positions: positionsBy((owner) => applied.get(owner)?.through ?? 0) }
}
