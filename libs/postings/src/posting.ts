/** A posting as a service decides it, before the ledger has it. Pure. */
import type { Direction } from '@pacioli/money'

/** The document that a posting comes from. */
export type Source = { type: string; id: string }

/** A tag value as the ledger defines it. */
export type PostingTag = { definitionId: string; key: string; value: string }

export type PostingLine = {
  accountId: string
  /** Minor units, above zero. */
  amount: number
  direction: Direction
  memo?: string | null
  tags?: readonly PostingTag[]
}

type Head = {
  /** Unique in the business: `type:id:event:revision`. What has it is posted once, however often it is delivered. */
  postingKey: string
  source: Source
  /** For a reversal this is only told to people: it takes the time of what it reverses (posting-rules.md). */
  entryAt: Date
  memo?: string | null
  agent?: 'API' | 'SERVICE_AUTO' | 'SERVICE_MANUAL'
}

/** A journal entry to be. */
export type NewPosting = Head & {
  entryType: 'BANK' | 'MANUAL' | 'OPENING_BALANCE'
  basis: 'ACCRUAL' | 'CASH' | 'BOTH'
  lines: readonly PostingLine[]
  tags?: readonly PostingTag[]
  referenceNumber?: string | null
}

/** The reversal of what was posted under the key `reverses`. */
export type Reversal = Head & { reverses: string }

export type Posting = NewPosting | Reversal

/** What became of the postings of a change: `Pacioli-Posting`. */
export type PostingState = 'posted' | 'pending' | 'failed'

export const debit = (
  accountId: string,
  amount: number,
  rest: Omit<PostingLine, 'accountId' | 'amount' | 'direction'> = {},
): PostingLine => line(accountId, 'DEBIT', amount, rest)

export const credit = (
  accountId: string,
  amount: number,
  rest: Omit<PostingLine, 'accountId' | 'amount' | 'direction'> = {},
): PostingLine => line(accountId, 'CREDIT', amount, rest)

/** A negative amount changes sides (posting-rules.md). */
function line(accountId: string, direction: Direction, amount: number, rest: object): PostingLine {
  const opposite = direction === 'DEBIT' ? 'CREDIT' : 'DEBIT'
  return { ...rest, accountId, amount: Math.abs(amount), direction: amount < 0 ? opposite : direction }
}

/** Lines worth nothing are left out; an entry without lines is not posted (posting-rules.md). */
export const withoutZeroes = (lines: readonly PostingLine[]): PostingLine[] =>
  lines.filter(({ amount }) => amount !== 0)
