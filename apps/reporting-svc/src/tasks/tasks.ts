/** What the use cases of tasks work with, and whose tasks there can be. */
import type { Database } from '@pacioli/db'
import { refused, type DomainError } from '@pacioli/errors'
import type { BusinessRead } from '@pacioli/rpc'
import type { Business } from '../businesses/business.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import { forwardedContext } from '../owners/forwarded-context.ts'
import type { LedgerReader } from '../owners/ledger-reader.ts'

export type Tasks = {
  db: Database
  /** Knows who is enrolled, also since a moment ago. */
  ledger: Pick<LedgerReader, 'findBusiness'>
  now: () => Date
  newId: () => string
  /** Wakes the outbox relay. */
  notify: () => void
  /** Signs cursors; all replicas share it. */
  cursorKey: Buffer
  /** Up to how many tasks that a list asks for are found at once and sorted. */
  maxGathered: number
}

/**
 * The business of a call. If what events have told of it does not say that it is enrolled, the ledger is asked: it may have
 * been enrolled just now. Called before a transaction, since it may ask.
 * @throws BusinessNotFound; ServiceUnavailable when the ledger has to be asked and cannot be
 */
export async function requireBusinessOfTasks({ db, ledger }: Tasks, context: BusinessRead): Promise<Business> {
  let asked: ReturnType<typeof ledger.findBusiness> | undefined
  const fetchBusiness = () => (asked ??= ledger.findBusiness(forwardedContext(context)))
  const known = await requireBusiness(db, context, fetchBusiness)
  return known.bookkeepingEnrolled === true ? known : ((await fetchBusiness()) ?? known)
}

/** That the business has tasks at all. @throws BusinessNotEnrolled */
export function requireEnrolled({ bookkeepingEnrolled }: Business): void {
  if (bookkeepingEnrolled !== true)
    throw refused(
      'BusinessNotEnrolled',
      'The business is not enrolled in bookkeeping, so it has no tasks. Set its bookkeeping_enrolled first.',
      { field: 'businessId' },
    )
}

/** That its tasks may be written. @throws BusinessNotEnrolled, BusinessArchived */
export function requireOpen(business: Business): void {
  requireEnrolled(business)
  if (business.archivedAt !== null)
    throw refused('BusinessArchived', 'The business is archived: its tasks can be read, not written.')
}

export const taskNotFound = (value: string): DomainError =>
  refused('TaskNotFound', `The business has no task ${value}.`, { field: 'taskId', value })
