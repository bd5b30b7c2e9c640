import { setTimeout as pause } from 'node:timers/promises'
import type { Tx } from '@pacioli/db'
import { positionsIn } from '../recorded-positions/positions.store.ts'
import { refused } from '@pacioli/errors'
import { isUuid } from '@pacioli/rpc'
import { documentUrl } from '../aging/aging-report.ts'
import { requireReportedBusiness } from '../businesses/require-business.ts'
import { findContact } from '../contacts/contact.store.ts'
import type { ContactKind } from '../contacts/contact.ts'
import { PARTY_MODEL } from '../read-models/models.ts'
import { rangeFrom } from '../report-query/period.ts'
import { filtersOf, headOf, parametersOf, todayIn, type Party, type ReportHead } from '../report-query/report-head.ts'
import { figureUrl, tagFilterFrom, type ReportParameters, type TagFilter } from '../report-query/report-parameters.ts'
import { calendarOf, type ReportRequest } from '../report-query/report-request.ts'
import { tagValueIdsOf } from '../report-query/tag-value-ids.ts'
import { MAX_ROWS, requireFewRows } from '../report-tables/max-rows.ts'
import { exact } from '../report-tables/exact.ts'
import type { ReportSource } from '../replica/report-source.ts'
import type { Row, UseReport } from '../report-tables/report.ts'
import { loadPartyLines, sumParty, type PartyQuery } from './party-ledger.store.ts'
import {
  closingRow,
  lineRow,
  openingRow,
  partyColumns,
  PARTY_SIDES,
  standings,
  type PartyLine,
  type PartyLinks,
  type PartySums,
} from './party-ledger.ts'

/** The checked parameters of the ledger of a party. */
export type PartyLedgerScope = {
  head: ReportHead
  kind: ContactKind
  partyId: string
  range: { start: string; end: string }
  tags: TagFilter | undefined
}

/** So long an event may be on its way. */
const TOLD_WITHIN_MS = 5_000
const LOOK_AGAIN_MS = 50

/** The fields of a request that name the party. */
export const FIELDS = { VENDOR: 'vendor_id', CUSTOMER: 'customer_id' } as const
/** The same in a path. */
const PARAMETERS = { VENDOR: 'vendorId', CUSTOMER: 'customerId' } as const

/** @throws BusinessNotFound, VendorNotFound, CustomerNotFound, InvalidQuery, MissingTagValues, ServiceUnavailable */
export async function scopeOfPartyLedger(
  source: ReportSource,
  {
    kind,
    isStatement = false,
    field = PARAMETERS[kind],
    toldWithinMs = TOLD_WITHIN_MS,
  }: { kind: ContactKind; isStatement?: boolean; field?: string; toldWithinMs?: number },
  request: ReportRequest,
  parameters: ReportParameters,
): Promise<PartyLedgerScope> {
  const tags = tagFilterFrom(parameters)
  const business = await requireReportedBusiness(source, request.tenant, request.fetchBusiness, PARTY_MODEL)
  const party = await requireParty(source, { kind, field, toldWithinMs }, request, parameters[FIELDS[kind]])
  const given = rangeFrom(parameters.start_date, parameters.end_date, calendarOf(request, business))
  const range = { start: given.start ?? given.end, end: given.end }
  const { ledger, statement } = PARTY_SIDES[kind]
  const about = { ...(isStatement ? statement : ledger), basis: 'ACCRUAL', periods: [range], party } as const
  return {
    head: headOf({ ...about, filters: filtersOf(parameters), left: todayIn(parameters, given) }, business, request),
    kind,
    partyId: party.id,
    range,
    tags,
  }
}

/**
 * By the copy that events keep. Billing knows who was just made before any event has told of them: that is waited for, since a ledger
 * is of what was recorded, and as recorded at the same positions nobody else is known either.
 * @throws VendorNotFound, CustomerNotFound; ServiceUnavailable while no event tells of one that billing has
 */
