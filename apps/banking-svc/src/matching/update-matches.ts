import type { Tx } from '@pacioli/db'
import type { KnownBusiness } from '@pacioli/ledger-facts'
import { LedgerPrefetch, type Books, type Posting } from '@pacioli/postings'
import type { BankingConsumer } from '../banking.ts'
import { loadLedgerAccountIds } from '../bank-accounts/bank-account.store.ts'
import {
  contactsOf,
  sameContacts,
  withContacts,
  type BankTransaction,
  type Change,
} from '../bank-transactions/bank-transaction.ts'
import { loadTransactions, lockTransactions } from '../bank-transactions/bank-transaction.store.ts'
import { recordTransactions } from '../bank-transactions/record-transactions.ts'
import { prefetchUnknown, loadNames, namesHere } from '../categorization/stored-tags.ts'
import { loadCandidates, lockCandidates } from '../matches/candidate.store.ts'
import { tagsOf, type Candidate } from '../matches/candidate.ts'
import { outcomeOf, rematch, type Outcome } from './changed-document.ts'
import { endMatches } from '../matches/end-match.ts'
import { MATCH_ADJUSTMENTS, sourceOfMatch, type BankSide, type Match } from '../matches/match.ts'
import { findLiveMatches, findMatchesOf, updateMatches } from '../matches/match.store.ts'

/** A match with both sides, and its outcome. */
type MatchOutcome = { match: Match; own: BankSide; candidate: Candidate; outcome: Outcome }

/**
 * Updates matches after their candidates changed. A match ends if its candidate was reversed, deleted or voided, or has
 * another amount or account; its transaction is uncategorized again. Other tags, or another customer or vendor, repost it,
 * and the transaction gets the document's current customer or vendor. Safe to repeat and in any order, since only the
 * current candidates count. Called after they were written: from then on nothing is matched to their earlier state.
 * @param lockTimeoutMs how long a statement waits for a lock before it fails; as long as it takes, unless given
 * @throws ServiceUnavailable while the ledger does not answer; VersionConflict
 */
export async function updateMatchesOfCandidates(
  banking: BankingConsumer,
  business: KnownBusiness,
  subjectIds: readonly string[],
  lockTimeoutMs?: number,
): Promise<void> {
  if (subjectIds.length === 0) return
  const tenant = { clientId: business.clientId, businessId: business.id }
  const scope = { ...tenant, lockTimeoutMs }
  const changed = await banking.db.transact(scope, (tx) => findChanged(tx, subjectIds))
  if (changed.length === 0) return
  const matches = changed.map(({ match }) => match)
  await banking.postingSession.decide(
    tenant,
    () => banking.db.transact(scope, async (tx) => (await prefetchFor(tx, subjectIds)).question()),
    (books) => banking.db.transact(scope, (tx) => updateLocked(tx, banking, business, books, matches)),
  )
  await banking.postingSession.deliver(
    tenant,
    matches.filter(({ postingKey }) => postingKey !== null).map(({ id }) => sourceOfMatch(id)),
  )
}

/** Without locks. */
async function findChanged(tx: Tx, subjectIds: readonly string[]): Promise<MatchOutcome[]> {
  const matches = await findMatchesOf(tx, subjectIds)
  if (matches.length === 0) return []
  const transactions = await loadTransactions(tx, matches.map(transactionOf))
  const candidates = await loadCandidates(tx, matches.flatMap(candidateOf))
  const outcomes = await outcomesOf(tx, matches, transactions, candidates)
  return outcomes.filter(
    ({ outcome, own, candidate }) => outcome !== 'STAYS' || !sameContacts(own.transaction, candidate),
  )
}

const transactionOf = ({ transactionId }: Match): string => transactionId
const candidateOf = ({ candidateId }: Match): string[] => (candidateId === null ? [] : [candidateId])

