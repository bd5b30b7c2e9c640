import type { Database } from '@pacioli/db'
import { AsyncResource } from 'node:async_hooks'
import type { Slots } from '../balances/slots.ts'
import type { PostingBatch } from './posting-call.ts'
import { postEntries, postTogether, type OutcomeTogether, type PostingOutcome } from './posting.store.ts'

/** Larger ones gain nothing from company, and would hold it up. */
const MOST_LINES = 50

/** Where it is posted to. */
type Journal = { db: Database; slots: Slots }
/** What a request posts; which balance rows it moves is chosen when it is sent. */
type Posting = Omit<PostingBatch, 'slot'>
type Waiting = {
  posting: Posting
  /** Runs in the request of the posting. */
  inRequest: <Result>(act: () => Result) => Result
  settle: (outcome: PostingOutcome | Promise<PostingOutcome>) => void
  fail: (error: unknown) => void
}

/**
 * Sends the postings that come for a business while another of it is under way to the database in one call: each has its
 * own key, answer and refusal, but they share a transaction, its locks and its commit. A posting that has no company goes
 * at once, and waits for none.
 */
export class PostingsTogether {
  readonly #most: number
  /** What waits for the call that is under way, by what those that go together have in common. */
  readonly #queues = new Map<string, Waiting[]>()

  /** @param most how many postings go in one call; with 1 each goes alone */
  constructor(most: number) {
    this.#most = most
  }

  /** @throws AmountOutOfRange when a balance would leave the safe range; OutcomeUnknown when the answer was lost */
  post(journal: Journal, posting: Posting): Promise<PostingOutcome> {
    if (this.#most <= 1 || !mayHaveCompany(posting)) return postAlone(journal, posting)
    const { tenant, booksEpoch, decisionEpoch } = posting
    const common = [tenant.clientId, tenant.businessId, booksEpoch, decisionEpoch].join(' ')
    const queue = this.#queues.get(common)
    if (!queue) return this.#postFirst(journal, posting, common)
    const { promise, resolve: settle, reject: fail } = Promise.withResolvers<PostingOutcome>()
    queue.push({ posting, inRequest: AsyncResource.bind((act) => act()), settle, fail })
    return promise
  }

  /** Those that come meanwhile follow in one call. */
  async #postFirst(journal: Journal, posting: Posting, common: string): Promise<PostingOutcome> {
    const queue: Waiting[] = []
    this.#queues.set(common, queue)
    try {
      return await postAlone(journal, posting)
    } finally {
      void this.#drain(journal, common, queue)
    }
  }

  async #drain(journal: Journal, common: string, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) await send(journal, takeCompany(queue, this.#most))
    this.#queues.delete(common)
  }
}

/** What has to come alone, is large, or makes tags that others may be making, too, goes by itself. */
const mayHaveCompany = ({ alone, entries, newTags }: Posting): boolean =>
  !alone &&
  newTags.dimensions.length === 0 &&
  newTags.values.length === 0 &&
  entries.reduce((lines, entry) => lines + entry.lines.length, 0) <= MOST_LINES

/** Takes the first ones, up to `most`; of those with the same Idempotency-Key only one, as the others are its repeats. */
function takeCompany(queue: Waiting[], most: number): Waiting[] {
  const keys = new Set<string>()
  const taken: Waiting[] = []
  const left: Waiting[] = []
  for (const one of queue) {
    const { idempotency } = one.posting
    const key = idempotency && JSON.stringify([idempotency.operation, idempotency.key])
    if (taken.length === most || (key !== undefined && keys.has(key))) left.push(one)
    else {
      if (key !== undefined) keys.add(key)
      taken.push(one)
    }
  }
  queue.splice(0, queue.length, ...left)
  return taken
}

/** Settles each of them. */
async function send(journal: Journal, company: readonly Waiting[]): Promise<void> {
  const [first, ...others] = company
  if (!first) return
  if (others.length === 0) return settleAlone(journal, first)
  let outcomes: OutcomeTogether[] | 'APART'
  try {
    outcomes = await first.inRequest(() =>
      journal.slots.use(first.posting.tenant.businessId, (slot) =>
        postTogether(journal.db, [
          { ...first.posting, slot },
          ...others.map(({ posting }): PostingBatch => ({ ...posting, slot })),
        ]),
      ),
    )
  } catch (error) {
    for (const { fail } of company) fail(error)
    return
  }
  if (outcomes === 'APART') return void (await Promise.all(company.map((one) => settleAlone(journal, one))))
  const again: Waiting[] = []
  for (const [index, one] of company.entries()) {
    const outcome = outcomes[index]
    if (!outcome || outcome.outcome === 'NEW') again.push(one)
    else one.settle(outcome)
  }
  await send(journal, again)
}

/** Without waiting for its outcome to be good. */
async function settleAlone(journal: Journal, { posting, inRequest, settle }: Waiting): Promise<void> {
  const outcome = inRequest(() => postAlone(journal, posting))
  settle(outcome)
  await outcome.catch(() => undefined)
}

const postAlone = ({ db, slots }: Journal, posting: Posting): Promise<PostingOutcome> =>
  slots.use(posting.tenant.businessId, (slot) => postEntries(db, { ...posting, slot }))
