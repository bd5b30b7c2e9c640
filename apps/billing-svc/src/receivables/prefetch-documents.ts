/** Ledger queries for existing payments, refunds and payouts that may be reposted. */
import type { Tx } from '@pacioli/db'
import type { LedgerPrefetch } from '@pacioli/postings'
import { tagsWithLines } from '../line-items/carried-by-lines.ts'
import { fieldsFor, prefetchStored, type FieldsOf } from '../posting/prefetch-stored.ts'
import type { TagRef } from '../tags/tags.ts'
import type { InvoicePayment } from './invoice-payment.ts'
import { loadPayouts } from './payout.store.ts'
import type { Payout, PayoutMember } from './payout.ts'
import { livePayments, type Refund } from './refund.ts'

/** Which invoices, null for none, change the tags of documents on them: those tags are queried separately. */
type Reposting = { isRetagged?: (invoiceId: string | null) => boolean }

type Share = { accountId: string; prepaymentAccountId: string | null; tags: readonly TagRef[] }

const accountsIn = ({ shares }: { shares: readonly Share[] }): (string | null)[] =>
  shares.flatMap(({ accountId, prepaymentAccountId }) => [accountId, prepaymentAccountId])

/** Tags of an allocation or of a part of a refund. */
const tagsPosted = ({ postedTags, shares }: { postedTags: readonly TagRef[]; shares: readonly Share[] }): TagRef[] => [
  ...postedTags,
  ...shares.flatMap(({ tags }) => tags),
]

/** Prefetches the accounts and tags of these payments and of what they recognise. */
export const prefetchPayments = (
  tx: Tx,
  asking: LedgerPrefetch,
  payments: readonly InvoicePayment[],
  fields: FieldsOf<InvoicePayment>,
  { isRetagged = () => false }: Reposting = {},
): Promise<void> =>
  prefetchStored(
    tx,
    asking,
    payments,
    {
      accountsOf: ({ clearingAccountId, allocations }) => [clearingAccountId, ...allocations.flatMap(accountsIn)],
      tagsOf: ({ tags, allocations }) => [
        ...tags,
        ...allocations.flatMap((one) => [...one.tags, ...(isRetagged(one.documentId) ? [] : tagsPosted(one))]),
      ],
    },
    fields,
  )

/** Prefetches the accounts and tags of these refunds, of what they take back, and of their payments. */
export const prefetchRefunds = (
  tx: Tx,
  asking: LedgerPrefetch,
  refunds: readonly Refund[],
  fields: FieldsOf<Refund>,
  { isRetagged = () => false }: Reposting = {},
): Promise<void> =>
  prefetchStored(
    tx,
    asking,
    refunds,
    {
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
    },
    fields,
  )

const tagsOfMember = ({ parts }: PayoutMember): TagRef[] => parts.flatMap(({ tags }) => tags)

/** Prefetches the accounts and tags of new members of a payout. */
export const prefetchMembers = (
  tx: Tx,
  asking: LedgerPrefetch,
  members: readonly PayoutMember[],
  fields: FieldsOf<PayoutMember>,
): Promise<void> =>
  prefetchStored(
    tx,
    asking,
    members,
    { accountsOf: ({ clearingAccountId }) => [clearingAccountId], tagsOf: tagsOfMember },
    fields,
  )

/** Prefetches the accounts and tags of these payouts and of their members, except tags of members already queried. */
export const prefetchPayouts = (
  tx: Tx,
  asking: LedgerPrefetch,
  payouts: readonly Payout[],
  fields: FieldsOf<Payout>,
  queried: ReadonlySet<string> = new Set(),
): Promise<void> =>
  prefetchStored(
    tx,
    asking,
    payouts,
    {
      accountsOf: ({ clearingAccountId, members, otherTransactions }) => [
        clearingAccountId,
        ...members.map((member) => member.clearingAccountId),
        ...otherTransactions.map(({ accountId }) => accountId),
      ],
      tagsOf: ({ tags, members, otherTransactions }) => [
        ...tags,
        ...otherTransactions.flatMap((one) => one.tags),
        ...members.flatMap((member) => (queried.has(member.id) ? [] : tagsOfMember(member))),
      ],
    },
    fields,
  )

/** Prefetches the payouts that these are members of: they are reposted with their members. */
export async function prefetchPayoutsOf(
  tx: Tx,
  asking: LedgerPrefetch,
  { payments = [], refunds = [] }: { payments?: readonly InvoicePayment[]; refunds?: readonly Refund[] },
  { ofPayment, ofRefund }: { ofPayment?: FieldsOf<InvoicePayment>; ofRefund?: FieldsOf<Refund> },
): Promise<void> {
  const members = [
    ...payments.map((payment) => ({ id: payment.id, payoutId: payment.payoutId, at: fieldsFor(ofPayment, payment) })),
    ...refunds.flatMap((refund) =>
      livePayments(refund).map(({ id, payoutId }) => ({ id, payoutId, at: fieldsFor(ofRefund, refund) })),
    ),
  ]
  const byPayout = Map.groupBy(members, ({ payoutId }) => payoutId)
  const payoutIds = [...byPayout.keys()].filter((id) => id !== null)
  const fields = ({ id }: Payout) => (byPayout.get(id) ?? []).flatMap(({ at }) => at)
  const queried = new Set(members.map(({ id }) => id))
  await prefetchPayouts(tx, asking, await loadPayouts(tx, payoutIds), fields, queried)
}
