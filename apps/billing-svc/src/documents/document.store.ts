/** Queries that the tables of all kinds of documents and of their parts share. */
import { asked, jsonText, safeInteger, text, timestamp, uuid } from '@pacioli/db/table'
import type { Tx } from '@pacioli/db'

/** The columns of callers' remarks. */
export const REMARK_COLUMNS = { memo: text.orNull, metadata: jsonText.orNull, referenceNumber: text.orNull }

/** The columns that every document has. */
export const DOCUMENT_COLUMNS = {
  businessId: uuid,
  id: uuid,
  externalId: text.orNull,
  ...REMARK_COLUMNS,
  version: safeInteger,
  updatedAt: timestamp,
  asked,
}

export const KEY = ['businessId', 'id'] as const

type Readable<Row> = {
  table: string
  columns: (alias: string) => string
  query: (tx: Tx, sql: string, bind: readonly unknown[]) => Promise<Row[]>
  rows: (tx: Tx, where: string, bind: readonly unknown[]) => Promise<Row[]>
}

/** Rows by id, in the order of the ids; unknown ones are left out. */
export async function loadRows<Row extends { id: string }>(
  tx: Tx,
  table: Readable<Row>,
  ids: readonly string[],
): Promise<Row[]> {
  if (ids.length === 0) return []
  const rows = await table.rows(tx, 't.business_id = $1 AND t.id = ANY ($2::uuid[])', [tx.businessId, ids])
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/**
 * The same, locked until the transaction ends, in the order of their ids, which avoids deadlocks. Unless the key is locked,
 * too, other transactions can write rows that refer to them.
 */
export const lockRows = <Row>(
  tx: Tx,
  table: Readable<Row>,
  ids: readonly string[],
  strength: 'UPDATE' | 'NO KEY UPDATE' | 'SHARE' = 'NO KEY UPDATE',
): Promise<Row[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : table.rows(tx, `t.business_id = $1 AND t.id = ANY ($2::uuid[]) ORDER BY t.id FOR ${strength}`, [
        tx.businessId,
        [...new Set(ids)],
      ])

/** Rows `t` of a table for each document `d`. OFFSET 0 keeps it a lookup for each, whatever the planner's statistics say. */
export const ofEach = (table: string, column: string, { order = '', where = '' } = {}): string =>
  `unnest($2::uuid[]) AS d(id)
    CROSS JOIN LATERAL (SELECT * FROM ${table} k WHERE k.business_id = $1 AND k.${column} = d.id
                        ${where === '' ? '' : `AND ${where} `}${order === '' ? '' : `ORDER BY ${order} `}OFFSET 0) AS t`

/** The parts of documents, by the id of the document; those without any are left out. */
export async function loadParts<Row>(
  tx: Tx,
  table: Readable<Row>,
  ids: readonly string[],
  column: string,
  options: { order?: string; where?: string } = {},
): Promise<Map<string, Row[]>> {
  if (ids.length === 0) return new Map()
  const rows = (await table.query(
    tx,
    `SELECT d.id AS of_document, ${table.columns('t')} FROM ${ofEach(table.table, column, options)}`,
    [tx.businessId, [...new Set(ids)]],
  )) as (Row & { of_document: string })[]
  const parts = new Map<string, Row[]>()
  for (const { of_document: id, ...row } of rows) {
    const known = parts.get(id)
    if (known) known.push(row as unknown as Row)
    else parts.set(id, [row as unknown as Row])
  }
  return parts
}

/** How many rows of these tables each document has; `where` is a condition on them. */
export const countingParts =
  (column: string, tables: readonly (string | { table: string; where: string })[]) =>
  async (tx: Tx, ids: readonly string[]): Promise<Map<string, number>> => {
    const counts = tables.map((one) => {
      const { table, where } = typeof one === 'string' ? { table: one, where: 'true' } : one
      return `(SELECT count(*) FROM ${table} k WHERE k.business_id = $1 AND k.${column} = d.id AND ${where})`
    })
    const rows = await tx.rows<{ id: string; parts: string }>(
      `SELECT d.id, ${counts.join(' + ')} AS parts FROM unnest($2::uuid[]) AS d(id)`,
      [tx.businessId, ids],
    )
    return new Map(rows.map(({ id, parts }) => [id, Number(parts)]))
  }

/** The external_id of a deleted document is free again. */
const DELETABLE = ['bill_payments', 'vendor_credits', 'refund_payments', 'invoice_write_offs']

/** Which document has which external_id; unknown ones are left out. */
export async function findIdsByExternalId(
  tx: Tx,
  table: string,
  externalIds: readonly string[],
): Promise<Map<string, string>> {
  if (externalIds.length === 0) return new Map()
  const live = DELETABLE.includes(table) ? ' AND deleted_at IS NULL' : ''
  const rows = await tx.rows<{ id: string; external_id: string }>(
    `SELECT id, external_id FROM ${table} WHERE business_id = $1 AND external_id = ANY ($2::text[])${live}`,
    [tx.businessId, [...new Set(externalIds)]],
  )
  return new Map(rows.map((row) => [row.external_id, row.id]))
}
