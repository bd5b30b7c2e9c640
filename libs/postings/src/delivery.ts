/** One attempt at delivering the unposted postings of some sources of a business. */
import type { Database } from '@pacioli/db'
import { DomainError, isOutcomeUnknown } from '@pacioli/errors'
import type { PostingsService } from '@pacioli/protos/ledger'
import { isUuid, type Client, type Tenant } from '@pacioli/rpc'
import { isPassing } from './delivery-errors.ts'
import type { PostingState, Source } from './posting.ts'
import {
  loadWaiting,
  markDelayed,
  markFailed,
  markPosted,
  MAX_WAITING,
  type DeliveryError,
  type WaitingPosting,
} from './posting.store.ts'
import { tracedDelivery } from './tracing.ts'
import { sourceKey, wavesOf, type Batch, type Run } from './waves.ts'

export type DeliveryOptions = {
  db: Database
  ledger: Client<typeof PostingsService>
  now: () => Date
  /** Gets each posting that the ledger refused: a defect, to be logged. */
  onRefused: (refusal: { businessId: string; postingId: string; postingKey: string; error: unknown }) => void
  /** Gets failures other than refusals: what could not be delivered is delivered later. */
  onTrouble?: ((trouble: { businessId: string; error: unknown }) => void) | undefined
}

/** When it must end; calls in flight are finished. */
export type Limits = { until: Date; isOver?: () => boolean }

/** The outcomes of a call that posted nothing. */
type Ending =
  /** The postings themselves are wrong. */
  | 'REFUSED'
  /** The ledger failed on something in the call, perhaps one posting. */
  | 'SUSPECT'
  /** The failure is unrelated to the postings: they are delivered later. */
  | 'PASSING'

function endingOf(error: unknown): Ending {
  if (error instanceof IncompleteAnswer) return 'SUSPECT'
  if (!(error instanceof DomainError)) return 'PASSING'
  if (error.errorEnum === 'InternalError') return 'SUSPECT'
  return isPassing(error) ? 'PASSING' : 'REFUSED'
}

class IncompleteAnswer extends Error {}

const CALL_TIMEOUT_MS = 8_000
/** Concurrent calls: while one is marked here, the ledger posts another. */
const AT_ONCE = 2
/** Sources whose postings are in memory at a time. */
const SOURCES = 1_000
/** A ledger that fails on this many single postings is broken itself. */
const MAX_STRIKES = 3

export class Delivery {
  readonly #options: DeliveryOptions
  readonly #tenant: Tenant
  readonly #limits: Limits
  /** Failed postings: later waves leave out what depends on them. */
  readonly #stuckSources = new Set<string>()
  readonly #stuckKeys = new Set<string>()
  #strikes = 0
  /** Why it ended early. */
  #halted: 'LIMIT' | 'UNREACHABLE' | undefined
  #hasFailed = false
  #hasDelayed = false

  constructor(options: DeliveryOptions, { clientId, businessId }: Tenant, limits: Limits) {
    this.#options = options
    // Only these two travel with the calls: the caller's own Idempotency-Key is not for the ledger.
    this.#tenant = { clientId, businessId }
    this.#limits = limits
  }

  /** Whether the ledger could not be reached. */
  get isUnreachable(): boolean {
    return this.#halted === 'UNREACHABLE'
  }

  /**
   * Delivers the postings of each source in order. Never throws: the relay delivers the rest.
   * @param known the waiting postings of the sources, as read in the transaction that staged the last of them
   */
  async run(sources: readonly Source[], known?: readonly WaitingPosting[]): Promise<PostingState> {
    try {
      for (let start = 0; start < sources.length; start += SOURCES) {
        await this.#deliverAll(sources.slice(start, start + SOURCES), sources.length > SOURCES ? undefined : known)
        if (this.#halted) break
      }
    } catch (error) {
      this.#trouble(error)
      return this.#hasFailed ? 'failed' : 'pending'
    }
    if (this.#hasFailed) return 'failed'
    return this.#hasDelayed || this.#halted ? 'pending' : 'posted'
  }

  async #deliverAll(sources: readonly Source[], known?: readonly WaitingPosting[]): Promise<void> {
    for (let first = known; ; first = undefined) {
      if (this.#isOver()) return
      const { db } = this.#options
      const waiting = first ?? (await db.read(this.#tenant, (tx) => loadWaiting(tx, sources)))
      if (waiting.some(({ status }) => status === 'FAILED')) this.#hasFailed = true
      const posted = await this.#deliverWaves(wavesOf(waiting))
      const mayHaveMore = waiting.length === MAX_WAITING && posted > 0
      if (posted < waiting.length && !mayHaveMore) this.#hasDelayed = true
      if (this.#halted || !mayHaveMore) return
    }
  }

  async #deliverWaves(waves: readonly (readonly Batch[])[]): Promise<number> {
    let posted = 0
    for (const wave of waves) {
      const batches = wave.values()
      const work = async (): Promise<void> => {
        for (const batch of batches) {
          if (this.#halted || this.#isOver()) return
          const count = await this.#deliver(this.#withoutStuck(batch))
          posted += count
        }
      }
      // All of them end before the outcome of the wave is used.
      const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, work))
      for (const one of ended) if (one.status === 'rejected') throw one.reason
    }
    return posted
  }

  #isOver(): boolean {
    const { until, isOver } = this.#limits
    if (until > this.#options.now() && !isOver?.()) return false
    this.#halted = 'LIMIT'
    return true
  }

  #withoutStuck(batch: Batch): Batch {
    return batch.filter((run) => {
      const isStuck = run.some(
        (posting) => this.#stuckSources.has(sourceKey(posting)) || this.#stuckKeys.has(posting.message.reverses ?? ''),
      )
      if (isStuck) this.#hold(run)
      return !isStuck
    })
  }

  /** Nothing that depends on these is delivered in this attempt. */
  #hold(run: Run): void {
    for (const posting of run) {
      this.#stuckSources.add(sourceKey(posting))
      this.#stuckKeys.add(posting.message.posting_key ?? '')
    }
  }

  /** Returns how many were posted. A refused batch is halved until the refused posting is found. */
  async #deliver(batch: Batch): Promise<number> {
    const postings = batch.flat()
    if (postings.length === 0) return 0
    let error: unknown
    try {
      return await tracedDelivery(this.#tenant.businessId, postings, async () => {
        const posted = await this.#post(postings)
        const { db, now } = this.#options
        await db.transact(this.#tenant, async (tx) => markPosted(tx, posted, now()))
        return posted.length
      })
    } catch (caught) {
      error = caught
    }
    const ending = endingOf(error)
    if (ending !== 'REFUSED') this.#trouble(error)
    if (ending === 'PASSING') {
      this.#halted = 'UNREACHABLE'
      await this.#delay(batch, error)
      return 0
    }
    if (batch.length > 1) return this.#deliverHalves(batch)
    return this.#deliverOneByOne(batch[0] ?? [], ending, error)
  }

