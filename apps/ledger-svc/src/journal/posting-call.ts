/** Which SQL function posts, and with which arguments. */
import { askedColumn, type WriteRequest } from '@pacioli/db'
import type { StagedEvent } from '@pacioli/events'
import type { Tenant } from '@pacioli/rpc'
import type { NewDefinitions } from '../tags/tag.ts'
import type { JournalEntry, LineItem } from './journal-entry.ts'

export type PostingBatch = {
  tenant: Tenant
  /** The request that it comes from, where that is known: of what carries no id of its own. */
  requestId: string | undefined
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

type Call = { sql: string; bind: unknown[] }

const callTo = (name: string, parameters: number, result: string): string =>
  `SELECT ${result}, long_account_ids, long_days::text[] FROM ${name}(${Array.from({ length: parameters }, (_, n) => `$${n + 1}`).join(', ')})`

const POST_ENTRY = callTo('post_entry_v1', 37, 'outcome, answer')
const POST_ENTRIES = callTo('post_entries_v2', 62, 'outcomes[1] AS outcome, answers[1] AS answer')
const POST_TOGETHER = callTo('post_together_v1', 49, 'outcomes, long_business_ids')

/** `post_entry_v1` compares each line with each account that it moves. */
const MOST_LINES_OF_ONE = 100

/** The call that posts a batch: `post_entry_v1` where that can, as it costs about half. */
export function callOf(batch: PostingBatch): Call {
  const [entry, another] = batch.entries
  const [event] = batch.events
  // What is reversed and what is newly made have events of their own.
  if (entry && event && !another && batch.events.length === 1 && isPlain(entry))
    return { sql: POST_ENTRY, bind: parametersOfOne(batch, entry, event) }
  return callOfBatch(batch)
}

/** The call of `post_entries_v2`, which posts whatever can be posted. */
export const callOfBatch = (batch: PostingBatch): Call => ({ sql: POST_ENTRIES, bind: parametersOf(batch) })

/**
 * The call of `post_together_v1`, which posts batches of several requests: each of its own business, each as it can be.
 * None of them reverses anything or makes tags.
 */
export const callOfTogether = (batches: readonly PostingBatch[], lockTimeoutMs: number): Call => ({
  sql: POST_TOGETHER,
  bind: parametersOfTogether(batches, lockTimeoutMs),
})

const isPlain = ({ reversalOfId, tags, lines }: JournalEntry): boolean =>
  reversalOfId === null &&
  tags.length === 0 &&
  lines.length <= MOST_LINES_OF_ONE &&
  lines.every((line) => line.tags.length === 0)

type IdOfLine = 'documentId' | 'customerId' | 'vendorId'

/** Empty where no line has one. */
const idsOfLines = (lines: readonly LineItem[], name: IdOfLine): (string | null)[] =>
  lines.some((line) => line[name] !== null) ? lines.map((line) => line[name]) : []

const parametersOfOne = (batch: PostingBatch, entry: JournalEntry, event: StagedEvent): unknown[] => [
  batch.tenant.clientId,
  batch.tenant.businessId,
  batch.booksEpoch,
  batch.decisionEpoch,
  batch.alone,
  batch.now,
  batch.slot,
  batch.idempotency?.operation ?? null,
  batch.idempotency?.key ?? null,
  batch.idempotency?.requestHash ?? null,
  batch.answer,
  entry.requestId ?? batch.requestId ?? null,
  entry.actor,
  entry.id,
  entry.externalId,
  entry.postingKey,
  entry.entryType,
  entry.basis,
  entry.agent,
  entry.entryAt.toISOString(),
  entry.memo,
  entry.metadata,
  entry.referenceNumber,
  entry.sourceType,
  entry.sourceId,
  askedColumn([entry])[0] ?? null,
  entry.lines.map((line) => line.id),
  entry.lines.map((line) => line.account.id),
  entry.lines.map((line) => line.amount),
  entry.lines.map((line) => line.direction),
  entry.lines.some((line) => line.memo !== null) ? entry.lines.map((line) => line.memo) : [],
  idsOfLines(entry.lines, 'documentId'),
  idsOfLines(entry.lines, 'customerId'),
  idsOfLines(entry.lines, 'vendorId'),
  event.id,
  event.subject,
  event.event,
]

function parametersOf(batch: PostingBatch): unknown[] {
  const { entries, reversed, newTags, events } = batch
  const requestId = batch.requestId ?? null
  const requestIds = entries.map((entry) => entry.requestId ?? requestId)
  return [
    batch.tenant.clientId,
    batch.tenant.businessId,
    batch.booksEpoch,
    batch.decisionEpoch,
    batch.alone,
    batch.now,
    batch.slot,
    [batch.idempotency?.operation ?? null],
    [batch.idempotency?.key ?? null],
    [batch.idempotency?.requestHash ?? null],
    [batch.answer],
    ...headsOf(entries),
    entries.map((entry) => entry.recordedAt.toISOString()),
    ...remarksOf(entries),
    entries.map((entry) => entry.reversalOfId),
    entries.map((entry) => entry.lines.length),
    askedOf(entries),
    reversed.map((entry) => entry.id),
    reversed.map((entry) => entry.tagRevision),
    ...linesOf(entries),
    newTags.dimensions.map((dimension) => dimension.id),
    newTags.dimensions.map((dimension) => dimension.key),
    newTags.dimensions.map((dimension) => dimension.displayName),
    newTags.values.map((value) => value.id),
    newTags.values.map((value) => value.dimensionId),
    newTags.values.map((value) => value.value),
    newTags.values.map((value) => value.displayName),
    ...tagsOf(entries),
    events.map((event) => event.id),
    events.map((event) => event.aggregateId),
    events.map((event) => event.version),
    events.map((event) => event.subject),
    joined(events.map((event) => event.event)),
    requestId,
    requestIds.some((one) => one !== requestId) ? requestIds : [],
    entries.map((entry) => entry.actor),
  ]
}

function parametersOfTogether(batches: readonly PostingBatch[], lockTimeoutMs: number): unknown[] {
  const entries = batches.flatMap((batch) => batch.entries)
  const events = batches.flatMap((batch) => batch.events)
  return [
    batches.map(({ tenant }) => tenant.clientId),
    batches.map(({ tenant }) => tenant.businessId),
    batches.map(({ booksEpoch }) => booksEpoch),
    batches.map(({ decisionEpoch }) => decisionEpoch),
    batches.map(({ now }) => now),
    batches.map(({ slot }) => slot),
    batches.map(({ idempotency }) => idempotency?.operation ?? null),
    batches.map(({ idempotency }) => idempotency?.key ?? null),
    batches.map(({ idempotency }) => idempotency?.requestHash ?? null),
    joined(batches.map(({ answer }) => answer ?? '')),
    batches.flatMap((batch, index) => batch.entries.map(() => index + 1)),
    ...headsOf(entries),
    ...remarksOf(entries),
    entries.map((entry) => entry.lines.length),
    askedOf(entries),
    batches.flatMap((batch) => batch.entries.map((entry) => entry.requestId ?? batch.requestId ?? null)),
    entries.map((entry) => entry.actor),
    ...linesOf(entries),
    ...tagsOf(entries),
    events.map((event) => event.id),
    events.map((event) => event.subject),
    joined(events.map((event) => event.event)),
    lockTimeoutMs,
  ]
}

/** JSON text holds no raw control characters. */
const joined = (texts: readonly string[]): string => texts.join('\x1e')

/** What an entry is: seven columns. */
const headsOf = (entries: readonly JournalEntry[]): unknown[][] => [
  entries.map((entry) => entry.id),
  entries.map((entry) => entry.externalId),
  entries.map((entry) => entry.postingKey),
  entries.map((entry) => entry.entryType),
  entries.map((entry) => entry.basis),
  entries.map((entry) => entry.agent),
  entries.map((entry) => entry.entryAt.toISOString()),
]

/** What is said of an entry: five columns. */
const remarksOf = (entries: readonly JournalEntry[]): unknown[][] => [
  entries.map((entry) => entry.memo),
  entries.map((entry) => entry.metadata),
  entries.map((entry) => entry.referenceNumber),
  entries.map((entry) => entry.sourceType),
  entries.map((entry) => entry.sourceId),
]

/** Empty where no entry can be asked for again. */
const askedOf = (entries: readonly JournalEntry[]): unknown[] =>
  entries.some((entry) => entry.asked) ? askedColumn(entries) : []

/** Ten columns. */
function linesOf(entries: readonly JournalEntry[]): unknown[][] {
  const lines = entries.flatMap((entry) => entry.lines)
  return [
    lines.map((line) => line.id),
    entries.flatMap((entry, index) => entry.lines.map(() => index + 1)),
    entries.flatMap((entry) => entry.lines.map((_, position) => position)),
    lines.map((line) => line.account.id),
    lines.map((line) => line.amount),
    lines.map((line) => line.direction),
    lines.map((line) => line.memo),
    idsOfLines(lines, 'documentId'),
    idsOfLines(lines, 'customerId'),
    idsOfLines(lines, 'vendorId'),
  ]
}

/** Of entries and of lines: four columns each. */
const tagsOf = (entries: readonly JournalEntry[]): unknown[][] => [
  ...tagColumns(entries),
  ...tagColumns(entries.flatMap((entry) => entry.lines)),
]

function tagColumns(owners: readonly (JournalEntry | LineItem)[]): unknown[][] {
  const tags = owners.flatMap((owner) => owner.tags.map((tag) => ({ tag, owner: owner.id })))
  return [
    tags.map(({ owner }) => owner),
    tags.map(({ tag }) => tag.dimensionId),
    tags.map(({ tag }) => tag.definitionId),
    tags.map(({ tag }) => tag.id),
  ]
}
