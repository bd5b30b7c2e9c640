/** Journal entries of a bill payment (docs/POSTING-RULES.md, "Payables"). Pure. */
import { credit, debit, type Source } from '@pacioli/postings'
import type { PayableAccounts } from './bill.postings.ts'
import { prepaidOf, prepaidSharesOf } from '../recognition/recognition.ts'
import { tagged, type EntryLine, type DesiredEntry } from '../posting/standing-entries.ts'
import { mergedTags } from '../tags/tags.ts'
import type { BillPayment, PaymentAllocation } from './bill-payment.ts'

export const sourceOfPayment = ({ id }: Pick<BillPayment, 'id'>): Source => ({ type: 'bill_payment', id })

/** Reduces the payable of the allocation's bill. */
const owedLess = (allocation: PaymentAllocation, amount: number, { accountsPayable }: PayableAccounts): EntryLine =>
  tagged(debit(accountsPayable, amount, { documentId: allocation.documentId }), allocation.postedTags)

/** Accrual books: an allocation settles the payable; its prepaid part goes to the line's prepayment account. */
const settled = (allocation: PaymentAllocation, accounts: PayableAccounts): EntryLine[] => [
  owedLess(allocation, allocation.amount - prepaidOf(allocation), accounts),
  ...prepaidSharesOf(allocation).map(({ prepaymentAccountId, amount, tags }) =>
    tagged(debit(prepaymentAccountId, amount), tags),
  ),
]

/** Cash books: an allocation is what the bill was for, or a prepayment likewise. */
const recognised = ({ shares }: PaymentAllocation): EntryLine[] =>
  shares.map(({ accountId, prepaymentAccountId, amount, tags }) =>
    tagged(debit(prepaymentAccountId ?? accountId, amount), tags),
  )

/** Desired entries of a payment: none of a deleted one. */
export function entriesOfPayment(payment: BillPayment, accounts: PayableAccounts): DesiredEntry[] {
  if (payment.deletedAt !== null) return []
  const live = payment.allocations.filter(({ deletedAt }) => deletedAt === null)
  return [
    ...paid(
      payment,
      live.filter(({ isLater }) => !isLater),
      accounts,
    ),
    ...live.filter(({ isLater }) => isLater).flatMap((allocation) => allocatedLater(payment, allocation, accounts)),
    ...live.flatMap((allocation) => released(payment, allocation, accounts)),
  ]
}

/** Split by allocation, each with the tags of its bill; the remainder is prepaid with those of the payment. */
function paid(
  payment: BillPayment,
  allocations: readonly PaymentAllocation[],
  accounts: PayableAccounts,
): DesiredEntry[] {
  const rest = payment.amount - allocations.reduce((sum, { amount }) => sum + amount, 0)
  const ofPayment = mergedTags(payment.tags)
  const others = [
    ...allocations.map(({ amount, postedTags }) => tagged(credit(payment.clearingAccountId, amount), postedTags)),
    tagged(debit(accounts.vendorPrepayments, rest), ofPayment),
    tagged(credit(payment.clearingAccountId, rest), ofPayment),
  ]
  const head = { entryAt: payment.paidAt, memo: payment.memo, referenceNumber: payment.referenceNumber }
  return [
    {
      ...head,
      event: 'paid.accrual',
      basis: 'ACCRUAL',
      lines: [...allocations.flatMap((one) => settled(one, accounts)), ...others],
    },
    { ...head, event: 'paid.cash', basis: 'CASH', lines: [...allocations.flatMap(recognised), ...others] },
  ]
}

/** Out of the vendor's prepayment. */
function allocatedLater(
  payment: BillPayment,
  allocation: PaymentAllocation,
  accounts: PayableAccounts,
): DesiredEntry[] {
  const used = tagged(credit(accounts.vendorPrepayments, allocation.amount), allocation.postedTags)
  const head = {
    entryAt: allocation.allocatedAt,
    memo: allocation.memo ?? payment.memo,
    referenceNumber: allocation.referenceNumber ?? payment.referenceNumber,
  }
  return [
    {
      ...head,
      event: `allocated.accrual:${allocation.id}`,
      basis: 'ACCRUAL',
      lines: [...settled(allocation, accounts), used],
    },
    { ...head, event: `allocated.cash:${allocation.id}`, basis: 'CASH', lines: [...recognised(allocation), used] },
  ]
}

/** When the bill is received, its prepaid part settles the payable and becomes what it was for. */
function released(payment: BillPayment, allocation: PaymentAllocation, accounts: PayableAccounts): DesiredEntry[] {
  const prepaid = prepaidSharesOf(allocation)
  const used = prepaid.map(({ prepaymentAccountId, amount, tags }) => tagged(credit(prepaymentAccountId, amount), tags))
  const head = {
    entryAt: allocation.documentDate,
    memo: allocation.memo ?? payment.memo,
    referenceNumber: allocation.referenceNumber ?? payment.referenceNumber,
  }
  return [
    {
      ...head,
      event: `prepaid.accrual:${allocation.id}`,
      basis: 'ACCRUAL',
      lines: [owedLess(allocation, prepaidOf(allocation), accounts), ...used],
    },
    {
      ...head,
      event: `prepaid.cash:${allocation.id}`,
      basis: 'CASH',
      lines: [...prepaid.map(({ accountId, amount, tags }) => tagged(debit(accountId, amount), tags)), ...used],
    },
  ]
}
