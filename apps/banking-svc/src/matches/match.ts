/**
 * A match: a bank transaction and the other account's transaction, entry or document that it is. Ended matches stay, as
 * their postings do. Pure.
 */
import { refused } from '@pacioli/errors'
import type { Books, NewPosting, PostingLine, PostingTag, Reversal, Source } from '@pacioli/postings'
import {
  contactsOf,
  match,
  NO_CONTACTS,
  partyOf,
  requireDecidable,
  type BankTransaction,
  type Change,
} from '../bank-transactions/bank-transaction.ts'
import { entryAtOf } from '../bank-transactions/entry-at.ts'
import { BANK_MATCH } from '../bank-transactions/posting-keys.ts'
import {
  misfitOfCandidate,
  misfitOfTransfer,
  isPostedTo,
  tagsOf,
  type Allocation,
  type Candidate,
  type MatchType,
} from './candidate.ts'
import { linesOfDocument, linesOfTransfer } from './match.postings.ts'

/** What a match depends on: the document's amount in its clearing account. */
export type Cleared = { amount: number; accountId: string; allocations: readonly Allocation[] }

export type Match = {
  id: string
  matchType: MatchType
  /** For a TRANSFER the transaction of the sending account. */
  transactionId: string
  counterpartId: string | null
  candidateId: string | null
  /** Its standing posting; null where everything was in the books. */
  postingKey: string | null
  /** Counts its postings. */
  revision: number
  /** The document when this was decided; null for a transfer and a journal entry. */
  cleared: Cleared | null
}

/** A transaction with the ledger account of its bank account. */
export type BankSide = { transaction: BankTransaction; ledgerAccountId: string }

export type MatchFacts = {
  matchId: string
  /** Include both accounts and, where the amounts differ, MATCH_ADJUSTMENTS. */
  books: Books
  /** The candidate's accounts that are ledger accounts of bank accounts. */
  bankAccounts?: ReadonlySet<string>
  /** The transactions in a closed period that were in its books by a match. */
  matchedBefore?: ReadonlySet<string>
  now: Date
}

export type DecidedMatch = { match: Match; changed: Change[]; postings: NewPosting[] }

export const MATCH_ADJUSTMENTS = { type: 'StableName', stable_name: 'MATCH_ADJUSTMENTS' }

export const sourceOfMatch = (matchId: string): Source => ({ type: BANK_MATCH, id: matchId })

const notPossible = (text: string, transactionId: string) =>
  refused('MatchNotPossible', text, { field: 'match_id', transaction_id: transactionId })

/**
 * Two transactions as one transfer, in one entry at the earlier date.
 * @throws TransactionPending, TransactionMatched, MatchNotPossible, AccountArchived, PeriodClosed; RetryDecision
 */
export function matchTransfer(own: BankSide, other: BankSide, facts: MatchFacts): DecidedMatch {
  const { books, matchId, now } = facts
  requireDecidable(own.transaction)
  if (other.transaction.status !== 'READY_FOR_INPUT')
    throw notPossible(
      `The other transaction is ${other.transaction.status}: only one that is READY_FOR_INPUT can be matched.`,
      other.transaction.id,
    )
  const misfit = misfitOfTransfer(own.transaction, other.transaction, books.matching)
  if (misfit !== undefined) throw notPossible(misfit, own.transaction.id)
  const changed = [own, other].map(({ transaction }) => ({
    before: transaction,
    after: match(transaction, matchId, NO_CONTACTS, now),
  }))
  const [sent, received] = own.transaction.direction === 'DEBIT' ? [own, other] : [other, own]
  const lines = linesOfTransfer(
    { ledgerAccountId: sent.ledgerAccountId, amount: sent.transaction.amount },
    { ledgerAccountId: received.ledgerAccountId, amount: received.transaction.amount },
    adjustmentsId(books, sent.transaction.amount !== received.transaction.amount),
  )
  const earlier = sent.transaction.date <= received.transaction.date ? sent.transaction : received.transaction
  const entryAt = entryAtOf([sent.transaction, received.transaction], books, facts.matchedBefore)
  const posting = { ...headOf(earlier, matchId, FIRST), entryAt, lines }
  return {
    match: {
      id: matchId,
      matchType: 'TRANSFER',
      transactionId: sent.transaction.id,
      counterpartId: received.transaction.id,
      candidateId: null,
      postingKey: posting.postingKey,
      revision: FIRST,
      cleared: null,
    },
    changed,
    postings: [postable(posting, books)],
  }
}

