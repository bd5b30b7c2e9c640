/**
 * Candidates from events. `candidatesOfEntry` makes them of ledger entries.
 *
 * Documents come with the events of billing, whose state carries
 *
 *     match_candidate: { is_open, direction, amount, date, clearing_account_id, description,
 *                        customer_id, vendor_id,
 *                        allocations: [{ amount, tags: [{ dimension_id, definition_id }] }] }
 *
 * It has only the id of its customer or vendor, whose names change without it and come with their own events.
 * `direction` is the bank's view: CREDIT for money that will come in. `is_open` is false once the document is deleted,
 * voided, or in a payout; banking itself knows what is matched. Allocations sum to the amount, each with the tags that
 * the document's entry has on that part of its clearing line; one in the other direction is below zero, such as a refund
 * in a payout. `match_candidate` is null for a document that no bank will report, such as a payment from a customer's
 * credit. `candidateOfDocument` reads it, `upsertCandidates` stores it.
 */
import { dayOf } from '@pacioli/calendar'
import { fieldsOf, integer, listOf, moment, oneOf, text, textOrNull, type Fields } from '@pacioli/fields'
import { NO_CONTACTS, type DocumentType } from '../bank-transactions/bank-transaction.ts'
import { BANK_TRANSACTION } from '../bank-transactions/posting-keys.ts'
import { unreported, type Allocation, type AllocationTag, type Candidate } from './candidate.ts'

/** What matching needs of an entry's event. */
export type EntryState = {
  id: string
  entryType: string
  sourceType: string | null
  sourceId: string | null
  isReversal: boolean
  isReversed: boolean
  entryAt: Date
  day: string
  description: string
  lines: readonly {
    id: string
    accountId: string
    amount: number
    direction: 'DEBIT' | 'CREDIT'
    memo: string | null
  }[]
  version: number
}

/** The transaction that an entry was posted for, with the ledger account of its bank account. */
export type EntryOrigin = { ledgerAccountId: string; date: Date; day: string }

/** The source type of entries that were imported from an accounting provider. */
const IMPORTED = /_journal_entry$/

/** Manual entries, posted here or at an accounting provider. A document's posting is matched through the document. */
const isByHand = ({ entryType, sourceType, isReversal }: EntryState): boolean =>
  entryType === 'MANUAL' && !isReversal && (sourceType === null || IMPORTED.test(sourceType))

/** The transaction whose decision posted the entry: if its category is another bank account, it is half of a transfer. */
export const originOf = ({ sourceType, sourceId, isReversal }: EntryState): string | undefined =>
  sourceType === BANK_TRANSACTION && sourceId !== null && !isReversal ? sourceId : undefined

/**
 * One for each line; the store keeps those on bank accounts. A debit is money in, on a bank account as on a credit card:
 * it raises the balance of the one and lowers the debt of the other. The entry of a transaction is for the other side of
 * its transfer, dated as the bank reported the first; the line on its own account is that transaction itself.
 */
export function candidatesOfEntry(
  entry: EntryState,
  origins: ReadonlyMap<string, EntryOrigin> = new Map(),
): Candidate[] {
  const origin = origins.get(originOf(entry) ?? '')
  if (!isByHand(entry) && !origin) return []
  const lines = entry.lines.filter(({ accountId }) => accountId !== origin?.ledgerAccountId)
  return lines.map((line) => ({
    ...NO_CONTACTS,
    id: line.id,
    matchType: 'JOURNAL_ENTRY',
    subjectId: entry.id,
    ledgerAccountId: line.accountId,
    clearingAccountId: null,
    direction: line.direction === 'DEBIT' ? 'CREDIT' : 'DEBIT',
    amount: line.amount,
    date: origin?.date ?? entry.entryAt,
    day: origin?.day ?? entry.day,
    description: line.memo ?? entry.description,
    allocations: [],
    isOpen: !entry.isReversed,
    version: entry.version,
  }))
}

