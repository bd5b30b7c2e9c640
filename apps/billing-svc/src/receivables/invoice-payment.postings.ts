/** Journal entries of an invoice payment (docs/POSTING-RULES.md, "Receivables"). Pure. */
import { credit, debit, type Source } from '@pacioli/postings'
import type { ReceivableAccounts } from './receivable-accounts.ts'
import { prepaidOf, prepaidSharesOf } from '../recognition/recognition.ts'
import { tagged, type EntryLine, type DesiredEntry } from '../posting/standing-entries.ts'
import { mergedTags } from '../tags/tags.ts'
import { feesOf, restOf, type InvoicePayment, type InvoicePaymentAllocation } from './invoice-payment.ts'

export const sourceOfInvoicePayment = ({ id }: Pick<InvoicePayment, 'id'>): Source => ({ type: 'invoice_payment', id })

/** Reduces the receivable of the allocation's invoice. */
const owedLess = (
  allocation: InvoicePaymentAllocation,
  amount: number,
  { accountsReceivable }: ReceivableAccounts,
): EntryLine => tagged(credit(accountsReceivable, amount, { documentId: allocation.documentId }), allocation.postedTags)

/** Accrual books: an allocation settles the receivable; its prepaid part goes to the line's prepayment account. */
const settled = (allocation: InvoicePaymentAllocation, accounts: ReceivableAccounts): EntryLine[] => [
  owedLess(allocation, allocation.amount - prepaidOf(allocation), accounts),
  ...prepaidSharesOf(allocation).map(({ prepaymentAccountId, amount, tags }) =>
    tagged(credit(prepaymentAccountId, amount), tags),
  ),
]

/** Cash books: an allocation is what the invoice was for, or a prepayment likewise. */
const recognised = ({ shares }: InvoicePaymentAllocation): EntryLine[] =>
  shares.map(({ accountId, prepaymentAccountId, amount, tags }) =>
    tagged(credit(prepaymentAccountId ?? accountId, amount), tags),
  )

/** The same lines on the other side. */
const turned = (lines: readonly EntryLine[]): EntryLine[] =>
  lines.map((line) => ({ ...line, direction: line.direction === 'DEBIT' ? 'CREDIT' : 'DEBIT' }))

/** Desired entries of a payment. */
export function entriesOfInvoicePayment(payment: InvoicePayment, accounts: ReceivableAccounts): DesiredEntry[] {
  const standing = payment.allocations.filter(({ movedToCreditAt }) => movedToCreditAt === null)
  const moved = payment.allocations.filter(({ movedToCreditAt }) => movedToCreditAt !== null)
  return [
    ...paid(payment, accounts),
    ...standing.flatMap((allocation) => released(payment, allocation, accounts)),
    ...moved.flatMap((allocation) => movedToCredit(payment, allocation, accounts)),
  ]
}

/**
 * Split by allocation, each with the tags of its invoice; the remainder is the customer's credit, with those of the payment.
 * Allocations of voided invoices stay: an entry of its own moves them to credit.
 */
function paid(payment: InvoicePayment, accounts: ReceivableAccounts): DesiredEntry[] {
  const { clearingAccountId, allocations } = payment
  const fees = feesOf(payment)
  const ofPayment = mergedTags(payment.tags)
  const rest = restOf(payment)
  const cleared = [
    ...allocations.map(({ amount, postedTags }) => ({ amount, tags: postedTags })),
    { amount: rest, tags: ofPayment },
  ].flatMap(({ amount, tags }, index) => {
    const fee = fees[index] ?? 0
    return [tagged(debit(clearingAccountId, amount - fee), tags), tagged(debit(accounts.processingFees, fee), tags)]
  })
  const others = [...cleared, tagged(credit(accounts.customerCredits, rest), ofPayment)]
  const head = { entryAt: payment.paidAt, memo: payment.memo, referenceNumber: payment.referenceNumber }
  return [
    {
      ...head,
      event: 'paid.accrual',
      basis: 'ACCRUAL',
      lines: [...others, ...allocations.flatMap((one) => settled(one, accounts))],
    },
    { ...head, event: 'paid.cash', basis: 'CASH', lines: [...others, ...allocations.flatMap(recognised)] },
  ]
}

const headOf = (payment: InvoicePayment, allocation: InvoicePaymentAllocation) => ({
  memo: allocation.memo ?? payment.memo,
  referenceNumber: allocation.referenceNumber ?? payment.referenceNumber,
})

/** When the invoice is sent, its prepaid part settles the receivable and becomes what it was for. */
function released(
  payment: InvoicePayment,
  allocation: InvoicePaymentAllocation,
  accounts: ReceivableAccounts,
): DesiredEntry[] {
  const prepaid = prepaidSharesOf(allocation)
  const used = prepaid.map(({ prepaymentAccountId, amount, tags }) => tagged(debit(prepaymentAccountId, amount), tags))
  const head = { ...headOf(payment, allocation), entryAt: allocation.documentDate }
  return [
    {
      ...head,
      event: `prepaid.accrual:${allocation.id}`,
      basis: 'ACCRUAL',
      lines: [...used, owedLess(allocation, prepaidOf(allocation), accounts)],
    },
    {
      ...head,
      event: `prepaid.cash:${allocation.id}`,
      basis: 'CASH',
      lines: [...used, ...prepaid.map(({ accountId, amount, tags }) => tagged(credit(accountId, amount), tags))],
    },
  ]
}

/**
 * The invoice is void: the allocation is reversed into the customer's credit at the time of payment, as if there had been no
 * invoice.
 */
function movedToCredit(
  payment: InvoicePayment,
  allocation: InvoicePaymentAllocation,
  accounts: ReceivableAccounts,
): DesiredEntry[] {
  const head = { ...headOf(payment, allocation), entryAt: payment.paidAt }
  const credited = tagged(credit(accounts.customerCredits, allocation.amount), allocation.postedTags)
  return [
    {
      ...head,
      event: `moved.accrual:${allocation.id}`,
      basis: 'ACCRUAL',
      lines: [...turned(settled(allocation, accounts)), credited],
    },
    {
      ...head,
      event: `moved.cash:${allocation.id}`,
      basis: 'CASH',
      lines: [...turned(recognised(allocation)), credited],
    },
  ]
}
