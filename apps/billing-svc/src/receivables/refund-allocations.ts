/** What allocations of a refund take back (docs/POSTING-RULES.md, "Refunds"). Pure. */
import { refused, type Problems } from '@pacioli/errors'
import { isAmount, MAX_AMOUNT } from '@pacioli/money'
import type { ReceivableAccounts } from './receivable-accounts.ts'
import { sumOf } from '../rounding/sum.ts'
import type { DocumentTag } from '../tags/tags.ts'
import { MAX_ALLOCATIONS } from './allocate-to-invoices.ts'
import { returnOf, type InvoicePayment } from './invoice-payment.ts'
import type { Invoice } from './invoice.ts'
import type { RefundAllocation, RefundLineItem, RefundPart } from './refund.ts'
import { partOf, slicesOf } from './refund-portion.ts'
import {
  divided,
  sourcesOf,
  type Refundable,
  type RefundSource,
  type RefundTarget,
  type SourceShare,
} from './refund-sources.ts'

/** A new allocation with its names resolved. `field` is its place in the request. */
export type NewRefundAllocation = RefundTarget &
  Pick<RefundAllocation, 'id' | 'externalId' | 'lineItems' | 'tags' | 'memo' | 'metadata' | 'referenceNumber'> & {
    field: string
    /** The field of its amount, if given; else of the allocation. */
    amountField: string
    /** Null where line items state it, or for all that is refundable. */
    totalAmount: number | null
    /** The account of the whole, where there are no line items: it gets one on this account. */
    accountId: string | null
    /** Ids of its parts, to be kept. */
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
 * The allocation with its parts; also updates the invoices and payments in `locked`. A problem where it exceeds what was
 * paid and not refunded already.
 */
export function issue(
  requested: NewRefundAllocation,
  locked: Refundable,
  facts: IssuingFacts,
  problems: Problems,
): RefundAllocation | undefined {
  const sources = sourcesOf(requested, locked, facts.accounts)
  if (!sources.every(({ invoice }) => isManageable(invoice, requested, problems))) return undefined
  const totalAmount = worthOf(requested, sources, locked.payments.get(requested.invoicePaymentId ?? ''), problems)
  if (totalAmount === undefined) return undefined
  const { field: _field, amountField: _amountField, partIds, accountId, ...allocation } = requested
  const lineItems = accountId === null ? requested.lineItems : [wholeOn(accountId, totalAmount, facts)]
  const ids = [...partIds]
  const sourceShares = divided(totalAmount, sources, locked.credit?.spendable)
  if (!isSpendable(sourceShares, requested, locked.credit, problems)) return undefined
  const amounts = sourceShares.map(({ amount }) => amount)
  const slices = slicesOf(lineItems, totalAmount, amounts)
  const parts = sourceShares.map((sourceShare, index): RefundPart => {
    const part = partOf(sourceShare, slices[index] ?? [], requested, { ...facts, id: ids.shift() ?? facts.newId() })
    take(locked, part, requested, facts.refundId)
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

/** The sum of the line items, else the named amount, else all that is refundable. */
function worthOf(
  requested: NewRefundAllocation,
  sources: readonly RefundSource[],
  payment: InvoicePayment | undefined,
  problems: Problems,
): number | undefined {
  const { lineItems, totalAmount, field, amountField } = requested
  const bounds = sources.map(({ refundable }) => refundable)
  const refundable = bounds.includes(null) ? null : sumOf(bounds.map((bound) => bound ?? 0))
  const ofLines = sumOf(lineItems.map(({ amount }) => amount))
  const worth = lineItems.length > 0 ? ofLines : (totalAmount ?? refundable)
  if (lineItems.length > 0 && totalAmount !== null && ofLines !== totalAmount)
    problems.add('InvalidPayload', `The line items come to ${ofLines}, and not to ${totalAmount}.`, {
      field: amountField,
      value: totalAmount,
    })
  else if (!isAmount(ofLines))
    problems.add('AmountOutOfRange', `The line items come to more than ${MAX_AMOUNT} minor units.`, {
      field: `${field}line_items`,
    })
  else if (worth === null)
    problems.add(
      'InvalidPayload',
      'Expected what is refunded: what hangs on the customer alone has an amount or line items.',
      { field: amountField },
    )
  else if (requested.source !== null && (worth > (refundable ?? 0) || worth === 0))
    problems.add(
      'OverAllocated',
      `${worth} would be refunded out of the customer’s credit; ${refundable} of it can be spent on that day.`,
      {
        field: lineItems.length > 0 ? `${field}line_items` : amountField,
        value: worth,
        spendable_credit: refundable,
      },
    )
  else if (refundable === 0 && payment && returnOf(payment))
    problems.add(
      'PaymentReturned',
      `The payment ${payment.id} was returned: nothing is left of it to refund. Undo its return first.`,
      { field: `${field}invoice_payment_id`, value: payment.id },
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

/**
 * Adds a problem where a refund of a payment takes credit that was spent since: also where it is paid out as store credit,
 * so that the credit would be the same afterwards.
 */
function isSpendable(
  shares: readonly SourceShare[],
  { field, amountField, invoicePaymentId, lineItems }: NewRefundAllocation,
  credit: Refundable['credit'],
  problems: Problems,
): boolean {
  const ofCredit = sumOf(shares.map(({ source, amount }) => (source.isOfCredit ? amount : 0)))
  const spendable = Math.max(0, credit?.spendable ?? Number.MAX_SAFE_INTEGER)
  if (ofCredit <= spendable) return true
  problems.add(
    'OverAllocated',
    `${ofCredit} of what the payment ${invoicePaymentId} left to the customer’s credit would be refunded; ${spendable} of the credit can be spent on that day.`,
    { field: lineItems.length > 0 ? `${field}line_items` : amountField, value: ofCredit, spendable_credit: spendable },
  )
  return false
}

/** Adds the part to the locked invoice and payment. */
function take(locked: Refundable, part: RefundPart, requested: NewRefundAllocation, refundId: string) {
  const { invoices, payments, credit } = locked
  const { id, paymentId, amount, shares, isOfCredit } = part
  if (isOfCredit && credit) locked.credit = { spendable: credit.spendable - amount }
  const { id: allocationId, invoiceLineItemId: lineItemId } = requested
  const invoice = invoices.get(part.invoiceId ?? '')
  if (invoice) {
    const ofInvoice = { id, refundId, allocationId, lineItemId, paymentId, amount, shares }
    invoices.set(invoice.id, { ...invoice, refunded: [...invoice.refunded, ofInvoice] })
  }
  const payment = payments.get(paymentId ?? '')
  if (payment) {
    const ofPayment = { id, refundId, allocationId, invoiceId: isOfCredit ? null : part.invoiceId, amount }
    payments.set(payment.id, { ...payment, refunded: [...payment.refunded, ofPayment] })
  }
}

/** Each refund of an invoice reads what earlier ones have taken of its components. */
const MAX_SHARES = 100_000

/** Adds a problem where the invoice has reached its limit of refunds: a hundred for a thousand lines. */
function isManageable(invoice: Invoice | null, { amountField }: NewRefundAllocation, problems: Problems): boolean {
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
export function requireAllocationCapacity(invoice: Invoice, field: string): void {
  if (invoice.refunded.length > MAX_ALLOCATIONS)
    throw refused(
      'TooManyAllocations',
      `The invoice ${invoice.id} has ${MAX_ALLOCATIONS} parts of refunds, and takes no more.`,
      { field, value: invoice.id },
    )
}
