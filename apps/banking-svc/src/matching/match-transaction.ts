import { refused } from '@pacioli/errors'
import type { Tx } from '@pacioli/db'
import { requireOpen } from '@pacioli/ledger-facts'
import { LedgerPrefetch, type Books, type Source, decideOnce } from '@pacioli/postings'
import type { BankTransactionAnswer } from '@pacioli/protos/banking'
import { isUuid, type BusinessWrite } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { findBankLedgerAccounts, loadLedgerAccountIds } from '../bank-accounts/bank-account.store.ts'
import type { BankTransaction } from '../bank-transactions/bank-transaction.ts'
import { loadTransactions, lockTransactions } from '../bank-transactions/bank-transaction.store.ts'
import { sourceOf } from '../bank-transactions/posting-keys.ts'
import { transactionNotFound } from '../transaction-views/get-transaction.ts'
import { presentTransactions } from '../transaction-views/present-transactions.ts'
import type { Business } from '../businesses/business.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import { recordDecisions } from '../categorization/record-decisions.ts'
import { loadStoredTags, namesOf } from '../categorization/stored-tags.ts'
import { tagsOf, isPostedTo, type Candidate } from '../matches/candidate.ts'
import { assignCandidates, loadCandidates, lockCandidates } from '../matches/candidate.store.ts'
import { MATCH_ADJUSTMENTS, matchCandidate, matchTransfer, sourceOfMatch, type DecidedMatch } from '../matches/match.ts'
import { findLiveMatches, insertMatch, matchedBefore } from '../matches/match.store.ts'

type Request = { transactionId: string; matchId: string }

const FIELD = 'match_id'

/**
 * Confirms that a transaction is what `match_id` names: another account's transaction, a journal entry's line, or a
 * document. Confirming again answers the same.
 * @throws BankTransactionNotFound, MatchNotFound, MatchNotPossible, TransactionPending, TransactionMatched, PeriodClosed,
 *   AccountArchived, TagValueArchived, PostingFailed, BusinessNotFound, BusinessArchived, ServiceUnavailable
 */
export async function matchTransaction(
  banking: Banking,
  request: BusinessWrite,
  input: { transaction_id: string; match_id: string },
): Promise<BankTransactionAnswer> {
  const business = await requireBusiness(banking, request)
  const requested = { transactionId: input.transaction_id.toLowerCase(), matchId: input.match_id.toLowerCase() }
  if (!isUuid(requested.transactionId)) throw transactionNotFound(input.transaction_id)
  if (!isUuid(requested.matchId)) throw matchNotFound(requested)
  return decideOnce(banking, request, {
    ask: async (tx) => {
      requireOpen(business)
      return prefetchFor(tx, requested)
    },
    write: async (tx, books) => {
      const { after, sources } = await confirm(tx, banking, business, books, requested)
      const [data] = await presentTransactions(tx, business, [after])
      return { data, sources }
    },
  })
}

const matchNotFound = ({ matchId }: Request) =>
  refused('MatchNotFound', `There is nothing of the id ${matchId} that the transaction could be matched to.`, {
    field: FIELD,
    value: matchId,
  })

/** Without a lock: neither transactions nor candidates are ever deleted. */
async function findTarget(tx: Tx, request: Request): Promise<{ other: BankTransaction } | { candidate: Candidate }> {
  const [other] = await loadTransactions(tx, [request.matchId])
  if (other) return { other }
  const candidate = (await loadCandidates(tx, [request.matchId])).get(request.matchId)
  if (!candidate) throw matchNotFound(request)
  return { candidate }
}

