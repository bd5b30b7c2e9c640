import { writeOnce } from '@pacioli/db'
import type { CloseRetainedEarningsResponse } from '@pacioli/protos/ledger'
import { stageEvents } from '@pacioli/events'
import type { BusinessWrite } from '@pacioli/rpc'
import { lockBooksExclusively } from '../books/change-books.ts'
import { postUnderLock } from '../journal/post-under-lock.ts'
import type { Ledger } from '../ledger.ts'
import { entriesOf, type ClosingAction } from './closing-action.ts'
import { entriesFor } from './closing-plan.ts'
import { closingEvent } from './closing.events.ts'
import { refuseLongAnswer, toClosingMessage, toClosingMeta } from './closing.messages.ts'
import type { ClosingRequest } from './closing.ts'
import { insertClosings } from './closing.store.ts'
import { decideClosings } from './decide-closings.ts'

/**
 * Closes what is unclosed in the window. Nothing is posted meanwhile, so of two concurrent requests the second finds
 * nothing to close.
 * @throws what `decideClosings` throws, BusinessNotFound, PayloadTooLarge
 */
export function closeRetainedEarnings(
  ledger: Ledger,
  tenant: BusinessWrite,
  request: ClosingRequest,
): Promise<CloseRetainedEarningsResponse> {
  const now = ledger.now()
  const { newId } = ledger
  const { businessId } = tenant
  return writeOnce(ledger.db, tenant, now, async (tx) => {
    const books = await lockBooksExclusively(tx, tenant)
    const decided = await decideClosings(tx, books, request)
    const { target, window, closings } = decided
    const meta = toClosingMeta(decided)
    if (!window || closings.length === 0) return { data: [], ...meta }
    const requestId = newId()
    const actions = closings.map((closing): ClosingAction => {
      const id = newId()
      const of = { closingId: id, closesAt: window.closesAt, request, actor: tenant.actor ?? null, books, now, newId }
      const [primary, ...secondary] = entriesFor(closing, of)
      if (!primary) throw new Error('a closing has an entry')
      const made = {
        id,
        businessId,
        requestId,
        request,
        primary,
        secondary,
        createdAt: now,
        reversedAt: null,
        version: 1,
      }
      return { ...window, ...made }
    })
    const data = actions.map(toClosingMessage)
    refuseLongAnswer(data)
    await postUnderLock(tx, ledger, books, { entries: actions.flatMap(entriesOf), now, preview: tenant.preview })
    await insertClosings(tx, businessId, { requestId, request, targetId: target.id, window, now }, actions)
    await stageEvents(
      tx,
      actions.map((action) => closingEvent(action, 'created', newId(), now)),
    )
    return { data, ...meta }
  })
}
