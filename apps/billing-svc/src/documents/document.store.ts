/** How documents are stored: what the tables of all kinds and of their parts share. */
import type { Tx } from '@pacioli/db'
import {
  asked,
  integer,
  jsonText,
  safeInteger,
  text,
  timestamp,
  uuid,
  writeLater,
  type Statement,
} from '@pacioli/db/table'
import { refused } from '@pacioli/errors'
import { byExternalId } from '../requests/by-external-id.ts'
import { changedParts, changedTags } from '../requests/changed-parts.ts'
import { deleteTags, insertTags, loadTags, replaceTags, type Tagged } from '../tags/applied-tag.store.ts'
import type { DocumentTag } from '../tags/tags.ts'
import { addedAndUpdated, type Change } from './document-kind.ts'

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

/** The columns that every part of a document has. @param owner the column that names its document */
export const partColumns = (owner: string) => ({
  businessId: uuid.writeOnly,
  id: uuid,
  ownerId: uuid.named(owner).writeOnly,
  position: integer.writeOnly.once,
})

/** A table that rows of this kind can be written to. */
type Writable<New, Scope = { businessId: string }> = {
  inserting(scope: Scope, rows: readonly New[]): Statement | undefined
  updating(scope: Scope, rows: readonly New[]): Statement | undefined
}

/** Adds the tags that a document or a part of it carries. */
export type WithTags = <Part extends { id: string }>(part: Part) => Part & { tags: DocumentTag[] }

type Storing<Row extends { id: string }, New, Document> = {
  table: Readable<Row> & Writable<New, object>
  /** UPDATE also keeps others from writing rows that refer to a locked one. */
  lockStrength?: 'UPDATE' | 'NO KEY UPDATE'
  rowOf: (document: Document) => New
  /** The document and its parts with the tags that they carry. */
  taggedOf: (document: Document) => Tagged[]
  /** The tables of parts that carry tags, each with the column that names the document. */
  taggedParts: readonly (readonly [table: string, column: string])[]
  /**
   * The column that names the document in the tables of its parts, and the tables whose rows count as its parts: their
   * number limits pages.
   */
  counted: Parameters<typeof countingParts>
  /** Reads the parts of these documents; returns a function that assembles a document from its row. */
  read: (
    tx: Tx,
    ids: readonly string[],
  ) => Promise<(row: Row & { tags: DocumentTag[] }, withTags: WithTags) => Document>
  /**
   * Writes the parts of new and changed documents. Its statements run in the order in which it sends them, after those of
   * the documents themselves.
   */
  writeParts: (tx: Tx, changes: readonly Change<Document>[]) => void
}

/** How documents of one kind are loaded, locked and written, with all that belongs to them. */
export function documentStore<
  Row extends { id: string },
  New,
  Document extends { id: string; externalId: string | null },
>({
  table,
  lockStrength = 'NO KEY UPDATE',
  rowOf,
  taggedOf,
  taggedParts,
  counted,
  read,
  writeParts: writing,
}: Storing<Row, New, Document>) {
  // Sent together with the locking statement and run after it, so that parts are read as they are once the rows are
  // locked.
  const complete = async (tx: Tx, requested: readonly string[], found: Promise<Row[]>): Promise<Document[]> => {
    if (requested.length === 0) return []
    const ids = [...new Set(requested)]
    const [rows, tags, documentOf] = await Promise.all([found, loadTags(tx, ids, taggedParts), read(tx, ids)])
    const tagged: WithTags = (part) => ({ ...part, tags: tags.get(part.id) ?? [] })
    return rows.map((row) => documentOf(tagged(row), tagged))
  }
  return {
    /** How many parts each has. */
    countParts: countingParts(...counted),
    /** By id, deleted and voided ones too, in the order given; unknown ones are left out. */
    load: (tx: Tx, ids: readonly string[]): Promise<Document[]> => complete(tx, ids, loadRows(tx, table, ids)),
    /** The same, locked until the transaction ends. Locked and returned in ascending order of id, which avoids deadlocks. */
    lock: (tx: Tx, ids: readonly string[]): Promise<Document[]> =>
      complete(tx, ids, lockRows(tx, table, ids, lockStrength)),
    /**
     * Inserts new documents, and updates changed ones, which the caller has locked. Parts are written only where they, or
     * the list of them, are another object than before.
     */
    write: (tx: Tx, changes: readonly Change<Document>[]): void => {
      const { added: unordered, updated } = addedAndUpdated(changes)
      const added = byExternalId(unordered)
      const kept = new Set(updated.flatMap(({ after }) => idsOf(taggedOf(after))))
      const goneIds = updated.flatMap(({ before }) => idsOf(taggedOf(before))).filter((id) => !kept.has(id))
      const retagged = updated.flatMap(({ before, after }) => changedTags(taggedOf(before), taggedOf(after)))
      const rows = updated.map(({ after }) => rowOf(after))
      writeLater(tx, [table.inserting({}, added.map(rowOf)), table.updating({}, rows)])
      writing(tx, changes)
      insertTags(tx, added.flatMap(taggedOf))
      deleteTags(tx, goneIds)
      replaceTags(tx, retagged)
    },
  }
}

