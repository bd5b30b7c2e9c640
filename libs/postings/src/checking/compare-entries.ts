/** Compares the journal's entries with a service's postings. Pure. */
import type { Direction } from '@pacioli/money'
import type { Source } from '../posting.ts'

type Line = { accountId: string; amount: number; direction: Direction }

/** A posting; a reversal with the lines and the basis of what it reverses. */
export type PostedPosting = {
  postingKey: string
  source: Source
  /** null until the ledger has answered, and where it has refused. */
  entryId: string | null
  /** Whether it is delivered until the ledger answers. */
  isPending: boolean
  /** The entry that it reverses; null where it reverses none, or one that is not posted yet. */
  reversedEntryId: string | null
  isReversal: boolean
  basis: string
  lines: readonly Line[]
}

/** An entry of the journal that names a source of the service. */
export type JournalEntry = {
  id: string
  source: Source
  reversalOfId: string | null
  basis: string
  lines: readonly Line[]
}

/** A finding: something that is wrong, stated as what should be. */
export type Violation = { invariant: string; detail: string }
/** Something that could not be checked, and why: it must not pass for correct. `of` are the invariants, where they are several. */
export type Unchecked = { unchecked: string; of?: readonly string[]; reason: string }
export type Finding = Violation | Unchecked

const sumsOf = (lines: readonly Line[], sign: 1n | -1n): Map<string, bigint> => {
  const sums = new Map<string, bigint>()
  for (const { accountId, amount, direction } of lines)
    sums.set(accountId, (sums.get(accountId) ?? 0n) + sign * (direction === 'DEBIT' ? 1n : -1n) * BigInt(amount))
  return sums
}

const LINES = 'an entry in the journal has the lines that were posted'
const BASIS = 'an entry in the journal is in the books that it was posted to'
const REVERSAL = 'a reversal in the journal takes back the entry of what its posting reverses'
const ofPosting = (service: string): string => `an entry of ${service} in the journal is one of its postings`

/** What `compareEntries` finds violated. @param service its name as users know it */
export const invariantsOfEntries = (service: string): string[] => [LINES, BASIS, REVERSAL, ofPosting(service)]

/**
 * @param service its name as users know it
 * @param postings all postings of the entries' sources
 * @returns what differs, and the entries of no posting whose source has one under way: it may be that one's
 */
export function compareEntries(
  service: string,
  entries: readonly JournalEntry[],
  postings: readonly PostedPosting[],
): { violations: Violation[]; underway: JournalEntry[] } {
  const byEntry = new Map(postings.map((posting) => [posting.entryId, posting]))
  const pending = new Set(postings.filter(({ isPending }) => isPending).map(({ source }) => source.id))
  const violations: Violation[] = []
  const underway: JournalEntry[] = []
  for (const entry of entries) {
    const posting = byEntry.get(entry.id)
    if (posting?.source.id === entry.source.id && posting.source.type === entry.source.type)
      violations.push(...differencesOf(entry, posting))
    else if (pending.has(entry.source.id)) underway.push(entry)
    else violations.push({ invariant: ofPosting(service), detail: nameOf(entry) })
  }
  return { violations, underway }
}

/** What cannot be said of an entry, for as long as the posting that it may be of is under way. */
export const uncheckedOf = (service: string, entry: JournalEntry): Unchecked => ({
  unchecked: ofPosting(service),
  reason: `${nameOf(entry)}, a posting of which waits`,
})

const nameOf = ({ id, source }: JournalEntry): string => `entry ${id} of ${source.type} ${source.id}`

function differencesOf(entry: JournalEntry, posting: PostedPosting): Violation[] {
  const named = `entry ${entry.id} of ${posting.postingKey}`
  const meant = sumsOf(posting.lines, posting.isReversal ? -1n : 1n)
  const found = sumsOf(entry.lines, 1n)
  const lines = [...new Set([...meant.keys(), ...found.keys()])]
    .filter((accountId) => (meant.get(accountId) ?? 0n) !== (found.get(accountId) ?? 0n))
    .map((accountId) => ({
      invariant: LINES,
      detail: `${named} on account ${accountId}: posted ${meant.get(accountId) ?? 0n}, entry says ${found.get(accountId) ?? 0n}`,
    }))
  return [
    ...lines,
    ...(entry.basis === posting.basis
      ? []
      : [
          {
            invariant: BASIS,
            detail: `${named}: posted ${posting.basis}, entry says ${entry.basis}`,
          },
        ]),
    ...(entry.reversalOfId === posting.reversedEntryId
      ? []
      : [
          {
            invariant: REVERSAL,
            detail: `${named}: posted ${posting.reversedEntryId ?? 'no reversal'}, entry says ${entry.reversalOfId ?? 'none'}`,
          },
        ]),
  ]
}
