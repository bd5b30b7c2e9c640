/** The only way into the journal: one call of an SQL function, one round trip for any number of entries. */
import {
  isAnswer,
  constraintOf,
  pgErrorOf,
  violates,
  type Claim,
  type ClaimOutcome,
  type Database,
  type Tx,
} from '@pacioli/db'
import { DomainError, refused, type ErrorEnum } from '@pacioli/errors'
import type { LongDay } from '../balances/long-day.ts'
import { callOf, callOfTogether, type PostingBatch } from './posting-call.ts'

/**
 * The outcome of a batch; nothing is written unless POSTED. EXISTING: a key of it exists already. ALONE: it moves so much
 * that it has to be posted alone.
 */
export type PostingOutcome =
  | { outcome: 'POSTED'; longDays: LongDay[] }
  | { outcome: 'NO_BUSINESS' | 'STALE' | 'EXISTING' | 'ALONE' }
  | (Claim & { outcome: Exclude<ClaimOutcome, 'NEW'> })

/** Of errors that one of several batches may be the reason for. */
const tellsThatNothingWasWritten = (error: unknown): boolean =>
  error instanceof DomainError ? REFUSALS.includes(error.errorEnum) : isAnswer(error)

/** What a deadlock, a wait that took too long, and a sum that is too large are translated to. */
const REFUSALS: readonly ErrorEnum[] = ['VersionConflict', 'DeadlineExceeded', 'AmountOutOfRange']

type LongDays = { long_account_ids: string[] | null; long_days: string[] | null }
type OutcomeRow = LongDays & { outcome: PostingOutcome['outcome']; answer: string | null }
type OutcomesRow = LongDays & {
  outcomes: ('POSTED' | 'NO_BUSINESS' | 'STALE' | 'IN_PROGRESS' | 'APART')[]
  long_business_ids: string[] | null
}

/** @throws AmountOutOfRange when a balance would leave the safe range; OutcomeUnknown when the answer was lost */
export async function postEntries(db: Database, batch: PostingBatch): Promise<PostingOutcome> {
  const { sql, bind } = callOf(batch)
  const row = await db
    .callToWrite<OutcomeRow>(sql, bind, batch.tenant.businessId)
    .then(([only]) => only, outcomeOfFailure)
  return outcomeOf(row, batch)
}

/** The same in an open transaction. A failure ends it. @throws AmountOutOfRange */
export async function outcomeIn(tx: Tx, batch: PostingBatch): Promise<PostingOutcome> {
  const { sql, bind } = callOf(batch)
  return outcomeOf(await tx.row<OutcomeRow>(sql, bind).catch(outcomeOfFailure), batch)
}

function outcomeOf(row: OutcomeRow | undefined, batch: PostingBatch): PostingOutcome {
  if (!row) throw new Error('nothing was answered to a posting')
  if (row.outcome === 'POSTED') return { outcome: 'POSTED', longDays: longDaysOf(row, batch) }
  return { outcome: row.outcome, answer: row.answer }
}

/** Strangers wait no longer for what holds one of several businesses. */
const LOCK_TIMEOUT_MS = 50

/**
 * Posts batches of several requests, of any businesses, in one call: each outcome in their order. APART: nothing was
 * written of it, and it is to be posted alone; of all of them where one fails in a way that posting each alone tells.
 * @throws OutcomeUnknown when the answer was lost
 */
