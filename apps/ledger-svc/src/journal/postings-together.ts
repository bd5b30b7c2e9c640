import { refused } from '@pacioli/errors'
import type { Ledger } from '../ledger.ts'
import type { Sender } from '../together.ts'
import type { PostingBatch } from './posting-call.ts'
import { postEntries, postTogether, type PostingOutcome } from './posting.store.ts'

/** Larger ones gain nothing from company, and would hold it up. */
const MOST_LINES = 50

/** What a request posts, and until when; which balance rows it moves is chosen when it is sent. */
type Posting = Omit<PostingBatch, 'slot'> & { deadline: Date }

/**
 * Posts what a request has decided. Postings that come for a business while another of it is under way go to the database in
 * one call: each has its own key, answer and refusal, but they share a transaction, its locks and its commit.
 * @param isRepeat whether this was tried before: what waits for another request under its key would have all others of a
 *   call sent again, each time
 * @throws AmountOutOfRange when a balance would leave the safe range; OutcomeUnknown when the answer was lost
 */
export function post(ledger: Ledger, posting: Posting, isRepeat: boolean): Promise<PostingOutcome> {
  const sender = senderTo(ledger)
  if (isRepeat || !mayHaveCompany(posting)) return sender.alone(posting)
  const { tenant, booksEpoch, decisionEpoch } = posting
  const kind = ['postings', tenant.clientId, tenant.businessId, booksEpoch, decisionEpoch].join(' ')
  return ledger.together.send(kind, posting, sender)
}

/** What has to come alone, is large, or makes tags that others may be making, too, goes by itself. */
const mayHaveCompany = ({ alone, entries, newTags }: Posting): boolean =>
  !alone &&
  newTags.dimensions.length === 0 &&
  newTags.values.length === 0 &&
  entries.reduce((lines, entry) => lines + entry.lines.length, 0) <= MOST_LINES

const senderTo = ({ db, slots, now }: Ledger): Sender<Posting, PostingOutcome> => ({
  alone: (posting) => slots.use(posting.tenant.businessId, (slot) => postEntries(db, { ...posting, slot })),
  together: ([first, ...others]) =>
    slots.use(first.tenant.businessId, (slot) =>
      postTogether(db, [{ ...first, slot }, ...others.map((posting): PostingBatch => ({ ...posting, slot }))]),
    ),
  refusalOf: ({ deadline }) =>
    deadline > now()
      ? undefined
      : refused('DeadlineExceeded', 'Other postings to the business took too long. Nothing was written. Try again.'),
  // A key that the session has claimed is not claimed again: the second would be posted as well.
  nameOf: ({ idempotency }) => idempotency && JSON.stringify([idempotency.operation, idempotency.key]),
})
