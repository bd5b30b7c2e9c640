/** Payouts as documents: their events and their desired entries. */
import type { Payout as PayoutMessage } from '@pacioli/protos/billing'
import { announcing, type Change, type DocumentKind } from '../documents/document-kind.ts'
import { toState } from '../documents/wire-format.ts'
import { bankCandidate, candidateAllocations } from '../matches/match-candidate.ts'
import type { DesiredEntries } from '../posting/post-differences.ts'
import { tagState } from '../tags/tags.ts'
import { entriesOfPayout, sourceOfPayout } from './payout.postings.ts'
import { PAYOUT_STORE } from './payout.store.ts'
import { broughtBy, depositedParts, membersOfKind, type Payout, type PayoutMember } from './payout.ts'
import { presentPayouts, shownOfPayout, shownOfTransaction } from './present-payouts.ts'
import type { ReceivableAccounts } from './receivable-accounts.ts'

/** The deposit, or what the processor collects, split by the tags on the clearing account. */
function candidateOf(payout: Payout) {
  const sign = payout.paidOutAmount < 0 ? -1 : 1
  return {
    ...bankCandidate(payout, {
      isOpen: payout.deletedAt === null && payout.paidOutAmount !== 0,
      direction: sign < 0 ? 'DEBIT' : 'CREDIT',
      amount: Math.abs(payout.paidOutAmount),
      date: payout.completedAt,
      clearingAccountId: payout.clearingAccountId,
      parts: [],
    }),
    description: payout.memo ?? payout.referenceNumber ?? payout.processor ?? '',
    allocations: candidateAllocations(depositedParts(payout).map((part) => ({ ...part, amount: sign * part.amount }))),
  }
}

const memberState = (member: PayoutMember) => ({
  id: member.id,
  external_id: member.externalId,
  payment_clearing_account_id: member.clearingAccountId,
  amount: broughtBy(member),
})

export const stateOfPayout = (payout: Payout) => ({
  ...toState({ ...shownOfPayout(payout), clearingAccountId: payout.clearingAccountId }),
  payments: membersOfKind(payout, 'payment').map(memberState),
  refund_payments: membersOfKind(payout, 'refund_payment').map(memberState),
  payment_returns: membersOfKind(payout, 'payment_return').map(memberState),
  other_transactions: payout.otherTransactions.map((one) => ({
    ...toState({ ...shownOfTransaction(one), accountId: one.accountId }),
    transaction_tags: one.tags.map(tagState),
  })),
  transaction_tags: payout.tags.map(tagState),
  match_candidate: candidateOf(payout),
})

/** A deleted payout has no entries, so no accounts are needed. */
const entriesOf = ({ after }: Change<Payout>, accounts: () => ReceivableAccounts): DesiredEntries[] => [
  { source: sourceOfPayout(after), desired: after.deletedAt === null ? entriesOfPayout(after, accounts()) : [] },
]

export const PAYOUTS = {
  table: 'payouts',
  noun: 'payout',
  notFound: 'PayoutNotFound',
  parameter: 'payoutId',
  ...PAYOUT_STORE,
  sourcesOf: (document) => [sourceOfPayout(document)],
  partyOf: () => ({}),
  entriesOf,
  announcementsOf: announcing('payout', stateOfPayout),
  present: presentPayouts,
} satisfies DocumentKind<Payout, PayoutMessage, ReceivableAccounts>
