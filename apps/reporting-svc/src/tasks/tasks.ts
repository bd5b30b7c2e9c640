/** What the use cases of tasks share, and which businesses have tasks. */
import type { Database } from '@pacioli/db'
import { refused, type DomainError } from '@pacioli/errors'
import type { BusinessRead } from '@pacioli/rpc'
import type { Business } from '../businesses/business.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import { forwardedContext } from '../owners/forwarded-context.ts'
import type { LedgerReader } from '../owners/ledger-reader.ts'

export type Tasks = {
  db: Database
  /** Knows at once which businesses are enrolled. */
  ledger: Pick<LedgerReader, 'findBusiness'>
  now: () => Date
  newId: () => string
  /** Wakes the outbox relay. */
  notify: () => void
  /** Signs cursors; all replicas share it. */
  cursorKey: Buffer
  /** A list with more matches is read by index instead of sorted. */
  maxGathered: number
}

/**
 * The business of a call. If it is not enrolled as far as events say, the ledger is queried: it may have been enrolled just now.
 * Call it before a transaction, since it may query the ledger.
 * @throws BusinessNotFound; ServiceUnavailable when the ledger has to be queried and does not answer
 */
export async function requireBusinessOfTasks({ db, ledger }: Tasks, context: BusinessRead): Promise<Business> {
  let fetched: ReturnType<typeof ledger.findBusiness> | undefined
  const fetchBusiness = () => (fetched ??= ledger.findBusiness(forwardedContext(context)))
  const known = await requireBusiness(db, context, fetchBusiness)
  return known.bookkeepingEnrolled === true ? known : ((await fetchBusiness()) ?? known)
}

/** @throws BusinessNotEnrolled if the business has no tasks */
export function requireEnrolled({ bookkeepingEnrolled }: Business): void {
  if (bookkeepingEnrolled !== true)
    throw refused(
      'BusinessNotEnrolled',
      'The business is not enrolled in bookkeeping, so it has no tasks. Set its bookkeeping_enrolled first.',
      { field: 'businessId' },
    )
}

/** @throws BusinessNotEnrolled, BusinessArchived if its tasks may not be written */
export function requireOpen(business: Business): void {
  requireEnrolled(business)
  if (business.archivedAt !== null)
    throw refused('BusinessArchived', 'The business is archived: its tasks can be read, not written.')
}

export const taskNotFound = (value: string): DomainError =>
  refused('TaskNotFound', `The business has no task ${value}.`, { field: 'taskId', value })