/** The tags of candidates by definition id; it may throw RetryDecision. */
export type NamesOf = (definitionIds: readonly string[]) => ReadonlyMap<string, PostingTag>

/**
 * Matches a transaction to a journal entry on its bank account, or to a document.
 * @throws TransactionPending, TransactionMatched, MatchNotPossible, AccountArchived, PeriodClosed; RetryDecision
 */
export function matchCandidate(
  own: BankSide,
  candidate: Candidate & { matchId: string | null },
  namesOf: NamesOf,
  facts: MatchFacts,
): DecidedMatch {
  const { transaction, ledgerAccountId } = own
  const { books, matchId, bankAccounts, matchedBefore, now } = facts
  requireDecidable(transaction)
  if (!candidate.isOpen)
    throw notPossible('What it would be matched to was reversed, deleted or voided.', transaction.id)
  if (candidate.matchId !== null)
    throw notPossible('Another transaction is matched to this already. Uncategorize that one first.', transaction.id)
  const misfit = misfitOfCandidate(transaction, candidate, ledgerAccountId, books.matching, bankAccounts)
  if (misfit !== undefined) throw notPossible(misfit, transaction.id)
  const postings = isPostedTo(candidate, ledgerAccountId)
    ? []
    : [
        postable(
          {
            ...headOf(transaction, matchId, FIRST),
            entryAt: entryAtOf([transaction], books, matchedBefore),
            lines: linesOfCandidate(own, candidate, namesOf, books),
          },
          books,
        ),
      ]
  return {
    match: {
      id: matchId,
      matchType: candidate.matchType,
      transactionId: transaction.id,
      counterpartId: null,
      candidateId: candidate.id,
      postingKey: postings[0]?.postingKey ?? null,
      revision: FIRST,
      cleared: clearedOf(candidate),
    },
    changed: [{ before: transaction, after: match(transaction, matchId, contactsOf(candidate), now) }],
    postings,
  }
}

const FIRST = 1

export const clearedOf = ({ amount, clearingAccountId, allocations }: Candidate): Cleared | null =>
  clearingAccountId === null ? null : { amount, accountId: clearingAccountId, allocations }

/** The journal lines of a match to the document, which all name its customer or vendor. @throws RetryDecision */
export function linesOfCandidate(
  { transaction: { direction, amount }, ledgerAccountId }: BankSide,
  document: Candidate,
  namesOf: NamesOf,
  books: Books,
): PostingLine[] {
  const names = namesOf(tagsOf(document))
  const parts = document.allocations.map((part) => ({
    amount: part.amount,
    tags: part.tags.flatMap(({ definitionId }) => names.get(definitionId) ?? []).map(toPostingTag),
  }))
  const lines = linesOfDocument(
    { direction, amount, ledgerAccountId },
    { accountId: document.clearingAccountId ?? '', parts },
    adjustmentsId(books, amount !== document.amount),
  )
  return lines.map((line) => ({ ...line, ...partyOf(document) }))
}

const toPostingTag = ({ definitionId, key, value }: PostingTag): PostingTag => ({ definitionId, key, value })

/** Where the difference goes. @throws RetryDecision if it was not prefetched */
const adjustmentsId = (books: Books, isNeeded: boolean): string => (isNeeded ? books.account(MATCH_ADJUSTMENTS).id : '')

/** The posting number `revision` of a match, without its time and lines. */
export const headOf = (
  { description, memo, referenceNumber }: BankTransaction,
  matchId: string,
  revision: number,
): Omit<NewPosting, 'entryAt' | 'lines'> => ({
  postingKey: `${BANK_MATCH}:${matchId}:matched:${revision}`,
  source: sourceOfMatch(matchId),
  entryType: 'BANK',
  basis: 'BOTH',
  memo: memo ?? description,
  referenceNumber,
})

/** @throws AccountArchived; RetryDecision */
function postable(posting: NewPosting, books: Books): NewPosting {
  for (const accountId of new Set(posting.lines.map((line) => line.accountId)))
    books.requirePostable(books.accountById(accountId))
  return posting
}

/** Reverses the standing posting of a match. */
export const reversalOf = (match: Pick<Match, 'id' | 'postingKey' | 'revision'>, entryAt: Date): Reversal[] =>
  match.postingKey === null
    ? []
    : [
        {
          postingKey: `${BANK_MATCH}:${match.id}:ended:${match.revision}`,
          source: sourceOfMatch(match.id),
          reverses: match.postingKey,
          entryAt,
        },
      ]
