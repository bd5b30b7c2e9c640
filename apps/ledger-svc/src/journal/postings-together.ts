import type { Ledger } from '../ledger.ts'
import type { Sender } from '../together.ts'
import type { PostingBatch } from './posting-call.ts'
import { postEntries, postTogether, type PostingOutcome } from './posting.store.ts'

/** Larger ones gain nothing from company, and would hold it up. */
const MOST_LINES = 50

/** What a request posts; which balance rows it moves is chosen when it is sent. */
type Posting = Omit<PostingBatch, 'slot'>

/**
 * Posts what a request has decided. Postings that come for a business while another of it is under way go to the database in
 * one call: each has its own key, answer and refusal, but they share a transaction, its locks and its commit.
 * @throws AmountOutOfRange when a balance would leave the safe range; OutcomeUnknown when the answer was lost
 */
export function post(ledger: Ledger, posting: Posting): Promise<PostingOutcome> {
  const sender = senderTo(ledger)
  if (!mayHaveCompany(posting)) return sender.alone(posting)
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

const senderTo = ({ db, slots }: Ledger): Sender<Posting, PostingOutcome> => ({
  alone: (posting) => slots.use(posting.tenant.businessId, (slot) => postEntries(db, { ...posting, slot })),
  together: ([first, ...others]) =>
    slots.use(first.tenant.businessId, (slot) =>
      postTogether(db, [{ ...first, slot }, ...others.map((posting): PostingBatch => ({ ...posting, slot }))]),
    ),
  // A key that the session has claimed is not claimed again: the second would be posted as well.
  nameOf: ({ idempotency }) => idempotency && JSON.stringify([idempotency.operation, idempotency.key]),
})
