/** What a bill payment says in the journal (posting-rules.md, "Payables"). Pure. */
import { credit, debit } from '@pacioli/postings'
import type { PayableAccounts } from './bill.postings.ts'
import { prepaidOf, prepaidSharesOf } from '../recognition/recognition.ts'
import { tagged, type EntryLine, type Wanted } from '../posting/standing-entries.ts'
import { mergedTags } from '../tags/tags.ts'
import type { BillPayment, PaymentAllocation } from './bill-payment.ts'

/** The debt of the allocation's bill is this much less. */
const owedLess = (allocation: PaymentAllocation, amount: number, { accountsPayable }: PayableAccounts): EntryLine =>
  tagged(debit(accountsPayable, amount, { documentId: allocation.billId }), allocation.postedTags)

/** In the accrual books an allocation settles the debt, or what is prepaid of it waits where the line says. */
const settled = (allocation: PaymentAllocation, accounts: PayableAccounts): EntryLine[] => [
  owedLess(allocation, allocation.amount - prepaidOf(allocation), accounts),
  ...prepaidSharesOf(allocation).map(({ prepaymentAccountId, amount, tags }) =>
    tagged(debit(prepaymentAccountId, amount), tags),
  ),
]

/** In the cash books it is what the bill was for, or waits likewise. */
const recognised = ({ shares }: PaymentAllocation): EntryLine[] =>
  shares.map(({ accountId, prepaymentAccountId, amount, tags }) =>
    tagged(debit(prepaymentAccountId ?? accountId, amount), tags),
  )

/** What has to stand of a payment: nothing of a deleted one. */
export function entriesOfPayment(payment: BillPayment, accounts: PayableAccounts): Wanted[] {
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

/** Split by allocation, each under the tags of its bill; the rest is prepaid under those of the payment. */
function paid(payment: BillPayment, allocations: readonly PaymentAllocation[], accounts: PayableAccounts): Wanted[] {
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

/** Out of what the vendor had been paid in advance. */
function allocatedLater(payment: BillPayment, allocation: PaymentAllocation, accounts: PayableAccounts): Wanted[] {
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

/** When the bill is received, what was prepaid of it settles the debt and becomes what it was for. */
function released(payment: BillPayment, allocation: PaymentAllocation, accounts: PayableAccounts): Wanted[] {
  const prepaid = prepaidSharesOf(allocation)
  const used = prepaid.map(({ prepaymentAccountId, amount, tags }) => tagged(credit(prepaymentAccountId, amount), tags))
  const head = {
    entryAt: allocation.billReceivedAt,
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
