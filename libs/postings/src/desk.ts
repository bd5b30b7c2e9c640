/**
 * The one way in which a service posts (libs/postings/README.md): it asks the ledger, commits its
 * change together with the postings it needs, and delivers those at once. Whatever that attempt leaves is delivered by
 * the relay. So no transaction spans a call, a crash loses nothing, and nothing is posted twice.
 */
import type { Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import type { OutgoingContext, Tenant } from '@pacioli/rpc'
import { AskAgain, AskForRoom, withFieldsOf, type Books, type Question } from './books.ts'
import { Delivery, type DeliveryOptions } from './delivery.ts'
import { booksFrom, toMessage } from './posting.messages.ts'
import { requirePostable, type Posting, type PostingState, type Source } from './posting.ts'
import { findBlocked, insertPostings } from './posting.store.ts'
import { requireRoom } from './require-room.ts'

/** `db` is the service's database, as the role that serves requests. */
export type DeskOptions = DeliveryOptions & { newId: () => string }

/** What another service did in between is decided anew that often. */
const MAX_ATTEMPTS = 3
/** How long a request delivers at most, and what of its time it leaves for telling the caller. */
const DELIVERY_MS = 10_000
const TELLING_MS = 250
/** Less than what was claimed stays with this relay (LEASE in posting.store.ts). */
const RELAY_DELIVERY_MS = 15_000

export class PostingDesk {
  readonly #options: DeskOptions

  constructor(options: DeskOptions) {
    this.#options = options
  }

  /**
   * Asks the ledger for accounts, tags (which it defines if need be), period and thresholds.
   * @throws AccountNotFound, TagValueArchived, BusinessNotFound, BusinessArchived, naming the fields of the question;
   *   ServiceUnavailable
   */
  async askBooks(context: OutgoingContext & Tenant, question: Question): Promise<Books> {
    const { accounts = [], tags = [], tellsRoom } = question
    const askedAt = this.#options.now()
    try {
      const { message } = await this.#options.ledger.AskBooks(
        {
          account_identifiers: accounts.map(({ identifier }) => identifier),
          tags: tags.map(({ input }) => input),
          ...(tellsRoom ? { tells_room: true } : {}),
        },
        { context: { ...context, idempotency: undefined } },
      )
      return booksFrom(question, message, askedAt)
    } catch (error) {
      throw withFieldsOf(question, error)
    }
  }

  /**
   * Asks, then runs `commit`, which locks, decides anew and commits under what was answered; if it needs something that
   * was not asked (`AskAgain`), another request came in between, and both are done again.
   * @param question from an unlocked read
   * @throws VersionConflict after three times
   */
  async decide<Answer>(
    context: OutgoingContext & Tenant,
    question: () => Promise<Question>,
    commit: (books: Books) => Promise<Answer>,
  ): Promise<Answer> {
    let tellsRoom = false
    for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
      const books = await this.askBooks(context, { ...(await question()), tellsRoom })
      try {
        return await commit(books)
      } catch (error) {
        if (!(error instanceof AskAgain)) throw error
        if (error instanceof AskForRoom) tellsRoom = true
      }
    }
    throw refused('VersionConflict', 'The resource kept changing while the request ran. Try again.')
  }

  /**
   * Writes postings down in the transaction of what they follow from. Who calls holds the documents they come from.
   * @param unblocked from `requireUnblocked` of the sources, where it was asked together with something else before
   * @throws PostingFailed where an earlier posting of a source was refused; AmountOutOfRange where the journal would leave
   *   the range that can be told exactly; AskAgain where the ledger has to be asked for that. Nothing may be committed then
   */
  async stage(
    tx: Tx,
    tenant: Tenant,
    books: Pick<Books, 'epoch'> & Partial<Pick<Books, 'room'>>,
    postings: readonly Posting[],
    unblocked?: Promise<void>,
  ): Promise<void> {
    if (postings.length === 0) return unblocked
    const sources = postings.map(({ source }) => source)
    const isUnblocked = unblocked ?? this.requireUnblocked(tx, tenant, sources)
    // They are on their way before that is known.
    const staged = requireRoom(tx, tenant.businessId, books.room, postings).then(() =>
      this.stageAnyway(tx, tenant, books, postings),
    )
    const [known, written] = await Promise.allSettled([isUnblocked, staged])
    for (const one of [known, written]) if (one.status === 'rejected') throw one.reason
  }

  /** The same for what must be possible behind a failed posting too: voiding, deleting. */
  async stageAnyway(tx: Tx, tenant: Tenant, books: Pick<Books, 'epoch'>, postings: readonly Posting[]): Promise<void> {
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
    insertPostings(tx, tenant, staged, now())
  }

  /** The ids of those sources that have a posting which the ledger refused: behind it nothing is staged. */
  async blockedAmong(tx: Tx, tenant: Tenant, sources: readonly Source[]): Promise<ReadonlySet<string>> {
    const blocked = await findBlocked(tx, tenant.businessId, sources)
    return new Set(blocked.map(({ source_id }) => source_id))
  }

  /** @throws PostingFailed */
  async requireUnblocked(tx: Tx, tenant: Tenant, sources: readonly Source[]): Promise<void> {
    const [blocked] = await findBlocked(tx, tenant.businessId, sources)
    if (!blocked) return
    throw refused(
      'PostingFailed',
      `The ledger refused an earlier posting of ${blocked.source_id}: ${blocked.error_description ?? 'no reason given'} Retry that posting first.`,
      { posting_id: blocked.posting_id, source_id: blocked.source_id },
    )
  }

  /**
   * Delivers what the sources have unposted, each source's lowest first, until all is posted, something cannot be, or
   * the time is up: the deadline, less what the caller needs to be told, and in any case some seconds. Never throws: what
   * is left is delivered by the relay. `failed` where something waits for a person.
   */
  deliver(tenant: Tenant, sources: readonly Source[], deadline?: Date): Promise<PostingState> {
    const start = this.#options.now().getTime()
    const until = Math.min(start + DELIVERY_MS, (deadline?.getTime() ?? Infinity) - TELLING_MS)
    return new Delivery(this.#options, tenant, { until: new Date(until) }).run(distinct(sources))
  }

  /** The same for the relay. `isUnreachable` says that the ledger could not be asked. */
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
