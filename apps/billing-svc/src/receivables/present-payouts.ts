/** Payouts as callers see them. */
import type { Tx } from '@pacioli/db'
import type { Payout as PayoutMessage, PayoutMember as MemberMessage } from '@pacioli/protos/billing'
import type { Moment } from '../documents/moment.ts'
import { pick, toSendable } from '../documents/wire-format.ts'
import { loadMatches } from '../matches/match.store.ts'
import { toAccountSummary } from '../posting/present-accounts.ts'
import { loadDocumentNames } from '../presenting/document-names.ts'
import { REMARKS } from '../requests/remarks.ts'
import { toDocumentTags } from '../tags/present-tags.ts'
import { broughtBy, membersOfKind, type Payout, type PayoutMember, type PayoutTransaction } from './payout.ts'

/** Fields that events and answers share. */
export const shownOfPayout = (payout: Payout) => ({
  ...pick(payout, ['id', 'businessId', 'externalId', 'processor', 'paidOutAmount', 'fee', 'completedAt']),
  ...pick(payout, [...REMARKS, 'importedAt', 'updatedAt', 'deletedAt']),
})

/** Likewise, of its other transactions. */
export const shownOfTransaction = (one: PayoutTransaction) =>
  pick(one, ['id', 'externalId', 'amount', 'direction', 'description'])

/** What left shows its amount above zero. */
const toMemberMessage = (member: PayoutMember): MemberMessage => ({
  ...toSendable(pick(member, ['id', 'externalId'])),
  amount: member.kind === 'payment' ? broughtBy(member) : 0 - broughtBy(member),
})

/** In the order given, in a constant number of statements. */
export async function presentPayouts(tx: Tx, payouts: readonly Payout[], at: Moment): Promise<PayoutMessage[]> {
  if (payouts.length === 0) return []
  const ids = payouts.map(({ id }) => id)
  const named = payouts.map(({ otherTransactions, tags }) => ({
    accountIds: otherTransactions.map(({ accountId }) => accountId),
    tags: [...tags, ...otherTransactions.flatMap((one) => one.tags)],
  }))
  const [names, matches] = await Promise.all([loadDocumentNames(tx, named, at), loadMatches(tx, ids)])
  return payouts.map((payout) => ({
    ...toSendable(shownOfPayout(payout)),
    payments: membersOfKind(payout, 'payment').map(toMemberMessage),
    refund_payments: membersOfKind(payout, 'refund_payment').map(toMemberMessage),
    payment_returns: membersOfKind(payout, 'payment_return').map(toMemberMessage),
    other_transactions: payout.otherTransactions.map((one) => ({
      ...toSendable(shownOfTransaction(one)),
      ledger_account: toAccountSummary(one.accountId, names.accounts),
      transaction_tags: toDocumentTags(one.tags, names.tags),
    })),
    is_matched: matches.has(payout.id),
    transaction_tags: toDocumentTags(payout.tags, names.tags),
  }))
}
