/**
 * The pro rata of refunds (docs/POSTING-RULES.md, "Refunds"): which line items a part of a refund is of, and which accounts
 * its shares are taken from. Pure.
 */
import { inProportion, sharesOf } from '../rounding/pro-rata.ts'
import type { ReceivableAccounts } from './receivable-accounts.ts'
import type { Component } from '../allocations/recognition.ts'
import { sumOf } from '../rounding/sum.ts'
import { mergedTags, type DocumentTag } from '../tags/tags.ts'
import { ADDITIONAL_DISCOUNT, componentsOf } from './invoice.postings.ts'
import type { Invoice } from './invoice.ts'
import type { RefundAllocation, RefundLineItem, RefundPart, RefundShare } from './refund.ts'
import {
  componentsOfLine,
  refundedBy,
  type RefundTarget,
  type RefundSource,
  type SourceShare,
} from './refund-sources.ts'

/** Components of shares without an invoice: goodwill, the customer's credit, an account that the caller names. */
const RETURNS = 'returns'
const CREDIT = 'credit'
const OWN_ACCOUNT = 'own_account'

/** The slice of a line item in one part; null for a refund without line items. */
type LineItemSlice = { line: RefundLineItem | null; amount: number }

/** Line items, in order, are laid over the parts, in order: one may span two parts. */
export function slicesOf(
  lineItems: readonly RefundLineItem[],
  total: number,
  amounts: readonly number[],
): LineItemSlice[][] {
  const asked: LineItemSlice[] =
    lineItems.length === 0 ? [{ line: null, amount: total }] : lineItems.map((line) => ({ line, amount: line.amount }))
  let [index, used] = [0, 0]
  return amounts.map((amount) => {
    const slices: LineItemSlice[] = []
    for (let missing = amount; missing > 0;) {
      const slice = asked[index]
      if (!slice) break
      const taken = Math.min(missing, slice.amount - used)
      slices.push({ line: slice.line, amount: taken })
      missing -= taken
      used += taken
      if (used === slice.amount) [index, used] = [index + 1, 0]
    }
    return slices
  })
}

/** What a share is taken from. */
type Target = Omit<Component, 'amount' | 'memo'>

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
  // Each slice is taken from what earlier slices have left.
  let taken: readonly RefundShare[] = []
  for (const slice of slices) {
    // Credit is the customer's already: taking it from a named account would leave them the credit, too.
    const own = isOfCredit ? undefined : ownComponent(slice, requested, invoice, accounts)
    const portions = own
      ? [{ component: own, amount: slice.amount }]
      : proRata(source, requested.invoiceLineItemId, taken, slice.amount, accounts)
    const shares = portions.map(({ component, amount: share }): RefundShare => ({
      component: component.key,
      lineItemId: slice.line?.id ?? null,
      accountId: component.accountId,
      prepaymentAccountId: component.prepaymentAccountId,
      amount: share,
      tags: mergedTags(component.tags, slice.line?.tags ?? [], requested.tags, tags),
    }))
    taken = [...taken, ...shares]
  }
  return {
    id,
    invoiceId: invoice?.id ?? null,
    invoiceSentAt: invoice?.documentDate ?? null,
    paymentId: payment?.id ?? null,
    amount,
    shares: taken.filter((share) => share.amount !== 0),
    postedTags: mergedTags(invoice?.tags ?? [], requested.tags, tags),
    isOfCredit,
  }
}

/** A line item with an account of its own is taken from that. */
function ownComponent(
  { line }: LineItemSlice,
  { invoiceLineItemId }: Asked,
  invoice: Invoice | null,
  { returnsAllowances }: ReceivableAccounts,
): Target | undefined {
  if (!line || (line.accountId === null && line.prepaymentAccountId === null)) return undefined
  const onLine = invoice?.lineItems.find(({ id }) => id === invoiceLineItemId)
  return {
    key: OWN_ACCOUNT,
    accountId: line.accountId ?? returnsAllowances,
    prepaymentAccountId: line.prepaymentAccountId,
    tags: mergedTags(onLine?.tags ?? [], invoice?.tags ?? []),
  }
}

/** The remainder is taken pro rata from the target, counting earlier refunds of it. */
function proRata(
  { invoice, isOfCredit }: RefundSource,
  lineItemId: string | null,
  taken: readonly RefundShare[],
  amount: number,
  accounts: ReceivableAccounts,
): { component: Target; amount: number }[] {
  if (!invoice) return [{ component: ofCustomer(isOfCredit, accounts), amount }]
  const components =
    lineItemId === null ? componentsOf(invoice, accounts) : componentsOfLine(invoice, lineItemId, accounts)
  const earlier = refundedBy([...invoice.refunded, { shares: taken }], components)
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
export function refundedAs(
  component: Component,
  { lineItems }: Pick<Invoice, 'lineItems'>,
  { returnsAllowances }: ReceivableAccounts,
): Target {
  const isRevenue = component.key === ADDITIONAL_DISCOUNT || lineItems.some(({ id }) => id === component.key)
  return isRevenue ? { ...component, accountId: returnsAllowances } : component
}

const ofCustomer = (isOfCredit: boolean, accounts: ReceivableAccounts): Target => ({
  key: isOfCredit ? CREDIT : RETURNS,
  accountId: isOfCredit ? accounts.customerCredits : accounts.returnsAllowances,
  prepaymentAccountId: null,
  tags: [],
})
