/** Pages of tasks: those that a filter matches, in one of their orders, by keyset. */
import { allOf, keyset, type Tx } from '@pacioli/db'
import type { Page } from '@pacioli/paging'
import type { TaskStatus } from './task.ts'

/** The filter; all given conditions must hold. */
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

const whereOf = ({ businessId, statuses, externalId, referenceNumbers, from, before }: TaskFilter) =>
  allOf(
    ['t.business_id = $', businessId],
    ['t.status = ANY ($::text[])', statuses],
    ['t.external_id = $', externalId],
    ['t.reference_number = ANY ($::text[])', referenceNumbers],
    ['t.effective_at >= $', from],
    ['t.effective_at < $', before],
  )

/** How many match. */
export async function countTasks(tx: Tx, filter: TaskFilter): Promise<number> {
  const { where, bind } = whereOf(filter)
  return tx.count(`SELECT count(*) FROM tasks t WHERE ${where}`, bind)
}

/**
 * The next tasks of a page, one more than it shows if more follow. A few matches are found and then sorted, since the
 * planner might walk through all of the business for them; otherwise tasks are read in their order.
 */
export async function findTasks(tx: Tx, filter: TaskFilter, page: Page, areFew: boolean): Promise<FoundTask[]> {
  const column = TASK_SORTS.find((sort) => sort === page.sortBy) ?? TASK_SORTS[0]
  const { where, bind } = whereOf(filter)
  const { beyond, orderBy } = keyset(
    page,
    [
      [`t.${column}`, 'timestamptz'],
      ['t.id', 'uuid'],
    ],
    bind,
  )
  const from = areFew
    ? `(SELECT t.id, t.${column} FROM tasks t WHERE ${where} OFFSET 0) t WHERE ${beyond}`
    : `tasks t WHERE ${where} AND ${beyond}`
  return tx.rows<FoundTask>(
    `SELECT t.id, t.${column}::text AS sort_key FROM ${from} ORDER BY ${orderBy} LIMIT ${page.limit + 1}`,
    bind,
  )
}
