/**
 * How every service posts (libs/postings/README.md): it queries the ledger, commits its change together with the
 * postings it needs, and delivers those at once. The relay delivers whatever is left. So no transaction spans a call, a
 * crash loses nothing, and nothing is posted twice.
 */
import type { Tx } from '@pacioli/db'
import { collectProblems, refused, type Problems } from '@pacioli/errors'
import type { OutgoingContext, Tenant } from '@pacioli/rpc'
import { askingBoth, RetryDecision, withFieldsOf, type Books, type Question } from './books.ts'
import type { LedgerPrefetch } from './ledger-prefetch.ts'
import { withoutRefused, withStandIns } from './stand-ins.ts'
import { Delivery, type DeliveryOptions } from './delivery.ts'
import { booksFrom, toMessage } from './posting.messages.ts'
import { requirePostable, type Posting, type PostingState, type Source } from './posting.ts'
import { findBlocked, insertPostings, type WaitingPosting } from './posting.store.ts'
import { previewPostings, type Previewed } from './preview-postings.ts'
import { requireHeadroom } from './require-headroom.ts'

/** `db` is the service's database, as the role that serves requests. */
export type PostingSessionOptions = DeliveryOptions & { newId: () => string }

/** How often a decision is made when other requests change its facts. */
const MAX_ATTEMPTS = 3
/** How long a request delivers at most, and the time it reserves for its response. */
const DELIVERY_MS = 10_000
const RESPONSE_MS = 250
/** Shorter than the claim of this relay (LEASE in posting.store.ts). */
const RELAY_DELIVERY_MS = 15_000

export class PostingSession {
  readonly #options: PostingSessionOptions

  constructor(options: PostingSessionOptions) {
    this.#options = options
  }

