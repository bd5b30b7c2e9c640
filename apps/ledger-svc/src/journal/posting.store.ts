/** The only way into the journal: the SQL function `post_entries_v2`, one round trip for any number of entries. */
import {
  askedColumn,
  pgErrorOf,
  violates,
  type Claim,
  type ClaimOutcome,
  type Database,
  type Tx,
  type WriteRequest,
} from '@pacioli/db'
import { refused, type DomainError } from '@pacioli/errors'
import type { StagedEvent } from '@pacioli/events'
import type { Tenant } from '@pacioli/rpc'
import { currentRequestId } from '@pacioli/telemetry'
import type { LongDay } from '../balances/day-sealer.ts'
import type { NewDefinitions } from '../tags/tag.ts'
import type { JournalEntry } from './journal-entry.ts'

export type PostingBatch = {
  tenant: Tenant
  /** The epoch of the books that were read, and the one that the caller decided under. */
  booksEpoch: number
  decisionEpoch: number
  /** Whether other postings of the business wait until this one is done. */
  alone: boolean
  now: Date
  slot: number
  idempotency: WriteRequest['idempotency']
  /** The answer to store with the Idempotency-Key, as JSON. */
  answer: string | null
  entries: readonly JournalEntry[]
  /** What some of them reverse, with its tags as read. */
  reversed: readonly JournalEntry[]
  newTags: NewDefinitions
  events: readonly StagedEvent[]
}

/**
 * The outcome of a batch; nothing is written unless POSTED. EXISTING: a key of it exists already. ALONE: it moves so much
 * that it has to be posted alone.
 */
export type PostingOutcome =
  | { outcome: 'POSTED'; longDays: LongDay[] }
  | { outcome: 'NO_BUSINESS' | 'STALE' | 'EXISTING' | 'ALONE' }
  | (Claim & { outcome: Exclude<ClaimOutcome, 'NEW'> })

type OutcomeRow = {
  outcome: PostingOutcome['outcome']
  answer: string | null
  long_account_ids: string[] | null
  long_days: string[] | null
}

/** JSON text holds no raw control characters. */
const RECORD_SEPARATOR = '\x1e'

const PARAMETERS = 60
const CALL = `SELECT outcome, answer, long_account_ids, long_days::text[] FROM post_entries_v2(${Array.from({ length: PARAMETERS }, (_, n) => `$${n + 1}`).join(', ')})`

/** @throws AmountOutOfRange when a balance would leave the safe range; OutcomeUnknown when the answer was lost */
export async function postEntries(db: Database, batch: PostingBatch): Promise<PostingOutcome> {
  const row = await db.callToWrite<OutcomeRow>(CALL, parametersOf(batch)).then(([only]) => only, outcomeOfFailure)
  if (!row) throw new Error('post_entries_v2 answered nothing')
  if (row.outcome === 'POSTED') return { outcome: 'POSTED', longDays: longDaysOf(row, batch) }
  return { outcome: row.outcome, answer: row.answer }
}

/**
 * Posts within an open transaction that has locked the books exclusively and decided under them: nothing of the batch
 * can exist already or be out of date. A failure ends the transaction.
 * @throws AmountOutOfRange when a balance would leave the safe range
 */
export async function postEntriesIn(tx: Tx, batch: PostingBatch): Promise<LongDay[]> {
  const row = await tx.row<OutcomeRow>(CALL, parametersOf(batch)).catch((error: unknown) => {
    throw outOfRange(error) ?? error
  })
  if (row?.outcome !== 'POSTED') throw new Error(`a posting under locked books came out as ${row?.outcome}`)
  return longDaysOf(row, batch)
}

const longDaysOf = ({ long_account_ids, long_days }: OutcomeRow, { tenant }: PostingBatch): LongDay[] =>
  (long_account_ids ?? []).map((accountId, index) => ({ ...tenant, accountId, day: long_days?.[index] ?? '' }))

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
  const constraint = pgErrorOf(error)?.constraint ?? ''
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

