import { loadBooks } from '../books/books.store.ts'
import type { PreviewRetainedEarningsResponse } from '@pacioli/protos/ledger'
import type { Tenant } from '@pacioli/rpc'
import type { Ledger } from '../ledger.ts'
import { entriesFor } from './closing-plan.ts'
import { refuseLongAnswer, toClosingMeta, toPreviewMessage } from './closing.messages.ts'
import type { ClosingRequest } from './closing.ts'
import { decideClosings } from './decide-closings.ts'

/**
 * What closing would post, refused as that would be. It writes nothing: its transaction cannot.
 * @throws what `decideClosings` throws, BusinessNotFound, PayloadTooLarge
 */
export function previewClosing(
  ledger: Ledger,
  tenant: Tenant,
  request: ClosingRequest,
): Promise<PreviewRetainedEarningsResponse> {
  const { newId } = ledger
  return ledger.db.transact(tenant, async (tx) => {
    await tx.rows('SET TRANSACTION READ ONLY')
    const books = await loadBooks(tx, tenant)
    const decided = await decideClosings(tx, books, request)
    const { window, closings } = decided
    const meta = toClosingMeta(decided)
    if (!window) return { data: [], ...meta }
    const of = { closesAt: window.closesAt, request, actor: null, books, now: ledger.now(), newId }
    const data = closings.map((closing) =>
      toPreviewMessage(request, window, entriesFor(closing, { ...of, closingId: newId() })),
    )
    refuseLongAnswer(data)
    return { data, ...meta }
  })
}
