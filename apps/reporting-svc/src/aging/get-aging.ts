import type { Day } from '@pacioli/calendar'
import type { Tx } from '@pacioli/db'
import { positionsIn } from '../recorded-positions/positions.store.ts'
import { requireReportedBusiness } from '../businesses/require-business.ts'
import type { ReportSource } from '../replica/report-source.ts'
import type { UseReport } from '../report-tables/report.ts'
import { MAX_ROWS, requireFewRows } from '../report-tables/max-rows.ts'
import { headOf, parametersOf, todayIn, type ReportHead } from '../report-query/report-head.ts'
import { calendarOf, type ReportRequest } from '../report-query/report-request.ts'
import { tagValueIdsOf } from '../report-query/tag-value-ids.ts'
import { asOf } from '../report-query/period.ts'
import { figureUrl, tagFilterFrom, type ReportParameters, type TagFilter } from '../report-query/report-parameters.ts'
import type { AgingSide, AgingSummaryRow } from './aging.ts'
import { AGING_COLUMNS, AGINGS, contactRows, itemRows, type FigureUrl } from './aging-report.ts'
import { readAgingItems, sumByContact, type AgingScope, type CountedSummaryRow, type ReadItems } from './aging.store.ts'

/** The checked parameters of an aging report. */
export type AgingQuery = {
  head: ReportHead
  side: AgingSide
  effectiveDay: Day
  tags: TagFilter | undefined
  includeDocuments: boolean
}

/** @throws BusinessNotFound, InvalidQuery, MissingTagValues, ServiceUnavailable */
export async function agingQueryFrom(
  source: ReportSource,
  side: AgingSide,
  request: ReportRequest,
  parameters: ReportParameters,
): Promise<AgingQuery> {
  const tags = tagFilterFrom(parameters)
  const business = await requireReportedBusiness(source, request.tenant, request.fetchBusiness)
  const period = asOf(parameters.effective_date, calendarOf(request, business))
  const { tag_key, tag_values, include_documents = true } = parameters
  const filters = { tag_key, tag_values, include_documents }
  const left = todayIn(parameters, period)
  const head = headOf({ ...AGINGS[side], basis: 'ACCRUAL', periods: [period], filters, left }, business, request)
  return { head, side, effectiveDay: period.end, tags, includeDocuments: include_documents }
}

/**
 * What is owed at the end of a day in the business's zone.
 * @throws ReportTooLarge, AmountOutOfRange, and what its query throws, before it is used
 */
export async function getAging<Result>(
  source: ReportSource,
  side: AgingSide,
  request: ReportRequest,
  parameters: ReportParameters,
  use: UseReport<Result>,
): Promise<Result> {
  const query = await agingQueryFrom(source, side, request, parameters)
  return source.snapshot(request.tenant, async (tx, through = request.through) => {
    const [positions, { summary, itemCount, details }] = await Promise.all([
      positionsIn(tx, query.head.business.id),
      readAging(tx, query, readAgingItems),
    ])
    const report = { head: { ...query.head, through }, positions, columns: AGING_COLUMNS }
    const given = parametersOf(query.head)
    const urlOf: FigureUrl = (row, column) => figureUrl(query.head.business.id, given, row, column)
    const contacts = contactRows(side, summary, urlOf)
    if (!query.includeDocuments) return use({ ...report, size: contacts.length, batches: [contacts] })
    requireFewRows(itemCount, MAX_ROWS)
    const size = contacts.length + itemCount
    return use({
      ...report,
      size,
      batches: itemRows({ businessId: query.head.business.id, side, urlOf }, contacts, details),
    })
  })
}

export const scopeOf = async (tx: Tx, { head, side, effectiveDay, tags }: AgingQuery): Promise<AgingScope> => ({
  side,
  effectiveDay,
  tagValueIds: tags && (await tagValueIdsOf(tx, head.business.id, tags)),
})

export type Aging<Item> = {
  /** A row per contact, by name. */
  summary: AgingSummaryRow[]
  itemCount: number
  /** The items of all contacts in the same order, batch by batch. */
  details: AsyncIterable<Item[]>
}

/**
 * What is owed for what. Details are read while they are iterated, so the transaction must stay open, and be a
 * snapshot.
 */
export async function readAging<Item>(tx: Tx, query: AgingQuery, read: ReadItems<Item>): Promise<Aging<Item>> {
  const businessId = query.head.business.id
  const scope = await scopeOf(tx, query)
  const summary = await sumByContact(tx, businessId, scope)
  return { summary, itemCount: countOf(summary), details: read(tx, businessId, scope, summary) }
}

export async function countOpenItems(tx: Tx, query: AgingQuery): Promise<number> {
  return countOf(await sumByContact(tx, query.head.business.id, await scopeOf(tx, query)))
}

const countOf = (contacts: readonly CountedSummaryRow[]): number =>
  contacts.reduce((count, { items }) => count + items, 0)