function parametersOf(batch: PostingBatch): unknown[] {
  const { tenant, entries, reversed, newTags, events, idempotency } = batch
  const lines = entries.flatMap((entry, index) =>
    entry.lines.map((line, position) => ({ line, position, entry: index + 1 })),
  )
  // Empty where no line has one.
  const idsOf = (name: 'documentId' | 'customerId' | 'vendorId'): (string | null)[] =>
    lines.some(({ line }) => line[name] !== null) ? lines.map(({ line }) => line[name]) : []
  const entryTags = entries.flatMap((entry) => entry.tags.map((tag) => ({ tag, owner: entry.id })))
  const lineTags = lines.flatMap(({ line }) => line.tags.map((tag) => ({ tag, owner: line.id })))
  return [
    tenant.clientId,
    tenant.businessId,
    batch.booksEpoch,
    batch.decisionEpoch,
    batch.alone,
    batch.now,
    batch.slot,
    idempotency?.operation ?? null,
    idempotency?.key ?? null,
    idempotency?.requestHash ?? null,
    batch.answer,
    entries.map((entry) => entry.id),
    entries.map((entry) => entry.externalId),
    entries.map((entry) => entry.postingKey),
    entries.map((entry) => entry.entryType),
    entries.map((entry) => entry.basis),
    entries.map((entry) => entry.agent),
    entries.map((entry) => entry.entryAt.toISOString()),
    entries.map((entry) => entry.memo),
    entries.map((entry) => entry.metadata),
    entries.map((entry) => entry.referenceNumber),
    entries.map((entry) => entry.sourceType),
    entries.map((entry) => entry.sourceId),
    entries.map((entry) => entry.reversalOfId),
    entries.map((entry) => entry.lines.length),
    entries.some((entry) => entry.asked) ? askedColumn(entries) : [],
    reversed.map((entry) => entry.id),
    reversed.map((entry) => entry.tagRevision),
    lines.map(({ line }) => line.id),
    lines.map(({ entry }) => entry),
    lines.map(({ position }) => position),
    lines.map(({ line }) => line.account.id),
    lines.map(({ line }) => line.amount),
    lines.map(({ line }) => line.direction),
    lines.map(({ line }) => line.memo),
    idsOf('documentId'),
    idsOf('customerId'),
    idsOf('vendorId'),
    newTags.dimensions.map((dimension) => dimension.id),
    newTags.dimensions.map((dimension) => dimension.key),
    newTags.dimensions.map((dimension) => dimension.displayName),
    newTags.values.map((value) => value.id),
    newTags.values.map((value) => value.dimensionId),
    newTags.values.map((value) => value.value),
    newTags.values.map((value) => value.displayName),
    entryTags.map(({ owner }) => owner),
    entryTags.map(({ tag }) => tag.dimensionId),
    entryTags.map(({ tag }) => tag.definitionId),
    entryTags.map(({ tag }) => tag.id),
    lineTags.map(({ owner }) => owner),
    lineTags.map(({ tag }) => tag.dimensionId),
    lineTags.map(({ tag }) => tag.definitionId),
    lineTags.map(({ tag }) => tag.id),
    events.map((event) => event.id),
    events.map((event) => event.aggregateId),
    events.map((event) => event.version),
    events.map((event) => event.subject),
    events.map((event) => event.event).join(RECORD_SEPARATOR),
    currentRequestId() ?? null,
    entries.some((entry) => entry.requestId) ? entries.map((entry) => entry.requestId ?? null) : [],
  ]
}

/** Sums ranges of a long day (see `seal_account_day_v1`). Returns how many ranges were made. */
export async function sealAccountDay(
  db: Database,
  { clientId, businessId, accountId, day }: LongDay,
  blockLines = 1_000,
): Promise<number> {
  const [row] = await db.call<{ made: number }>('SELECT seal_account_day_v1($1, $2, $3, $4, $5) AS made', [
    clientId,
    businessId,
    accountId,
    day,
    blockLines,
  ])
  return row?.made ?? 0
}
