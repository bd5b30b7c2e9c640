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

/** JSON text holds no raw control characters. */
const RECORD_SEPARATOR = '\x1e'

const callTo = (name: string, parameters: number, result: string): string =>
  `SELECT ${result}, long_account_ids, long_days::text[] FROM ${name}(${Array.from({ length: parameters }, (_, n) => `$${n + 1}`).join(', ')})`

const POST_ENTRY = callTo('post_entry_v1', 36, 'outcome, answer')
const POST_ENTRIES = callTo('post_entries_v2', 61, 'outcomes[1] AS outcome, answers[1] AS answer')
const POST_TOGETHER = callTo('post_entries_v2', 61, 'outcomes, answers')

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
export const callOfBatch = (batch: PostingBatch): Call => ({ sql: POST_ENTRIES, bind: parametersOf(batch, [batch]) })

/** The call that posts batches of several requests to one business, decided under the same state of its books, or none. */
export const callOfTogether = (batches: readonly [PostingBatch, ...PostingBatch[]]): Call => ({
  sql: POST_TOGETHER,
  bind: parametersOf(batches[0], batches),
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

/** @param common what is the same for all of the batches */
function parametersOf(common: PostingBatch, batches: readonly PostingBatch[]): unknown[] {
  const entries = batches.flatMap((batch) => batch.entries)
  const reversed = batches.flatMap((batch) => batch.reversed)
  const dimensions = batches.flatMap(({ newTags }) => newTags.dimensions)
  const values = batches.flatMap(({ newTags }) => newTags.values)
  const events = batches.flatMap((batch) => batch.events)
  // Of several requests none is that of all.
  const requestId = batches.length === 1 ? (common.requestId ?? null) : null
  const requestIds = batches.flatMap((batch) =>
    batch.entries.map((entry) => entry.requestId ?? batch.requestId ?? null),
  )
  const lines = entries.flatMap((entry, index) =>
    entry.lines.map((line, position) => ({ line, position, entry: index + 1 })),
  )
  const idsOf = (name: IdOfLine): (string | null)[] =>
    idsOfLines(
      lines.map(({ line }) => line),
      name,
    )
  const entryTags = entries.flatMap((entry) => entry.tags.map((tag) => ({ tag, owner: entry.id })))
  const lineTags = lines.flatMap(({ line }) => line.tags.map((tag) => ({ tag, owner: line.id })))
  return [
    common.tenant.clientId,
    common.tenant.businessId,
    common.booksEpoch,
    common.decisionEpoch,
    common.alone,
    common.now,
    common.slot,
    batches.map(({ idempotency }) => idempotency?.operation ?? null),
    batches.map(({ idempotency }) => idempotency?.key ?? null),
    batches.map(({ idempotency }) => idempotency?.requestHash ?? null),
    batches.map(({ answer }) => answer),
    entries.map((entry) => entry.id),
    entries.map((entry) => entry.externalId),
    entries.map((entry) => entry.postingKey),
    entries.map((entry) => entry.entryType),
    entries.map((entry) => entry.basis),
    entries.map((entry) => entry.agent),
    entries.map((entry) => entry.entryAt.toISOString()),
    entries.map((entry) => entry.recordedAt.toISOString()),
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
    dimensions.map((dimension) => dimension.id),
    dimensions.map((dimension) => dimension.key),
    dimensions.map((dimension) => dimension.displayName),
    values.map((value) => value.id),
    values.map((value) => value.dimensionId),
    values.map((value) => value.value),
    values.map((value) => value.displayName),
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
    requestId,
    requestIds.some((one) => one !== requestId) ? requestIds : [],
  ]
}
