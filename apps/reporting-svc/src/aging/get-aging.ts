import type { Database, Tx } from '@pacioli/db'
import type { Report } from '../reports/report.ts'
import type { AgingDetailRow, AgingSummaryRow } from './aging.ts'
import { agingReport, contactRows, documentRows, type AgingHead } from './aging-report.ts'
import { loadOpenDocuments, sumByContact, type AgingScope, type CountedSummaryRow } from './aging.store.ts'

export type AgingQuery = AgingScope & AgingHead & { includeDocuments: boolean }

/** Who owes what at the end of a day in the business's zone. @throws AmountOutOfRange while its rows are read */
export async function getAging(db: Database, query: AgingQuery): Promise<Report> {
  const { business, includeDocuments } = query
  return db.transact({ businessId: business.id }, async (tx) =>
    agingReport(
      query,
      includeDocuments
        ? documentRows(business.id, await loadOpenDocuments(tx, business.id, query))
        : contactRows(await sumByContact(tx, business.id, query)),
    ),
  )
}

/** Open documents in memory at a time, unless a contact alone has more. */
const BATCH = 5_000

/**
 * The same for a file: a row per contact, and batch by batch those of all their documents, in the same order. The rows are
 * read as they are asked for, so the transaction has to stay open for them, and to see all of them as of one moment.
 */
export async function readAging(
  tx: Tx,
  businessId: string,
  scope: AgingScope,
): Promise<{ summary: AgingSummaryRow[]; details: AsyncIterable<AgingDetailRow[]> }> {
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
