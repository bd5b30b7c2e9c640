/** Pages of documents: those that a filter matches, in one of their orders, by keyset. */
import type { Tx } from '@pacioli/db'
import type { Page } from '@pacioli/paging'

/** What a document `d` must be; `at` stands for the value, `$1` for the business. */
export type Condition = { sql: (at: string) => string; value: unknown }

/** What is looked for among the documents of a business; all of it must hold. `fixed` conditions have no value. */
export type Sought = {
  table:
    | 'bills'
    | 'bill_payments'
    | 'vendor_credits'
    | 'invoices'
    | 'invoice_payments'
    | 'refunds'
    | 'refund_payments'
    | 'payouts'
  fixed: readonly string[]
  conditions: readonly Condition[]
  /** The column that sorts, and its type. */
  sort: { column: string; type: 'timestamptz' | 'bigint' }
}

/** A document that was found, and its place in the order. */
export type Found = { id: string; sort_key: string }

function whereOf(businessId: string, { fixed, conditions }: Sought): { where: string; bind: unknown[] } {
  const where = ['d.business_id = $1', ...fixed, ...conditions.map(({ sql }, index) => sql(`$${index + 2}`))]
  return { where: where.join(' AND '), bind: [businessId, ...conditions.map(({ value }) => value)] }
}

/** How many match. */
export async function countDocuments(tx: Tx, businessId: string, sought: Sought): Promise<number> {
  const { where, bind } = whereOf(businessId, sought)
  const row = await tx.row<{ count: string }>(`SELECT count(*) AS count FROM ${sought.table} d WHERE ${where}`, bind)
  return Number(row?.count ?? 0)
}

/**
 * The next documents of a page, one more than it shows if more follow. Few that match are found and then sorted, since the
 * planner might walk through all of the business for them; else documents are walked through in their order.
 */
export async function findDocuments(
  tx: Tx,
  businessId: string,
  sought: Sought,
  page: Page,
  areFew: boolean,
): Promise<Found[]> {
  const { column, type } = sought.sort
  const { where, bind } = whereOf(businessId, sought)
  const [beyond, order] = page.sortOrder === 'ASC' ? ['>', 'ASC'] : ['<', 'DESC']
  const [key, id] = [`$${bind.length + 1}::${type}`, `$${bind.length + 2}::uuid`]
  const after = page.after ? `(d.${column}, d.id) ${beyond} (${key}, ${id})` : 'true'
  const from = areFew
    ? `(SELECT d.id, d.${column} FROM ${sought.table} d WHERE ${where} OFFSET 0) d WHERE ${after}`
    : `${sought.table} d WHERE ${where} AND ${after}`
  return tx.rows<Found>(
    `SELECT d.id, d.${column}::text AS sort_key FROM ${from}
      ORDER BY d.${column} ${order}, d.id ${order} LIMIT ${page.limit + 1}`,
    [...bind, ...(page.after ?? [])],
  )
}

/** A comparison with a value, where there is one. */
export const where = (comparison: string, value: unknown): Condition | undefined =>
  value === undefined ? undefined : { sql: (at) => `${comparison} ${at}`, value }

/** Documents that carry one of these tag values. */
export const carries = (entityType: string, definitionIds: readonly string[]): Condition => ({
  sql: (at) =>
    `d.id IN (SELECT entity_id FROM applied_tags
               WHERE business_id = $1 AND definition_id = ANY (${at}::uuid[]) AND entity_type = '${entityType}')`,
  value: definitionIds,
})
