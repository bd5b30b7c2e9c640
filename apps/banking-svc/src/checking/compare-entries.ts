/** Whether the journal has what banking has posted. Pure. */
import type { Direction } from '@pacioli/money'
import type { Source } from '@pacioli/postings'

type Line = { accountId: string; amount: number; direction: Direction }

/** A posting, with the lines of what it reverses if it is a reversal. */
export type PostedPosting = {
  postingKey: string
  source: Source
  /** null until the ledger has answered. */
  entryId: string | null
  isReversal: boolean
  lines: readonly Line[]
}

/** An entry of the journal that names a source of banking. */
export type JournalEntry = { id: string; source: Source; lines: readonly Line[] }

/** Something that is not so, as the invariants of `check_banking` are told. */
export type Violation = { invariant: string; detail: string }

const sumsOf = (lines: readonly Line[], sign: 1n | -1n): Map<string, bigint> => {
  const sums = new Map<string, bigint>()
  for (const { accountId, amount, direction } of lines)
    sums.set(accountId, (sums.get(accountId) ?? 0n) + sign * (direction === 'DEBIT' ? 1n : -1n) * BigInt(amount))
  return sums
}

/**
 * @param postings all postings of the entries' sources. One that is still on its way may have its entry already: what the
 *   ledger has made for a source with such a one is left for the next check.
 */
export function compareEntries(entries: readonly JournalEntry[], postings: readonly PostedPosting[]): Violation[] {
  const byEntry = new Map(postings.map((posting) => [posting.entryId, posting]))
  const underway = new Set(postings.filter(({ entryId }) => entryId === null).map(({ source }) => source.id))
  return entries.flatMap((entry): Violation[] => {
    const posting = byEntry.get(entry.id)
    if (!posting || posting.source.id !== entry.source.id || posting.source.type !== entry.source.type)
      return underway.has(entry.source.id)
        ? []
        : [
            {
              invariant: 'an entry of banking in the journal is one of its postings',
              detail: `entry ${entry.id} of ${entry.source.type} ${entry.source.id}`,
            },
          ]
    const meant = sumsOf(posting.lines, posting.isReversal ? -1n : 1n)
    const found = sumsOf(entry.lines, 1n)
    return [...new Set([...meant.keys(), ...found.keys()])]
      .filter((accountId) => (meant.get(accountId) ?? 0n) !== (found.get(accountId) ?? 0n))
      .map((accountId) => ({
        invariant: 'an entry in the journal has the lines that were posted',
        detail: `entry ${entry.id} of ${posting.postingKey} on account ${accountId}: posted ${meant.get(accountId) ?? 0n}, entry says ${found.get(accountId) ?? 0n}`,
      }))
  })
}
