/**
 * A bank transaction: what a bank reported, and what the business says it was. Pure. The states are those of
 * docs/POSTING-RULES.md, "Statuses": PENDING until the bank books it, then READY_FOR_INPUT until it is CATEGORIZED,
 * SPLIT or MATCHED.
 */
import { refused } from '@pacioli/errors'

export const STATUSES = ['PENDING', 'READY_FOR_INPUT', 'CATEGORIZED', 'SPLIT', 'MATCHED'] as const
export type Status = (typeof STATUSES)[number]

/** CREDIT is money in, DEBIT money out: the bank's view. */
export type BankDirection = 'CREDIT' | 'DEBIT'

/** Who or what decided: a request, a rule, the feed's own category, a match. */
export type CategorizationMethod = 'API' | 'RULE' | 'IMPORT' | 'MATCH'

/** A tag value that a transaction carries. Names are looked up: they may change, ids do not. */
export type TransactionTag = { id: string; dimensionId: string; definitionId: string }

/** One part of a split. */
export type SplitEntry = {
  id: string
  categoryAccountId: string
  amount: number
  memo: string | null
  tags: readonly TransactionTag[]
}

export type TaxOption = {
  code: string
  display_name: string
  type: string
  total_rate: string
  components: { code: string; type: string; rate: string; recoverable: boolean; province: string | null }[]
  province: string | null
  effective_from: string | null
  effective_to: string | null
}

/** Kept as the interface shows it. */
export type TaxOptions = { canada: TaxOption[] }

/** What people or feeds say of a transaction besides its category. */
export type Details = {
  description: string
  merchantName: string | null
  counterpartyId: string | null
  counterpartyName: string | null
  taxCode: string | null
  taxOptions: TaxOptions | null
  projectedIncomeCategory: string | null
  memo: string | null
  metadata: string | null
  referenceNumber: string | null
  documentIds: readonly string[]
}

/** Whom a matched document was with. What they are called is kept with them. */
export type Parties = {
  customerId: string | null
  vendorId: string | null
}

export const NO_PARTIES: Parties = {
  customerId: null,
  vendorId: null,
}

export type BankTransaction = Details &
  Parties & {
    id: string
    businessId: string
    externalAccountId: string
    bankAccountId: string
    source: string
    sourceTransactionId: string
    sourceAccountId: string
    importedAt: Date
    date: Date
    /** The day of `date` in the business's zone. */
    day: string
    direction: BankDirection
    /** Minor units, never negative. */
    amount: number
    status: Status
    categoryAccountId: string | null
    isExcluded: boolean
    categorizationMethod: CategorizationMethod | null
    ruleId: string | null
    matchId: string | null
    splits: readonly SplitEntry[]
    tags: readonly TransactionTag[]
    /** Tells apart lines of statements that carry no id of the bank; hex. */
    contentKey: string | null
    /** The posting that stands for it; null where none was needed. */
    livePostingKey: string | null
    /** How many postings were made for it. */
    postingRevision: number
    version: number
    updatedAt: Date
  }

export type Change = { before: BankTransaction; after: BankTransaction }

export const isCategorized = ({ status }: Pick<BankTransaction, 'status'>): boolean =>
  status === 'CATEGORIZED' || status === 'SPLIT' || status === 'MATCHED'

/** Money in as positive, money out as negative. */
export const signedAmount = ({ direction, amount }: Pick<BankTransaction, 'direction' | 'amount'>): number =>
  direction === 'CREDIT' ? amount : -amount

/** A new version of it. */
const changed = (transaction: BankTransaction, change: Partial<BankTransaction>, now: Date): BankTransaction => ({
  ...transaction,
  ...change,
  version: transaction.version + 1,
  updatedAt: now,
})

const UNDECIDED = {
  categoryAccountId: null,
  isExcluded: false,
  categorizationMethod: null,
  ruleId: null,
  matchId: null,
  splits: [],
  ...NO_PARTIES,
} as const satisfies Partial<BankTransaction>

/** Who decided: a rule names itself. */
export type Decider = { method: Exclude<CategorizationMethod, 'MATCH'>; ruleId: string | null }
export const BY_REQUEST: Decider = { method: 'API', ruleId: null }

