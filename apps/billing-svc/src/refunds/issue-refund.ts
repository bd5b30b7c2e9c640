/** What a refund takes back of what (posting-rules.md, "refund issued"). Pure. */
import { refused, type Problems } from '@pacioli/errors'
import { isAmount, MAX_AMOUNT } from '@pacioli/money'
import { inProportion, sharesOf } from '../documents/pro-rata.ts'
import type { ReceivableAccounts } from '../documents/receivable-accounts.ts'
import type { Component } from '../documents/recognition.ts'
import { sumOf } from '../documents/sum.ts'
import { mergedTags, type DocumentTag, type TagRef } from '../documents/tags.ts'
import { ADDITIONAL_DISCOUNT, componentsOf } from '../invoices/invoice.postings.ts'
import { MAX_ALLOCATIONS } from '../invoices/held-invoice.ts'
import type { Invoice } from '../invoices/invoice.ts'
import type { InvoicePayment } from '../invoice-payments/invoice-payment.ts'
import type { RefundAllocation, RefundLineItem, RefundPart, RefundShare } from './refund.ts'
import { piecesOf, type Piece } from './refund-pieces.ts'
import { componentsOfLine, destinationsOf, refundableOfInvoice, refundableOfLine, refundedBy } from './refundable.ts'

/** Components of shares that are of no invoice: the customer's goodwill, their credit, an account that the caller names. */
const RETURNS = 'returns'
const CREDIT = 'credit'
const OWN_ACCOUNT = 'own_account'

/** What an allocation hangs on: ids of what is held, or nothing but the customer. */
export type Hanging = { invoiceId: string | null; invoiceLineItemId: string | null; invoicePaymentId: string | null }

/** An allocation to be, with what its names stand for. `field` is where the request has it. */
export type WantedRefundAllocation = Hanging &
  Pick<RefundAllocation, 'id' | 'externalId' | 'lineItems' | 'tags' | 'memo' | 'metadata' | 'referenceNumber'> & {
    field: string
    /** Where the request has what it is worth, if it says that; else where it has the allocation. */
    amountField: string
    /** Null where the line items say it, or all that is refundable is meant. */
    totalAmount: number | null
    /** What all of it is taken out of, where there are no line items: it gets one on this account. */
    accountId: string | null
    /** Ids of the parts that it has, for it to keep. */
    partIds: readonly string[]
  }

/** What is held, and becomes others by what is issued. Of a refund that changes, without its own parts. */
export type Refundable = { invoices: Map<string, Invoice>; payments: Map<string, InvoicePayment> }

export type IssuingFacts = {
  refundId: string
  /** Of the refund. */
  tags: readonly DocumentTag[]
  accounts: ReceivableAccounts
  newId: () => string
}

/**
 * The allocation with what it takes back, and the invoices and payments in `held` with it. A problem where more would be
 * refunded than was paid and is not refunded already.
 */
export function issue(
  wanted: WantedRefundAllocation,
  held: Refundable,
  facts: IssuingFacts,
  problems: Problems,
): RefundAllocation | undefined {
  const places = placesOf(wanted, held, facts.accounts)
  if (!places.every(({ invoice }) => isManageable(invoice, wanted, problems))) return undefined
  const totalAmount = worthOf(wanted, places, problems)
  if (totalAmount === undefined) return undefined
  const { field: _field, amountField: _amountField, partIds, accountId, ...allocation } = wanted
  const lineItems = accountId === null ? wanted.lineItems : [wholeOn(accountId, totalAmount, facts)]
  const ids = [...partIds]
  const takers = divided(totalAmount, places)
  const pieces = piecesOf(
    lineItems,
    totalAmount,
    takers.map(({ amount }) => amount),
  )
  const parts = takers.map(({ place, amount }, index): RefundPart => {
    const part = partOf(place, amount, pieces[index] ?? [], wanted, facts, ids.shift() ?? facts.newId())
    take(held, part, wanted, facts.refundId)
    return part
  })
  return { ...allocation, lineItems, totalAmount, parts }
}

const wholeOn = (accountId: string, amount: number, { newId }: IssuingFacts): RefundLineItem => ({
  id: newId(),
  externalId: null,
  amount,
  accountId,
  prepaymentAccountId: null,
  tags: [],
  memo: null,
  metadata: null,
  referenceNumber: null,
})

/** One thing that an allocation takes back of; `refundable` is null where nothing bounds it. */
type Place = {
  invoice: Invoice | null
  payment: InvoicePayment | null
  isOfCredit: boolean
  refundable: number | null
}

function placesOf(wanted: Hanging, { invoices, payments }: Refundable, accounts: ReceivableAccounts): Place[] {
  const alone = { payment: null, isOfCredit: false }
  const payment = payments.get(wanted.invoicePaymentId ?? '')
  if (payment) return placesOfPayment(payment, wanted.invoiceId, invoices)
  const invoice = invoices.get(wanted.invoiceId ?? '')
  if (!invoice) return [{ ...alone, invoice: null, refundable: null }]
  const { invoiceLineItemId } = wanted
  const refundable =
    invoiceLineItemId === null ? refundableOfInvoice(invoice) : refundableOfLine(invoice, invoiceLineItemId, accounts)
  return [{ ...alone, invoice, refundable }]
}

