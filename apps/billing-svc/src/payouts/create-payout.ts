import { refuseOtherThan } from '../requests/repeats.ts'
import type { Tx } from '@pacioli/db'
import { collectProblems, Problems } from '@pacioli/errors'
import { meetBusiness, type KnownBusiness } from '@pacioli/ledger-facts'
import { Asking, decideOnce, type Books, type Source } from '@pacioli/postings'
import type { PayoutAnswer, PayoutInput__Output } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { findMatches, refuseMatched } from '../matches/document-match.ts'
import { namedAccount } from '../posting/named-accounts.ts'
import { askForReceivableAccounts, receivableAccounts } from '../receivables/receivable-accounts.ts'
import { askTags, tagsFrom } from '../tags/tag-inputs.ts'
import { askForMembers } from '../receivables/ask-for-documents.ts'
import { recordReceivables } from '../receivables/record-receivables.ts'
import { nextVersion } from '../receivables/next-version.ts'
import type { RefundChange } from '../receivables/refund.ts'
import { findMemberIds, readMembers, requireMembers, type PaidOutMembers, type RefundMember } from './named-members.ts'
import { memberOfPayment, memberOfRefundPayment } from '../receivables/payout-member.ts'
import { sourceOfPayout } from '../receivables/payout.postings.ts'
import { findPayoutIds, loadPayouts } from '../receivables/payout.store.ts'
import { membersOfKind, requireBalanced, type Payout, type PayoutTransaction } from '../receivables/payout.ts'
import { presentPayouts } from '../receivables/present-payouts.ts'
import { wantedPayout, type WantedPayout, type WantedTransaction } from './wanted-payout.ts'

type Answer = Pick<PayoutAnswer, 'data' | 'created'>

/**
 * What a processor deposits, over the payments and refund payments that it settles, with its own fee and whatever else there
 * is. The one that has the external_id already is answered as it is.
 * @throws InvalidPayload, InvoicePaymentNotFound, RefundPaymentNotFound, NotPaidOut, DocumentMatched for members that the bank
 *   has reported on their own, PayoutUnbalanced, AccountNotFound, AccountArchived, ControlAccount, TagValueArchived,
 *   DuplicateTagDimension, PeriodClosed, AmountOutOfRange, PayloadTooLarge, BusinessNotFound, BusinessArchived,
 *   VersionConflict, ServiceUnavailable
 */
export async function createPayout(
  billing: Billing,
  request: BusinessWrite,
  input: PayoutInput__Output,
): Promise<PayoutAnswer> {
  const business = await meetBusiness(billing, request)
  const wanted = wantedPayout(input, billing.now())
  await refuseMatchedMembers(billing, request, business.id, wanted)
  const { data, posting } = await decideOnce<Answer>(billing, request, business, {
    ask: async (tx) => {
      const asking = new Asking()
      // Of a repeat nothing is asked that could be refused by now.
      if (!(await findEarlier(tx, business.id, wanted))) await askFor(tx, asking, business.id, wanted)
      return asking
    },
    write: (tx, books) => write(tx, { billing, business, books, wanted }),
  })
  return { ...data, posting }
}

/** The one that has the external_id already. @throws ExternalIdReused */
async function findEarlier(tx: Tx, businessId: string, wanted: WantedPayout): Promise<Payout | undefined> {
  const { externalId } = wanted
  if (externalId === null) return undefined
  const id = (await findPayoutIds(tx, businessId, [externalId])).get(externalId)
  if (id === undefined) return undefined
  await refuseOtherThan(tx, 'payouts', businessId, id, wanted)
  return (await loadPayouts(tx, businessId, [id]))[0]
}

