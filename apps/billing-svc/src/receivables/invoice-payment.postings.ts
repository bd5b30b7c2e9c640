/** What an invoice payment says in the journal (posting-rules.md, "Receivables"). Pure. */
import { credit, debit, type Source } from '@pacioli/postings'
import type { ReceivableAccounts } from './receivable-accounts.ts'
import { prepaidOf, prepaidSharesOf } from '../recognition/recognition.ts'
import { tagged, type EntryLine, type Wanted } from '../posting/standing-entries.ts'
import { mergedTags } from '../tags/tags.ts'
import { feesOf, restOf, type InvoicePayment, type InvoicePaymentAllocation } from './invoice-payment.ts'

export const sourceOfInvoicePayment = ({ id }: Pick<InvoicePayment, 'id'>): Source => ({ type: 'invoice_payment', id })

/** The debt of the allocation's invoice is this much less. */
const owedLess = (
  allocation: InvoicePaymentAllocation,
  amount: number,
  { accountsReceivable }: ReceivableAccounts,
): EntryLine => tagged(credit(accountsReceivable, amount, { documentId: allocation.invoiceId }), allocation.postedTags)

/** In the accrual books an allocation settles the debt, or what is prepaid of it waits where the line says. */
const settled = (allocation: InvoicePaymentAllocation, accounts: ReceivableAccounts): EntryLine[] => [
  owedLess(allocation, allocation.amount - prepaidOf(allocation), accounts),
  ...prepaidSharesOf(allocation).map(({ prepaymentAccountId, amount, tags }) =>
    tagged(credit(prepaymentAccountId, amount), tags),
  ),
]

/** In the cash books it is what the invoice was for, or waits likewise. */
const recognised = ({ shares }: InvoicePaymentAllocation): EntryLine[] =>
  shares.map(({ accountId, prepaymentAccountId, amount, tags }) =>
    tagged(credit(prepaymentAccountId ?? accountId, amount), tags),
  )

/** The same lines on the other side. */
const turned = (lines: readonly EntryLine[]): EntryLine[] =>
  lines.map((line) => ({ ...line, direction: line.direction === 'DEBIT' ? 'CREDIT' : 'DEBIT' }))

/** What has to stand of a payment. */
export function entriesOfInvoicePayment(payment: InvoicePayment, accounts: ReceivableAccounts): Wanted[] {
  const standing = payment.allocations.filter(({ movedToCreditAt }) => movedToCreditAt === null)
  const moved = payment.allocations.filter(({ movedToCreditAt }) => movedToCreditAt !== null)
  return [
    ...paid(payment, accounts),
    ...standing.flatMap((allocation) => released(payment, allocation, accounts)),
    ...moved.flatMap((allocation) => movedToCredit(payment, allocation, accounts)),
  ]
}

/**
 * Split by allocation, each under the tags of its invoice; the rest is the customer's credit, under those of the payment.
 * What a voided invoice has left is in it, too: its move is an entry of its own, and the clearing lines stay.
 */
function paid(payment: InvoicePayment, accounts: ReceivableAccounts): Wanted[] {
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

/** When the invoice is sent, what was prepaid of it settles the debt and becomes what it was for. */
function released(
  payment: InvoicePayment,
  allocation: InvoicePaymentAllocation,
  accounts: ReceivableAccounts,
): Wanted[] {
  const prepaid = prepaidSharesOf(allocation)
  const used = prepaid.map(({ prepaymentAccountId, amount, tags }) => tagged(debit(prepaymentAccountId, amount), tags))
  const head = { ...headOf(payment, allocation), entryAt: allocation.invoiceSentAt }
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
 * Its invoice is void, so the allocation takes back what it said and is the customer's credit: from when it was paid, as if
 * there had been no invoice.
 */
function movedToCredit(
  payment: InvoicePayment,
  allocation: InvoicePaymentAllocation,
  accounts: ReceivableAccounts,
): Wanted[] {
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
