/** A posting as a service decides it, before the ledger has it. Pure. */
import { isAmount, type Direction } from '@pacioli/money'

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
  /** The bill, vendor credit or invoice whose debt the line moves; on control accounts only. */
  documentId?: string | null
  /** The customer or the vendor that the line concerns. */
  customerId?: string | null
  vendorId?: string | null
  tags?: readonly PostingTag[]
}

type Head = {
  /** Unique in the business: `type:id:event:revision`. It posts once, however often it is delivered. */
  postingKey: string
  source: Source
  /** Of a reversal only for display: it takes the time of what it reverses (docs/POSTING-RULES.md, "Corrections"). */
  entryAt: Date
  memo?: string | null
  agent?: 'API' | 'SERVICE_AUTO' | 'SERVICE_MANUAL'
}

/** A journal entry to be posted. */
export type NewPosting = Head & {
  entryType: 'BANK' | 'MANUAL' | 'OPENING_BALANCE'
  basis: 'ACCRUAL' | 'CASH' | 'BOTH'
  lines: readonly PostingLine[]
  tags?: readonly PostingTag[]
  referenceNumber?: string | null
}

/** The reversal of the posting with the key `reverses`. */
export type Reversal = Head & { reverses: string }

export type Posting = NewPosting | Reversal

/** The state of a change's postings: `Pacioli-Posting`. */
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

/** A negative amount changes sides (docs/POSTING-RULES.md, "Entries"). */
function line(accountId: string, direction: Direction, amount: number, rest: object): PostingLine {
  const opposite = direction === 'DEBIT' ? 'CREDIT' : 'DEBIT'
  return { ...rest, accountId, amount: Math.abs(amount), direction: amount < 0 ? opposite : direction }
}

/** Leaves out zero amounts; an entry without lines is not posted (docs/POSTING-RULES.md, "Entries"). */
export const withoutZeroes = (lines: readonly PostingLine[]): PostingLine[] =>
  lines.filter(({ amount }) => amount !== 0)

/**
 * A posting that the ledger would always refuse must not be committed: it could never be delivered.
 * @throws Error, for it is a defect of the caller
 */
export function requirePostable(posting: Posting): void {
  const wrong = (what: string): Error => new Error(`The posting ${posting.postingKey} cannot be made: ${what}`)
  if (posting.postingKey === '') throw wrong('it has no key')
  if ('reverses' in posting) {
    if (posting.reverses === '' || posting.reverses === posting.postingKey) throw wrong('it reverses nothing')
    return
  }
  if (posting.lines.length < 2) throw wrong(`an entry has at least two lines, this has ${posting.lines.length}`)
  let excess = 0n
  for (const { accountId, amount, direction } of posting.lines) {
    if (!isAmount(amount) || amount < 1) throw wrong(`${amount} on account ${accountId} is no amount above zero`)
    excess += direction === 'DEBIT' ? BigInt(amount) : -BigInt(amount)
  }
  if (excess !== 0n) throw wrong(`debits exceed credits by ${excess}`)
}