/** Banking is asked once for all of them. @throws DocumentMatched, naming each */
async function refuseMatchedMembers(
  billing: Billing,
  request: BusinessWrite,
  businessId: string,
  wanted: WantedPayout,
): Promise<void> {
  const fields = await billing.db.transact(request, async (tx) =>
    (await findEarlier(tx, businessId, wanted)) ? new Map<string, string>() : findMemberIds(tx, businessId, wanted),
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

const membersOf = ({ payments, refundPayments }: PaidOutMembers): Payout['members'] => {
  const members = [
    ...payments.map(memberOfPayment),
    ...refundPayments.map(({ refund, payment }) => memberOfRefundPayment(refund, payment)),
  ]
  return [...membersOfKind({ members }, 'payment'), ...membersOfKind({ members }, 'refund_payment')]
}

async function askFor(tx: Tx, asking: Asking, businessId: string, wanted: WantedPayout): Promise<void> {
  const members = membersOf(requireMembers(await readMembers(tx, businessId, wanted, { isHeld: false })))
  askForReceivableAccounts(asking)
  await askForMembers(tx, asking, businessId, members, ({ kind }) => [`${kind}s`])
  askTags(asking, wanted.tags, 'tags')
  for (const { account, tags, field } of wanted.otherTransactions) {
    asking.account(account, `${field}account_identifier`)
    askTags(asking, tags, `${field}tags`)
  }
}

type Deciding = { billing: Billing; business: KnownBusiness; books: Books; wanted: WantedPayout }

type Written = { data: Answer; sources: Source[] }

const answered = async (tx: Tx, payout: Payout, sources: Source[], created: boolean): Promise<Written> => ({
  data: { data: (await presentPayouts(tx, payout.businessId, [payout]))[0], created },
  sources: [sourceOfPayout(payout), ...sources],
})

async function write(tx: Tx, { billing, business, books, wanted }: Deciding): Promise<Written> {
  const read = await readMembers(tx, business.id, wanted, { isHeld: true })
  // Who waited for the members may have waited for the same request.
  const earlier = await findEarlier(tx, business.id, wanted)
  if (earlier) return answered(tx, earlier, [], false)
  const named = requireMembers(read)
  const now = billing.now()
  const payout = newPayout(wanted, named, { businessId: business.id, books, newId: billing.newId, now })
  const sources = await recordReceivables(tx, billing, business, books, {
    payouts: [{ before: null, after: payout }],
    payments: named.payments.map((before) => ({
      before,
      after: { ...before, payoutId: payout.id, version: before.version + 1, updatedAt: now },
    })),
    refunds: refundsIn(payout.id, named.refundPayments, now),
  })
  return answered(tx, payout, sources, true)
}

/** Refunds whose payments are in the payout now. */
function refundsIn(payoutId: string, members: readonly RefundMember[], now: Date): RefundChange[] {
  const paidOut = new Set(members.map(({ payment }) => payment))
  return [...new Set(members.map(({ refund }) => refund))].map((before) => {
    const payments = before.payments.map((payment) => (paidOut.has(payment) ? { ...payment, payoutId } : payment))
    return { before, after: nextVersion(before, { ...before, payments }, now) }
  })
}

type Facts = { businessId: string; books: Books; newId: () => string; now: Date }

/** @throws every problem at once */
function newPayout(wanted: WantedPayout, named: PaidOutMembers, facts: Facts): Payout {
  const { businessId, books, newId, now } = facts
  const { payments: _payments, refundPayments: _refundPayments, ...head } = wanted
  const problems = new Problems()
  collectProblems(problems, () => books.requireOpenAt(wanted.completedAt, 'completed_at'))
  const payout: Payout = {
    ...head,
    id: newId(),
    businessId,
    clearingAccountId: receivableAccounts(books).undepositedFunds,
    members: membersOf(named),
    otherTransactions: wanted.otherTransactions.map((one) => newTransaction(one, facts, problems)),
    tags: collectProblems(problems, () => tagsFrom(wanted.tags, books, { newId, now }, 'tags')) ?? [],
    version: 1,
    importedAt: now,
    updatedAt: now,
  }
  collectProblems(problems, () => requireBalanced(payout))
  problems.throwIfAny()
  return payout
}

function newTransaction(
  { field, account, tags, ...transaction }: WantedTransaction,
  { books, newId, now }: Facts,
  problems: Problems,
): PayoutTransaction {
  const named = collectProblems(problems, () => namedAccount(books, account, `${field}account_identifier`))
  return {
    ...transaction,
    id: newId(),
    accountId: named?.id ?? '',
    tags: collectProblems(problems, () => tagsFrom(tags, books, { newId, now }, `${field}tags`)) ?? [],
  }
}
