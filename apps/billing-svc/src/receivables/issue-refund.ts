/** What a refund takes back of what (posting-rules.md, "refund issued"). Pure. */
import { refused, type Problems } from '@pacioli/errors'
import { isAmount, MAX_AMOUNT } from '@pacioli/money'
import type { ReceivableAccounts } from './receivable-accounts.ts'
import { sumOf } from '../rounding/sum.ts'
import type { DocumentTag } from '../tags/tags.ts'
import { MAX_ALLOCATIONS } from './held-invoice.ts'
import type { Invoice } from './invoice.ts'
import type { RefundAllocation, RefundLineItem, RefundPart } from './refund.ts'
import { partOf } from './refund-part.ts'
import { piecesOf } from './refund-pieces.ts'
import { divided, placesOf, type Hanging, type Place, type Refundable } from './refund-places.ts'

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
  const parts = takers.map((taker, index): RefundPart => {
    const part = partOf(taker, pieces[index] ?? [], wanted, { ...facts, id: ids.shift() ?? facts.newId() })
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