export const idsOf = (things: readonly { id: string }[]): string[] => things.map(({ id }) => id)

/** Documents with their tags and without their parts, by id; unknown ones are left out. */
export function loadHeads<Row extends { id: string }>(
  tx: Tx,
  table: Readable<Row>,
  documentIds: readonly string[],
): Promise<Map<string, Row & { tags: DocumentTag[] }>> {
  const ids = [...new Set(documentIds)]
  return withTags(tx, ids, loadRows(tx, table, ids))
}

/**
 * Rows with their tags, by id.
 * @param found the rows of these ids, which may be being locked: their tags are read after that
 */
export async function withTags<Row extends { id: string }>(
  tx: Tx,
  ids: readonly string[],
  found: Promise<Row[]>,
): Promise<Map<string, Row & { tags: DocumentTag[] }>> {
  const [rows, tags] = await Promise.all([found, loadTags(tx, ids)])
  return new Map(rows.map((row) => [row.id, { ...row, tags: tags.get(row.id) ?? [] }]))
}

/** Deletes all parts of these documents, table by table. @param column the column that names the document */
export function deleteParts(tx: Tx, tables: readonly string[], column: string, ids: readonly string[]): void {
  for (const name of ids.length === 0 ? [] : tables)
    tx.send(`DELETE FROM ${name} WHERE business_id = $1 AND ${column} = ANY ($2::uuid[])`, [tx.businessId, ids])
}

type Identified = { id: string; externalId?: string | null }
type PartIn<Document, List extends keyof Document> = Document[List] extends readonly (infer Part)[] ? Part : never

/**
 * Inserts the new parts of documents, and updates those that are another object than before.
 * @param list the property that holds the parts
 */
export function writeParts<Document extends { id: string }, List extends keyof Document>(
  tx: Tx,
  table: Writable<PartIn<Document, List> & { ownerId: string; position: number }>,
  changes: readonly Change<Document>[],
  list: List,
): void {
  type Part = PartIn<Document, List> & Identified
  const partsOf = (document: Document | null) => (document?.[list] ?? []) as readonly Part[]
  const rows = changes.map(({ before, after }) => {
    const place = new Map(partsOf(after).map((part, position) => [part, position]))
    const asRow = (part: Part) => ({ ...part, ownerId: after.id, position: place.get(part) ?? 0 })
    const { added, changed } = changedParts(partsOf(before), partsOf(after))
    return { added: added.map(asRow), changed: changed.map(asRow) }
  })
  const [added, changed] = [rows.flatMap((one) => one.added), rows.flatMap((one) => one.changed)]
  const scope = { businessId: tx.businessId }
  writeLater(tx, [table.inserting(scope, byExternalId(added)), table.updating(scope, changed)])
}

export type Readable<Row> = {
  table: string
  columns: (alias: string) => string
  query: (tx: Tx, sql: string, bind: readonly unknown[]) => Promise<Row[]>
  rows: (tx: Tx, where: string, bind: readonly unknown[]) => Promise<Row[]>
}

/** Rows by id, in the order given; unknown ones are left out. */
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
 * The same, locked until the transaction ends. Locked and returned in ascending order of id, which avoids deadlocks. Unless
 * the key is locked, too, other transactions can write rows that refer to them.
 */
export const lockRows = <Row>(
  tx: Tx,
  table: Readable<Row>,
  ids: readonly string[],
  strength: 'UPDATE' | 'NO KEY UPDATE' | 'SHARE' = 'NO KEY UPDATE',
): Promise<Row[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : table.rows(tx, `t.business_id = $1 AND t.id = ANY ($2::uuid[]) ORDER BY t.id ${tx.locking(`FOR ${strength}`)}`, [
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
const countingParts =
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
const DELETABLE = [
  ...['bill_payments', 'vendor_credits', 'vendor_refunds'],
  ...['invoice_payments', 'invoice_payment_returns', 'refund_payments', 'invoice_write_offs', 'payouts'],
]

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

/**
 * For an update. If a concurrent request takes it after this check, the write fails, and the repeated decision refuses it.
 * @throws DuplicateExternalId where it is that of another than `id`
 */
export async function refuseTaken(
  tx: Tx,
  { table, noun }: { table: string; noun: string },
  id: string,
  externalId: string | null | undefined,
): Promise<void> {
  if (externalId === undefined || externalId === null) return
  const owner = (await findIdsByExternalId(tx, table, [externalId])).get(externalId)
  if (owner !== undefined && owner !== id)
    throw refused('DuplicateExternalId', `Another ${noun} of the business has the external_id ${externalId}.`, {
      field: 'external_id',
      value: externalId,
    })
}
