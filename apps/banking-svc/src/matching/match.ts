/**
 * A match: a bank transaction and what it turned out to be, another account's transaction or something that is in the
 * books already. It holds until it is ended; ended ones stay, as their postings do. Pure.
 */
import { refused } from '@pacioli/errors'
import type { Books, NewPosting, PostingLine, PostingTag, Reversal, Source } from '@pacioli/postings'
import { match, NO_PARTIES, requireDecidable, type BankTransaction } from '../bank-transactions/bank-transaction.ts'
import { BANK_MATCH } from '../bank-transactions/posting-keys.ts'
import type { Change } from '../bank-transactions/record-transactions.ts'
import { misfitOfCandidate, misfitOfTransfer, standsOn, tagsOf, type Candidate, type MatchType } from './candidate.ts'
import { linesOfDocument, linesOfTransfer } from './match.postings.ts'

export type Match = {
  id: string
  matchType: MatchType
  /** For a TRANSFER the transaction of the sending account. */
  transactionId: string
  counterpartId: string | null
  candidateId: string | null
  /** The posting that stands for it; null where everything was in the books. */
  postingKey: string | null
}

/** A transaction with the ledger account of its bank account. */
export type BankSide = { transaction: BankTransaction; ledgerAccountId: string }

export type MatchFacts = {
  matchId: string
  /** Asked for both accounts and, where the amounts differ, MATCH_ADJUSTMENTS. */
  books: Books
  now: Date
}

export type DecidedMatch = { match: Match; changed: Change[]; postings: NewPosting[] }

export const MATCH_ADJUSTMENTS = { type: 'StableName', stable_name: 'MATCH_ADJUSTMENTS' }

export const sourceOfMatch = (matchId: string): Source => ({ type: BANK_MATCH, id: matchId })

const notPossible = (text: string, transactionId: string) =>
  refused('MatchNotPossible', text, { field: 'match_id', transaction_id: transactionId })

/**
 * Two transactions as one transfer, in one entry at the earlier date.
 * @throws TransactionPending, TransactionMatched, MatchNotPossible, AccountArchived, PeriodClosed; AskAgain
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
    after: match(transaction, matchId, NO_PARTIES, now),
  }))
  const [sent, received] = own.transaction.direction === 'DEBIT' ? [own, other] : [other, own]
  const lines = linesOfTransfer(
    { ledgerAccountId: sent.ledgerAccountId, amount: sent.transaction.amount },
    { ledgerAccountId: received.ledgerAccountId, amount: received.transaction.amount },
    adjustmentsId(books, sent.transaction.amount !== received.transaction.amount),
  )
  const earlier = sent.transaction.date <= received.transaction.date ? sent.transaction : received.transaction
  const posting = { ...headOf(earlier, facts), lines }
  return {
    match: {
      id: matchId,
      matchType: 'TRANSFER',
      transactionId: sent.transaction.id,
      counterpartId: received.transaction.id,
      candidateId: null,
      postingKey: posting.postingKey,
    },
    changed,
    postings: [postable(posting, books)],
  }
}

/**
 * A transaction as what is in the books: a journal entry on its bank account, or a document's payment.
 * @param namesOf the tags of the candidate by definition id; it may throw AskAgain
 * @throws TransactionPending, TransactionMatched, MatchNotPossible, AccountArchived, PeriodClosed; AskAgain
 */
export function matchCandidate(
  { transaction, ledgerAccountId }: BankSide,
  candidate: Candidate & { matchId: string | null },
  namesOf: (definitionIds: readonly string[]) => ReadonlyMap<string, PostingTag>,
  facts: MatchFacts,
): DecidedMatch {
  const { books, matchId, now } = facts
  requireDecidable(transaction)
  if (!candidate.isOpen)
    throw notPossible('What it would be matched to was reversed, deleted or voided.', transaction.id)
  if (candidate.matchId !== null)
    throw notPossible('Another transaction is matched to this already. Uncategorize that one first.', transaction.id)
  const misfit = misfitOfCandidate(transaction, candidate, ledgerAccountId, books.matching)
  if (misfit !== undefined) throw notPossible(misfit, transaction.id)
  const { customerId, customerExternalId, vendorId, vendorExternalId } = candidate
  const after = match(transaction, matchId, { customerId, customerExternalId, vendorId, vendorExternalId }, now)
  const postings = standsOn(candidate, ledgerAccountId)
    ? []
    : [postable({ ...headOf(transaction, facts), lines: linesFor({ transaction, ledgerAccountId }, candidate) }, books)]
  return {
    match: {
      id: matchId,
      matchType: candidate.matchType,
      transactionId: transaction.id,
      counterpartId: null,
      candidateId: candidate.id,
      postingKey: postings[0]?.postingKey ?? null,
    },
    changed: [{ before: transaction, after }],
    postings,
  }

  function linesFor(own: BankSide, document: Candidate): PostingLine[] {
    const names = namesOf(tagsOf(document))
    const parts = document.allocations.map(({ amount, tags }) => ({
      amount,
      tags: tags.flatMap(({ definitionId }) => names.get(definitionId) ?? []).map(toPostingTag),
    }))
    const { direction, amount } = own.transaction
    return linesOfDocument(
      { direction, amount, ledgerAccountId: own.ledgerAccountId },
      { accountId: document.clearingAccountId ?? '', parts },
      adjustmentsId(books, amount !== document.amount),
    )
  }
}

const toPostingTag = ({ definitionId, key, value }: PostingTag): PostingTag => ({ definitionId, key, value })

/** Where the difference goes. @throws AskAgain if it was not asked for */
const adjustmentsId = (books: Books, isNeeded: boolean): string => (isNeeded ? books.account(MATCH_ADJUSTMENTS).id : '')

const headOf = (
  { date, description, memo, referenceNumber }: BankTransaction,
  { matchId }: MatchFacts,
): Omit<NewPosting, 'lines'> => ({
  postingKey: `${BANK_MATCH}:${matchId}:matched:1`,
  source: sourceOfMatch(matchId),
  entryAt: date,
  entryType: 'BANK',
  basis: 'BOTH',
  memo: memo ?? description,
  referenceNumber,
})

/** @throws PeriodClosed, AccountArchived; AskAgain */
function postable(posting: NewPosting, books: Books): NewPosting {
  books.requireOpenAt(posting.entryAt)
  for (const accountId of new Set(posting.lines.map((line) => line.accountId)))
    books.requirePostable(books.accountById(accountId))
  return posting
}

/** What takes the posting of a match back. */
export const reversalOf = (match: Pick<Match, 'id' | 'postingKey'>, entryAt: Date): Reversal[] =>
  match.postingKey === null
    ? []
    : [
        {
          postingKey: `${BANK_MATCH}:${match.id}:ended:1`,
          source: sourceOfMatch(match.id),
          reverses: match.postingKey,
          entryAt,
        },
      ]
