import { refused } from '@pacioli/errors'
import {
  fittingInBytes,
  isKeepable,
  kept,
  messageBytes,
  paginationOf,
  rangeOf,
  readPage,
  type Listing,
  type Page,
} from '@pacioli/paging'
import type { Tx } from '@pacioli/db'
import type { ListTasksRequest__Output, ListTasksResponse } from '@pacioli/protos/reporting'
import type { BusinessRead } from '@pacioli/rpc'
import type { Business } from '../businesses/business.ts'
import { countTasks, findTasks, TASK_SORTS, type FoundTask, type TaskFilter } from './task-page.store.ts'
import { toTaskMessage } from './task.messages.ts'
import { loadTasks } from './task.store.ts'
import { TASK_STATUSES, type TaskStatus } from './task.ts'
import { requireBusinessOfTasks, requireEnrolled, type Tasks } from './tasks.ts'

const listing: Listing = { name: 'tasks', sorts: TASK_SORTS, defaultOrder: 'DESC' }

/**
 * Tasks, by default the latest first.
 * @throws BusinessNotFound, BusinessNotEnrolled, InvalidCursor, InvalidQuery, ServiceUnavailable
 */
export async function listTasks(
  tasks: Tasks,
  context: BusinessRead,
  { page: requested, ...filters }: ListTasksRequest__Output,
): Promise<ListTasksResponse> {
  const business = await requireBusinessOfTasks(tasks, context)
  requireEnrolled(business)
  const scope = [business.id, filters]
  const page = readPage(tasks.cursorKey, listing, scope, requested ?? {})
  const filter = filterFrom(business, filters)
  return tasks.db.transact(context, async (tx) => {
    const { found, total } = await findPage(tx, tasks, filter, page)
    const shown = found.slice(0, page.limit)
    const data = (
      await loadTasks(
        tx,
        business.id,
        shown.map(({ id }) => id),
      )
    ).map(toTaskMessage)
    const fitting = data.slice(0, fittingInBytes(data, messageBytes))
    const last = found.length > fitting.length ? shown[fitting.length - 1] : undefined
    const end = last && [last.sort_key, last.id]
    return { data: fitting, pagination: paginationOf(tasks.cursorKey, listing, scope, page, total, end) }
  })
}

async function findPage(
  tx: Tx,
  { maxGathered }: Tasks,
  filter: TaskFilter | null,
  page: Page,
): Promise<{ found: FoundTask[]; total: number }> {
  if (filter === null) return { found: [], total: page.totalCount ?? 0 }
  const total = page.totalCount ?? (await countTasks(tx, filter))
  return { found: await findTasks(tx, filter, page, total <= maxGathered), total }
}

/** Null if nothing can match. @throws InvalidQuery */
function filterFrom(business: Business, requested: Omit<ListTasksRequest__Output, 'page'>): TaskFilter | null {
  const statuses = requested.statuses.map(statusFilterFrom)
  const { from, before } = rangeOf(requested.start_date, requested.end_date, business.timeZone)
  const referenceNumbers = kept(requested.reference_numbers, isKeepable)
  if (referenceNumbers?.length === 0 || !isKeepable(requested.external_id ?? '')) return null
  return {
    businessId: business.id,
    statuses: statuses.length > 0 ? statuses : undefined,
    externalId: requested.external_id,
    referenceNumbers,
    from,
    before,
  }
}

/** @throws InvalidQuery */
function statusFilterFrom(requested: string): TaskStatus {
  const known = TASK_STATUSES.find((status) => status === requested)
  if (known === undefined)
    throw refused('InvalidQuery', `statuses: expected some of ${TASK_STATUSES.join(', ')}.`, {
      field: 'statuses',
      value: requested,
    })
  return known
}
