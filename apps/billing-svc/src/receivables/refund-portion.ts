/** The shares of a refund's parts: which accounts they are taken from (docs/POSTING-RULES.md, "Refunds"). Pure. */
import { inProportion, sharesOf } from '../rounding/pro-rata.ts'
import type { ReceivableAccounts } from './receivable-accounts.ts'
import type { Component } from '../recognition/recognition.ts'
import { sumOf } from '../rounding/sum.ts'
import { mergedTags, type DocumentTag, type TagRef } from '../tags/tags.ts'
import { ADDITIONAL_DISCOUNT, componentsOf } from './invoice.postings.ts'
import type { Invoice } from './invoice.ts'
import type { RefundAllocation, RefundPart, RefundShare } from './refund.ts'
import type { LineItemSlice } from './line-item-slices.ts'
import type { RefundTarget, RefundSource, SourceShare } from './refund-sources.ts'
import { componentsOfLine, refundedBy } from './refundable.ts'

/** Components of shares without an invoice: goodwill, the customer's credit, an account that the caller names. */
const RETURNS = 'returns'
const CREDIT = 'credit'
const OWN_ACCOUNT = 'own_account'

/** Fields of an allocation that its parts depend on. */
type Asked = Pick<RefundTarget, 'invoiceLineItemId'> & Pick<RefundAllocation, 'tags'>

/** The part of one source, slice by slice. `tags`: of the refund. */
export function partOf(
  { source, amount }: SourceShare,
  slices: readonly LineItemSlice[],
  requested: Asked,
  { id, tags, accounts }: { id: string; tags: readonly DocumentTag[]; accounts: ReceivableAccounts },
): RefundPart {
  const { invoice, payment, isOfCredit } = source
  const above = mergedTags(invoice?.tags ?? [], requested.tags, tags)
  // Each slice is taken from what earlier slices have left.
  let taken: readonly RefundShare[] = []
  for (const slice of slices) {
    const under = (component: Component): readonly TagRef[] =>
      mergedTags(component.tags, slice.line?.tags ?? [], requested.tags, tags)
    // Credit is the customer's already: taking it from a named account would leave them the credit, too.
    const own = isOfCredit ? undefined : ownComponent(slice, requested, invoice, accounts)
    const shares = own
      ? [toShare(own, slice.amount, slice, under(own))]
      : proRata(source, requested.invoiceLineItemId, taken, slice.amount, accounts).map(
          ({ component, amount: share }) => toShare(component, share, slice, under(component)),
        )
    taken = [...taken, ...shares]
  }
  return {
    id,
    invoiceId: invoice?.id ?? null,
    invoiceSentAt: invoice?.documentDate ?? null,
    paymentId: payment?.id ?? null,
    amount,
    shares: taken.filter((share) => share.amount !== 0),
    postedTags: above,
    isOfCredit,
  }
}

const toShare = (part: Component, amount: number, { line }: LineItemSlice, tags: readonly TagRef[]): RefundShare => ({
  component: part.key,
  lineItemId: line?.id ?? null,
  accountId: part.accountId,
  prepaymentAccountId: part.prepaymentAccountId,
  amount,
  tags,
})

/** A line item with an account of its own is taken from that. */
function ownComponent(
  { line, amount }: LineItemSlice,
  { invoiceLineItemId }: Asked,
  invoice: Invoice | null,
  { returnsAllowances }: ReceivableAccounts,
): Component | undefined {
  if (!line || (line.accountId === null && line.prepaymentAccountId === null)) return undefined
  const onLine = invoice?.lineItems.find(({ id }) => id === invoiceLineItemId)
  return {
    key: OWN_ACCOUNT,
    accountId: line.accountId ?? returnsAllowances,
    prepaymentAccountId: line.prepaymentAccountId,
    amount,
    tags: mergedTags(onLine?.tags ?? [], invoice?.tags ?? []),
    memo: null,
  }
}

/** The remainder is taken pro rata from the target, counting earlier refunds of it. */
function proRata(
  { invoice, isOfCredit }: RefundSource,
  lineItemId: string | null,
  taken: readonly RefundShare[],
  amount: number,
  accounts: ReceivableAccounts,
): { component: Component; amount: number }[] {
  if (!invoice) return [{ component: ofCustomer(isOfCredit, accounts), amount }]
  const components =
    lineItemId === null ? componentsOf(invoice, accounts) : componentsOfLine(invoice, lineItemId, accounts)
  const earlier = refundedBy(invoice, components)
  for (const share of taken) {
    const known = earlier.get(share.component)
    if (known !== undefined) earlier.set(share.component, known + share.amount)
  }
  const amounts = components.map((component) => component.amount)
  const before = components.map(({ key }) => earlier.get(key) ?? 0)
  // A refund of the whole may have returned amounts to a line that was refunded alone: then the line itself is divided.
  const isAhead = sumOf(before) < 0
  const targets = isAhead
    ? inProportion(amounts, amount)
    : sharesOf(amounts, sumOf(amounts), sumOf([...before, amount]))
  return components.map((component, index) => ({
    component: refundedAs(component, invoice, accounts),
    amount: (targets[index] ?? 0) - (isAhead ? 0 : (before[index] ?? 0)),
  }))
}

/** Revenue net of discounts is taken back as returns; taxes and tips are no longer owed. */
function refundedAs(
  component: Component,
  { lineItems }: Invoice,
  { returnsAllowances }: ReceivableAccounts,
): Component {
  const isRevenue = component.key === ADDITIONAL_DISCOUNT || lineItems.some(({ id }) => id === component.key)
  return isRevenue ? { ...component, accountId: returnsAllowances } : component
}

const ofCustomer = (isOfCredit: boolean, accounts: ReceivableAccounts): Component => ({
  key: isOfCredit ? CREDIT : RETURNS,
  accountId: isOfCredit ? accounts.customerCredits : accounts.returnsAllowances,
  prepaymentAccountId: null,
  amount: 0,
  tags: [],
  memo: null,
})
