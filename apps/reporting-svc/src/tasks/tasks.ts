/** What the use cases of tasks share, and which businesses have tasks. */
import type { Database } from '@pacioli/db'
import { refused, type DomainError } from '@pacioli/errors'
import type { BusinessRead } from '@pacioli/rpc'
import { LRUCache } from 'lru-cache'
import type { Business } from '../businesses/business.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import { forwardedContext } from '../owners/forwarded-context.ts'
import type { LedgerReader } from '../owners/ledger-reader.ts'

export type Tasks = {
  db: Database
  /** Knows at once which businesses are enrolled. */
  ledger: Pick<LedgerReader, 'findBusiness'>
  /** Businesses as the ledger had them when it was last queried, while events are behind that. */
  ledgerAnswers: LedgerAnswers
  now: () => Date
  newId: () => string
  /** Wakes the outbox relay. */
  notify: () => void
  /** Signs cursors; all replicas share it. */
  cursorKey: Buffer
  /** A list with more matches is read by index instead of sorted. */
  maxGathered: number
}

/** By client and business. */
export type LedgerAnswers = LRUCache<string, Business>

/** Many more than can be ahead of their events at one time. */
const MAX_ANSWERS = 10_000

export const newLedgerAnswers = (): LedgerAnswers => new LRUCache({ max: MAX_ANSWERS })

/**
 * The business of a call. If it is not enrolled as far as known here, the ledger is queried: it may have been enrolled just now.
 * Call it before a transaction, since it may query the ledger.
 * @throws BusinessNotFound; ServiceUnavailable when the ledger has to be queried and does not answer
 */
export async function requireBusinessOfTasks(tasks: Tasks, context: BusinessRead): Promise<Business> {
  let fetched: Promise<Business | undefined> | undefined
  const fetchBusiness = () => (fetched ??= tasks.ledger.findBusiness(forwardedContext(context)))
  const known = await requireBusiness(tasks.db, context, fetchBusiness)
  const newest = newestAnswer(tasks.ledgerAnswers, known, fetched !== undefined)
  if (newest.bookkeepingEnrolled === true) return newest
  const asked = await fetchBusiness()
  return asked ? newestAnswer(tasks.ledgerAnswers, asked, true) : newest
}

/**
 * Events arrive one by one: the one that enrols a business may be here before the one that archives it, when the ledger has
 * answered "archived" already. This process does not go back to a version before one it has answered from.
 */
function newestAnswer(answers: LedgerAnswers, business: Business, isFromLedger: boolean): Business {
  const key = `${business.clientId} ${business.id}`
  const answer = answers.get(key)
  if (answer && answer.version > business.version) return answer
  if (isFromLedger) answers.set(key, business)
  else if (answer) answers.delete(key)
  return business
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
