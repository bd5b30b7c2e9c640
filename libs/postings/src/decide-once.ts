/**
 * How decisions that post run: the ledger is queried from an unlocked read, the rows are locked, the decision is made
 * under the answer and committed, and the postings are delivered.
 */
import { answerOnce, constraintOf, readIfNew, writeOnce, type Database, type Tx } from '@pacioli/db'
import { Busy, collectProblems, DomainError, Problems } from '@pacioli/errors'
import type { BusinessWrite } from '@pacioli/rpc'
import type { LedgerPrefetch } from './ledger-prefetch.ts'
import { RetryDecision, type Books } from './books.ts'
import type { PostingSession } from './posting-session.ts'
import type { PostingState, Source } from './posting.ts'
import { loadStaged } from './preview-postings.ts'
import { loadWaiting, type WaitingPosting } from './posting.store.ts'

/** Stored with the Idempotency-Key: a repeat delivers what the first attempt left. */
type Kept<Data> = { data: Data; sources: Source[] }

export type Deciding<Data> = {
  /** From a read that locks nothing; requires the business to be open as far as this service knows. */
  ask: (tx: Tx) => Promise<LedgerPrefetch>
  /** Locks, decides, writes, and returns the caller's data and the sources that have postings. @throws RetryDecision */
  write: (tx: Tx, books: Books) => Promise<Kept<Data>>
  /** Of a request for many things: where something that it names is refused, all that is wrong with it is named. */
  review?: Review
}

/** Tries a request that is refused for all its problems. */
export type Review = {
  /** Like `ask`: refusals of what it looks up are added to `problems`. */
  ask: (tx: Tx, problems: Problems) => Promise<LedgerPrefetch>
  /** The rules, on unlocked data, with stand-ins for what the ledger refused. @throws what they refuse */
  rules: (tx: Tx, books: Books) => Promise<void>
}

/**
 * The refusal with every problem that the review finds, its own first.
 * @param error that was thrown; others than refusals stay as they are
 */
export async function reviewed(
  { db, postingSession }: { db: Database; postingSession: PostingSession },
  request: BusinessWrite,
  error: unknown,
  { ask, rules }: Review,
): Promise<unknown> {
  if (!(error instanceof DomainError) || error instanceof Busy) return error
  // What names no field is about the whole request, such as an archived business; what is malformed cannot be looked up.
  const isReviewed = error.problems.every(
    ({ error_enum, meta }) => meta.field !== undefined && error_enum !== 'InvalidPayload',
  )
  if (!isReviewed) return error
  const problems = new Problems()
  const add = (act: () => unknown): unknown => collectProblems(problems, act)
  add(() => {
    throw error
  })
  const asking = await db.read(request, (tx) => ask(tx, problems))
  const context = { ...request, idempotency: undefined }
  const books = await postingSession.askWithStandIns(context, asking, problems)
  await db
    .read(request, async (tx) => rules(tx, books))
    .catch((other: unknown) => {
      if (!(other instanceof RetryDecision))
        add(() => {
          throw other
        })
    })
  try {
    problems.throwIfAny()
  } catch (all) {
    return all
  }
  return error
}

/** The time of a request that is reserved for its response: delivery ends before it. */
const RESPONSE_MS = 500

/** Another request has used the same external_id meanwhile: it is found when the decision is made again. */
const isExternalIdTaken = (error: unknown): boolean => constraintOf(error)?.endsWith('_external_id') ?? false

/** A preview locks nothing while it decides, so that others change what it reads. */
const isChangedMeanwhile = (error: unknown): boolean =>
  error instanceof DomainError && error.errorEnum === 'VersionConflict'

/**
 * At most once per Idempotency-Key. A repeat gets the first answer without another query of the ledger.
 * @throws BusinessArchived where the ledger says so, what `ask` and `write` throw, and what the ledger refuses
 */
export async function decideOnce<Data>(
  { db, postingSession, now: clock }: { db: Database; postingSession: PostingSession; now: () => Date },
  request: BusinessWrite,
  { ask, write, review }: Deciding<Data>,
): Promise<{ data: Data; posting: PostingState }> {
  let waiting: Promise<WaitingPosting[] | undefined> | undefined
  const kept = await answerOnce<Kept<Data>>(request, async () => {
    const now = clock()
    waiting = undefined
    const whole = (error: unknown): unknown =>
      review ? reviewed({ db, postingSession }, request, error, review) : error
    const first = await readIfNew(db, request, now, ask).catch(async (error: unknown) => {
      throw await whole(error)
    })
    if (first.outcome !== 'NEW') return first
    let prefetch: LedgerPrefetch | undefined
    let decided: unknown
    const context = { ...request, idempotency: undefined }
    const question = async () => {
      const isFirst = prefetch === undefined
      prefetch = isFirst ? first.found : await db.read(request, ask)
      return prefetch.question()
    }
    try {
      const value = await postingSession.decide(context, question, (books) =>
        writeOnce(
          db,
          request,
          now,
          async (tx) => {
            books.requireOpenBusiness()
            const made = await write(tx, books)
            // Sent along with the COMMIT; if it fails, so does the COMMIT.
            waiting = (request.preview ? loadStaged : loadWaiting)(tx, made.sources).catch(() => undefined)
            return made
          },
          { isExpectedNew: true },
        ).catch((error: unknown) => {
          decided =
            isExternalIdTaken(error) || (request.preview && isChangedMeanwhile(error)) ? new RetryDecision() : error
          throw decided
        }),
      )
      return { outcome: 'NEW', value }
    } catch (error) {
      // Decisions here name their own fields.
      throw error === decided ? error : await whole(prefetch?.forEveryField(error) ?? error)
    }
  })
  const until = new Date(request.deadline.getTime() - RESPONSE_MS)
  return { data: kept.data, posting: await postingSession.deliver(request, kept.sources, until, await waiting) }
}
