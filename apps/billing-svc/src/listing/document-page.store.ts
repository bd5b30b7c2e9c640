/** Pages of documents: those that a filter matches, in one of their orders, by keyset. */
import type { Tx } from '@pacioli/db'
import type { Page } from '@pacioli/paging'
import type { DocumentTable } from '../documents/document-kind.ts'

/** The documents of a table that are searched for. */
export type Search = {
  table: DocumentTable
  /** SQL condition on a document `d`, and the values that it binds. */
  where: string
  bind: readonly unknown[]
  /** The column that sorts. */
  sort: string
}

/** A match and its position in the order. */
export type Found = { id: string; sort_key: string }

/** How many match. */
export const countDocuments = (tx: Tx, { table, where, bind }: Search): Promise<number> =>
  tx.count(`SELECT count(*) FROM ${table} d WHERE ${where}`, [...bind])

/**
 * The next documents of a page, one more than it shows if more follow. Few matches are found first and then sorted, since
 * the planner might scan all of the business for them; otherwise documents are read in index order.
 */
export async function findDocuments(
  tx: Tx,
  { table, where, bind, sort }: Search,
  page: Page,
  areFew: boolean,
): Promise<Found[]> {
  const beyond = page.sortOrder === 'ASC' ? '>' : '<'
  const after = page.after ? `(d.${sort}, d.id) ${beyond} ($${bind.length + 1}, $${bind.length + 2})` : 'true'
  const from = areFew
    ? `(SELECT d.id, d.${sort} FROM ${table} d WHERE ${where} OFFSET 0) d WHERE ${after}`
    : `${table} d WHERE ${where} AND ${after}`
  return tx.rows<Found>(
    `SELECT d.id, d.${sort}::text AS sort_key FROM ${from}
      ORDER BY d.${sort} ${page.sortOrder}, d.id ${page.sortOrder} LIMIT ${page.limit + 1}`,
    [...bind, ...(page.after ?? [])],
  )
}
