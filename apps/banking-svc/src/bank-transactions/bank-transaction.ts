/**
 * A bank transaction: what a bank reported, and what the business says it was. Pure. The states are PENDING until the
 * bank books it, then READY_FOR_INPUT until it is CATEGORIZED, SPLIT or MATCHED (docs/POSTING-RULES.md "Banking").
 */
import { refused } from '@pacioli/errors'

export const STATUSES = ['PENDING', 'READY_FOR_INPUT', 'CATEGORIZED', 'SPLIT', 'MATCHED'] as const
export type Status = (typeof STATUSES)[number]

/** CREDIT is money in, DEBIT money out: the bank's view. */
export type BankDirection = 'CREDIT' | 'DEBIT'

/** What decided: a request, a rule, the feed's own category, a match. */
export type CategorizationMethod = 'API' | 'RULE' | 'IMPORT' | 'MATCH'

/** The documents that a transaction can be matched to. */
export type DocumentType =
  | 'INVOICE_PAYMENT'
  | 'INVOICE_PAYMENT_RETURN'
  | 'REFUND_PAYMENT'
  | 'BILL_PAYMENT'
  | 'VENDOR_REFUND'
  | 'EXPENSE'
  | 'PAYOUT'

/** A tag value on a transaction. Its names are looked up: they may change, ids do not. */
export type TransactionTag = { id: string; dimensionId: string; definitionId: string }

export type SplitEntry = Contacts & {
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

/** Stored as the API shows it. */
export type TaxOptions = { canada: TaxOption[] }

/**
 * Where what the bank says of a transaction came from: a row of a statement file, or of a request, which has no file.
 * Stored as the API shows it.
 */
export type ImportedFrom = {
  import_id: string
  format: string | null
  file_name: string | null
  /** Of the file as it came; hex. */
  sha256: string | null
  /** The bank's own id of the statement. */
  statement_id: string | null
  row: number
}

/** What users or feeds state about a transaction besides its category. */
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

/** The customer or vendor of a matched document, or of a category; their names are theirs. */
export type Contacts = {
  customerId: string | null
  vendorId: string | null
}

export const NO_CONTACTS: Contacts = {
  customerId: null,
  vendorId: null,
}

export const contactsOf = ({ customerId, vendorId }: Contacts): Contacts => ({ customerId, vendorId })

export const sameContacts = (one: Contacts, other: Contacts): boolean =>
  one.customerId === other.customerId && one.vendorId === other.vendorId

/** As the lines of an entry name it. */
export const partyOf = ({ customerId, vendorId }: Contacts): { customerId?: string; vendorId?: string } => ({
  ...(customerId === null ? {} : { customerId }),
  ...(vendorId === null ? {} : { vendorId }),
})

export type BankTransaction = Details &
  Contacts & {
    id: string
    businessId: string
    externalAccountId: string
    bankAccountId: string
    source: string
    sourceTransactionId: string
    sourceAccountId: string
    importedAt: Date
    /** Null for what came in before this was kept. */
    importedFrom: ImportedFrom | null
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
    /** Distinguishes statement lines without an id of the bank; hex. */
    contentKey: string | null
    /** Its standing posting; null where none was needed. */
    livePostingKey: string | null
    /** How many postings it has had. */
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
  ...NO_CONTACTS,
} as const satisfies Partial<BankTransaction>

export type Decider = { method: Exclude<CategorizationMethod, 'MATCH'>; ruleId: string | null }
export const BY_REQUEST: Decider = { method: 'API', ruleId: null }

/**
 * Only a booked transaction can be decided, and a match has to be ended first.
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

/** What may come with a decision; absent fields stay as they are. */
export type DecisionDetails = Partial<Pick<Details, 'memo' | 'taxCode'>> & { tags?: readonly TransactionTag[] }

/** @throws TransactionPending, TransactionMatched */
export function categorize(
  transaction: BankTransaction,
  { accountId, ...contacts }: Contacts & { accountId: string },
  by: Decider,
  now: Date,
  details: DecisionDetails = {},
): BankTransaction {
  requireDecidable(transaction)
  return changed(
    transaction,
    {
      ...UNDECIDED,
      ...details,
      ...contacts,
      status: 'CATEGORIZED',
      categoryAccountId: accountId,
      categorizationMethod: by.method,
      ruleId: by.ruleId,
    },
    now,
  )
}

/** Kept out of the books: categorized, and never posted. @throws TransactionPending, TransactionMatched */
export function exclude(
  transaction: BankTransaction,
  by: Decider,
  now: Date,
  details: DecisionDetails = {},
): BankTransaction {
  requireDecidable(transaction)
  return changed(
    transaction,
    {
      ...UNDECIDED,
      ...details,
      status: 'CATEGORIZED',
      isExcluded: true,
      categorizationMethod: by.method,
      ruleId: by.ruleId,
    },
    now,
  )
}

/**
 * Parts are above zero, so a transaction of zero can't be split.
 * @param field where the request names the parts
 * @throws TransactionPending, TransactionMatched, SplitUnbalanced
 */
export function split(
  transaction: BankTransaction,
  splits: readonly SplitEntry[],
  by: Decider,
  now: Date,
  details: DecisionDetails = {},
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
    { ...UNDECIDED, ...details, status: 'SPLIT', splits, categorizationMethod: by.method, ruleId: by.ruleId },
    now,
  )
}

/** Back to READY_FOR_INPUT. An uncategorized transaction stays as it is. */
export const uncategorize = (transaction: BankTransaction, now: Date): BankTransaction =>
  isCategorized(transaction) ? changed(transaction, { ...UNDECIDED, status: 'READY_FOR_INPUT' }, now) : transaction

/** @throws TransactionPending, TransactionMatched; MatchNotPossible if it is categorized */
export function match(transaction: BankTransaction, matchId: string, contacts: Contacts, now: Date): BankTransaction {
  requireDecidable(transaction)
  if (transaction.status !== 'READY_FOR_INPUT')
    throw refused('MatchNotPossible', 'The transaction is categorized already. Uncategorize it first.', {
      transaction_id: transaction.id,
    })
  return changed(
    transaction,
    { ...UNDECIDED, ...contacts, status: 'MATCHED', matchId, categorizationMethod: 'MATCH' },
    now,
  )
}

export const withContacts = (transaction: BankTransaction, contacts: Contacts, now: Date): BankTransaction =>
  changed(transaction, contacts, now)

/** The bank has booked a pending transaction; a booked one stays as it is. */
export const book = (transaction: BankTransaction, now: Date): BankTransaction =>
  transaction.status === 'PENDING' ? changed(transaction, { status: 'READY_FOR_INPUT' }, now) : transaction

/** Changes memo, counterparty, tags and so on. */
export const describe = (
  transaction: BankTransaction,
  change: Partial<Details> & { tags?: readonly TransactionTag[] },
  now: Date,
): BankTransaction => changed(transaction, change, now)