/** Of all that the payment went to, or of one of its invoices alone. */
function placesOfPayment(
  payment: InvoicePayment,
  invoiceId: string | null,
  invoices: ReadonlyMap<string, Invoice>,
): Place[] {
  const destinations = destinationsOf(payment)
  const named = invoiceId === null ? destinations : destinations.filter((one) => one.invoiceId === invoiceId)
  return named.map(({ amount, refunded, ...destination }) => {
    const invoice = invoices.get(destination.invoiceId ?? '') ?? null
    const left = amount - refunded
    return {
      invoice,
      payment,
      isOfCredit: destination.invoiceId === null,
      refundable: invoice ? Math.min(left, refundableOfInvoice(invoice)) : left,
    }
  })
}

/** The sum of the line items, else the amount that is named, else all that is still refundable. */
function worthOf(wanted: WantedRefundAllocation, places: readonly Place[], problems: Problems): number | undefined {
  const { lineItems, totalAmount, field, amountField } = wanted
  const bounds = places.map(({ refundable }) => refundable)
  const refundable = bounds.includes(null) ? null : sumOf(bounds.map((bound) => bound ?? 0))
  const ofLines = sumOf(lineItems.map(({ amount }) => amount))
  if (lineItems.length > 0 && totalAmount !== null && ofLines !== totalAmount) {
    problems.add('InvalidPayload', `The line items come to ${ofLines}, and not to ${totalAmount}.`, {
      field: amountField,
      value: totalAmount,
    })
    return undefined
  }
  const worth = lineItems.length > 0 ? ofLines : (totalAmount ?? refundable)
  if (!isAmount(ofLines))
    problems.add('AmountOutOfRange', `The line items come to more than ${MAX_AMOUNT} minor units.`, {
      field: `${field}line_items`,
    })
  else if (worth === null)
    problems.add(
      'InvalidPayload',
      'Expected what is refunded: what hangs on the customer alone has an amount or line items.',
      { field: amountField },
    )
  else if (refundable !== null && (worth > refundable || worth === 0))
    problems.add(
      'OverRefunded',
      `${worth} would be refunded; ${refundable} of what it hangs on was paid and is not refunded already.`,
      {
        field: lineItems.length > 0 ? `${field}line_items` : amountField,
        value: worth,
        refundable_amount: refundable,
      },
    )
  else return worth
  return undefined
}

type Taker = { place: Place; amount: number }

/** What each place gives: of a payment's in proportion to what is still refundable of each, so never more than that. */
function divided(amount: number, places: readonly Place[]): Taker[] {
  if (places.length <= 1) return places.map((place) => ({ place, amount }))
  const shares = inProportion(
    places.map(({ refundable }) => refundable ?? 0),
    amount,
  )
  return places.map((place, index) => ({ place, amount: shares[index] ?? 0 })).filter((taker) => taker.amount > 0)
}

function partOf(
  place: Place,
  amount: number,
  pieces: readonly Piece[],
  wanted: WantedRefundAllocation,
  { tags, accounts }: IssuingFacts,
  id: string,
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
  { invoiceLineItemId }: Hanging,
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

/** Invoice and payment, as they are held, with the part. */
function take({ invoices, payments }: Refundable, part: RefundPart, wanted: WantedRefundAllocation, refundId: string) {
  const { id, amount, shares, isOfCredit } = part
  const invoice = invoices.get(part.invoiceId ?? '')
  if (invoice)
    invoices.set(invoice.id, {
      ...invoice,
      refunded: [
        ...invoice.refunded,
        {
          id,
          refundId,
          allocationId: wanted.id,
          lineItemId: wanted.invoiceLineItemId,
          paymentId: part.paymentId,
          amount,
          shares,
        },
      ],
    })
  const payment = payments.get(part.paymentId ?? '')
  if (payment)
    payments.set(payment.id, {
      ...payment,
      refunded: [...payment.refunded, { id, refundId, invoiceId: isOfCredit ? null : part.invoiceId, amount }],
    })
}

/** Each further refund of an invoice goes through what the others have taken of its components. */
const MAX_SHARES = 100_000

/** Adds why the invoice takes no more refunds, if it takes none: an invoice of a thousand lines takes a hundred. */
function isManageable(invoice: Invoice | null, { amountField }: WantedRefundAllocation, problems: Problems): boolean {
  const shares = sumOf((invoice?.refunded ?? []).map((part) => part.shares.length))
  if (shares <= MAX_SHARES) return true
  problems.add(
    'TooManyAllocations',
    `Refunds of the invoice ${invoice?.id} have ${shares} shares of its lines and taxes; beyond ${MAX_SHARES} it takes no more.`,
    { field: amountField, value: invoice?.id },
  )
  return false
}

/** @throws TooManyAllocations */
export function requireRoomForParts(invoice: Invoice, field: string): void {
  if (invoice.refunded.length > MAX_ALLOCATIONS)
    throw refused(
      'TooManyAllocations',
      `The invoice ${invoice.id} has ${MAX_ALLOCATIONS} parts of refunds, and takes no more.`,
      { field, value: invoice.id },
    )
}
