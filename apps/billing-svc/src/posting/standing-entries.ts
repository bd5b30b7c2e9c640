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

/** Whom all lines of a document's entries name: its customer or its vendor, if it has one. */
export type Party = Pick<PostingLine, 'customerId' | 'vendorId'>

/** An entry that a document should have: at most one for each event, none where all lines are zero. */
export type DesiredEntry = Pick<NewPosting, 'basis' | 'entryAt' | 'memo' | 'referenceNumber'> & {
  event: string
  lines: readonly EntryLine[]
}

/**
 * The accrual entry of a document; of one that comes to zero, which nothing is ever paid of, the same in the cash books, too.
 */
export const inBothIfZero = (entry: DesiredEntry, total: number): DesiredEntry[] =>
  total === 0 ? [entry, { ...entry, event: `${entry.event}.cash`, basis: 'CASH' }] : [entry]

/**
 * What is posted at a time that a request names belongs there: it is never moved out of a closed period.
 * @throws PeriodClosed
 */
export function requireOpenFor(
  desired: readonly DesiredEntry[],
  books: { requireOpenAt: (moment: Date, field: string) => void },
  field: string,
): void {
  for (const { lines, entryAt } of desired)
    if (lines.some(({ amount }) => amount !== 0)) books.requireOpenAt(entryAt, field)
}

/**
 * An entry of a document as last posted. `entryAt` is the time before a closed period moved it. Whom its lines name is
 * known of the revision `partyRevision`: a later one is of the version before, and names nobody.
 */
export type StandingEntry = {
  source: Source
  event: string
  revision: number
  stands: boolean
  digest: string
  partyId: string | null
  partyRevision: number | null
  entryAt: Date
}

export type Correction = { postings: Posting[]; standing: StandingEntry[] }

/** The part of `Books` that is used here. */
export type OpenBooks = { firstOpenFrom: (moment: Date) => Date }

/** Limit of one call to the ledger. */
const MAX_LINES = 5_000
const MAX_TAGS = 5_000

const keyOf = ({ source: { type, id }, event, revision }: StandingEntry): string => `${type}:${id}:${event}:${revision}`

const definitionsIn = (tags: readonly TagRef[]): string[] => tags.map(({ definitionId }) => definitionId)

/** The same account, side, memo, document and tags in one line; zero lines are left out. */
export function combined(lines: readonly EntryLine[]): EntryLine[] {
  const sums = new Map<string, EntryLine>()
  for (const line of lines) {
    const { accountId, direction, memo, documentId, tags } = line
    const key = JSON.stringify([accountId, direction, memo ?? null, documentId ?? null, definitionsIn(tags)])
    const known = sums.get(key)
    sums.set(key, known ? { ...known, amount: known.amount + line.amount } : line)
  }
  return [...sums.values()].filter(({ amount }) => amount !== 0)
}

/**
 * A digest of the accounting content, regardless of memos and of the order and number of lines. A line's document counts
 * only where it is not the source itself. Whom the lines name is kept apart, so that the version before, which names nobody,
 * finds its own digest and leaves alone what has not changed.
 */
function digestOf(source: Source, { basis, entryAt, lines }: DesiredEntry): string {
  const documentOf = ({ documentId }: EntryLine) => (documentId === source.id ? null : (documentId ?? null))
  const said = lines.map((line) => ({ ...line, memo: null, documentId: documentOf(line) }))
  const content = combined(said).map(({ accountId, direction, amount, documentId, tags }) =>
    JSON.stringify([accountId, direction, amount, definitionsIn(tags), ...(documentId === null ? [] : [documentId])]),
  )
  return createHash('sha256')
    .update(JSON.stringify([basis, entryAt.toISOString(), ...content.sort()]))
    .digest('base64url')
}

/** A desired entry, and how it would stand. */
type Entry = { desired: DesiredEntry; standing: StandingEntry }

/** Entries of the version before name nobody, and stay. */
const isEqual = (posted: StandingEntry, { standing }: Entry): boolean =>
  posted.digest === standing.digest && (posted.partyRevision !== posted.revision || posted.partyId === standing.partyId)

/**
 * The postings from the standing to the desired entries: reversals of outdated entries, and new ones; equal entries are
 * skipped.
 * @param before all entries of the document, standing or not: those without a desired entry are reversed
 * @param tagOf the tag as the ledger answered it @param party whom its lines name
 * @throws PayloadTooLarge, AmountOutOfRange for an entry that the ledger would refuse
 */
export function corrections(
  source: Source,
  before: readonly StandingEntry[],
  desired: readonly DesiredEntry[],
  books: OpenBooks,
  tagOf: (tag: TagRef) => PostingTag,
  party: Party = {},
): Correction {
  const known = new Map(before.map((one) => [one.event, one]))
  const partyId = party.customerId ?? party.vendorId ?? null
  const entries = desired
    .map((one) => ({ ...one, lines: combined(one.lines) }))
    .filter(({ lines }) => lines.length > 0)
    .map((one): Entry => {
      const { event, entryAt } = one
      const revision = (known.get(event)?.revision ?? 0) + 1
      const digest = digestOf(source, one)
      const standing = { source, event, revision, stands: true, digest, partyId, partyRevision: revision, entryAt }
      return { desired: one, standing }
    })
  const byEvent = new Map(entries.map((one) => [one.standing.event, one]))
  const isKept = (posted: StandingEntry): boolean => {
    const entry = byEvent.get(posted.event)
    return posted.stands && entry !== undefined && isEqual(posted, entry)
  }
  const kept = new Set(before.filter(isKept).map(({ event }) => event))
  const added = entries.filter(({ standing }) => !kept.has(standing.event))
  const reversed = before.filter(({ stands, event }) => stands && !kept.has(event))
  const replaced = new Set(added.map(({ standing }) => standing.event))
  return {
    postings: [
      ...reversed.map((one) => reversalOf(one, books)),
      ...added.map((one) => postingOf(one, books, tagOf, party)),
    ],
    standing: [
      ...reversed.filter(({ event }) => !replaced.has(event)).map((one) => ({ ...one, stands: false })),
      ...added.map(({ standing }) => standing),
    ],
  }
}

function reversalOf(entry: StandingEntry, books: OpenBooks): Posting {
  const reverses = keyOf(entry)
  const entryAt = books.firstOpenFrom(entry.entryAt)
  return { postingKey: `${reverses}:reversed`, source: entry.source, entryAt, reverses }
}

/** @throws PayloadTooLarge, AmountOutOfRange */
function postingOf(
  { desired, standing }: Entry,
  books: OpenBooks,
  tagOf: (tag: TagRef) => PostingTag,
  party: Party,
): NewPosting {
  const { lines, basis, entryAt, memo = null, referenceNumber = null } = desired
  refuseTooLarge(lines)
  return {
    postingKey: keyOf(standing),
    source: standing.source,
    entryType: 'MANUAL',
    basis,
    entryAt: books.firstOpenFrom(entryAt),
    memo,
    referenceNumber,
    lines: withoutZeroes(lines.map((line) => ({ ...line, ...party, tags: line.tags.map(tagOf) }))),
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
