/** What was acknowledged of payables, and what follows from it: documents by vendor, and what stands in the journal. */
import { add, sum, type Sides } from './sides.ts'

export type Line = { account: string; amount: number }

export type ModelBill = {
  id: string
  /** What it stands for besides the debt: they sum to the total. */
  lines: Line[]
  isExpense: boolean
  isVoided: boolean
}

export type ModelPayment = {
  id: string
  amount: number
  allocations: { billId: string; amount: number }[]
  isDeleted: boolean
}

export type ModelCredit = {
  id: string
  account: string
  amount: number
  allocations: { id: string; billId: string; amount: number }[]
  isDeleted: boolean
}

/** A vendor with its documents; one step at a time works on it. */
export type Family = { vendorId: string; bills: ModelBill[]; payments: ModelPayment[]; credits: ModelCredit[] }

export const PAYABLE = 'ACCOUNTS_PAYABLE'
export const PREPAID = 'VENDOR_PREPAYMENTS'
/** Every payment and expense of the model waits there. */
export const CLEARING = 'OUTGOING_PAYMENT_CLEARING_ACCOUNT'

export const totalOf = ({ lines }: ModelBill): number => sum(lines.map(({ amount }) => amount))

const allocatedTo = (
  billId: string,
  documents: readonly { isDeleted: boolean; allocations: readonly { billId: string; amount: number }[] }[],
): number =>
  sum(
    documents.flatMap(({ isDeleted, allocations }) =>
      isDeleted ? [] : allocations.filter((one) => one.billId === billId).map(({ amount }) => amount),
    ),
  )

export const allocatedOf = ({ payments, credits }: Family, { id }: ModelBill): number =>
  allocatedTo(id, payments) + allocatedTo(id, credits)

export const outstandingOf = (family: Family, bill: ModelBill): number =>
  bill.isExpense || bill.isVoided ? 0 : totalOf(bill) - allocatedOf(family, bill)

export const unallocatedOf = ({ amount, allocations }: ModelPayment | ModelCredit): number =>
  amount - sum(allocations.map((one) => one.amount))

export function statusOf(family: Family, bill: ModelBill): string {
  if (bill.isVoided) return 'VOIDED'
  if (outstandingOf(family, bill) === 0) return 'PAID'
  return allocatedOf(family, bill) > 0 ? 'PARTIALLY_PAID' : 'RECEIVED'
}

/** What stands in the accrual books, by posting-rules.md. */
export function accrualSidesOf(families: readonly Family[]): Sides {
  const sides: Sides = new Map()
  for (const { bills, payments, credits } of families) {
    for (const bill of bills) {
      if (bill.isVoided) continue
      for (const { account, amount } of bill.lines) add(sides, account, amount)
      add(sides, bill.isExpense ? CLEARING : PAYABLE, -totalOf(bill))
    }
    for (const payment of payments) {
      if (payment.isDeleted) continue
      add(sides, PAYABLE, payment.amount - unallocatedOf(payment))
      add(sides, PREPAID, unallocatedOf(payment))
      add(sides, CLEARING, -payment.amount)
    }
    for (const { account, amount, isDeleted } of credits) {
      if (isDeleted) continue
      add(sides, PAYABLE, amount)
      add(sides, account, -amount)
    }
  }
  return sides
}

/** What the cash books have on the accounts that no share of a bill is on. */
export function cashSidesOf(families: readonly Family[]): Sides {
  const accrual = accrualSidesOf(families)
  return new Map([
    [PAYABLE, 0],
    [PREPAID, accrual.get(PREPAID) ?? 0],
    [CLEARING, accrual.get(CLEARING) ?? 0],
  ])
}
