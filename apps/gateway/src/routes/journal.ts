import { refused } from '@pacioli/errors'
import { requireTagPair } from '@pacioli/paging'
import type { JournalEntryInput } from '@pacioli/protos/ledger'
import { Type, type Static } from 'typebox'
import * as examples from '../schemas/examples.ts'
import {
  EntryInput,
  EntryInputs,
  LedgerEntry,
  ListEntriesQuery,
  MAX_BULK_LINES,
  ReverseBody,
} from '../schemas/journal.ts'
import { Data, ListOf, Page, refTo } from '../schemas/parts.ts'
import type { Services } from '../services.ts'
import { isUuid } from '../validation/formats.ts'
import { IN_DATA, sendList } from './long-answers.ts'
import { publicEntry } from './public-entry.ts'
import { numbersOf } from './reference-numbers.ts'
import {
  BusinessParams,
  creates,
  EntryParams,
  MAX_BULK_BYTES,
  reads,
  type Routes,
  sendCreated,
  writes,
} from './route.ts'

const tags = ['Journal']
const ENTRY = refTo(LedgerEntry)
const entryAnswer = (description: string) => Data(ENTRY, examples.entry, description)

const postEntry = {
  operationId: 'postJournalEntry',
  summary: 'Post a journal entry',
  description:
    'Debits must equal credits. With an `external_id` a repeated post answers with the entry that exists. ' +
    'The entry takes at most 10 tags, and so does each of its lines. Lines with values of a BALANCING dimension must ' +
    'balance for each value; `meta.differences` tells by how much debits exceed credits.',
  tags,
  params: BusinessParams,
  body: EntryInput,
  response: { 201: entryAnswer('The new entry.'), 200: entryAnswer('The entry that this `external_id` made before.') },
}

const postEntries = {
  operationId: 'postJournalEntries',
  summary: 'Post up to 1,000 journal entries',
  description:
    'A bare list, posted all or not at all, and answered in its order. Errors name every failing index. ' +
    'All entries together have at most 10,000 line items.',
  tags,
  params: BusinessParams,
  body: EntryInputs,
  response: {
    200: Type.Unsafe<unknown>({
      ...Type.Object({ data: ListOf(ENTRY) }),
      description: 'The entries, in the order of the request.',
      examples: [{ data: [examples.entry] }],
    }),
  },
}

const listEntries = {
  operationId: 'listEntries',
  summary: 'List journal entries',
  description: 'Journal entries in the order of `entry_at`.',
  tags,
  params: BusinessParams,
  querystring: ListEntriesQuery,
  response: { 200: Page(ENTRY, examples.entry, 'entry_at', 'A page of entries.') },
}

const getEntry = {
  operationId: 'getEntry',
  summary: 'Get a journal entry',
  description: 'One journal entry with its lines.',
  tags,
  params: EntryParams,
  response: { 200: entryAnswer('The entry.') },
}

const reverseEntry = {
  operationId: 'reverseEntry',
  summary: 'Reverse a journal entry',
  description:
    'Posts the mirror image of an entry at its `entry_at`, or at the first open instant. Reversing it again answers with the reversal that exists.',
  tags,
  params: EntryParams,
  body: ReverseBody,
  response: { 201: entryAnswer('The new reversal.'), 200: entryAnswer('The reversal, which exists already.') },
}

const POSTING = [
  'BusinessNotFound',
  'AccountNotFound',
  'UnbalancedEntry',
  'AmountOutOfRange',
  'PeriodClosed',
  'AccountArchived',
  'BusinessArchived',
  'DuplicateTagDimension',
  'TagValueArchived',
  'BalancingTagViolation',
] as const

/** Metadata travels to the service, and is kept there, as JSON text. */
const inputOf = (entry: Static<typeof EntryInput>): JournalEntryInput => {
  const { metadata, ...input } = entry
  return metadata ? { ...input, metadata: JSON.stringify(metadata) } : input
}

/** @throws PayloadTooLarge for more lines than one transaction should hold */
export function limitLines(entries: Static<typeof EntryInputs>): void {
  let lines = 0
  for (const { line_items } of entries) lines += line_items.length
  if (lines <= MAX_BULK_LINES) return
  const description = `The entries have ${lines} line items together; one request takes at most ${MAX_BULK_LINES}. Send several.`
  throw refused('PayloadTooLarge', description, { field: 'line_items' })
}

function entryId(given: string): string {
  if (isUuid(given)) return given
  throw refused('EntryNotFound', 'The business has no such journal entry.', { field: 'entryId' })
}

export const journalRoutes =
  ({ journal }: Services): Routes =>
  (app, _options, done) => {
    app.post(
      '/businesses/:businessId/ledger/journal-entries',
      { schema: postEntry, config: creates('books:write', POSTING) },
      async (request, reply) => {
        const { created, data } = await request.ask(journal.PostJournalEntry, inputOf(request.body))
        return sendCreated(reply, created, publicEntry(data))
      },
    )

    app.post(
      '/businesses/:businessId/ledger/journal-entries/bulk',
      {
        schema: postEntries,
        bodyLimit: MAX_BULK_BYTES,
        config: creates('books:write', [...POSTING, 'DuplicateExternalId'], { timeoutMs: 60_000 }),
      },
      async (request, reply) => {
        limitLines(request.body)
        const { data } = await request.ask(journal.PostJournalEntries, { entries: request.body.map(inputOf) })
        return sendList(reply, data, publicEntry, ENTRY, IN_DATA)
      },
    )

    app.get(
      '/businesses/:businessId/ledger/entries',
      { schema: listEntries, config: reads('books:read', ['BusinessNotFound', 'InvalidCursor', 'MissingTagValues']) },
      async (request) => {
        const { cursor, limit, sort_by, sort_order, reference_number, reference_numbers, ...filters } = request.query
        requireTagPair(filters.tag_key, filters.tag_values)
        const page = { cursor, limit, sort_by, sort_order }
        const numbers = numbersOf(reference_number, reference_numbers)
        const { data, pagination } = await request.ask(journal.ListEntries, {
          ...filters,
          page,
          reference_numbers: numbers,
        })
        return { data: data.map(publicEntry), meta: { pagination } }
      },
    )

    app.get(
      '/businesses/:businessId/ledger/entries/:entryId',
      { schema: getEntry, config: reads('books:read', ['BusinessNotFound', 'EntryNotFound']) },
      async (request) => {
        const { data } = await request.ask(journal.GetEntry, { entry_id: entryId(request.params.entryId) })
        return { data: publicEntry(data) }
      },
    )

    app.post(
      '/businesses/:businessId/ledger/entries/:entryId/reverse',
      {
        schema: reverseEntry,
        config: writes('books:write', [
          'BusinessNotFound',
          'BusinessArchived',
          'EntryNotFound',
          'EntryOwned',
          'EntryIsReversal',
        ]),
      },
      async (request, reply) => {
        const input = { ...request.body, entry_id: entryId(request.params.entryId) }
        const { created, data } = await request.ask(journal.ReverseEntry, input)
        return sendCreated(reply, created, publicEntry(data))
      },
    )
    done()
  }