async function requireParty(
  source: ReportSource,
  { kind, field, toldWithinMs }: { kind: ContactKind; field: string; toldWithinMs: number },
  { tenant, fetchContactName, moment }: ReportRequest,
  requested = '',
): Promise<Party> {
  const id = requested.toLowerCase()
  const find = () => source.read(tenant, (tx) => findContact(tx, tenant.businessId, id))
  let known = isUuid(id) ? await find() : undefined
  const mayBeKind = known === undefined ? moment === undefined : known.kind === null
  const name = mayBeKind ? await fetchContactName(kind, id) : undefined
  if (name !== undefined && known === undefined) {
    const until = source.isOfThePast ? 0 : performance.now() + toldWithinMs
    while ((known = await find()) === undefined && performance.now() < until) await pause(LOOK_AGAIN_MS)
    if (known === undefined)
      throw refused(
        'ServiceUnavailable',
        `Reports have not been told of ${PARTY_SIDES[kind].noun} ${id} yet. Try again.`,
      )
  }
  if (known?.kind === kind) return { id, name: known.name, address: known.address }
  if (name !== undefined && known?.kind === null) return { id, name, address: known.address }
  throw refused(
    kind === 'VENDOR' ? 'VendorNotFound' : 'CustomerNotFound',
    `The business has no ${PARTY_SIDES[kind].noun} ${id}.`,
    {
      field,
      value: id,
    },
  )
}

/**
 * Every line about what a vendor is owed, or a customer owes, in a range, with the balance after each.
 * @throws ReportTooLarge, AmountOutOfRange, and what its scope throws, before it is used
 */
export async function getPartyLedger<Result>(
  source: ReportSource,
  kind: ContactKind,
  request: ReportRequest,
  parameters: ReportParameters,
  use: UseReport<Result>,
): Promise<Result> {
  const scope = await scopeOfPartyLedger(source, { kind }, request, parameters)
  return source.snapshot(request.tenant, async (tx, through = request.through) => {
    const [positions, { sums, lines }] = await Promise.all([
      positionsIn(tx, scope.head.business.id),
      readPartyLedger(tx, scope),
    ])
    requireFewRows(sums.lineCount + 2, MAX_ROWS)
    if (sums.reach > MAX_EXACT) await requireShowable(scope, sums, (await readPartyLedger(tx, scope)).lines)
    const columns = partyColumns(PARTY_SIDES[kind])
    return use({
      head: { ...scope.head, through },
      positions,
      columns,
      size: sums.lineCount + 2,
      batches: rowsOf(scope, sums, lines),
    })
  })
}

const MAX_EXACT = BigInt(Number.MAX_SAFE_INTEGER)

/** Each row once before the first one is sent: what stands between the lines may be out of range. @throws AmountOutOfRange */
async function requireShowable(
  { head, kind }: PartyLedgerScope,
  sums: PartySums,
  lines: AsyncIterable<PartyLine>,
): Promise<void> {
  const side = PARTY_SIDES[kind]
  const links = linksOf(head)
  openingRow(side, sums, links)
  closingRow(side, sums, links)
  const shown = standings(side, sums.opening)
  for await (const line of lines) Object.values(shown(line).after).forEach(exact)
}

/** Rows at a time. */
const BATCH = 500

async function* rowsOf(
  { head, kind }: PartyLedgerScope,
  sums: PartySums,
  lines: AsyncIterable<PartyLine>,
): AsyncGenerator<Row[]> {
  const side = PARTY_SIDES[kind]
  const links = linksOf(head)
  const shown = standings(side, sums.opening)
  let rows = [openingRow(side, sums, links)]
  for await (const line of lines) {
    rows.push(lineRow(side, shown(line), links))
    if (rows.length < BATCH) continue
    yield rows
    rows = []
  }
  yield [...rows, closingRow(side, sums, links)]
}

export function linksOf(head: ReportHead): PartyLinks {
  const { id: businessId } = head.business
  const given = parametersOf(head)
  return {
    figure: (rowKey, columnKey) => figureUrl(businessId, given, rowKey, columnKey),
    entry: (entryId) => documentUrl(businessId, 'JOURNAL', entryId),
    document: (kind, id) => documentUrl(businessId, kind, id),
  }
}

/** Lines are read while they are iterated, so the transaction must stay open, and be a snapshot. */
export async function readPartyLedger(
  tx: Tx,
  { head: { business }, kind, partyId, range, tags }: PartyLedgerScope,
): Promise<{ sums: PartySums; lines: AsyncIterable<PartyLine> }> {
  const tagValueIds = tags && (await tagValueIdsOf(tx, business.id, tags))
  const query: PartyQuery = { side: PARTY_SIDES[kind], partyId, ...range, tagValueIds }
  return { sums: await sumParty(tx, business.id, query), lines: loadPartyLines(tx, business.id, query) }
}