/** What the entry will need, if there will be one. Without locks. */
async function prefetchFor(tx: Tx, request: Request): Promise<LedgerPrefetch> {
  const asking = new LedgerPrefetch()
  const [own] = await loadTransactions(tx, [request.transactionId])
  if (!own) throw transactionNotFound(request.transactionId)
  const target = await findTarget(tx, request)
  const others = 'other' in target ? [target.other.bankAccountId] : []
  const ledgerAccounts = await loadLedgerAccountIds(tx, [own.bankAccountId, ...others])
  const { amount } = 'other' in target ? target.other : target.candidate
  if ('candidate' in target) {
    const { candidate } = target
    if (isPostedTo(candidate, ledgerAccounts.get(own.bankAccountId) ?? '')) return asking
    if (candidate.clearingAccountId !== null)
      asking.account({ type: 'AccountId', id: candidate.clearingAccountId }, FIELD)
    for (const tag of await loadStoredTags(tx, tagsOf(candidate))) asking.tag(tag, FIELD)
  }
  for (const id of ledgerAccounts.values()) asking.account({ type: 'AccountId', id })
  if (own.amount !== amount) asking.account(MATCH_ADJUSTMENTS)
  return asking
}

/** The matched transaction, matched by this request or an earlier one. */
async function confirm(
  tx: Tx,
  banking: Banking,
  business: Business,
  books: Books,
  request: Request,
): Promise<{ after: BankTransaction; sources: Source[] }> {
  const target = await findTarget(tx, request)
  const ids = [request.transactionId, ...('other' in target ? [target.other.id] : [])]
  const transactions = await lockTransactions(tx, ids)
  const own = transactions.get(request.transactionId)
  if (!own) throw transactionNotFound(request.transactionId)
  const sourcesWith = (matchId: string): Source[] => [
    ...[...transactions.values()].map(sourceOf),
    sourceOfMatch(matchId),
  ]
  if (own.matchId !== null && (await isConfirmed(tx, request))) return { after: own, sources: sourcesWith(own.matchId) }
  await banking.postingSession.requireUnblocked(tx, [...transactions.values()].map(sourceOf))
  const decided = await decide(tx, banking, books, { own, request, transactions })
  const { match, changed } = decided
  await insertMatch(tx, match, banking.now())
  await assignCandidates(tx, match.candidateId === null ? [] : [match.candidateId], match.id)
  await recordDecisions(tx, banking, business, books, decided)
  return {
    after: changed.find(({ after }) => after.id === own.id)?.after ?? own,
    sources: sourcesWith(match.id),
  }
}

/** Whether the transaction is matched to just this. */
async function isConfirmed(tx: Tx, { transactionId, matchId }: Request): Promise<boolean> {
  if (matchId === transactionId) return false
  const matches = await findLiveMatches(tx, [transactionId])
  return matches.some((match) => [match.candidateId, match.transactionId, match.counterpartId].includes(matchId))
}

async function decide(
  tx: Tx,
  banking: Banking,
  books: Books,
  locked: { own: BankTransaction; request: Request; transactions: ReadonlyMap<string, BankTransaction> },
): Promise<DecidedMatch> {
  const { own, request, transactions } = locked
  const facts = {
    matchId: banking.newId(),
    books,
    matchedBefore: await matchedBefore(tx, books, transactions.values()),
    now: banking.now(),
  }
  const ledgerAccounts = await loadLedgerAccountIds(
    tx,
    [...transactions.values()].map(({ bankAccountId }) => bankAccountId),
  )
  const sideOf = (transaction: BankTransaction) => ({
    transaction,
    ledgerAccountId: ledgerAccounts.get(transaction.bankAccountId) ?? '',
  })
  const other = transactions.get(request.matchId)
  if (other) return matchTransfer(sideOf(own), sideOf(other), facts)
  const candidate = (await lockCandidates(tx, [request.matchId])).get(request.matchId)
  if (!candidate) throw matchNotFound(request)
  const named = candidate.clearingAccountId === null ? [] : [candidate.clearingAccountId]
  const bankAccounts = await findBankLedgerAccounts(tx, named)
  return matchCandidate(sideOf(own), candidate, (ids) => namesOf(books, ids), { ...facts, bankAccounts })
}
