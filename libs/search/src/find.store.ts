/** Searches all resources of a service for a text with one statement, by indexes alone. */
import type { Tx } from '@pacioli/db'
import { MATCHES, createdAt, distinct, type Found, type Kind, type Match } from './kind.ts'

/** The most results of one service. */
export const MOST_FOUND = 20

/** A resource found in all four ways takes four rows. */
const MOST_ROWS = MOST_FOUND * MATCHES.length

const columnsOf = (kind: Kind) => ({
  ID: kind.id === undefined ? 'k.id' : kind.id,
  EXTERNAL_ID: kind.externalId === undefined ? 'k.external_id' : kind.externalId,
  REFERENCE_NUMBER: kind.referenceNumber === undefined ? 'k.reference_number' : kind.referenceNumber,
  REQUEST_ID: kind.requestId === undefined ? 'k.request_id' : kind.requestId,
})

/** Matches no row: used for a text that is no id. */
const NO_ID = '00000000-0000-0000-0000-000000000000'
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

function branch(kind: Kind, rank: number, match: Match): string[] {
  const columns = columnsOf(kind)
  const column = columns[match]
  if (column === null) return []
  const condition =
    match === 'REQUEST_ID' && kind.ofRequest !== undefined
      ? kind.ofRequest
      : `${column} = ${match === 'ID' ? '$3::uuid' : '$2::text'}`
  const shown = (value: string | null): string => (value === null ? 'NULL::text' : `${value}::text`)
  const type = typeof kind.type === 'string' ? `'${kind.type}'` : kind.type.sql
  const createdAt = kind.createdAt === undefined ? 'k.created_at' : kind.createdAt
  return [
    `(SELECT ${MATCHES.indexOf(match)} AS place, ${rank} AS rank, ${type} AS type, ${shown(kind.shownId ?? 'k.id')} AS id,
             ${shown(kind.parent ?? null)} AS parent, ${shown(columns.EXTERNAL_ID)} AS external_id,
             ${shown(columns.REFERENCE_NUMBER)} AS reference_number, ${shown(columns.REQUEST_ID)} AS request_id,
             ${createdAt === null || createdAt === 'id' ? 'NULL::timestamptz' : createdAt} AS created_at,
             ${createdAt === 'id'} AS by_id
        FROM ${kind.from}
       WHERE ${kind.businessId ?? 'k.business_id'} = $1 AND ${condition}
         ${kind.live === undefined ? '' : `AND ${kind.live}`}
       LIMIT ${MOST_FOUND})`,
  ]
}

/** $1: the business, $2: the text, $3: the text as an id. Within one kind of match, earlier kinds come first. */
export const statementFor = (kinds: readonly Kind[]): string =>
  `SELECT * FROM (
     ${kinds.flatMap((kind, rank) => MATCHES.flatMap((match) => branch(kind, rank, match))).join('\n     UNION ALL\n     ')}
   ) AS found ORDER BY place, rank LIMIT ${MOST_ROWS}`

type Row = {
  place: number
  type: string
  id: string
  parent: string | null
  external_id: string | null
  reference_number: string | null
  request_id: string | null
  created_at: Date | null
  by_id: boolean
}

const toFound = (row: Row): Found => ({
  type: row.type,
  id: row.id,
  parent: row.parent,
  externalId: row.external_id,
  referenceNumber: row.reference_number,
  requestId: row.request_id,
  createdAt: row.by_id ? createdAt(row.id) : row.created_at,
  match: MATCHES[row.place] ?? 'REQUEST_ID',
})

/** Finds resources by the text, best match first and each once. @param statement of the searched kinds */
export async function findByText(tx: Tx, statement: string, businessId: string, text: string): Promise<Found[]> {
  // PostgreSQL stores no NUL, so nothing can match.
  if (text.includes('\0')) return []
  const rows = await tx.rows<Row>(statement, [businessId, text, uuid.test(text) ? text.toLowerCase() : NO_ID])
  return distinct(rows.map(toFound)).slice(0, MOST_FOUND)
}
