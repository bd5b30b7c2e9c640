/** The bills that requests allocate to, by id or by their external id. */
import type { Tx } from '@pacioli/db'
import { Problems } from '@pacioli/errors'
import { isKeepable } from '@pacioli/paging'
import { isUuid } from '@pacioli/rpc'
import { loadNamedBills, type NamedBill } from './bill.store.ts'

export type BillName = { bill_id?: string | undefined; bill_external_id?: string | undefined }

/** The field that names the bill, for refusals. */
export const billFieldOf = (name: BillName, field: string): string =>
  `${field}${name.bill_id === undefined && name.bill_external_id !== undefined ? 'bill_external_id' : 'bill_id'}`

/**
 * The bill of each, in the order given. Both names must refer to the same one, and no bill comes twice: two allocations to
 * it could not be distinguished. Nothing is locked.
 * @param requested `field` is where the request names it, such as `allocations.3.`; empty where it is the request itself
 * @throws BillNotFound, InvalidPayload, OverAllocated for an expense; naming each
 */
export async function findNamedBills(
  tx: Tx,
  businessId: string,
  requested: readonly { name: BillName; field: string }[],
): Promise<NamedBill[]> {
  const names = requested.map(({ name }) => name)
  const bills = await loadNamedBills(tx, businessId, {
    ids: names.flatMap(({ bill_id: id }) => (id !== undefined && isUuid(id) ? [id.toLowerCase()] : [])),
    externalIds: names.flatMap(({ bill_external_id: id }) => (id !== undefined && isKeepable(id) ? [id] : [])),
  })
  const byId = new Map(bills.map((bill) => [bill.id, bill]))
  const byExternalId = new Map(bills.map((bill) => [bill.externalId, bill]))
  const problems = new Problems()
  const seen = new Set<string>()
  const found = requested.flatMap(({ name: { bill_id, bill_external_id }, field }) => {
    const bill = bill_id === undefined ? undefined : byId.get(bill_id.toLowerCase())
    const other = bill_external_id === undefined ? undefined : byExternalId.get(bill_external_id)
    const refuse = (name: string, value: string): void =>
      problems.add('BillNotFound', `The business has no bill ${value}.`, { field: `${field}${name}`, value })
    if (bill_id !== undefined && !bill) refuse('bill_id', bill_id)
    if (bill_external_id !== undefined && !other) refuse('bill_external_id', bill_external_id)
    if (bill_id === undefined && bill_external_id === undefined)
      problems.add('InvalidPayload', 'Expected the bill, by bill_id or by bill_external_id.', {
        field: `${field}bill_id`,
      })
    if (bill && other && bill.id !== other.id)
      problems.add(
        'InvalidPayload',
        'bill_id and bill_external_id are of different bills. Give one of them, or both of the same bill.',
        { field: `${field}bill_external_id`, value: bill_external_id },
      )
    const one = bill ?? other
    if (!one) return []
    refuseUnpayable(one, billFieldOf({ bill_id, bill_external_id }, field), seen, problems)
    return [one]
  })
  problems.throwIfAny()
  return found
}

function refuseUnpayable({ id, isExpense }: NamedBill, field: string, seen: Set<string>, problems: Problems): void {
  if (seen.has(id))
    problems.add('InvalidPayload', 'Each bill comes once in a request; this one came before. Add the amounts up.', {
      field,
      value: id,
    })
  seen.add(id)
  if (isExpense)
    problems.add('OverAllocated', 'An expense was paid on the spot: nothing of it is outstanding.', {
      field,
      value: id,
    })
}
