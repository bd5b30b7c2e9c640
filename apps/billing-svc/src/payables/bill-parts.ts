/** What payments and credits allocate to bills, and what bills become by that. Pure. */
import { refused, type Problems } from '@pacioli/errors'
import { amountsOf } from './bill.ts'
import type { BillChange, CreditPart, PaymentPart, StoredBill } from './stored-bill.ts'
import { sumOf } from '../rounding/sum.ts'

/** How many allocations stand of a payment, of a credit, and on a bill: each of them is told with all it has. */
const MAX_ALLOCATIONS = 1_000

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
  else if (bill.paid.length + bill.credited.length >= MAX_ALLOCATIONS)
    problems.add(
      'TooManyAllocations',
      `The bill ${bill.id} has ${MAX_ALLOCATIONS} allocations of payments and credits, and takes no more. Delete payments or take credits back, and pay it in fewer parts.`,
      where,
    )
  else return true
  return false
}

/** What is to be allocated of a payment or a credit; `field` is where the request has it. */
type Part = { amount: number; field: string }

/** A payment or a credit, as people call it, with what is left of it. */
type Giver = {
  kind: 'payment' | 'credit'
  rest: number
  allocations: readonly { deletedAt: Date | null }[]
}

/** Refuses what a payment or a credit cannot give. @throws OverAllocated, TooManyAllocations */
export function requireRoom({ kind, rest, allocations }: Giver, wanted: readonly Part[]): void {
  const [first] = wanted
  if (first === undefined) return
  const field = `${first.field}amount`
  const amount = sumOf(wanted.map((one) => one.amount))
  if (amount > rest)
    throw refused('OverAllocated', `${amount} would be allocated of the ${kind}; ${rest} of it is unallocated.`, {
      field,
      value: amount,
      unallocated_amount: rest,
    })
  const standing = allocations.filter(({ deletedAt }) => deletedAt === null).length + wanted.length
  if (standing > MAX_ALLOCATIONS)
    throw refused(
      'TooManyAllocations',
      `The ${kind} would have ${standing} allocations; at most ${MAX_ALLOCATIONS} stand of it.`,
      { field },
    )
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
