/** The bills that requests allocate to, by id or by their external id. */
import type { Tx } from '@pacioli/db'
import { Problems } from '@pacioli/errors'
import { referenceField, requireReferenced, type Reference, type ReferenceKind } from '../documents/references.ts'
import { loadBills } from './bill.store.ts'
import type { Bill } from './bill.ts'

const BILL: ReferenceKind<'bill'> = { prefix: 'bill', table: 'bills', noun: 'bill', notFound: 'BillNotFound' }

export type BillName = Reference<'bill'>

/** The field that names the bill, for refusals. */
export const billFieldOf = (name: BillName, field: string): string => referenceField(BILL, { name, field })

/**
 * The bill of each, in the order given, each once. Nothing is locked.
 * @throws BillNotFound, InvalidPayload, OverAllocated for an expense; naming each
 */
export async function findNamedBills(tx: Tx, requested: readonly { name: BillName; field: string }[]): Promise<Bill[]> {
  const bills = await requireReferenced(tx, BILL, requested, loadBills)
  const problems = new Problems()
  for (const [index, one] of requested.entries())
    if (bills[index]?.spending)
      problems.add('OverAllocated', 'An expense was paid on the spot: nothing of it is outstanding.', {
        field: referenceField(BILL, one),
        value: bills[index].id,
      })
  problems.throwIfAny()
  return bills
}
