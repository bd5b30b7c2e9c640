/** What a part of a refund takes out of which accounts (posting-rules.md, "refund issued"). Pure. */
import { inProportion, sharesOf } from '../rounding/pro-rata.ts'
import type { ReceivableAccounts } from './receivable-accounts.ts'
import type { Component } from '../recognition/recognition.ts'
import { sumOf } from '../rounding/sum.ts'
import { mergedTags, type DocumentTag, type TagRef } from '../tags/tags.ts'
import { ADDITIONAL_DISCOUNT, componentsOf } from './invoice.postings.ts'
import type { Invoice } from './invoice.ts'
import type { RefundAllocation, RefundPart, RefundShare } from './refund.ts'
import type { Piece } from './refund-pieces.ts'
import type { Hanging, Place, Taker } from './refund-places.ts'
import { componentsOfLine, refundedBy } from './refundable.ts'

/** Components of shares that are of no invoice: the customer's goodwill, their credit, an account that the caller names. */
const RETURNS = 'returns'
const CREDIT = 'credit'
const OWN_ACCOUNT = 'own_account'

/** What of an allocation its parts depend on. */
type Asked = Pick<Hanging, 'invoiceLineItemId'> & Pick<RefundAllocation, 'tags'>

/** What one place gives, piece by piece. `tags`: of the refund. */
export function partOf(
  { place, amount }: Taker,
  pieces: readonly Piece[],
  wanted: Asked,
  { id, tags, accounts }: { id: string; tags: readonly DocumentTag[]; accounts: ReceivableAccounts },
): RefundPart {
  const { invoice, payment, isOfCredit } = place
  const above = mergedTags(invoice?.tags ?? [], wanted.tags, tags)
  // Each piece is taken out of what the pieces before it have left.
  let taken: readonly RefundShare[] = []
  for (const piece of pieces) {
    const under = (component: Component): readonly TagRef[] =>
      mergedTags(component.tags, piece.line?.tags ?? [], wanted.tags, tags)
    // What is the customer's already costs nothing: an account that is named for it would leave them the credit, too.
    const own = isOfCredit ? undefined : ownComponent(piece, wanted, invoice, accounts)
    const shares = own
      ? [toShare(own, piece.amount, piece, under(own))]
      : proRata(place, wanted.invoiceLineItemId, taken, piece.amount, accounts).map(({ component, amount: share }) =>
          toShare(component, share, piece, under(component)),
        )
    taken = [...taken, ...shares]
  }
  return {
    id,
    invoiceId: invoice?.id ?? null,
    invoiceSentAt: invoice?.sentAt ?? null,
    paymentId: payment?.id ?? null,
    amount,
    shares: taken.filter((share) => share.amount !== 0),
    postedTags: above,
    isOfCredit,
  }
}

const toShare = (part: Component, amount: number, { line }: Piece, tags: readonly TagRef[]): RefundShare => ({
  component: part.key,
  lineItemId: line?.id ?? null,
  accountId: part.accountId,
  prepaymentAccountId: part.prepaymentAccountId,
  amount,
  tags,
})

/** A line item with an account of its own is taken out of that. */
function ownComponent(
  { line, amount }: Piece,
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

/** The rest pro rata of what it hangs on: what was refunded of it before counts. */
function proRata(
  { invoice, isOfCredit }: Place,
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
  // What was refunded of the whole may have given back to a line that was refunded alone: then the line itself is divided.
  const isAhead = sumOf(before) < 0
  const targets = isAhead
    ? inProportion(amounts, amount)
    : sharesOf(amounts, sumOf(amounts), sumOf([...before, amount]))
  return components.map((component, index) => ({
    component: refundedAs(component, invoice, accounts),
    amount: (targets[index] ?? 0) - (isAhead ? 0 : (before[index] ?? 0)),
  }))
}

/** Revenue net of discounts is taken back as returns; taxes and tips are owed to nobody any more. */
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
