import { collectProblems, Problems } from '@pacioli/errors'
import { requireBusiness } from '@pacioli/ledger-facts'
import type { PayoutAnswer, PayoutInput__Output } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { createDocument, findByExternalId, newDocument, type Facts } from '../document-writes/create-document.ts'
import { added } from '../document-writes/document-changes.ts'
import { refuseEarlier } from '../documents/day-order.ts'
import { findMatches, refuseMatched } from '../matches/document-match.ts'
import { resolveAccount, resolveTags } from '../posting/resolve-names.ts'
import { prefetchStored } from '../posting/prefetch-stored.ts'
import { CARRIED_BY_MEMBER } from '../receivables/prefetch-documents.ts'
import { paymentsWithPayout, refundsWithPayout } from '../receivables/next-version.ts'
import { memberOfPayment, memberOfRefundPayment, memberOfReturn } from '../receivables/payout-member.ts'
import { PAYOUTS } from '../receivables/payout.kind.ts'
import { membersOfKind, requireBalanced, type Payout, type PayoutTransaction } from '../receivables/payout.ts'
import { prefetchReceivableAccounts, receivableAccounts } from '../receivables/receivable-accounts.ts'
import { recordReceivables } from '../receivables/record-receivables.ts'
import { prefetchTags } from '../tags/tag-inputs.ts'
import { findMemberIds, readMembers, requireMembers, type PaidOutMembers } from './named-members.ts'
import { requestedPayout, type RequestedPayout, type RequestedTransaction } from './requested-payout.ts'

/**
 * A processor's deposit of payments less refund payments and returns, with its own fee and other transactions. If the external_id
 * exists, that document is returned as it is.
 * @throws InvalidPayload, InvoicePaymentNotFound, RefundPaymentNotFound, PaymentReturnNotFound, NotPaidOut, DocumentMatched for members that the
 *   bank has reported on their own, PayoutUnbalanced, AccountNotFound, AccountArchived, ControlAccount, TagValueArchived,
 *   DuplicateTagDimension, PeriodClosed, DatedTooEarly, AmountOutOfRange, PayloadTooLarge, and what `createDocument` throws
 */
export async function createPayout(
  billing: Billing,
  request: BusinessWrite,
  input: PayoutInput__Output,
): Promise<PayoutAnswer> {
  await requireBusiness(billing, request)
  const requested = requestedPayout(input, billing.now())
  await refuseMatchedMembers(billing, request, requested)
  return createDocument(billing, request, {
    kind: PAYOUTS,
    findEarlier: (tx) => findByExternalId(tx, PAYOUTS, requested),
    find: async (tx) => membersOf(requireMembers(await readMembers(tx, requested, { isLocked: false }))),
    prefetch: async (tx, asking, members) => {
      prefetchReceivableAccounts(asking)
      await prefetchStored(tx, asking, members, CARRIED_BY_MEMBER, ({ kind }) => [`${kind}s`])
      prefetchTags(asking, requested.tags, 'tags')
      for (const { account, tags, field } of requested.otherTransactions) {
        asking.account(account, `${field}account_identifier`)
        prefetchTags(asking, tags, `${field}tags`)
      }
    },
    lock: async (deciding) => {
      const read = await readMembers(deciding.tx, requested, { isLocked: true })
      return async (facts) => {
        const named = requireMembers(read)
        const after = newPayout(requested, named, facts)
        const change = {
          payouts: added([after]),
          payments: paymentsWithPayout(named, after.id, facts.now),
          refunds: refundsWithPayout(named.refundPayments, after.id, facts.now),
        }
        return { after, sources: await recordReceivables(deciding, change) }
      }
    },
  })
}

/** Queries banking once for all of them. @throws DocumentMatched, naming each */
async function refuseMatchedMembers(
  billing: Billing,
  request: BusinessWrite,
  requested: RequestedPayout,
): Promise<void> {
  const fields = await billing.db.transact(request, async (tx) =>
    (await findByExternalId(tx, PAYOUTS, requested)) ? new Map<string, string>() : findMemberIds(tx, requested),
  )
  const matches = await findMatches(billing, request, [...fields.keys()])
  const problems = new Problems()
  for (const [id, field] of fields)
    collectProblems(
      problems,
      () => refuseMatched(matches.get(id), 'paid out'),
      (meta) => ({ ...meta, field, value: id }),
    )
  problems.throwIfAny()
}

const membersOf = ({ payments, refundPayments, paymentReturns }: PaidOutMembers): Payout['members'] => {
  const members = [
    ...payments.map(memberOfPayment),
    ...refundPayments.map(({ refund, payment }) => memberOfRefundPayment(refund, payment)),
    ...paymentReturns.map(({ payment, back }) => memberOfReturn(payment, back)),
  ]
  return (['payment', 'refund_payment', 'payment_return'] as const).flatMap((kind) => membersOfKind({ members }, kind))
}

/** @throws every problem at once */
function newPayout(requested: RequestedPayout, named: PaidOutMembers, facts: Facts): Payout {
  const { books } = facts
  const { payments: _payments, refundPayments: _refunds, paymentReturns: _returns, field: _field, ...head } = requested
  const problems = new Problems()
  collectProblems(problems, () => books.requireOpenAt(requested.completedAt, 'completed_at'))
  refuseEarly(requested, named, facts.timeZone, problems)
  const payout: Payout = {
    ...head,
    ...newDocument(facts),
    deletedAt: null,
    clearingAccountId: receivableAccounts(books).undepositedFunds,
    members: membersOf(named),
    otherTransactions: requested.otherTransactions.map((one) => newTransaction(one, facts, problems)),
    tags: resolveTags(requested, facts, problems),
  }
  collectProblems(problems, () => requireBalanced(payout))
  problems.throwIfAny()
  return payout
}

/** A payout is not before its members. */
function refuseEarly(
  { completedAt: at }: RequestedPayout,
  { payments, refundPayments, paymentReturns }: PaidOutMembers,
  timeZone: string,
  problems: Problems,
): void {
  const members = [
    ...payments.map(({ id, paidAt }) => ({ at: paidAt, what: `The payment ${id} was made` })),
    ...refundPayments.map(({ payment: { id, completedAt } }) => ({
      at: completedAt,
      what: `The refund payment ${id} was made`,
    })),
    ...paymentReturns.map(({ back }) => ({ at: back.returnedAt, what: `The payment ${back.paymentId} was returned` })),
  ]
  const [last] = members.sort((one, other) => other.at.getTime() - one.at.getTime())
  if (last) refuseEarlier({ at, field: 'completed_at' }, last, timeZone, problems)
}

const newTransaction = (
  { field, account, ...transaction }: RequestedTransaction,
  facts: Facts,
  problems: Problems,
): PayoutTransaction => ({
  ...transaction,
  id: facts.newId(),
  accountId: resolveAccount(account, `${field}account_identifier`, facts.books, problems) ?? '',
  tags: resolveTags({ ...transaction, field }, facts, problems),
})
