/** Journal entries of an invoice payment (docs/POSTING-RULES.md, "Receivables"). Pure. */
import { opposite } from '@pacioli/money'
import { credit, debit, type Source } from '@pacioli/postings'
import { tagged, type DesiredEntry, type EntryLine } from '../posting/standing-entries.ts'
import { inBothBooks, remarksOn, allocationLines } from '../allocations/allocation.postings.ts'
import { mergedTags } from '../tags/tags.ts'
import { returnedShares, standingShares } from '../allocations/recognition.ts'
import {
  feesOf,
  restOf,
  returnOf,
  type InvoicePayment,
  type InvoicePaymentAllocation,
  type PaymentReturn,
} from './invoice-payment.ts'
import { returnedParts } from './return-of-payment.ts'
import type { ReceivableAccounts } from './receivable-accounts.ts'

export const sourceOfInvoicePayment = ({ id }: Pick<InvoicePayment, 'id'>): Source => ({ type: 'invoice_payment', id })

export const sourceOfReturn = ({ id }: Pick<PaymentReturn, 'id'>): Source => ({ type: 'invoice_payment_return', id })

/** The same lines on the other side. */
const turned = (lines: readonly EntryLine[]): EntryLine[] =>
  lines.map((line) => ({ ...line, direction: opposite(line.direction) }))

/**
 * Desired entries of a payment: none of a deleted one. The money is split by allocation, each with the tags of its invoice; the remainder is the
 * customer's credit, with those of the payment. Allocations of voided invoices stay, and are reversed into the customer's
 * credit at the time of payment, as if there had been no invoice.
 */
export function entriesOfInvoicePayment(payment: InvoicePayment, accounts: ReceivableAccounts): DesiredEntry[] {
  if (payment.deletedAt !== null) return []
  const { clearingAccountId, allocations, paidAt: entryAt, memo, referenceNumber } = payment
  const { linesOf, linesOfAll, releaseOf } = allocationLines('CREDIT', accounts.accountsReceivable)
  const fees = feesOf(payment)
  const ofPayment = mergedTags(payment.tags)
  const rest = restOf(payment)
  const back = returnOf(payment)
  const cleared = [
    ...allocations.map(({ amount, postedTags }) => ({ amount, tags: postedTags })),
    { amount: rest, tags: ofPayment },
  ].flatMap(({ amount, tags }, index) => {
    const fee = fees[index] ?? 0
    return [tagged(debit(clearingAccountId, amount - fee), tags), tagged(debit(accounts.processingFees, fee), tags)]
  })
  const money = [...cleared, tagged(credit(accounts.customerCredits, rest), ofPayment)]
  const paid = linesOfAll(allocations)
  return [
    ...inBothBooks({ entryAt, memo, referenceNumber }, 'paid', {
      accrual: [...money, ...paid.accrual],
      cash: [...money, ...paid.cash],
    }),
    ...allocations
      .filter(({ movedToCreditAt }) => movedToCreditAt === null)
      .flatMap((allocation) => releaseOf(payment, waitingUntilSent(allocation, back))),
    ...allocations
      .filter(({ movedToCreditAt }) => movedToCreditAt !== null)
      .flatMap((allocation) => {
        const credited = tagged(credit(accounts.customerCredits, allocation.amount), allocation.postedTags)
        const { accrual, cash } = linesOf(allocation)
        const moved = { accrual: [...turned(accrual), credited], cash: [...turned(cash), credited] }
        return inBothBooks({ ...remarksOn(payment, allocation), entryAt }, 'moved', moved, `:${allocation.id}`)
      }),
  ]
}

/** Whether the invoice was still to be sent: what was prepaid of it waited on prepayment accounts. */
const isBeforeSending = (allocation: InvoicePaymentAllocation, back: PaymentReturn): boolean =>
  back.returnedAt < allocation.documentDate

/** What leaves the prepayment accounts when the invoice is sent: what came back before that has left them. */
const waitingUntilSent = (
  allocation: InvoicePaymentAllocation,
  back: PaymentReturn | null,
): InvoicePaymentAllocation =>
  back !== null && isBeforeSending(allocation, back)
    ? { ...allocation, shares: standingShares(allocation.shares) }
    : allocation

/** Desired entries of a return: what came back leaves the clearing account, and is taken from where it was at that time. */
export function entriesOfReturn(
  payment: InvoicePayment,
  back: PaymentReturn,
  accounts: ReceivableAccounts,
): DesiredEntry[] {
  if (back.deletedAt !== null) return []
  const { clearingAccountId, allocations, memo, referenceNumber } = payment
  const { linesOf } = allocationLines('CREDIT', accounts.accountsReceivable)
  const cleared = returnedParts(payment).flatMap(({ amount, fee, tags }) => [
    tagged(debit(accounts.processingFees, fee), tags),
    tagged(credit(clearingAccountId, amount + fee), tags),
  ])
  const taken = allocations.map((allocation) => {
    const { returnedAmount: amount, postedTags } = allocation
    if (allocation.movedToCreditAt !== null) {
      const credited = [tagged(debit(accounts.customerCredits, amount), postedTags)]
      return { accrual: credited, cash: credited }
    }
    const isWaiting = isBeforeSending(allocation, back)
    const shares = returnedShares(allocation.shares).map((share) => ({
      ...share,
      prepaymentAccountId: isWaiting ? share.prepaymentAccountId : null,
    }))
    const { accrual, cash } = linesOf({ ...allocation, amount, shares })
    return { accrual: turned(accrual), cash: turned(cash) }
  })
  const rest = tagged(debit(accounts.customerCredits, back.restAmount), mergedTags(payment.tags))
  return inBothBooks({ entryAt: back.returnedAt, memo: back.reason ?? memo, referenceNumber }, 'returned', {
    accrual: [...taken.flatMap(({ accrual }) => accrual), rest, ...cleared],
    cash: [...taken.flatMap(({ cash }) => cash), rest, ...cleared],
  })
}
