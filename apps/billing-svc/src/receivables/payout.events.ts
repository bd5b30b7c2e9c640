/** What others learn of a payout: its whole state, and which version of it this is. */
import { domainEvent, type DomainEvent, type StagedEvent } from '@pacioli/events'
import { candidateAllocations } from '../matches/match-candidate.ts'
import { metadataValue } from '../requests/metadata.ts'
import { tagState } from '../tags/tags.ts'
import { broughtBy, depositedParts, membersOfKind, type Payout, type PayoutMember } from './payout.ts'

/**
 * What a bank transaction can be matched to: what is deposited, or what the processor collects, in the parts and under the
 * tags that stand on the clearing account.
 */
function matchCandidateOf(payout: Payout) {
  const sign = payout.paidOutAmount < 0 ? -1 : 1
  const parts = depositedParts(payout).map((part) => ({ ...part, amount: sign * part.amount }))
  return {
    is_open: payout.paidOutAmount !== 0,
    direction: sign < 0 ? 'DEBIT' : 'CREDIT',
    amount: Math.abs(payout.paidOutAmount),
    date: payout.completedAt,
    clearing_account_id: payout.clearingAccountId,
    description: payout.memo ?? payout.referenceNumber ?? payout.processor ?? '',
    customer_id: null,
    vendor_id: null,
    allocations: candidateAllocations(parts),
  }
}

const memberState = (member: PayoutMember) => ({
  id: member.id,
  external_id: member.externalId,
  payment_clearing_account_id: member.clearingAccountId,
  amount: broughtBy(member),
})

const stateOf = (payout: Payout) => ({
  id: payout.id,
  business_id: payout.businessId,
  external_id: payout.externalId,
  processor: payout.processor,
  paid_out_amount: payout.paidOutAmount,
  fee: payout.fee,
  completed_at: payout.completedAt,
  clearing_account_id: payout.clearingAccountId,
  payments: membersOfKind(payout, 'payment').map(memberState),
  refund_payments: membersOfKind(payout, 'refund_payment').map(memberState),
  other_transactions: payout.otherTransactions.map((one) => ({
    id: one.id,
    external_id: one.externalId,
    amount: one.amount,
    direction: one.direction,
    account_id: one.accountId,
    description: one.description,
    transaction_tags: one.tags.map(tagState),
  })),
  memo: payout.memo,
  metadata: metadataValue(payout.metadata),
  reference_number: payout.referenceNumber,
  transaction_tags: payout.tags.map(tagState),
  imported_at: payout.importedAt,
  updated_at: payout.updatedAt,
  match_candidate: matchCandidateOf(payout),
})

export type PayoutHappened = 'created' | 'changed'

export const payoutEvent = (
  payout: Payout,
  type: PayoutHappened,
  id: string,
  time: Date,
  announce: (happened: DomainEvent) => StagedEvent = domainEvent,
): StagedEvent =>
  announce({
    id,
    time,
    service: 'billing',
    businessId: payout.businessId,
    aggregateType: 'payout',
    aggregateId: payout.id,
    version: payout.version,
    type,
    data: stateOf(payout),
  })
