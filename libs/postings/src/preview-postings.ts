/** Previews (`validate_only`): what a change stages is tried in the ledger instead of being delivered. */
import type { Tx } from '@pacioli/db'
import { Busy, DomainError, refused } from '@pacioli/errors'
import type { OutgoingContext, Preview, Tenant } from '@pacioli/rpc'
import type { DeliveryOptions } from './delivery.ts'
import { isPassing } from './delivery-errors.ts'
import type { PostingState, Source } from './posting.ts'
import { loadWaiting, type WaitingPosting } from './posting.store.ts'
import { wavesOf } from './waves.ts'

/** The context of a previewed write, which calls of the ledger take along. */
export type Previewed = OutgoingContext & Tenant & { preview: Preview }

/**
 * Adds the entries of the postings to the preview, and answers what would become of them.
 * @param staged the waiting postings of the sources, as read in the transaction that was rolled back
 * @throws ServiceUnavailable where a posting from before is still on its way: entries would depend on it
 */
export async function previewPostings(
  { db, ledger }: Pick<DeliveryOptions, 'db' | 'ledger'>,
  request: Previewed,
  sources: readonly Source[],
  staged: readonly WaitingPosting[],
): Promise<PostingState> {
  if (staged.length === 0) return 'posted'
  const before = await db.read(request, (tx) => loadWaiting(tx, sources, MOST))
  const blockedBefore = blockedIn(before)
  const onTheirWay = before.filter(({ sourceId }) => !blockedBefore.has(sourceId))
  if (onTheirWay.length > 0) throw onItsWay()
  const blocked = blockedIn(staged)
  const tried = staged.filter(({ sourceId }) => !blocked.has(sourceId))
  for (const batch of wavesOf(tried).flat()) {
    const postings = batch.flat()
    const books_epoch = postings[0]?.booksEpoch ?? 0
    try {
      const call = { books_epoch, postings: postings.map(({ message }) => message) }
      const { message } = await ledger.PostEntries(call, { context: request })
      for (const { posting_key, entry_id } of message.data) request.preview.entryIds.set(posting_key, entry_id)
    } catch (error) {
      if (!(error instanceof DomainError) || error instanceof Busy || isPassing(error)) throw error
      return 'failed'
    }
  }
  return blocked.size > 0 ? 'failed' : 'posted'
}

/** Nothing is delivered behind a posting that the ledger refused. */
const blockedIn = (waiting: readonly WaitingPosting[]): ReadonlySet<string> =>
  new Set(waiting.flatMap(({ status, sourceId }) => (status === 'FAILED' ? [sourceId] : [])))

/** What a request stages is bounded by its size: all of it is tried. */
const MOST = 100_000

/** In the transaction of a preview: what it has staged for the sources, and what waits there. */
export const loadStaged = (tx: Tx, sources: readonly Source[]): Promise<WaitingPosting[]> =>
  loadWaiting(tx, sources, MOST)

const onItsWay = () =>
  refused(
    'ServiceUnavailable',
    'An earlier posting of this document is still on its way to the ledger, and this one would follow it. Try again in a moment.',
  )
