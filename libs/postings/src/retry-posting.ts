import { writeOnce } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { isUuid, type BusinessWrite } from '@pacioli/rpc'
import { findPosting, type ListedPosting } from './listing.store.ts'
import type { Source } from './posting.ts'
import { reviveFailed, type WaitingPosting } from './posting.store.ts'
import { loadStaged } from './preview-postings.ts'
import type { StagedPostings } from './staged-postings.ts'

/**
 * Delivers a refused posting once more, and what its source has behind it. Returns the posting as it is afterwards,
 * whatever the outcome; a repeated request delivers again what is not posted yet.
 * @throws PostingNotFound, PostingNotFailed
 */
export async function retryPosting(
  { db, postingSession, now }: StagedPostings,
  request: BusinessWrite,
  postingId: string,
): Promise<ListedPosting> {
  const notFound = () =>
    refused('PostingNotFound', `The business has no posting ${postingId}.`, { field: 'postingId', value: postingId })
  if (!isUuid(postingId)) throw notFound()
  let staged: WaitingPosting[] | undefined
  const source = await writeOnce<Source>(db, request, now(), async (tx) => {
    const revived = await reviveFailed(tx, postingId, now())
    if (revived && request.preview) staged = await loadStaged(tx, [revived])
    if (revived) return revived
    const posting = await findPosting(tx, postingId)
    if (!posting) throw notFound()
    throw refused('PostingNotFailed', `The posting ${postingId} is ${posting.status}; only a failed one is retried.`, {
      field: 'postingId',
      value: postingId,
    })
  })
  const state = await postingSession.deliver(request, [source], request.deadline, staged)
  const posting = await db.transact(request, (tx) => findPosting(tx, postingId))
  if (!posting) throw notFound()
  if (!request.preview || state !== 'posted') return posting
  const entryId = request.preview.entryIds.get(posting.postingKey) ?? null
  return { ...posting, ...asPosted(posting, now()), entryId }
}

/** How a posting reads that a preview found to be postable. */
const asPosted = ({ attempts }: ListedPosting, postedAt: Date): Partial<ListedPosting> => ({
  status: 'POSTED',
  attempts: attempts + 1,
  errorEnum: null,
  errorDescription: null,
  failedAt: null,
  postedAt,
})
