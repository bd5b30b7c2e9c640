/**
 * Write safety (docs/API-GUIDE.md, "Conventions"): a write with an Idempotency-Key happens once, and every repeat gets
 * the first answer. Key, request hash and answer are recorded in the transaction of the write itself, so after a crash
 * a retry finds either the answer or nothing done.
 */
import { catalogue, DomainError, isOutcomeUnknown, refused } from '@pacioli/errors'
import type { Database, TenantScope, Tx } from './database.ts'
import { NO_BUSINESS } from './no-business.ts'

/** How long a repeat waits for the first request to finish, holding no connection. */
const MAX_WAIT_MS = 5_000

export type IdempotencyClaim = { key: string; operation: string; requestHash: string }

/** What a write needs to know about its request. */
export type WriteRequest = {
  clientId: string
  businessId?: string | undefined
  idempotency?: IdempotencyClaim | undefined
  deadline: Date
  markReplayed: () => void
  /** Set where it is only previewed: it has no key, and nothing that it writes stays. */
  preview?: object | undefined
}

export type ClaimOutcome = 'NEW' | 'REPLAY' | 'REUSED' | 'FORGOTTEN' | 'IN_PROGRESS'

/** The outcome of claiming a key; `answer` is the stored JSON of a REPLAY. */
export type Claim = { outcome: ClaimOutcome; answer: string | null }

/** Thrown to roll back what ran ahead of the claim of a key that turned out not to be new. */
class NotNew extends Error {
  readonly claim: Claim

  constructor(claim: Claim) {
    super(`the Idempotency-Key was expected to be new, and is ${claim.outcome}`)
    this.claim = claim
  }
}

/**
 * Runs `work` in one transaction, at most once per Idempotency-Key.
 * @param isExpectedNew whether the key was found new a moment ago: then the first statements of `work` travel with its
 *   claim, and nothing of them is committed if it is not new any more
 * @throws IdempotencyKeyReused when the key came with another request before
 * @throws AnswerNotKept when it came with this one, and its answer is beyond the budget of the client
 * @throws IdempotencyInProgress when the first request is still running after five seconds
 */
export function writeOnce<Answer extends object>(
  db: Database,
  request: WriteRequest,
  now: Date,
  work: (tx: Tx) => Promise<Answer>,
  { isExpectedNew = false } = {},
): Promise<Answer> {
  const scope = scopeOf(request)
  let isAhead = isExpectedNew
  const attempt = async (tx: Tx): Promise<Attempt<Answer>> => {
    const claiming = claimKey(tx, request, now)
    const working = isAhead ? work(tx) : undefined
    isAhead = false
    // What it finds wrong does not count unless the key is new.
    working?.catch(() => undefined)
    const claim = await claiming
    if (claim.outcome !== 'NEW') {
      if (working) throw new NotNew(claim)
      return claim
    }
    const answer = await (working ?? work(tx))
    keepAnswer(tx, request, now, answer)
    return { outcome: 'NEW', value: answer }
  }
  return answerOnce(request, () =>
    db.transact(scope, attempt).catch((error: unknown) => {
      if (error instanceof NotNew) return error.claim
      throw error
    }),
  )
}

const scopeOf = ({ clientId, businessId = '', preview }: WriteRequest): TenantScope => ({
  clientId,
  businessId,
  ...(preview === undefined ? {} : { preview }),
})

/** One attempt at a write: its fresh answer, or the outcome of the claim on its key. */
export type Attempt<Answer> = { outcome: 'NEW'; value: Answer } | (Claim & { outcome: ClaimOutcome })

/**
 * Repeats an attempt while another request holds its key, and turns the outcome of a claim into an answer. An attempt
 * with an unknown outcome is repeated as well, if it has a key: the repeat finds the answer, or writes.
 * @throws OutcomeUnknown when the outcome could not be found out in five seconds, or there is no key
 */
