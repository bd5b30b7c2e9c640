import type { Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { AskAgain } from '@pacioli/postings'
import { isUuid } from '@pacioli/rpc'
import { lockBills } from './bill.store.ts'
import type { StoredBill } from './stored-bill.ts'
import { loadCredits, lockCredits } from './vendor-credit.store.ts'
import type { VendorCredit } from './vendor-credit.ts'

const creditNotFound = (value: string) =>
  refused('VendorCreditNotFound', `The business has no vendor credit ${value}.`, { field: 'vendorCreditId', value })

/** A credit, deleted or not. @throws VendorCreditNotFound */
export async function requireCredit(tx: Tx, businessId: string, creditId: string): Promise<VendorCredit> {
  const [credit] = isUuid(creditId) ? await loadCredits(tx, businessId, [creditId]) : []
  if (!credit) throw creditNotFound(creditId)
  return credit
}

/** @throws DocumentDeleted */
export function requireThere({ id, deletedAt }: VendorCredit): void {
  if (deletedAt !== null)
    throw refused('DocumentDeleted', `The credit ${id} was deleted at ${deletedAt.toISOString()}.`, {
      field: 'vendorCreditId',
      value: id,
    })
}

/** The bills that have got something of it. */
const billsOf = ({ allocations }: VendorCredit): string[] => [
  ...new Set(allocations.flatMap(({ billId, deletedAt }) => (deletedAt === null ? [billId] : []))),
]

/**
 * A credit with the bills that have got something of it, all held; the bills come first, as everywhere.
 * @throws VendorCreditNotFound; AskAgain where it went to a further bill meanwhile
 */
export async function lockCreditWithBills(
  tx: Tx,
  businessId: string,
  creditId: string,
): Promise<{ credit: VendorCredit; bills: StoredBill[] }> {
  const seen = await requireCredit(tx, businessId, creditId)
  const bills = await lockBills(tx, businessId, billsOf(seen))
  const credit = await lockCredit(tx, businessId, creditId)
  if (billsOf(credit).some((id) => !bills.has(id))) throw new AskAgain()
  return { credit, bills: [...bills.values()] }
}

/** @throws VendorCreditNotFound */
export async function lockCredit(tx: Tx, businessId: string, creditId: string): Promise<VendorCredit> {
  const [credit] = await lockCredits(tx, businessId, [creditId])
  if (!credit) throw creditNotFound(creditId)
  return credit
}
