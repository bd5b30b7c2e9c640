/** What payments and credits allocate to bills, and what bills become by that. Pure. */
import type { Problems } from '@pacioli/errors'
import { amountsOf } from '../bills/bill.ts'
import type { BillChange, CreditPart, PaymentPart, StoredBill } from '../bills/stored-bill.ts'

/** What a request wants a bill to get; `field` is where the request has it, `billField` where it names the bill. */
export type WantedPart = { bill: StoredBill; vendorId: string; amount: number; field: string; billField: string }

/** Adds why a bill cannot get this, if it cannot; whether it can. */
export function canGet({ bill, vendorId, amount, field, billField }: WantedPart, problems: Problems): boolean {
  const { outstandingBalance } = amountsOf(bill)
  const where = { field: billField, value: bill.id }
  if (bill.vendorId !== vendorId)
    problems.add('VendorMismatch', `The bill ${bill.id} is not of the vendor ${vendorId}.`, where)
  else if (bill.voidedAt !== null)
    problems.add('BillVoided', `The bill ${bill.id} was voided at ${bill.voidedAt.toISOString()}.`, where)
  else if (amount > outstandingBalance)
    problems.add(
      'OverAllocated',
      `${amount} would be allocated to the bill ${bill.id}; ${outstandingBalance} of it is outstanding.`,
      { field: `${field}amount`, value: amount, bill_id: bill.id, outstanding_balance: outstandingBalance },
    )
  else return true
  return false
}

/** The bill with what it has got as given; a new version of it. */
const next = (before: StoredBill, parts: Partial<Pick<StoredBill, 'paid' | 'credited'>>, now: Date): BillChange => ({
  before,
  after: { ...before, ...parts, version: before.version + 1, updatedAt: now },
})

export const withPayment = (bill: StoredBill, part: PaymentPart, now: Date): BillChange =>
  next(bill, { paid: [...bill.paid, part] }, now)

/** Without whatever a payment has allocated to it. */
export const withoutPayment = (bill: StoredBill, paymentId: string, now: Date): BillChange =>
  next(bill, { paid: bill.paid.filter((part) => part.paymentId !== paymentId) }, now)

export const withCredit = (bill: StoredBill, part: CreditPart, now: Date): BillChange =>
  next(bill, { credited: [...bill.credited, part] }, now)

/** Without these allocations of credits. */
export const withoutCredits = (bill: StoredBill, allocationIds: ReadonlySet<string>, now: Date): BillChange =>
  next(bill, { credited: bill.credited.filter(({ id }) => !allocationIds.has(id)) }, now)