/** @throws TypeError */
export function entryFrom(fields: Fields): EntryState {
  return {
    id: text(fields, 'id'),
    entryType: text(fields, 'entry_type'),
    sourceType: textOrNull(fields, 'source_type'),
    sourceId: textOrNull(fields, 'source_id'),
    isReversal: textOrNull(fields, 'reversal_of_id') !== null,
    isReversed: textOrNull(fields, 'reversal_id') !== null,
    entryAt: moment(fields, 'entry_at'),
    day: text(fields, 'entry_date'),
    description: textOrNull(fields, 'memo') ?? textOrNull(fields, 'reference_number') ?? '',
    lines: listOf(fields, 'line_items').map((one) => {
      const line = fieldsOf('line_items', one)
      return {
        id: text(line, 'id'),
        accountId: text(line, 'account_id'),
        amount: integer(line, 'amount'),
        direction: oneOf(line, 'direction', ['DEBIT', 'CREDIT']),
        memo: textOrNull(line, 'memo'),
      }
    }),
    version: integer(fields, 'version'),
  }
}

/** Match types of documents by aggregate type. Of bills only expenses are documents here. */
export const DOCUMENTS: Readonly<Record<string, DocumentType>> = {
  bill_payment: 'BILL_PAYMENT',
  vendor_refund: 'VENDOR_REFUND',
  bill: 'EXPENSE',
  invoice_payment: 'INVOICE_PAYMENT',
  invoice_payment_return: 'INVOICE_PAYMENT_RETURN',
  refund_payment: 'REFUND_PAYMENT',
  payout: 'PAYOUT',
}

/**
 * The candidate of a document's state, from an event or replay of billing, if banks report such documents.
 * @throws TypeError for a state that is not as billing's are
 */
export function candidateOfState(
  { aggregate, id, data }: { aggregate: string; id: string; data: unknown },
  timeZone: string,
): Candidate | undefined {
  const matchType = DOCUMENTS[aggregate]
  if (matchType === undefined) return undefined
  const fields = fieldsOf('data', data)
  if (matchType === 'EXPENSE' && fields['is_expense'] !== true) return undefined
  const version = integer(fields, 'version')
  return candidateOfDocument({ id, matchType, version, timeZone }, fields['match_candidate'])
}

/**
 * The candidate in a document's event. An absent one, or one of zero, is closed: no bank will report it.
 * @throws TypeError
 */
export function candidateOfDocument(
  document: { id: string; matchType: DocumentType; version: number; timeZone: string },
  state: unknown,
): Candidate {
  if (state === null) return unreported(document)
  const fields = fieldsOf('match_candidate', state)
  const amount = integer(fields, 'amount')
  if (amount < 0) throw new TypeError(`amount: expected 0 or more, got ${amount}`)
  const isOpen = fields['is_open'] === true && amount > 0
  const date = moment(fields, 'date')
  return {
    id: document.id,
    matchType: document.matchType,
    subjectId: document.id,
    ledgerAccountId: null,
    clearingAccountId: text(fields, 'clearing_account_id'),
    direction: oneOf(fields, 'direction', ['CREDIT', 'DEBIT']),
    amount,
    date,
    day: dayOf(date, document.timeZone),
    description: textOrNull(fields, 'description') ?? '',
    customerId: textOrNull(fields, 'customer_id'),
    vendorId: textOrNull(fields, 'vendor_id'),
    // A closed document clears nothing.
    allocations: isOpen ? allocationsOf(fields, amount) : [],
    isOpen,
    version: document.version,
  }
}

function allocationsOf(fields: Fields, amount: number): Allocation[] {
  const allocations = listOf(fields, 'allocations').map((one) => {
    const part = fieldsOf('allocations', one)
    return { amount: integer(part, 'amount'), tags: listOf(part, 'tags').map(tagFrom) }
  })
  const sum = allocations.reduce((total, part) => total + BigInt(part.amount), 0n)
  if (allocations.some((part) => part.amount === 0) || sum !== BigInt(amount))
    throw new TypeError(`allocations: expected parts other than zero that sum to ${amount}, got a sum of ${sum}`)
  return allocations
}

const tagFrom = (one: unknown): AllocationTag => {
  const tag = fieldsOf('tags', one)
  return { dimensionId: text(tag, 'dimension_id'), definitionId: text(tag, 'definition_id') }
}