export async function postTogether(
  db: Database,
  batches: readonly PostingBatch[],
): Promise<(PostingOutcome | 'APART')[]> {
  const { sql, bind } = callOfTogether(batches, LOCK_TIMEOUT_MS)
  let row: OutcomesRow | undefined
  try {
    row = (await db.callToWrite<OutcomesRow>(sql, bind, ...batches.map(({ tenant }) => tenant.businessId)))[0]
  } catch (error) {
    if (tellsThatNothingWasWritten(error)) return batches.map(() => 'APART')
    throw error
  }
  if (!row) throw new Error(`nothing was answered to ${sql}`)
  const { outcomes, long_business_ids: businessIds } = row
  const clientIds = new Map(batches.map(({ tenant }) => [tenant.businessId, tenant.clientId]))
  const longDays = daysOf(row).map((day, index): LongDay => {
    const businessId = businessIds?.[index] ?? ''
    return { clientId: clientIds.get(businessId) ?? '', businessId, ...day }
  })
  const first = outcomes.indexOf('POSTED')
  return outcomes.map((outcome, index) => {
    if (outcome === 'APART') return outcome
    if (outcome === 'POSTED') return { outcome, longDays: index === first ? longDays : [] }
    if (outcome === 'IN_PROGRESS') return { outcome, answer: null }
    return { outcome }
  })
}

/**
 * Posts within an open transaction that has locked the books exclusively and decided under them: nothing of the batch
 * can exist already or be out of date. A failure ends the transaction.
 * @throws AmountOutOfRange when a balance would leave the safe range
 */
export async function postEntriesIn(tx: Tx, batch: PostingBatch): Promise<LongDay[]> {
  const { sql, bind } = callOf(batch)
  const row = await tx.row<OutcomeRow>(sql, bind).catch((error: unknown) => {
    throw outOfRange(error) ?? error
  })
  if (row?.outcome !== 'POSTED') throw new Error(`a posting under locked books came out as ${row?.outcome}`)
  return longDaysOf(row, batch)
}

const longDaysOf = (row: LongDays, { tenant }: PostingBatch): LongDay[] =>
  daysOf(row).map((day) => ({ ...tenant, ...day }))

const daysOf = ({ long_account_ids, long_days }: LongDays): Pick<LongDay, 'accountId' | 'day'>[] =>
  (long_account_ids ?? []).map((accountId, index) => ({ accountId, day: long_days?.[index] ?? '' }))

/** Unique indexes that inserts violate if something exists already. */
const KEYS = [
  'journal_entries_external_id',
  'journal_entries_posting_key',
  'journal_entries_reversal_of',
  'tag_dimensions_key',
  'tag_definitions_value',
]

/** The outcome that a violated rule of the database means; other errors are thrown on. */
function outcomeOfFailure(error: unknown): OutcomeRow {
  const nothing = { answer: null, long_account_ids: null, long_days: null }
  const constraint = constraintOf(error) ?? ''
  if (KEYS.includes(constraint)) return { outcome: 'EXISTING', ...nothing }
  if (violates(error, 'journal_alone')) return { outcome: 'ALONE', ...nothing }
  throw outOfRange(error) ?? error
}

/** What PostgreSQL says of a sum that a bigint does not hold. */
const NUMERIC_VALUE_OUT_OF_RANGE = '22003'

function outOfRange(error: unknown): DomainError | undefined {
  if (violates(error, 'balance_range'))
    return refused(
      'AmountOutOfRange',
      'The balance of an account would leave the range of ±(2^53 - 1) minor units, beyond which numbers are not exact. Post less to it, or what lowers it first.',
      { field: 'line_items' },
    )
  if (violates(error, 'turnover_range') || pgErrorOf(error)?.code === NUMERIC_VALUE_OUT_OF_RANGE)
    return refused(
      'AmountOutOfRange',
      'All that was ever debited, or credited, to an account would exceed 2^61 minor units, the most that is summed. Go on with another account.',
      { field: 'line_items' },
    )
  return undefined
}

/** Sums ranges of a long day (see `seal_account_day_v1`). Returns how many ranges were made. */
export async function sealAccountDay(
  db: Database,
  { clientId, businessId, accountId, day }: LongDay,
  blockLines = 1_000,
): Promise<number> {
  const [row] = await db.call<{ made: number }>(
    'SELECT seal_account_day_v1($1, $2, $3, $4, $5) AS made',
    [clientId, businessId, accountId, day, blockLines],
    businessId,
  )
  return row?.made ?? 0
}