async function outcomesOf(
  tx: Tx,
  matches: readonly Match[],
  transactions: readonly BankTransaction[],
  candidates: ReadonlyMap<string, Candidate>,
): Promise<MatchOutcome[]> {
  const byId = new Map(transactions.map((transaction) => [transaction.id, transaction]))
  const bankAccounts = transactions.map(({ bankAccountId }) => bankAccountId)
  const ledgerAccounts = await loadLedgerAccountIds(tx, bankAccounts)
  return matches.flatMap((match): MatchOutcome[] => {
    const [transaction, candidate] = [byId.get(match.transactionId), candidates.get(match.candidateId ?? '')]
    if (!transaction || !candidate) return []
    const own = { transaction, ledgerAccountId: ledgerAccounts.get(transaction.bankAccountId) ?? '' }
    return [{ match, own, candidate, outcome: outcomeOf(match, transaction, candidate) }]
  })
}

/** A new posting needs its accounts and tags; a reversal needs nothing. */
async function prefetchFor(tx: Tx, subjectIds: readonly string[]): Promise<LedgerPrefetch> {
  const asking = new LedgerPrefetch()
  const reposted = (await findChanged(tx, subjectIds)).filter(({ outcome }) => outcome === 'REPOST')
  for (const { own, candidate } of reposted) {
    asking.account({ type: 'AccountId', id: own.ledgerAccountId })
    if (candidate.clearingAccountId !== null) asking.account({ type: 'AccountId', id: candidate.clearingAccountId })
    if (own.transaction.amount !== candidate.amount) asking.account(MATCH_ADJUSTMENTS)
  }
  const tags = reposted.flatMap(({ candidate }) => tagsOf(candidate))
  prefetchUnknown(asking, tags, await loadNames(tx, tags))
  return asking
}

/** Decides again under locks: transactions first, then candidates, as confirming a match does. */
async function updateLocked(
  tx: Tx,
  banking: BankingConsumer,
  business: KnownBusiness,
  books: Books,
  matches: readonly Match[],
): Promise<void> {
  const transactions = [...(await lockTransactions(tx, matches.map(transactionOf))).values()]
  const live = await findLiveMatches(
    tx,
    transactions.map(({ id }) => id),
  )
  const candidates = await lockCandidates(tx, live.flatMap(candidateOf))
  const outcomes = await outcomesOf(tx, live, transactions, candidates)
  const reposted = await repost(tx, books, outcomes)
  const [lost, kept] = [
    outcomes.filter(({ outcome }) => outcome === 'ENDS'),
    outcomes.filter(({ outcome }) => outcome !== 'ENDS'),
  ]
  const ended = await endMatches(
    tx,
    banking,
    books,
    [...lost, ...reposted.impossible].map(({ match }) => match),
  )
  const now = banking.now()
  const renamed = kept
    .filter((one) => !reposted.impossible.includes(one) && !sameContacts(one.own.transaction, one.candidate))
    .map(({ own: { transaction: before }, candidate }): Change => ({
      before,
      after: withContacts(before, contactsOf(candidate), now),
    }))
  // Also behind a posting that the ledger refused: the candidate has changed in any case.
  await banking.postingSession.stageAnyway(tx, business, books, [...reposted.postings, ...ended.postings])
  await recordTransactions(tx, banking, { changed: [...ended.changed, ...renamed] })
}

/** Matches that can no longer be posted, because an account was archived, end. */
async function repost(
  tx: Tx,
  books: Books,
  outcomes: readonly MatchOutcome[],
): Promise<{ postings: Posting[]; impossible: MatchOutcome[] }> {
  const changed = outcomes.filter(({ outcome }) => outcome === 'REPOST')
  const named = await loadNames(
    tx,
    changed.flatMap(({ candidate }) => tagsOf(candidate)),
  )
  const namesOf = (ids: readonly string[]) => namesHere(books, ids, named)
  const decided = changed.map((one) => ({
    one,
    rematched: rematch(one.match, one.own, one.candidate, { namesOf, books }),
  }))
  await updateMatches(
    tx,
    decided.flatMap(({ rematched }) => rematched?.match ?? []),
  )
  return {
    postings: decided.flatMap(({ rematched }) => rematched?.postings ?? []),
    impossible: decided.filter(({ rematched }) => rematched === undefined).map(({ one }) => one),
  }
}
