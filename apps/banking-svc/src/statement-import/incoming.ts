/** A transaction to import, from a feed or from a statement file. Pure. */
import { createHash } from 'node:crypto'
import type { TagInput } from '@pacioli/postings'
import type { RequestedCategory } from '../categorization/requested-decision.ts'
import type { BankDirection, BankTransaction, TaxOptions } from '../bank-transactions/bank-transaction.ts'

/** How a feed may name the category of a transaction. */
export type FeedCategory = 'Exclusion' | RequestedCategory

export type Incoming = {
  /** Its position in the request or in the file, from 1. */
  row: number
  /** The bank's id of its statement; null for what came in a request. */
  statementId: string | null
  /** The sender's id. */
  externalId: string | null
  date: Date
  /** The day of `date` in the business's zone. */
  day: string
  direction: BankDirection
  /** Minor units, never negative. */
  amount: number
  description: string
  merchantName: string | null
  counterpartyName: string | null
  isPending: boolean
  memo: string | null
  metadata: string | null
  referenceNumber: string | null
  taxCode: string | null
  taxOptions: TaxOptions | null
  projectedIncomeCategory: string | null
  tags: readonly TagInput[]
  category: FeedCategory | null
  contentKey: string
}

/** What the bank itself reports of a transaction. */
export type Content = { day: string; signedAmount: number; description: string; reference: string | null }

/** Case, width and spaces of texts do not count. */
const normalised = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

/** Equal for transactions of equal content; hex. */
export const contentKeyOf = ({ day, signedAmount, description, reference }: Content): string =>
  createHash('sha256')
    .update(JSON.stringify([day, signedAmount, normalised(description), normalised(reference ?? '')]))
    .digest('hex')

/** The named counterparty, else the merchant. */
export const counterpartyNameOf = ({
  counterpartyName,
  merchantName,
}: Pick<Incoming, 'counterpartyName' | 'merchantName'>): string | null => counterpartyName ?? merchantName

/** A row and what the import does with it. */
export type Sorted =
  | { kind: 'new'; incoming: Incoming; sourceTransactionId: string }
  /** The bank has booked what was pending. */
  | { kind: 'booked'; incoming: Incoming; before: BankTransaction }
  /** Pending still, with another amount or text. */
  | { kind: 'changed'; incoming: Incoming; before: BankTransaction }
  | { kind: 'known'; incoming: Incoming; transactionId: string; reason?: string }
  /** The same as an earlier row of the same request or file. */
  | { kind: 'repeated'; incoming: Incoming; row: number }
  | { kind: 'refused'; row: number; reason: string; incoming?: Incoming }

export type Written = Extract<Sorted, { kind: 'new' | 'booked' | 'changed' }>

export const isWritten = (sorted: Sorted): sorted is Written =>
  sorted.kind === 'new' || sorted.kind === 'booked' || sorted.kind === 'changed'
