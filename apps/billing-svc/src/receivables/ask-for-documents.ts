/** What the ledger is asked about payments, refunds and payouts that there are, where they may be posted anew. */
import type { Tx } from '@pacioli/db'
import { loadTagDefinitions } from '@pacioli/ledger-facts'
import type { Asking } from '@pacioli/postings'
import { askForAccounts } from '../posting/named-accounts.ts'
import { askKeptTags } from '../tags/tag-inputs.ts'
import type { TagRef } from '../tags/tags.ts'
import type { InvoicePayment } from './invoice-payment.ts'
import { loadPayouts } from './payout.store.ts'
import type { Payout, PayoutMember } from './payout.ts'
import { livePayments, type Refund } from './refund.ts'

/** Where the request has what makes it necessary: one place, or those that concern each document. */
export type FieldsOf<Document> = string | ((document: Document) => readonly string[])

/** Which invoices, null for none, bring other tags to what is on them: those are asked for on their own. */
type Anew = { isAnew?: (invoiceId: string | null) => boolean }

type Share = { accountId: string; prepaymentAccountId: string | null; tags: readonly TagRef[] }

const accountsIn = (shares: readonly Share[]): string[] =>
  shares.flatMap(({ accountId, prepaymentAccountId }) =>
    prepaymentAccountId === null ? [accountId] : [accountId, prepaymentAccountId],
  )

/** Of an allocation or of a part of a refund. */
const tagsPosted = ({ postedTags, shares }: { postedTags: readonly TagRef[]; shares: readonly Share[] }): TagRef[] => [
  ...postedTags,
  ...shares.flatMap(({ tags }) => tags),
]

/** Asks for the accounts and tags of these payments and of what they recognise. */
export function askForPayments(
  tx: Tx,
  asking: Asking,
  businessId: string,
  payments: readonly InvoicePayment[],
  fields: FieldsOf<InvoicePayment>,
  { isAnew = () => false }: Anew = {},
): Promise<void> {
  askForAccounts(
    asking,
    payments.flatMap(({ clearingAccountId, allocations }) => [
      clearingAccountId,
      ...allocations.flatMap(({ shares }) => accountsIn(shares)),
    ]),
  )
  const tagsOf = ({ tags, allocations }: InvoicePayment): TagRef[] => [
    ...tags,
    ...allocations.flatMap((one) => [...one.tags, ...(isAnew(one.invoiceId) ? [] : tagsPosted(one))]),
  ]
  return askForTags(tx, asking, businessId, payments, tagsOf, fields)
}

/** Asks for the accounts and tags of these refunds, of what they take back, and of their payments. */
export function askForRefunds(
  tx: Tx,
  asking: Asking,
  businessId: string,
  refunds: readonly Refund[],
  fields: FieldsOf<Refund>,
  { isAnew = () => false }: Anew = {},
): Promise<void> {
  const parts = refunds.flatMap(({ allocations }) => allocations.flatMap((allocation) => allocation.parts))
  askForAccounts(asking, [
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
      ...allocation.parts.flatMap((part) => (isAnew(part.invoiceId) ? [] : tagsPosted(part))),
    ]),
    ...livePayments(refund).flatMap(({ tags }) => tags),
  ]
  return askForTags(tx, asking, businessId, refunds, tagsOf, fields)
}

/** Asks for the accounts and tags of what goes into a payout. */
export function askForMembers(
  tx: Tx,
  asking: Asking,
  businessId: string,
  members: readonly PayoutMember[],
  fields: FieldsOf<PayoutMember>,
): Promise<void> {
  askForAccounts(
    asking,
    members.map(({ clearingAccountId }) => clearingAccountId),
  )
  const tagsOf = ({ parts }: PayoutMember): TagRef[] => parts.flatMap(({ tags }) => [...tags])
  return askForTags(tx, asking, businessId, members, tagsOf, fields)
}

/** Asks for the accounts and tags of these payouts and of their members, but for the tags of members that were asked for. */
export function askForPayouts(
  tx: Tx,
  asking: Asking,
  businessId: string,
  payouts: readonly Payout[],
  fields: FieldsOf<Payout>,
  asked: ReadonlySet<string> = new Set(),
): Promise<void> {
  askForAccounts(
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
    ...members.flatMap(({ id, parts }) => (asked.has(id) ? [] : parts.flatMap((part) => part.tags))),
  ]
  return askForTags(tx, asking, businessId, payouts, tagsOf, fields)
}

/** Asks for the payouts that these are members of: they follow what stands of their members. */
export async function askForPayoutsOf(
  tx: Tx,
  asking: Asking,
  businessId: string,
  { payments = [], refunds = [] }: { payments?: readonly InvoicePayment[]; refunds?: readonly Refund[] },
  { ofPayment, ofRefund }: { ofPayment?: FieldsOf<InvoicePayment>; ofRefund?: FieldsOf<Refund> },
): Promise<void> {
  const members = [
    ...payments.map((payment) => ({ id: payment.id, payoutId: payment.payoutId, at: placesOf(ofPayment, payment) })),
    ...refunds.flatMap((refund) =>
      livePayments(refund).map(({ id, payoutId }) => ({ id, payoutId, at: placesOf(ofRefund, refund) })),
    ),
  ]
  const byPayout = Map.groupBy(members, ({ payoutId }) => payoutId)
  const payoutIds = [...byPayout.keys()].filter((id) => id !== null)
  const fields = ({ id }: Payout): string[] => (byPayout.get(id) ?? []).flatMap(({ at }) => at)
  const asked = new Set(members.map(({ id }) => id))
  await askForPayouts(tx, asking, businessId, await loadPayouts(tx, businessId, payoutIds), fields, asked)
}

function placesOf<Document>(fields: FieldsOf<Document> | undefined, document: Document): readonly string[] {
  if (fields === undefined) return []
  return typeof fields === 'string' ? [fields] : fields(document)
}

/** Each tag once for each place. */
async function askForTags<Document>(
  tx: Tx,
  asking: Asking,
  businessId: string,
  documents: readonly Document[],
  tagsOf: (document: Document) => readonly TagRef[],
  fields: FieldsOf<Document>,
): Promise<void> {
  const byField = new Map<string, Map<string, TagRef>>()
  const definitionIds = new Set<string>()
  for (const document of documents) {
    const tags = tagsOf(document)
    for (const { definitionId } of tags) definitionIds.add(definitionId)
    for (const field of new Set(placesOf(fields, document))) {
      const there = byField.get(field) ?? new Map<string, TagRef>()
      byField.set(field, there)
      for (const tag of tags) there.set(tag.definitionId, tag)
    }
  }
  const known = await loadTagDefinitions(tx, businessId, [...definitionIds])
  for (const [field, tags] of byField) askKeptTags(asking, tags.values(), known, field)
}
