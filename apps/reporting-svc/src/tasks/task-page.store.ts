/** Pages of tasks: those that a filter matches, in one of their orders, by keyset. */
import type { Tx } from '@pacioli/db'
import type { Page } from '@pacioli/paging'
import type { TaskStatus } from './task.ts'

/** What is looked for; all that is there must hold. */
export type TaskFilter = {
  businessId: string
  statuses: readonly TaskStatus[] | undefined
  externalId: string | undefined
  referenceNumbers: readonly string[] | undefined
  from: Date | undefined
  before: Date | undefined
}

/** The columns that lists can be sorted by. */
export const TASK_SORTS = ['created_at', 'effective_at', 'updated_at'] as const

export type FoundTask = { id: string; sort_key: string }

function whereOf(filter: TaskFilter): { where: string; bind: unknown[] } {
  const bind: unknown[] = []
  const when = (value: unknown, condition: (at: string) => string): string[] =>
    value === undefined ? [] : [condition(`$${bind.push(value)}`)]
  const where = [
    ...when(filter.businessId, (at) => `t.business_id = ${at}`),
    ...when(filter.statuses, (at) => `t.status = ANY (${at}::text[])`),
    ...when(filter.externalId, (at) => `t.external_id = ${at}`),
    ...when(filter.referenceNumbers, (at) => `t.reference_number = ANY (${at}::text[])`),
    ...when(filter.from, (at) => `t.effective_at >= ${at}`),
    ...when(filter.before, (at) => `t.effective_at < ${at}`),
  ]
  return { where: where.join(' AND '), bind }
}

/** How many match. */
export async function countTasks(tx: Tx, filter: TaskFilter): Promise<number> {
  const { where, bind } = whereOf(filter)
  const row = await tx.row<{ count: string }>(`SELECT count(*) AS count FROM tasks t WHERE ${where}`, bind)
  return Number(row?.count ?? 0)
}

/**
 * The next tasks of a page, one more than it shows if more follow. Few that match are found and then sorted, since the
 * planner might walk through all of the business for them; else tasks are walked through in their order.
 */
export async function findTasks(tx: Tx, filter: TaskFilter, page: Page, areFew: boolean): Promise<FoundTask[]> {
  const column = TASK_SORTS.find((sort) => sort === page.sortBy) ?? TASK_SORTS[0]
  const { where, bind } = whereOf(filter)
  const [beyond, order] = page.sortOrder === 'ASC' ? ['>', 'ASC'] : ['<', 'DESC']
  const [key, id] = [`$${bind.length + 1}::timestamptz`, `$${bind.length + 2}::uuid`]
  const after = page.after ? `(t.${column}, t.id) ${beyond} (${key}, ${id})` : 'true'
  const from = areFew
    ? `(SELECT t.id, t.${column} FROM tasks t WHERE ${where} OFFSET 0) t WHERE ${after}`
    : `tasks t WHERE ${where} AND ${after}`
  return tx.rows<FoundTask>(
    `SELECT t.id, t.${column}::text AS sort_key FROM ${from}
      ORDER BY t.${column} ${order}, t.id ${order} LIMIT ${page.limit + 1}`,
    [...bind, ...(page.after ?? [])],
  )
}
