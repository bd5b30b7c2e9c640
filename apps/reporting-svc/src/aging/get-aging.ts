import { dayOf } from '@pacioli/calendar'
import type { Database, Tx } from '@pacioli/db'
import { meetReportedBusiness } from '../businesses/meet-business.ts'
import type { Report } from '../reports/report.ts'
import { MAX_ROWS, requireRoom } from '../reports/room.ts'
import { tagValueIdsOf, type Asking } from '../statements/get-statement.ts'
import { momentFrom } from '../statements/period.ts'
import { tagFilterFrom, type ReportParameters } from '../statements/statement-query.ts'
import type { AgingDetailRow, AgingSide, AgingSummaryRow } from './aging.ts'
import { agingReport, contactRows, documentRows, type AgingHead } from './aging-report.ts'
import { loadOpenDocuments, sumByContact, type AgingScope, type CountedSummaryRow } from './aging.store.ts'

/** What an aging is about, decided before it is read. */
export type AgingQuery = AgingHead & { includeDocuments: boolean }

/** @throws BusinessNotFound, InvalidQuery, MissingTagValues, ServiceUnavailable */
export async function agingQueryFrom(
  db: Database,
  side: AgingSide,
  { tenant, now, askLedger }: Asking,
  parameters: ReportParameters,
): Promise<AgingQuery> {
  const tags = tagFilterFrom(parameters)
  const business = await meetReportedBusiness(db, tenant, askLedger)
  const effectiveDay = momentFrom(parameters.effective_date, dayOf(now, business.timeZone)).end
  return { business, side, effectiveDay, tags, includeDocuments: parameters.include_documents ?? true }
}

/**
 * Who owes what at the end of a day in the business's zone.
 * @throws ReportTooLarge, AmountOutOfRange, and what its query throws
 */
export async function getAging(
  db: Database,
  side: AgingSide,
  asking: Asking,
  parameters: ReportParameters,
): Promise<Report> {
  const query = await agingQueryFrom(db, side, asking, parameters)
  const { business, includeDocuments } = query
  return db.snapshot(asking.tenant, async (tx) => {
    const scope = await scopeOf(tx, query)
    if (!includeDocuments) return agingReport(query, [...contactRows(await sumByContact(tx, business.id, scope))])
    const documents = await loadOpenDocuments(tx, business.id, { ...scope, limit: MAX_ROWS + 1 })
    requireRoom(documents.length, MAX_ROWS)
    return agingReport(query, [...documentRows(business.id, documents)])
  })
}

/** With the tags that there are. */
const scopeOf = async (tx: Tx, { business, side, effectiveDay, tags }: AgingQuery): Promise<AgingScope> => ({
  side,
  effectiveDay,
  tagValueIds: tags && (await tagValueIdsOf(tx, business.id, tags)),
})

/** Open documents in memory at a time, unless a contact alone has more. */
const BATCH = 5_000

/**
 * The same for a file: a row per contact, and batch by batch those of all their documents, in the same order. The rows are
 * read as they are asked for, so the transaction has to stay open for them, and to see all of them as of one moment.
 */
export async function readAging(
  tx: Tx,
  query: AgingQuery,
): Promise<{ summary: AgingSummaryRow[]; details: AsyncIterable<AgingDetailRow[]> }> {
  const businessId = query.business.id
  const scope = await scopeOf(tx, query)
  const summary = await sumByContact(tx, businessId, scope)
  return { summary: summary.map(({ documents: _, ...row }) => row), details: detailsOf(tx, businessId, scope, summary) }
}

async function* detailsOf(
  tx: Tx,
  businessId: string,
  scope: AgingScope,
  contacts: readonly CountedSummaryRow[],
): AsyncGenerator<AgingDetailRow[]> {
  for (const contactIds of inBatches(contacts)) yield await loadOpenDocuments(tx, businessId, scope, contactIds)
}

/** Contacts that have at most so many documents together, or one that has more. */
function inBatches(contacts: readonly CountedSummaryRow[]): string[][] {
  const batches: string[][] = []
  let room = 0
  for (const { contactId, documents } of contacts) {
    if (documents > room) {
      batches.push([])
      room = BATCH
    }
    batches.at(-1)?.push(contactId)
    room -= documents
  }
  return batches
}
