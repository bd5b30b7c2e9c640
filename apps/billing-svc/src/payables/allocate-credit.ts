/** What of a vendor credit goes to bills, and comes back. Pure. */
import { Problems } from '@pacioli/errors'
import type { BillChange, StoredBill } from './stored-bill.ts'
import { canGet, requireRoom, withCredit, withoutCredits } from './bill-parts.ts'
import { billFieldOf } from './named-bills.ts'
import { unallocatedOf, type VendorCredit, type VendorCreditAllocation } from './vendor-credit.ts'
import type { WantedAllocation } from './wanted-credit.ts'

/** An allocation that a request wants, with the bill that it names, held. */
export type ResolvedAllocation = WantedAllocation & { bill: StoredBill }

type Changed = { credit: VendorCredit; bills: BillChange[] }

/** From when on a credit counts for a bill: the two set each other off as soon as both are there. */
export const countsFrom = (credit: Pick<VendorCredit, 'receivedAt'>, bill: Pick<StoredBill, 'receivedAt'>): Date =>
  credit.receivedAt < bill.receivedAt ? bill.receivedAt : credit.receivedAt

/**
 * The credit with further allocations, each of another bill, and the bills that get them. The credit keeps its version,
 * since it may be a new one.
 * @throws VendorMismatch, BillVoided, OverAllocated, TooManyAllocations; every problem at once
 */
export function allocateCredit(
  credit: VendorCredit,
  wanted: readonly ResolvedAllocation[],
  { now, newId }: { now: Date; newId: () => string },
): Changed {
  const problems = new Problems()
  for (const { bill, name, amount, field } of wanted)
    canGet({ bill, vendorId: credit.vendorId, amount, field, billField: billFieldOf(name, field) }, problems)
  problems.throwIfAny()
  requireRoom({ kind: 'credit', rest: unallocatedOf(credit), allocations: credit.allocations }, wanted)
  const made = wanted.map(({ bill, amount }) => ({
    bill,
    allocation: {
      id: newId(),
      vendorCreditId: credit.id,
      billId: bill.id,
      amount,
      allocatedAt: countsFrom(credit, bill),
      createdAt: now,
      deletedAt: null,
    } satisfies VendorCreditAllocation,
  }))
  return {
    credit: { ...credit, allocations: [...credit.allocations, ...made.map(({ allocation }) => allocation)] },
    bills: made.map(({ bill, allocation: { id, vendorCreditId, amount, allocatedAt } }) =>
      withCredit(bill, { id, vendorCreditId, amount, allocatedAt }, now),
    ),
  }
}

/**
 * The credit without these allocations, and the bills that had them. The credit keeps its version.
 * @param bills those that have them, held
 */
export function takeBack(
  credit: VendorCredit,
  allocationIds: ReadonlySet<string>,
  bills: readonly StoredBill[],
  now: Date,
): Changed {
  const isTaken = ({ id, deletedAt }: VendorCreditAllocation): boolean => deletedAt === null && allocationIds.has(id)
  return {
    credit: {
      ...credit,
      allocations: credit.allocations.map((one) => (isTaken(one) ? { ...one, deletedAt: now } : one)),
    },
    bills: bills
      .filter(({ credited }) => credited.some(({ id }) => allocationIds.has(id)))
      .map((bill) => withoutCredits(bill, allocationIds, now)),
  }
}
