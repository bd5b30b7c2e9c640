import { writeOnce } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { stageEvents } from '@pacioli/events'
import type { ClosingActionAnswer } from '@pacioli/protos/ledger'
import { type BusinessWrite, isUuid } from '@pacioli/rpc'
import { archived } from '../books/books.ts'
import { lockBooksExclusively } from '../books/change-books.ts'
import { reverseEntry } from '../journal/journal-entry.ts'
import { postUnderLock } from '../journal/post-under-lock.ts'
import type { Ledger } from '../ledger.ts'
import { entriesOf, type ClosingAction } from './closing-action.ts'
import { closingEvent } from './closing.events.ts'
import { closingNotFound, toClosingMessage } from './closing.messages.ts'
import { CLOSING_SOURCE } from './closing.ts'
import { loadClosing, markReversed } from './closing.store.ts'

/**
 * Reverses the entries of a closing at their own time, so that what it closed can be closed again. A reversed closing is
 * answered as it is.
 * @throws ClosingNotFound, PeriodClosed, BusinessArchived, BusinessNotFound
 */
export function reverseClosing(
  ledger: Ledger,
  request: BusinessWrite,
  command: { closingId: string; memo: string | null },
): Promise<ClosingActionAnswer> {
  const now = ledger.now()
  const { newId } = ledger
  const { closingId, memo } = command
  return writeOnce(ledger.db, request, now, async (tx) => {
    const books = await lockBooksExclusively(tx, request)
    const closing = isUuid(closingId) ? await loadClosing(tx, request.businessId, closingId) : undefined
    if (!closing) throw closingNotFound(closingId)
    if (closing.reversedAt !== null) return { data: toClosingMessage(closing), created: false }
    if (books.archivedAt !== null) throw archived()
    refuseClosedPeriod(closing, books.closedThrough)
    const decision = { books, now, newId, decisionEpoch: books.epoch }
    const undone = entriesOf(closing).map((entry) => {
      const postingKey = `${CLOSING_SOURCE}:${closing.id}:reversed-${entry.basis.toLowerCase()}:1`
      const reversal = reverseEntry(
        entry,
        { postingKey, memo, agent: 'API', isOwner: true, actor: request.actor ?? null },
        decision,
      )
      return { entry: { ...entry, reversalId: reversal.id }, reversal }
    })
    const reversed = undone.map(({ entry }) => entry)
    const entries = undone.map(({ reversal }) => reversal)
    await postUnderLock(tx, ledger, books, { entries, reversed, now, preview: request.preview })
    const version = await markReversed(tx, request.businessId, closing.id, now)
    const [primary = closing.primary, ...secondary] = reversed
    const changed = { ...closing, primary, secondary, reversedAt: now, version }
    await stageEvents(tx, [closingEvent(changed, 'reversed', newId(), now)])
    return { data: toClosingMessage(changed), created: true }
  })
}

/** A reversal in the next period would leave the accounts of the window at zero for good. */
function refuseClosedPeriod({ id, closesAt }: ClosingAction, closedThrough: Date | null): void {
  if (closedThrough === null || closesAt > closedThrough) return
  throw refused(
    'PeriodClosed',
    `The books are closed through ${closedThrough.toISOString()}, and closing ${id} is at ${closesAt.toISOString()}. ` +
      'Reopen the period first.',
    { field: 'closingId', value: id },
  )
}
