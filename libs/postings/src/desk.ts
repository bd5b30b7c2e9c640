/**
 * The one way in which a service posts (architecture: posting from banking and billing): it asks the ledger, commits its
 * change together with the postings it needs, and delivers those at once. Whatever that attempt leaves is delivered by
 * the relay. So no transaction spans a call, a crash loses nothing, and nothing is posted twice.
 */
import type { Database, Tx } from '@pacioli/db'
import { DomainError, refused, type ErrorEnum } from '@pacioli/errors'
import type { Posting as PostingMessage, PostingsService } from '@pacioli/protos/ledger'
import type { Client, OutgoingContext, Tenant } from '@pacioli/rpc'
import { AskAgain, Books, withFieldsOf, type Question } from './books.ts'
import { booksFrom, toMessage } from './posting.messages.ts'
import type { Posting, PostingState, Source } from './posting.ts'
import {
  findBlocked,
  insertPostings,
  loadWaiting,
  markDelayed,
  markFailed,
  markPosted,
  type WaitingPosting,
} from './posting.store.ts'
import { wavesOf } from './waves.ts'

export type DeskOptions = {
  /** The service's database, as the role that serves requests. */
  db: Database
  ledger: Client<typeof PostingsService>
  now: () => Date
  newId: () => string
  /** Told of each posting that the ledger refused: a defect, to be logged. */
  onRefused: (refusal: { businessId: string; postingId: string; postingKey: string; error: unknown }) => void
}

/** What another service did in between is decided anew that often. */
const MAX_ATTEMPTS = 3
const ASK_TIMEOUT_MS = 5_000
const DELIVERY_TIMEOUT_MS = 15_000

/** Refusals that say nothing of the posting itself: it is delivered again later. */
const PASSING: ReadonlySet<ErrorEnum> = new Set([
  'ServiceUnavailable',
  'DeadlineExceeded',
  'InternalError',
  'RateLimitExceeded',
  'VersionConflict',
  'IdempotencyInProgress',
])

const isPassing = (error: unknown): boolean => !(error instanceof DomainError) || PASSING.has(error.errorEnum)

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
    const { accounts = [], tags = [] } = question
    try {
      const { message } = await this.#options.ledger.AskBooks(
        { account_identifiers: accounts.map(({ identifier }) => identifier), tags: tags.map(({ input }) => input) },
        { context: { ...context, idempotency: undefined }, timeoutMs: ASK_TIMEOUT_MS },
      )
      return booksFrom(question, message)
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
    for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
      const books = await this.askBooks(context, await question())
      try {
        return await commit(books)
      } catch (error) {
        if (!(error instanceof AskAgain)) throw error
      }
    }
    throw refused('VersionConflict', 'The resource kept changing while the request ran. Try again.')
  }

  /**
   * Writes postings down in the transaction of what they follow from. Who calls holds the documents they come from.
   * @throws PostingFailed where an earlier posting of a source was refused
   */
  async stage(tx: Tx, tenant: Tenant, books: Pick<Books, 'epoch'>, postings: readonly Posting[]): Promise<void> {
    if (postings.length === 0) return
    await this.requireUnblocked(
      tx,
      tenant,
      postings.map(({ source }) => source),
    )
    await this.stageAnyway(tx, tenant, books, postings)
  }

  /** The same for what must be possible behind a failed posting too: voiding, deleting. */
  async stageAnyway(tx: Tx, tenant: Tenant, books: Pick<Books, 'epoch'>, postings: readonly Posting[]): Promise<void> {
    if (postings.length === 0) return
    const { newId, now } = this.#options
    const staged = postings.map((posting) => ({
      id: newId(),
      postingKey: posting.postingKey,
      source: posting.source,
      booksEpoch: books.epoch,
      entryAt: posting.entryAt,
      message: toMessage(posting),
    }))
    await insertPostings(tx, tenant, staged, now())
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
   * the deadline comes. Never throws: what is left is the relay's.
   */
  async deliver(tenant: Tenant, sources: readonly Source[], deadline?: Date): Promise<PostingState> {
    if (sources.length === 0) return 'posted'
    const { db } = this.#options
    try {
      for (;;) {
        const waiting = await db.transact(tenant, (tx) => loadWaiting(tx, tenant.businessId, sources))
        if (waiting.length === 0) return 'posted'
        const [wave] = wavesOf(waiting)
        if (!wave) return 'failed'
        for (const batch of wave) {
          if (deadline && deadline <= this.#options.now()) return 'pending'
          if (!(await this.#deliverBatch(tenant, batch, deadline))) return 'pending'
        }
      }
    } catch {
      return 'pending'
    }
  }

  /** False where the ledger could not be asked. A batch that is refused is delivered one by one to find out which it was. */
  async #deliverBatch(tenant: Tenant, batch: readonly WaitingPosting[], deadline?: Date): Promise<boolean> {
    const { db, now } = this.#options
    try {
      const posted = await this.#post(tenant, batch, deadline)
      await db.transact(tenant, (tx) => markPosted(tx, tenant.businessId, posted, now()))
      return true
    } catch (error) {
      if (isPassing(error)) {
        await this.#delay(tenant, batch, error)
        return false
      }
      if (batch.length > 1) {
        for (const one of batch) if (!(await this.#deliverBatch(tenant, [one], deadline))) return false
        return true
      }
      const [refusedPosting] = batch
      if (refusedPosting) await this.#park(tenant, refusedPosting, error)
      return true
    }
  }

  async #post(
    tenant: Tenant,
    batch: readonly WaitingPosting[],
    deadline?: Date,
  ): Promise<{ postingKey: string; entryId: string }[]> {
    const { message } = await this.#options.ledger.PostEntries(
      { books_epoch: batch[0]?.booksEpoch, postings: batch.map((posting): PostingMessage => posting.message) },
      { context: { ...tenant, deadline }, timeoutMs: DELIVERY_TIMEOUT_MS },
    )
    return message.data.map(({ posting_key, entry_id }) => ({ postingKey: posting_key, entryId: entry_id }))
  }

  async #delay(tenant: Tenant, batch: readonly WaitingPosting[], error: unknown): Promise<void> {
    const ids = batch.map(({ id }) => id)
    await this.#options.db.transact(tenant, (tx) =>
      markDelayed(tx, tenant.businessId, ids, wordsOf(error), this.#options.now()),
    )
  }

  async #park(tenant: Tenant, posting: WaitingPosting, error: unknown): Promise<void> {
    await this.#options.db.transact(tenant, (tx) =>
      markFailed(tx, tenant.businessId, posting.id, wordsOf(error), this.#options.now()),
    )
    this.#options.onRefused({
      businessId: tenant.businessId,
      postingId: posting.id,
      postingKey: posting.message.posting_key ?? '',
      error,
    })
  }
}

const wordsOf = (error: unknown): { errorEnum: string; description: string } =>
  error instanceof DomainError
    ? { errorEnum: error.errorEnum, description: error.message }
    : { errorEnum: 'InternalError', description: 'The delivery failed on our side.' }