  /**
   * Queries the ledger for accounts, tags (which it defines if need be), period and thresholds.
   * @throws AccountNotFound, TagValueArchived, BusinessNotFound, BusinessArchived, naming the fields of the question;
   *   ServiceUnavailable
   */
  async askBooks(context: OutgoingContext & Tenant, question: Question): Promise<Books> {
    const { accounts = [], tags = [], withHeadroom, definesNothing } = question
    const askedAt = this.#options.now()
    try {
      const { message } = await this.#options.ledger.AskBooks(
        {
          account_identifiers: accounts.map(({ identifier }) => identifier),
          tags: tags.map(({ input }) => input),
          ...(withHeadroom ? { tells_room: true } : {}),
          ...(definesNothing ? { defines_nothing: true } : {}),
        },
        { context: { ...context, idempotency: undefined } },
      )
      return booksFrom(question, message, askedAt)
    } catch (error) {
      throw withFieldsOf(question, error)
    }
  }

  /**
   * The same for a request that is refused anyway: nothing is defined, what the ledger does not have or no longer applies is
   * added to `problems`, and a stand-in for it is in the books, so that the rules can be tried on the rest.
   */
  async askWithStandIns(context: OutgoingContext & Tenant, asking: LedgerPrefetch, problems: Problems): Promise<Books> {
    let question: Question = { ...asking.question(), definesNothing: true }
    const missing: Question[] = []
    for (;;)
      try {
        return withStandIns(await this.askBooks(context, question), missing)
      } catch (error) {
        const [there, refused] = withoutRefused(question, error)
        // What is refused without a place of it is not about one thing that the question names.
        if (there === undefined) throw error
        collectProblems(problems, () => {
          throw asking.forEveryField(error)
        })
        missing.push(refused)
        question = there
      }
  }

  /**
   * Queries the ledger, then runs `commit`, which locks, decides again and commits under the answer. If the decision
   * needs something that was not queried (`RetryDecision`), another request came in between, and both are repeated.
   * @param question from an unlocked read
   * @throws VersionConflict after three attempts
   */
  async decide<Answer>(
    context: OutgoingContext & Tenant,
    question: () => Promise<Question>,
    commit: (books: Books) => Promise<Answer>,
  ): Promise<Answer> {
    let missed: Question = {}
    for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
      const books = await this.askBooks(context, askingBoth(await question(), missed))
      try {
        return await commit(books)
      } catch (error) {
        if (!(error instanceof RetryDecision)) throw error
        missed = askingBoth(missed, error.missed)
      }
    }
    throw refused('VersionConflict', 'The resource kept changing while the request ran. Try again.')
  }

  /**
   * Stages postings in the transaction of the change that they follow from. The caller holds locks on their documents.
   * @param unblocked result of `requireUnblocked` for the sources, where it was sent together with something else
   *   before
   * @throws PostingFailed where an earlier posting of a source was refused; AmountOutOfRange where the journal would
   *   exceed the largest exact amount; RetryDecision where the ledger has to be queried for that. Then nothing may be
   *   committed
   */
  async stage(
    tx: Tx,
    client: Pick<Tenant, 'clientId'>,
    books: Pick<Books, 'epoch'> & Partial<Pick<Books, 'headroom'>>,
    postings: readonly Posting[],
    unblocked?: Promise<void>,
  ): Promise<void> {
    if (postings.length === 0) return unblocked
    const sources = postings.map(({ source }) => source)
    const isUnblocked = unblocked ?? this.requireUnblocked(tx, sources)
    // They are already on their way before that is known.
    const staged = requireHeadroom(tx, books.headroom, postings).then(() =>
      this.stageAnyway(tx, client, books, postings),
    )
    const [known, written] = await Promise.allSettled([isUnblocked, staged])
    for (const one of [known, written]) if (one.status === 'rejected') throw one.reason
  }

  /** The same for changes that must be possible despite a failed posting: voiding, deleting. */
  async stageAnyway(
    tx: Tx,
    client: Pick<Tenant, 'clientId'>,
    books: Pick<Books, 'epoch'>,
    postings: readonly Posting[],
  ): Promise<void> {
    if (postings.length === 0) return
    const { newId, now } = this.#options
    const staged = postings.map((posting) => {
      requirePostable(posting)
      return {
        id: newId(),
        postingKey: posting.postingKey,
        source: posting.source,
        booksEpoch: books.epoch,
        entryAt: posting.entryAt,
        reverses: 'reverses' in posting ? posting.reverses : null,
        message: toMessage(posting),
      }
    })
    insertPostings(tx, client, staged, now())
  }

  /** The ids of the sources with a posting that the ledger refused: nothing is staged behind it. */
  async blockedAmong(tx: Tx, sources: readonly Source[]): Promise<ReadonlySet<string>> {
    const blocked = await findBlocked(tx, sources)
    return new Set(blocked.map(({ source_id }) => source_id))
  }

  /** @throws PostingFailed */
  async requireUnblocked(tx: Tx, sources: readonly Source[]): Promise<void> {
    const [blocked] = await findBlocked(tx, sources)
    if (!blocked) return
    throw refused(
      'PostingFailed',
      `The ledger refused an earlier posting of ${blocked.source_id}: ${blocked.error_description ?? 'no reason given'} Retry that posting first.`,
      { posting_id: blocked.posting_id, source_id: blocked.source_id },
    )
  }

  /**
   * Delivers the unposted postings of the sources, each source's lowest first, until all are posted, some cannot be, or
   * the time is up: the deadline, less the time for the response, at most some seconds. Never throws: the relay
   * delivers the rest. `failed` where a person has to act.
   * @param known the waiting postings of the sources, as read in the transaction that staged the last of them; needed for
   *   a preview, which tries them, and throws what keeps it from that
   */
  deliver(
    tenant: Tenant & OutgoingContext,
    sources: readonly Source[],
    deadline?: Date,
    known?: readonly WaitingPosting[],
  ): Promise<PostingState> {
    const { preview } = tenant
    if (preview) return this.#preview({ ...tenant, preview }, sources, known)
    const start = this.#options.now().getTime()
    const until = Math.min(start + DELIVERY_MS, (deadline?.getTime() ?? Infinity) - RESPONSE_MS)
    return new Delivery(this.#options, tenant, { until: new Date(until) }).run(distinct(sources), known)
  }

  async #preview(
    request: Previewed,
    sources: readonly Source[],
    staged: readonly WaitingPosting[] | undefined,
  ): Promise<PostingState> {
    if (!staged) throw new Error('the postings of a preview are read where they are staged')
    return previewPostings(this.#options, request, distinct(sources), staged)
  }

  /** The same for the relay. `isUnreachable`: the ledger could not be queried. */
  async deliverDue(
    tenant: Tenant,
    sources: readonly Source[],
    isOver: () => boolean,
  ): Promise<{ isUnreachable: boolean }> {
    const until = new Date(this.#options.now().getTime() + RELAY_DELIVERY_MS)
    const delivery = new Delivery(this.#options, tenant, { until, isOver })
    await delivery.run(distinct(sources))
    return { isUnreachable: delivery.isUnreachable }
  }
}

const distinct = (sources: readonly Source[]): Source[] => [
  ...new Map(sources.map((source) => [JSON.stringify([source.type, source.id]), source])).values(),
]
