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
 * Posts what a request has decided. Postings that come while others are under way go to the database in one call, whichever
 * business they are of, in a cluster those of a shard: each has its own key, answer and refusal, but they share a
 * transaction, its locks and its commit.
 * @throws AmountOutOfRange when a balance would leave the safe range; OutcomeUnknown when the answer was lost
 */
export function post(ledger: Ledger, posting: Posting): Promise<PostingOutcome> {
  const sender = senderTo(ledger)
  if (!mayHaveCompany(posting)) return sender.alone(posting)
  return ledger.together.send(`postings ${ledger.db.groupOf(posting.tenant.businessId)}`, posting, sender)
}

/** What has to come alone, is large, reverses, or makes tags that others may be making, too, goes by itself. */
const mayHaveCompany = ({ alone, entries, reversed, newTags }: Posting): boolean =>
  !alone &&
  reversed.length === 0 &&
  newTags.dimensions.length === 0 &&
  newTags.values.length === 0 &&
  entries.every((entry) => entry.reversalOfId === null) &&
  entries.reduce((lines, entry) => lines + entry.lines.length, 0) <= MOST_LINES

const senderTo = ({ db, slots, now }: Ledger): Sender<Posting, PostingOutcome> => ({
  alone: (posting) => slots.use(posting.tenant.businessId, (slot) => postEntries(db, { ...posting, slot })),
  together: (postings) =>
    slots.useEach(
      postings.map(({ tenant }) => tenant.businessId),
      (taken) =>
        postTogether(
          db,
          postings.map((posting, index) => ({ ...posting, slot: taken[index] ?? 0 })),
        ),
    ),
  placeOf: ({ tenant }) => tenant.businessId,
  refusalOf: ({ deadline }) =>
    deadline > now()
      ? undefined
      : refused('DeadlineExceeded', 'Other postings took too long. Nothing was written. Try again.'),
  // A key that the session has claimed is not claimed again: the second would be posted as well. Of what is to exist once,
  // the second would have the whole call sent again.
  namesOf: ({ tenant, idempotency, entries }) =>
    [
      idempotency && ['key', tenant.clientId, idempotency.operation, idempotency.key],
      ...entries.flatMap(({ externalId, postingKey }) => [
        externalId !== null && ['external_id', externalId],
        postingKey !== null && ['posting_key', postingKey],
      ]),
    ].flatMap((name) => (name ? JSON.stringify([tenant.businessId, ...name]) : [])),
})
