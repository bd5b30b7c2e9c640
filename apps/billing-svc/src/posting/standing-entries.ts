/**
 * The standing journal entries of a document, and the postings that bring them in line with the document
 * (docs/POSTING-RULES.md, "Corrections": the earlier entry is reversed, and the new one posted). Pure.
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

/** A line of a desired entry; a negative amount changes sides. */
export type EntryLine = Omit<PostingLine, 'tags'> & { tags: readonly TagRef[] }

/** A line with its tags. */
export const tagged = (line: PostingLine, tags: readonly TagRef[]): EntryLine => ({ ...line, tags })

/** An entry that a document should have: at most one for each event, none where all lines are zero. */
export type DesiredEntry = Pick<NewPosting, 'basis' | 'entryAt' | 'memo' | 'referenceNumber'> & {
  event: string
  lines: readonly EntryLine[]
}

/** An entry of a document as last posted. `entryAt` is the time before a closed period moved it. */
export type StandingEntry = {
  source: Source
  event: string
  revision: number
  stands: boolean
  digest: string
  entryAt: Date
}

export type Correction = { postings: Posting[]; standing: StandingEntry[] }

/** The part of `Books` that is used here. */
export type OpenBooks = { firstOpenFrom: (moment: Date) => Date }

/** Limit of one call to the ledger. */
const MAX_LINES = 5_000
const MAX_TAGS = 5_000

const keyOf = ({ type, id }: Source, event: string, revision: number): string => `${type}:${id}:${event}:${revision}`

/** The same account, side, memo, document and tags in one line; zero lines are left out. */
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
 * A digest of the accounting content, regardless of memos and of the order and number of lines. A line's document counts
 * only where it is not the source itself.
 */
function digestOf(source: Source, { basis, entryAt, lines }: DesiredEntry): string {
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

/** A desired entry with its digest and the revision that it would have. */
type Entry = DesiredEntry & { digest: string; revision: number }

/**
 * The postings from the standing to the desired entries: reversals of outdated entries, and new ones; equal entries are
 * skipped.
 * @param before all entries of the document, standing or not: those without a desired entry are reversed
 * @param tagOf the tag as the ledger answered it
 * @throws PayloadTooLarge, AmountOutOfRange for an entry that the ledger would refuse
 */
export function corrections(
  source: Source,
  before: readonly StandingEntry[],
  desired: readonly DesiredEntry[],
  books: OpenBooks,
  tagOf: (tag: TagRef) => PostingTag,
): Correction {
  const known = new Map(before.map((one) => [one.event, one]))
  const entries = desired
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

/** The sum of shares of many documents may leave the safe range. */
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