/**
 * Only what the bank has booked can be decided, and a match is taken back before it is decided otherwise.
 * @throws TransactionPending, TransactionMatched
 */
export function requireDecidable(transaction: BankTransaction): void {
  const { id, status } = transaction
  if (status === 'PENDING')
    throw refused('TransactionPending', 'The bank has not booked this transaction yet. Try again when it has.', {
      transaction_id: id,
    })
  if (status === 'MATCHED')
    throw refused('TransactionMatched', 'The transaction is matched. Uncategorize it first.', { transaction_id: id })
}

/** What may be said along with a decision; what is absent stays as it is. */
export type Said = Partial<Pick<Details, 'memo' | 'taxCode'>> & { tags?: readonly TransactionTag[] }

/** @throws TransactionPending, TransactionMatched */
export function categorize(
  transaction: BankTransaction,
  categoryAccountId: string,
  by: Decider,
  now: Date,
  said: Said = {},
): BankTransaction {
  requireDecidable(transaction)
  return changed(
    transaction,
    {
      ...UNDECIDED,
      ...said,
      status: 'CATEGORIZED',
      categoryAccountId,
      categorizationMethod: by.method,
      ruleId: by.ruleId,
    },
    now,
  )
}

/** Nothing of the business's: categorized, and never posted. @throws TransactionPending, TransactionMatched */
export function exclude(transaction: BankTransaction, by: Decider, now: Date, said: Said = {}): BankTransaction {
  requireDecidable(transaction)
  return changed(
    transaction,
    {
      ...UNDECIDED,
      ...said,
      status: 'CATEGORIZED',
      isExcluded: true,
      categorizationMethod: by.method,
      ruleId: by.ruleId,
    },
    now,
  )
}

/**
 * Parts are above zero, so that what is worth nothing can't be split.
 * @param field where the request names the parts
 * @throws TransactionPending, TransactionMatched, SplitUnbalanced
 */
export function split(
  transaction: BankTransaction,
  splits: readonly SplitEntry[],
  by: Decider,
  now: Date,
  said: Said = {},
  field = 'entries',
): BankTransaction {
  requireDecidable(transaction)
  const sum = splits.reduce((total, { amount }) => total + BigInt(amount), 0n)
  if (sum !== BigInt(transaction.amount) || splits.length === 0)
    throw refused(
      'SplitUnbalanced',
      `The parts must sum to the amount of the transaction, ${transaction.amount}; they sum to ${sum}.`,
      { field, transaction_id: transaction.id },
    )
  return changed(
    transaction,
    { ...UNDECIDED, ...said, status: 'SPLIT', splits, categorizationMethod: by.method, ruleId: by.ruleId },
    now,
  )
}

/** Back to waiting, whatever it was. What waits already stays as it is. */
export const uncategorize = (transaction: BankTransaction, now: Date): BankTransaction =>
  isCategorized(transaction) ? changed(transaction, { ...UNDECIDED, status: 'READY_FOR_INPUT' }, now) : transaction

/** @throws TransactionPending, TransactionMatched; MatchNotPossible if it is categorized */
export function match(transaction: BankTransaction, matchId: string, parties: Parties, now: Date): BankTransaction {
  requireDecidable(transaction)
  if (transaction.status !== 'READY_FOR_INPUT')
    throw refused('MatchNotPossible', 'The transaction is categorized already. Uncategorize it first.', {
      transaction_id: transaction.id,
    })
  return changed(
    transaction,
    { ...UNDECIDED, ...parties, status: 'MATCHED', matchId, categorizationMethod: 'MATCH' },
    now,
  )
}

/** Whom the matched document is with by now. */
export const withParties = (transaction: BankTransaction, parties: Parties, now: Date): BankTransaction =>
  changed(transaction, parties, now)

/** The bank has booked what was pending; a booked one stays booked. */
export const book = (transaction: BankTransaction, now: Date): BankTransaction =>
  transaction.status === 'PENDING' ? changed(transaction, { status: 'READY_FOR_INPUT' }, now) : transaction

/** What people say of it: memo, counterparty, tags and so on. */
export const describe = (
  transaction: BankTransaction,
  change: Partial<Details> & { tags?: readonly TransactionTag[] },
  now: Date,
): BankTransaction => changed(transaction, change, now)
