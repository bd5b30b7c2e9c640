/** Ledger queries for existing payments, refunds and payouts that may be reposted. */
import type { Tx } from '@pacioli/db'
import { loadTagDefinitions } from '@pacioli/ledger-facts'
import type { LedgerPrefetch } from '@pacioli/postings'
import { prefetchAccounts } from '../posting/named-accounts.ts'
import { prefetchStoredTags } from '../tags/tag-inputs.ts'
import type { TagRef } from '../tags/tags.ts'
import type { InvoicePayment } from './invoice-payment.ts'
import { loadPayouts } from './payout.store.ts'
import type { Payout, PayoutMember } from './payout.ts'
import { livePayments, type Refund } from './refund.ts'

/** The field of the request that requires it: one for all, or those of each document. */
export type FieldsOf<Document> = string | ((document: Document) => readonly string[])

/** Which invoices, null for none, change the tags of documents on them: those tags are queried separately. */
type Reposting = { isRetagged?: (invoiceId: string | null) => boolean }

type Share = { accountId: string; prepaymentAccountId: string | null; tags: readonly TagRef[] }

const accountsIn = (shares: readonly Share[]): string[] =>
  shares.flatMap(({ accountId, prepaymentAccountId }) =>
    prepaymentAccountId === null ? [accountId] : [accountId, prepaymentAccountId],
  )

/** Tags of an allocation or of a part of a refund. */
const tagsPosted = ({ postedTags, shares }: { postedTags: readonly TagRef[]; shares: readonly Share[] }): TagRef[] => [
  ...postedTags,
  ...shares.flatMap(({ tags }) => tags),
]

/** Prefetches the accounts and tags of these payments and of what they recognise. */
export function prefetchPayments(
  tx: Tx,
  asking: LedgerPrefetch,
  payments: readonly InvoicePayment[],
  fields: FieldsOf<InvoicePayment>,
  { isRetagged = () => false }: Reposting = {},
): Promise<void> {
  prefetchAccounts(
    asking,
    payments.flatMap(({ clearingAccountId, allocations }) => [
      clearingAccountId,
      ...allocations.flatMap(({ shares }) => accountsIn(shares)),
    ]),
  )
  const tagsOf = ({ tags, allocations }: InvoicePayment): TagRef[] => [
    ...tags,
    ...allocations.flatMap((one) => [...one.tags, ...(isRetagged(one.documentId) ? [] : tagsPosted(one))]),
  ]
  return prefetchTagsOf(tx, asking, payments, tagsOf, fields)
}

/** Prefetches the accounts and tags of these refunds, of what they take back, and of their payments. */
export function prefetchRefunds(
  tx: Tx,
  asking: LedgerPrefetch,
  refunds: readonly Refund[],
  fields: FieldsOf<Refund>,
  { isRetagged = () => false }: Reposting = {},
): Promise<void> {
  const parts = refunds.flatMap(({ allocations }) => allocations.flatMap((allocation) => allocation.parts))
  prefetchAccounts(asking, [
    ...parts.flatMap(({ shares }) => accountsIn(shares)),
    ...refunds
      .flatMap(livePayments)
      .flatMap(({ clearingAccountId, refundedPaymentFees }) => [
        clearingAccountId,
        ...refundedPaymentFees.map(({ accountId }) => accountId),
      ]),
  ])
  const tagsOf = (refund: Refund): TagRef[] => [
    ...refund.tags,
    ...refund.allocations.flatMap((allocation) => [
      ...allocation.tags,
      ...allocation.lineItems.flatMap((line) => line.tags),
      ...allocation.parts.flatMap((part) => (isRetagged(part.invoiceId) ? [] : tagsPosted(part))),
    ]),
    ...livePayments(refund).flatMap(({ tags }) => tags),
  ]
  return prefetchTagsOf(tx, asking, refunds, tagsOf, fields)
}

