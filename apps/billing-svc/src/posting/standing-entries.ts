/**
 * Which journal entries of a document stand, and what has to be posted so that they say what the document says now
 * (posting-rules.md: a correction never edits, it reverses the earlier entry and posts anew). Pure.
 */
import { refused } from '@pacioli/errors'
import { isAmount, MAX_AMOUNT } from '@pacioli/money'
import {
  withoutZeroes,
  type NewPosting,
  type Posting,
  type PostingLine,
  type PostingTag,
  type Source,
} from '@pacioli/postings'
import { createHash } from 'node:crypto'
import { sumOf } from '../rounding/sum.ts'
import type { TagRef } from '../tags/tags.ts'

/** A line of an entry to be; a negative amount changes sides. */
export type EntryLine = Omit<PostingLine, 'tags'> & { tags: readonly TagRef[] }

/** A line under the tags that it carries. */
export const tagged = (line: PostingLine, tags: readonly TagRef[]): EntryLine => ({ ...line, tags })

/** What of a document has to stand in the journal: at most one entry for each event, none where nothing is left of it. */
export type Wanted = Pick<NewPosting, 'basis' | 'entryAt' | 'memo' | 'referenceNumber'> & {
  event: string
  lines: readonly EntryLine[]
}

/** An entry of a document as it was posted last. `entryAt` is before a closed period moved it. */
export type StandingEntry = {
  source: Source
  event: string
  revision: number
  stands: boolean
  digest: string
  entryAt: Date
}

export type Correction = { postings: Posting[]; standing: StandingEntry[] }

/** What is asked of the ledger's books here; `Books` is one. */
export type OpenBooks = { firstOpenFrom: (moment: Date) => Date }

/** One call to the ledger takes no more. */
const MAX_LINES = 5_000
const MAX_TAGS = 5_000

const keyOf = ({ type, id }: Source, event: string, revision: number): string => `${type}:${id}:${event}:${revision}`

/** The same account, side, memo, document and tags in one line; lines worth nothing are left out. */
export function combined(lines: readonly EntryLine[]): EntryLine[] {
  const sums = new Map<string, EntryLine>()
  for (const line of lines) {
    const key = JSON.stringify([
      line.accountId,
      line.direction,
      line.memo ?? null,
      line.documentId ?? null,
      line.tags.map((tag) => tag.definitionId),
    ])
    const known = sums.get(key)
    sums.set(key, known ? { ...known, amount: known.amount + line.amount } : line)
  }
  return [...sums.values()].filter(({ amount }) => amount !== 0)
}

/**
 * What the books say: neither memos nor the order of lines, nor how many lines it takes. Which document a line is of goes
 * without saying where that is the source itself.
 */
function digestOf(source: Source, { basis, entryAt, lines }: Wanted): string {
  const documentOf = ({ documentId }: EntryLine) => (documentId === source.id ? null : (documentId ?? null))
  const said = lines.map((line) => ({ ...line, memo: null, documentId: documentOf(line) }))
  const content = combined(said).map(({ accountId, direction, amount, documentId, tags }) =>
    JSON.stringify([
      accountId,
      direction,
      amount,
      tags.map(({ definitionId }) => definitionId),
      ...(documentId === null ? [] : [documentId]),
    ]),
  )
  return createHash('sha256')
    .update(JSON.stringify([basis, entryAt.toISOString(), ...content.sort()]))
    .digest('base64url')
}

/** An entry that is wanted, with what it says and which one of its event it would be. */
type Entry = Wanted & { digest: string; revision: number }

/**
 * The postings that make the entries of these events what is wanted: reversals of what stands and should not, and new
 * entries; what is the same is left alone.
 * @param before all entries of the document, standing or not: those of events that are not wanted are reversed
 * @param tagOf the tag as the ledger answered it
 * @throws PayloadTooLarge, AmountOutOfRange for an entry that the ledger would not take
 */
export function corrections(
  source: Source,
  before: readonly StandingEntry[],
  wanted: readonly Wanted[],
  books: OpenBooks,
  tagOf: (tag: TagRef) => PostingTag,
): Correction {
  const known = new Map(before.map((one) => [one.event, one]))
  const entries = wanted
    .map((one) => ({ ...one, lines: combined(one.lines) }))
    .filter(({ lines }) => lines.length > 0)
    .map((one): Entry => ({
      ...one,
      digest: digestOf(source, one),
      revision: (known.get(one.event)?.revision ?? 0) + 1,
    }))
  const digests = new Map(entries.map(({ event, digest }) => [event, digest]))
  const reversed = before.filter((one) => one.stands && digests.get(one.event) !== one.digest)
  const added = entries.filter(({ event, digest }) => {
    const standing = known.get(event)
    return !standing?.stands || standing.digest !== digest
  })
  const replaced = new Set(added.map(({ event }) => event))
  return {
    postings: [
      ...reversed.map((one) => reversalOf(source, one, books)),
      ...added.map((one) => postingOf(source, one, books, tagOf)),
    ],
    standing: [
      ...reversed.filter(({ event }) => !replaced.has(event)).map((one) => ({ ...one, stands: false })),
      ...added.map(({ event, revision, digest, entryAt }) => ({
        source,
        event,
        revision,
        stands: true,
        digest,
        entryAt,
      })),
    ],
  }
}

function reversalOf(source: Source, { event, revision, entryAt }: StandingEntry, books: OpenBooks): Posting {
  const reverses = keyOf(source, event, revision)
  return { postingKey: `${reverses}:reversed`, source, entryAt: books.firstOpenFrom(entryAt), reverses }
}

/** @throws PayloadTooLarge, AmountOutOfRange */
function postingOf(
  source: Source,
  { event, revision, lines, entryAt, basis, memo, referenceNumber }: Entry,
  books: OpenBooks,
  tagOf: (tag: TagRef) => PostingTag,
): NewPosting {
  refuseTooLarge(lines)
  return {
    postingKey: keyOf(source, event, revision),
    source,
    entryType: 'MANUAL',
    basis,
    entryAt: books.firstOpenFrom(entryAt),
    memo: memo ?? null,
    referenceNumber: referenceNumber ?? null,
    lines: withoutZeroes(lines.map((line) => ({ ...line, tags: line.tags.map(tagOf) }))),
  }
}

/** Together, the shares of many documents may be more than each of them. */
function refuseTooLarge(lines: readonly EntryLine[]): void {
  const tags = lines.reduce((sum, line) => sum + line.tags.length, 0)
  if (lines.length > MAX_LINES || tags > MAX_TAGS)
    throw refused(
      'PayloadTooLarge',
      `This would post an entry of ${lines.length} lines with ${tags} tags; at most ${MAX_LINES} and ${MAX_TAGS} are possible. Split the document.`,
    )
  const debits = sumOf(lines.flatMap(({ direction, amount }) => (direction === 'DEBIT' ? amount : [])))
  if (!isAmount(debits))
    throw refused(
      'AmountOutOfRange',
      `This would post an entry that moves more than ${MAX_AMOUNT} minor units. Split the document.`,
    )
}