  async #deliverHalves(batch: Batch): Promise<number> {
    const middle = Math.ceil(batch.length / 2)
    const first = await this.#deliver(batch.slice(0, middle))
    return this.#halted ? first : first + (await this.#deliver(batch.slice(middle)))
  }

  /** Delivers a run in its order, as far as possible; the rest waits. */
  async #deliverOneByOne(run: Run, ending: Ending, error: unknown): Promise<number> {
    const [only, ...others] = run
    if (!only) return 0
    if (others.length === 0) {
      await this.#giveUp(only, ending, error)
      return 0
    }
    let posted = 0
    for (const [index, posting] of run.entries()) {
      const before = posted
      posted += await this.#deliver([[posting]])
      if (posted > before) continue
      this.#hold(run.slice(index))
      break
    }
    return posted
  }

  async #giveUp(posting: WaitingPosting, ending: Ending, error: unknown): Promise<void> {
    if (ending === 'SUSPECT') {
      this.#strikes += 1
      if (this.#strikes >= MAX_STRIKES) this.#halted = 'UNREACHABLE'
      return this.#delay([[posting]], error)
    }
    const { db, now, onRefused } = this.#options
    const { businessId } = this.#tenant
    this.#hold([posting])
    const isParked = await db.transact(this.#tenant, (tx) => markFailed(tx, posting.id, wordsOf(error), now()))
    if (!isParked) return
    this.#hasFailed = true
    onRefused({ businessId, postingId: posting.id, postingKey: posting.message.posting_key ?? '', error })
  }

  /** @throws what the ledger refuses; IncompleteAnswer unless the answer names the entry of each posting */
  async #post(postings: readonly WaitingPosting[]): Promise<{ id: string; entryId: string }[]> {
    const { message } = await this.#options.ledger.PostEntries(
      { books_epoch: postings[0]?.booksEpoch, postings: postings.map((posting) => posting.message) },
      { context: { ...this.#tenant, deadline: this.#limits.until }, timeoutMs: CALL_TIMEOUT_MS },
    )
    const entries = new Map(message.data.map(({ posting_key, entry_id }) => [posting_key, entry_id]))
    return postings.map(({ id, message: { posting_key: postingKey = '' } }) => {
      const entryId = entries.get(postingKey) ?? ''
      if (!isUuid(entryId)) throw new IncompleteAnswer(`Expected the entry of ${postingKey}, got "${entryId}"`)
      return { id, entryId }
    })
  }

  async #delay(batch: Batch, error: unknown): Promise<void> {
    for (const run of batch) this.#hold(run)
    this.#hasDelayed = true
    const ids = batch.flat().map(({ id }) => id)
    const { db, now } = this.#options
    await db.transact(this.#tenant, async (tx) => markDelayed(tx, ids, wordsOf(error), now()))
  }

  /** Metrics show that the ledger is unavailable or slow; everything else is worth a log line. */
  #trouble(error: unknown): void {
    if (error instanceof DomainError && isPassing(error)) return
    this.#options.onTrouble?.({ businessId: this.#tenant.businessId, error })
  }
}

/** Its key makes a posting safe to deliver again: no caller has to do anything. */
const ANSWER_LOST = 'The answer of the ledger was lost; it may have posted this. It is asked again, and posts it once.'

const wordsOf = (error: unknown): DeliveryError =>
  error instanceof DomainError
    ? { errorEnum: error.errorEnum, description: isOutcomeUnknown(error) ? ANSWER_LOST : error.message }
    : { errorEnum: 'InternalError', description: 'The delivery failed on our side.' }