export async function answerOnce<Answer extends object>(
  request: WriteRequest,
  attempt: () => Promise<Attempt<Answer>>,
): Promise<Answer> {
  const until = Math.min(Date.now() + MAX_WAIT_MS, request.deadline.getTime())
  let unknown: unknown
  for (let pauseMs = 5; ; pauseMs = Math.min(pauseMs * 2, 200)) {
    const result = await attempt().catch((error: unknown) => {
      if (isOutcomeUnknown(error)) unknown ??= error
      if (!request.idempotency || unknown === undefined || tellsOfBefore(error)) throw error
      return undefined
    })
    if (result && 'value' in result) return result.value
    if (result?.outcome === 'REPLAY') {
      if (unknown === undefined) request.markReplayed()
      return JSON.parse(result.answer ?? 'null') as Answer
    }
    if (result?.outcome === 'REUSED') throw keyReused(request)
    if (result?.outcome === 'FORGOTTEN') throw answerNotKept(request)
    if (Date.now() + pauseMs > until) throw result ? stillRunning(request) : unknown
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

/** An attempt that gets as far as a refusal has found its key free: nothing was written before it. */
const tellsOfBefore = (error: unknown): boolean => error instanceof DomainError && catalogue[error.errorEnum].http < 500

const keyReused = ({ idempotency }: WriteRequest) =>
  refused(
    'IdempotencyKeyReused',
    'This Idempotency-Key was used before with another request. Send the same request again, or use a new key.',
    { field: 'Idempotency-Key', value: idempotency?.key },
  )

const answerNotKept = ({ idempotency }: WriteRequest) =>
  refused(
    'AnswerNotKept',
    'This request was done before, and is not done again; its answer is not kept any more, because later answers to this ' +
      'client were too large together. Read what it wrote, by `external_id` or by listing it.',
    { field: 'Idempotency-Key', value: idempotency?.key },
  )

const stillRunning = ({ idempotency }: WriteRequest) =>
  refused('IdempotencyInProgress', 'A request with this Idempotency-Key is still running. Try again in a moment.', {
    field: 'Idempotency-Key',
    value: idempotency?.key,
  })

/** The outcome of the request's key so far, without claiming it. */
export const findClaim = (db: Database, request: WriteRequest, now: Date): Promise<Claim> =>
  db.read(scopeOf(request), (tx) => claimKey(tx, request, now))

/**
 * The same in one statement, for a repeat, which has nearly always been answered. NEW says only that no answer was found:
 * the first request may just have ended.
 */
export async function findAnswer(
  db: Database,
  request: WriteRequest & { businessId: string },
  now: Date,
): Promise<Claim> {
  const { idempotency } = request
  if (!idempotency) return UNUSED
  const [found] = await db.call<Claim>(
    'SELECT outcome, answer FROM find_answer_v1($1, $2, $3, $4, $5, $6)',
    keyOf(request, idempotency, now),
    request.businessId,
  )
  return found ?? UNUSED
}

/** The outcome of a request's key, and what was read where the key is new. */
export type FoundIfNew<Found> = { outcome: 'NEW'; found: Found } | (Claim & { outcome: Exclude<ClaimOutcome, 'NEW'> })

/** The same, together with what else a new request has to read, without writes or locks. */
export function readIfNew<Found>(
  db: Database,
  request: WriteRequest,
  now: Date,
  read: (tx: Tx) => Promise<Found>,
): Promise<FoundIfNew<Found>> {
  const scope = scopeOf(request)
  return db.read(scope, async (tx) => {
    // A repeat is answered, whatever the read would now find.
    const [claimed, found] = await Promise.allSettled([claimKey(tx, request, now), read(tx)])
    if (claimed.status === 'rejected') throw claimed.reason
    const { outcome, answer } = claimed.value
    if (outcome !== 'NEW') return { outcome, answer }
    if (found.status === 'rejected') throw found.reason
    return { outcome, found: found.value }
  })
}

/** Whether the request's key already has its answer; a request still running does the same as this one. */
export async function isAnswered(db: Database, request: WriteRequest, now: Date): Promise<boolean> {
  if (!request.idempotency) return false
  const { outcome } = await findClaim(db, request, now)
  return outcome === 'REPLAY' || outcome === 'REUSED' || outcome === 'FORGOTTEN'
}

async function claimKey(tx: Tx, request: WriteRequest, now: Date): Promise<Claim> {
  const { idempotency } = request
  if (!idempotency) return UNUSED
  const claim = await tx.row<Claim>(
    'SELECT outcome, answer FROM claim_idempotency_key_v1($1, $2, $3, $4, $5, $6)',
    keyOf(request, idempotency, now),
  )
  return claim ?? UNUSED
}

const UNUSED: Claim = { outcome: 'NEW', answer: null }

/** A key with what it is unique in, as the functions take it. */
const keyOf = (
  { clientId, businessId = NO_BUSINESS }: WriteRequest,
  { operation, key, requestHash }: IdempotencyClaim,
  now: Date,
) => [businessId, clientId, operation, key, requestHash, now]

function keepAnswer(tx: Tx, request: WriteRequest, now: Date, answer: object): void {
  const { idempotency, clientId, businessId = NO_BUSINESS } = request
  if (!idempotency) return
  tx.send('SELECT keep_answer_v1($1, $2, $3, $4, $5, $6, $7)', [
    businessId,
    clientId,
    idempotency.operation,
    idempotency.key,
    idempotency.requestHash,
    JSON.stringify(answer),
    now,
  ])
}