/** Prefetches the accounts and tags of new members of a payout. */
export function prefetchMembers(
  tx: Tx,
  asking: LedgerPrefetch,
  members: readonly PayoutMember[],
  fields: FieldsOf<PayoutMember>,
): Promise<void> {
  prefetchAccounts(
    asking,
    members.map(({ clearingAccountId }) => clearingAccountId),
  )
  const tagsOf = ({ parts }: PayoutMember): TagRef[] => parts.flatMap(({ tags }) => [...tags])
  return prefetchTagsOf(tx, asking, members, tagsOf, fields)
}

/** Prefetches the accounts and tags of these payouts and of their members, except tags of members already queried. */
export function prefetchPayouts(
  tx: Tx,
  asking: LedgerPrefetch,
  payouts: readonly Payout[],
  fields: FieldsOf<Payout>,
  queried: ReadonlySet<string> = new Set(),
): Promise<void> {
  prefetchAccounts(
    asking,
    payouts.flatMap(({ clearingAccountId, members, otherTransactions }) => [
      clearingAccountId,
      ...members.map((member) => member.clearingAccountId),
      ...otherTransactions.map(({ accountId }) => accountId),
    ]),
  )
  const tagsOf = ({ tags, members, otherTransactions }: Payout): TagRef[] => [
    ...tags,
    ...otherTransactions.flatMap((one) => one.tags),
    ...members.flatMap(({ id, parts }) => (queried.has(id) ? [] : parts.flatMap((part) => part.tags))),
  ]
  return prefetchTagsOf(tx, asking, payouts, tagsOf, fields)
}

/** Prefetches the payouts that these are members of: they are reposted with their members. */
export async function prefetchPayoutsOf(
  tx: Tx,
  asking: LedgerPrefetch,
  { payments = [], refunds = [] }: { payments?: readonly InvoicePayment[]; refunds?: readonly Refund[] },
  { ofPayment, ofRefund }: { ofPayment?: FieldsOf<InvoicePayment>; ofRefund?: FieldsOf<Refund> },
): Promise<void> {
  const members = [
    ...payments.map((payment) => ({ id: payment.id, payoutId: payment.payoutId, at: sourcesOf(ofPayment, payment) })),
    ...refunds.flatMap((refund) =>
      livePayments(refund).map(({ id, payoutId }) => ({ id, payoutId, at: sourcesOf(ofRefund, refund) })),
    ),
  ]
  const byPayout = Map.groupBy(members, ({ payoutId }) => payoutId)
  const payoutIds = [...byPayout.keys()].filter((id) => id !== null)
  const fields = ({ id }: Payout): string[] => (byPayout.get(id) ?? []).flatMap(({ at }) => at)
  const queried = new Set(members.map(({ id }) => id))
  await prefetchPayouts(tx, asking, await loadPayouts(tx, payoutIds), fields, queried)
}

function sourcesOf<Document>(fields: FieldsOf<Document> | undefined, document: Document): readonly string[] {
  if (fields === undefined) return []
  return typeof fields === 'string' ? [fields] : fields(document)
}

/** Each tag once per field. */
async function prefetchTagsOf<Document>(
  tx: Tx,
  asking: LedgerPrefetch,
  documents: readonly Document[],
  tagsOf: (document: Document) => readonly TagRef[],
  fields: FieldsOf<Document>,
): Promise<void> {
  const byField = new Map<string, Map<string, TagRef>>()
  const definitionIds = new Set<string>()
  for (const document of documents) {
    const tags = tagsOf(document)
    for (const { definitionId } of tags) definitionIds.add(definitionId)
    for (const field of new Set(sourcesOf(fields, document))) {
      const there = byField.get(field) ?? new Map<string, TagRef>()
      byField.set(field, there)
      for (const tag of tags) there.set(tag.definitionId, tag)
    }
  }
  const known = await loadTagDefinitions(tx, [...definitionIds])
  for (const [field, tags] of byField) prefetchStoredTags(asking, tags.values(), known, field)
}
