/** Ledger queries for existing payments, refunds and payouts that may be reposted. */
import type { Tx } from '@pacioli/db'
import type { LedgerPrefetch } from '@pacioli/postings'
import { liveOf } from '../documents/document.ts'
import { idsOf } from '../documents/document.store.ts'
import { tagsWithLines } from '../line-items/carried-by-lines.ts'
import { fieldsFor, prefetchStored, type Carried, type FieldsOf } from '../posting/prefetch-stored.ts'
import type { TagRef } from '../tags/tags.ts'
import type { InvoicePayment } from './invoice-payment.ts'
import { loadPayouts } from './payout.store.ts'
import type { Payout, PayoutMember } from './payout.ts'
import { livePayments, type Refund } from './refund.ts'

/** Which invoices, null for none, change the tags of documents on them: those tags are queried separately. */
type IsRetagged = (invoiceId: string | null) => boolean

/** Documents that are reposted, and the fields of the request that require it. */
type Reposted<Document> = { documents: readonly Document[]; fields: FieldsOf<Document>; isRetagged?: IsRetagged }

type Posted = { postedTags: readonly TagRef[]; shares: readonly Share[] }
type Share = { accountId: string; prepaymentAccountId: string | null; tags: readonly TagRef[] }

const accountsIn = ({ shares }: Posted): (string | null)[] =>
  shares.flatMap(({ accountId, prepaymentAccountId }) => [accountId, prepaymentAccountId])

/** Tags of an allocation or of a part of a refund. */
const tagsPosted = ({ postedTags, shares }: Posted): TagRef[] => [...postedTags, ...shares.flatMap(({ tags }) => tags)]

/** Of a payment and of what it recognizes. */
const carriedByPayment = (isRetagged: IsRetagged): Carried<InvoicePayment> => ({
  accountsOf: ({ clearingAccountId, allocations }) => [clearingAccountId, ...allocations.flatMap(accountsIn)],
  tagsOf: ({ tags, allocations }) => [
    ...tags,
    ...allocations.flatMap((one) => [...one.tags, ...(isRetagged(one.documentId) ? [] : tagsPosted(one))]),
  ],
})

/** Of a refund, of what it takes back, and of its payments. */
const carriedByRefund = (isRetagged: IsRetagged): Carried<Refund> => ({
  accountsOf: (refund) => [
    ...refund.allocations.flatMap(({ parts }) => parts.flatMap(accountsIn)),
    ...livePayments(refund).flatMap(({ clearingAccountId, refundedPaymentFees }) => [
      clearingAccountId,
      ...refundedPaymentFees.map(({ accountId }) => accountId),
    ]),
  ],
  tagsOf: (refund) => [
    ...refund.tags,
    ...refund.allocations.flatMap((allocation) => [
      ...tagsWithLines(allocation),
      ...allocation.parts.flatMap((part) => (isRetagged(part.invoiceId) ? [] : tagsPosted(part))),
    ]),
    ...livePayments(refund).flatMap(({ tags }) => tags),
  ],
})

/** Of a member of a payout. */
export const CARRIED_BY_MEMBER = {
  accountsOf: ({ clearingAccountId }: PayoutMember) => [clearingAccountId],
  tagsOf: ({ parts }: PayoutMember) => parts.flatMap(({ tags }) => tags),
}

/** Of a payout and of its members. @param queried members whose tags are queried already */
export const carriedByPayout = (queried: ReadonlySet<string> = new Set()): Carried<Payout> => ({
  accountsOf: ({ clearingAccountId, members, otherTransactions }) => [
    clearingAccountId,
    ...members.flatMap(CARRIED_BY_MEMBER.accountsOf),
    ...otherTransactions.map(({ accountId }) => accountId),
  ],
  tagsOf: ({ tags, members, otherTransactions }) => [
    ...tags,
    ...otherTransactions.flatMap((one) => one.tags),
    ...members.filter(({ id }) => !queried.has(id)).flatMap(CARRIED_BY_MEMBER.tagsOf),
  ],
})

const never = (): boolean => false
const NO_FIELD = () => []

/** Prefetches all that these payments and refunds need, with the payouts that they are members of. */
export async function prefetchReposted(
  tx: Tx,
  asking: LedgerPrefetch,
  { payments, refunds }: { payments?: Reposted<InvoicePayment>; refunds?: Reposted<Refund> },
): Promise<void> {
  const { documents: paid = [], fields: ofPayment = NO_FIELD, isRetagged: onPayment = never } = payments ?? {}
  const { documents: refunded = [], fields: ofRefund = NO_FIELD, isRetagged: onRefund = never } = refunds ?? {}
  await prefetchStored(tx, asking, paid, carriedByPayment(onPayment), ofPayment)
  await prefetchStored(tx, asking, refunded, carriedByRefund(onRefund), ofRefund)
  const members = [
    ...paid.map((payment) => ({ id: payment.id, payoutId: payment.payoutId, at: fieldsFor(ofPayment, payment) })),
    ...paid.flatMap((payment) =>
      liveOf(payment.returns).map(({ id, payoutId }) => ({ id, payoutId, at: fieldsFor(ofPayment, payment) })),
    ),
    ...refunded.flatMap((refund) =>
      livePayments(refund).map(({ id, payoutId }) => ({ id, payoutId, at: fieldsFor(ofRefund, refund) })),
    ),
  ]
  const byPayout = Map.groupBy(members, ({ payoutId }) => payoutId)
  const payouts = await loadPayouts(
    tx,
    [...byPayout.keys()].filter((id) => id !== null),
  )
  const fields = ({ id }: Payout) => (byPayout.get(id) ?? []).flatMap(({ at }) => at)
  await prefetchStored(tx, asking, payouts, carriedByPayout(new Set(idsOf(members))), fields)
}
