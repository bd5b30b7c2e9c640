/** Allocations of payments to bills or to invoices, each kind in a table of its own. */
import type { Tx } from '@pacioli/db'
import { integer, json, safeInteger, table, timestamp, uuid } from '@pacioli/db/table'
import { toAmount } from '@pacioli/money'
import { KEY, loadRows, ofEach, REMARK_COLUMNS, type Readable } from '../documents/document.store.ts'
import type { Remarks } from '../requests/remarks.ts'
import type { TagRef } from '../tags/tags.ts'
import type { Recognized, Share } from './recognition.ts'

/** The columns of all allocations. @param document the column that names the document */
export const allocationColumns = (document: string) => ({
  businessId: uuid.writeOnly,
  position: integer.writeOnly.once,
  id: uuid,
  paymentId: uuid,
  documentId: uuid.named(document),
  amount: safeInteger,
  shares: json.as<readonly Share[]>(),
  postedTags: json.as<readonly TagRef[]>().named('tags'),
  ...REMARK_COLUMNS,
  createdAt: timestamp,
})

/**
 * The documents that are allocated to: the column that names one, their table, the column of their date, and the SQL
 * condition under which an allocation `k` is live.
 */
type AllocatedDocuments = { document: string; documents: string; date: string; live: string }

/** Rows that recognize documents: their table, the column that names the document, and when such a row `k` is live. */
type Recognizing = Omit<AllocatedDocuments, 'documents' | 'date'> & { table: string }

/**
 * What live rows have recognized of each component and did not come back, by document; documents without any are left out.
 */
export async function loadRecognized(
  tx: Tx,
  recognizing: readonly Recognizing[],
  documentIds: readonly string[],
): Promise<Map<string, Recognized[]>> {
  if (documentIds.length === 0) return new Map()
  const rows = await tx.rows<{ id: string; component: string; amount: string }>(
    `SELECT r.id, s.component, sum(s.amount - coalesce(s.returned, 0)) AS amount
       FROM (${recognizing
         .map(
           ({ table: name, document, live }) => `SELECT d.id, t.shares FROM ${ofEach(name, document, { where: live })}`,
         )
         .join(' UNION ALL ')}) r
      CROSS JOIN LATERAL jsonb_to_recordset(r.shares) AS s(component text, amount bigint, returned bigint)
      GROUP BY r.id, s.component`,
    [tx.businessId, documentIds],
  )
  const recognized = rows.map(({ id, component, amount }) => ({ id, one: { component, amount: toAmount(amount) } }))
  const byDocument = Map.groupBy(recognized, ({ id }) => id)
  return new Map([...byDocument].map(([id, own]) => [id, own.map(({ one }) => one)]))
}

/** Reads allocations by their payments and by their documents. */
export function allocationStore<Row extends { paymentId: string }>(
  allocations: Pick<Readable<Row>, 'table' | 'columns'> & {
    query: (tx: Tx, sql: string, bind: readonly unknown[]) => Promise<(Row & { documentDate: Date })[]>
  },
  { document, documents, date, live }: AllocatedDocuments,
) {
  const name = allocations.table
  const remarks = table(name, KEY, { id: uuid, businessId: uuid, ...REMARK_COLUMNS })
  return {
    /** By payment, in the order of creation, each with the date of its document. */
    load: async (tx: Tx, paymentIds: readonly string[]): Promise<Map<string, (Row & { documentDate: Date })[]>> => {
      const rows = await allocations.query(
        tx,
        `SELECT ${allocations.columns('t')}, doc.${date} AS "documentDate" FROM ${ofEach(name, 'payment_id')}
          CROSS JOIN LATERAL (SELECT ${date} FROM ${documents} WHERE business_id = $1 AND id = t.${document} OFFSET 0) doc
          ORDER BY t.payment_id, t.position`,
        [tx.businessId, paymentIds],
      )
      return Map.groupBy(rows, ({ paymentId }) => paymentId)
    },

    /** What its live rows have recognized. */
    loadRecognized: (tx: Tx, documentIds: readonly string[]): Promise<Map<string, Recognized[]>> =>
      loadRecognized(tx, [{ table: name, document, live }], documentIds),

    /** The payments that have live allocations to these documents. They cannot change while the documents are locked. */
    findPaymentsOn: async (tx: Tx, documentIds: readonly string[]): Promise<string[]> => {
      if (documentIds.length === 0) return []
      const rows = await tx.rows<{ payment_id: string }>(
        `SELECT DISTINCT t.payment_id FROM ${ofEach(name, document, { where: live })} ORDER BY 1`,
        [tx.businessId, documentIds],
      )
      return rows.map(({ payment_id }) => payment_id)
    },

    /** Callers' remarks, by the id of the allocation. */
    loadRemarks: async (tx: Tx, allocationIds: readonly string[]): Promise<Map<string, Remarks>> => {
      const rows = await loadRows(tx, remarks, allocationIds)
      return new Map(rows.map(({ id, memo, metadata, referenceNumber }) => [id, { memo, metadata, referenceNumber }]))
    },
  }
}
