/** Payouts as callers see them. */
import type { Tx } from '@pacioli/db'
import type {
  Payout as PayoutMessage,
  PayoutMember as MemberMessage,
  PayoutTransaction as TransactionMessage,
} from '@pacioli/protos/billing'
import { loadDocumentNames, type DocumentNames, type Named } from '../presenting/document-names.ts'
import { toAccountSummary } from '../posting/present-accounts.ts'
import { toDocumentTags } from '../tags/present-tags.ts'
import { loadMatches } from '../matches/match.store.ts'
import { broughtBy, membersOfKind, type Payout, type PayoutMember, type PayoutTransaction } from './payout.ts'

const namedByPayout = ({ otherTransactions, tags }: Payout): Named => ({
  accountIds: otherTransactions.map(({ accountId }) => accountId),
  tags: [...tags, ...otherTransactions.flatMap((one) => one.tags)],
})

/** A refund payment tells what it took, above zero. */
const toMemberMessage = (member: PayoutMember): MemberMessage => ({
  id: member.id,
  external_id: member.externalId ?? undefined,
  amount: member.kind === 'payment' ? broughtBy(member) : 0 - broughtBy(member),
})

const toTransactionMessage = (one: PayoutTransaction, names: DocumentNames): TransactionMessage => ({
  id: one.id,
  external_id: one.externalId ?? undefined,
  amount: one.amount,
  direction: one.direction,
  ledger_account: toAccountSummary(one.accountId, names.accounts),
  description: one.description ?? undefined,
  transaction_tags: toDocumentTags(one.tags, names.tags),
})

/** In the order given, in a constant number of statements. */
export async function presentPayouts(tx: Tx, businessId: string, payouts: readonly Payout[]): Promise<PayoutMessage[]> {
  if (payouts.length === 0) return []
  const names = await loadDocumentNames(tx, businessId, payouts.map(namedByPayout))
  const matches = await loadMatches(
    tx,
    businessId,
    payouts.map(({ id }) => id),
  )
  return payouts.map((payout) => ({
    id: payout.id,
    business_id: payout.businessId,
    external_id: payout.externalId ?? undefined,
    processor: payout.processor ?? undefined,
    paid_out_amount: payout.paidOutAmount,
    fee: payout.fee,
    completed_at: payout.completedAt.toISOString(),
    payments: membersOfKind(payout, 'payment').map(toMemberMessage),
    refund_payments: membersOfKind(payout, 'refund_payment').map(toMemberMessage),
    other_transactions: payout.otherTransactions.map((one) => toTransactionMessage(one, names)),
    is_matched: matches.has(payout.id),
    transaction_tags: toDocumentTags(payout.tags, names.tags),
    memo: payout.memo ?? undefined,
    metadata: payout.metadata ?? undefined,
    reference_number: payout.referenceNumber ?? undefined,
    imported_at: payout.importedAt.toISOString(),
    updated_at: payout.updatedAt.toISOString(),
  }))
}
