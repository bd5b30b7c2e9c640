/**
 * What a bank transaction could be matched to, other than a transaction: a line of a journal entry on a bank account, or
 * a document that left its amount in a clearing account. Pure.
 */
import {
  NO_CONTACTS,
  type BankDirection,
  type BankTransaction,
  type DocumentType,
  type Contacts,
} from '../bank-transactions/bank-transaction.ts'
import type { MatchThresholds } from './match-thresholds.ts'

export type CandidateType = 'JOURNAL_ENTRY' | DocumentType
export type MatchType = 'TRANSFER' | CandidateType

export type AllocationTag = { dimensionId: string; definitionId: string }

/** A part of a document's amount, with its tags; below zero for one in the other direction. */
export type Allocation = { amount: number; tags: readonly AllocationTag[] }

export type Candidate = Contacts & {
  /** What MatchTransaction takes: the id of the document, or of the entry's line. */
  id: string
  matchType: CandidateType
  /** The document or the entry. */
  subjectId: string
  /** The bank account's ledger account, if the amount is posted there already. */
  ledgerAccountId: string | null
  /** The clearing account that has the amount. Both are null for a document that no bank reports. */
  clearingAccountId: string | null
  direction: BankDirection
  amount: number
  date: Date
  /** The day of `date` in the business's zone. */
  day: string
  description: string
  allocations: readonly Allocation[]
  /** False once it was reversed, deleted or voided. */
  isOpen: boolean
  /** Of its subject. */
  version: number
}

/** A document that no bank reports; fields other than the id are placeholders. */
export const unreported = ({
  id,
  matchType,
  version,
}: Pick<Candidate, 'id' | 'version'> & { matchType: DocumentType }): Candidate => ({
  ...NO_CONTACTS,
  id,
  matchType,
  subjectId: id,
  ledgerAccountId: null,
  clearingAccountId: null,
  direction: 'CREDIT',
  amount: 0,
  date: new Date(0),
  day: '1970-01-01',
  description: '',
  allocations: [],
  isOpen: false,
  version,
})

export const isUnreported = ({ ledgerAccountId, clearingAccountId }: Candidate): boolean =>
  ledgerAccountId === null && clearingAccountId === null

/** The known candidate, closed as of this version. */
export const closedAs = (known: Candidate, version: number): Candidate => ({
  ...known,
  allocations: [],
  isOpen: false,
  version,
})

/** Whether it is posted to this bank account already, so that matching it posts nothing. */
export const isPostedTo = (candidate: Candidate, bankLedgerAccountId: string): boolean =>
  candidate.ledgerAccountId === bankLedgerAccountId || candidate.clearingAccountId === bankLedgerAccountId

/** The tags of its parts, by definition id. */
export const tagsOf = ({ allocations }: Candidate): string[] =>
  allocations.flatMap(({ tags }) => tags.map(({ definitionId }) => definitionId))

/** How far the amounts of a match may be apart, in minor units. */
export const toleranceOf = (matchType: MatchType, rules: MatchThresholds): number =>
  matchType === 'TRANSFER' ? rules.roundingThreshold : matchType === 'JOURNAL_ENTRY' ? 0 : rules.adjustmentThreshold

type Side = Pick<BankTransaction, 'direction' | 'amount' | 'bankAccountId'>

/** Why two transactions cannot be the sides of one transfer, for the caller; undefined if they can. */
export function misfitOfTransfer(one: Side, other: Side, rules: MatchThresholds): string | undefined {
  if (one.amount === 0 || other.amount === 0) return 'A transaction of zero moves nothing and is not matched.'
  if (one.bankAccountId === other.bankAccountId) return 'Both transactions are of one bank account.'
  if (one.direction === other.direction)
    return `Of a transfer one transaction is money in, the other one money out; here both are ${one.direction}.`
  return tooFarApart(one.amount, other.amount, toleranceOf('TRANSFER', rules))
}

/**
 * Why the transaction cannot be matched to the candidate, for the caller; undefined if it can. A document that was paid
 * directly from a bank account is reported by that bank only.
 * @param bankAccounts the candidate's accounts that are ledger accounts of bank accounts
 */
export function misfitOfCandidate(
  transaction: Side,
  candidate: Candidate,
  bankLedgerAccountId: string,
  rules: MatchThresholds,
  bankAccounts: ReadonlySet<string> = new Set(),
): string | undefined {
  if (transaction.amount === 0) return 'A transaction of zero moves nothing and is not matched.'
  if (candidate.ledgerAccountId !== null && candidate.ledgerAccountId !== bankLedgerAccountId)
    return 'The entry stands on another bank account.'
  const { clearingAccountId } = candidate
  if (clearingAccountId !== null && clearingAccountId !== bankLedgerAccountId && bankAccounts.has(clearingAccountId))
    return 'The document was paid from another bank account.'
  if (transaction.direction !== candidate.direction)
    return `The transaction is ${transaction.direction} (CREDIT is money in), what it would be matched to ${candidate.direction}.`
  const isPosted = isPostedTo(candidate, bankLedgerAccountId)
  return tooFarApart(transaction.amount, candidate.amount, isPosted ? 0 : toleranceOf(candidate.matchType, rules))
}

function tooFarApart(amount: number, other: number, tolerance: number): string | undefined {
  const difference = Math.abs(amount - other)
  if (difference <= tolerance) return undefined
  return `The amounts ${amount} and ${other} are ${difference} apart; at most ${tolerance} is allowed.`
}
