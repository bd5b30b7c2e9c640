import type { Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { meetBusiness } from '@pacioli/ledger-facts'
import type { BillAnswer } from '@pacioli/protos/billing'
import { isUuid, type BusinessRead } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { loadBills } from './bill.store.ts'
import { presentBills } from './present-bills.ts'
import type { StoredBill } from './stored-bill.ts'

/** A bill or an expense (endpoint 7), voided or not. @throws BillNotFound, BusinessNotFound */
export async function getBill(billing: Billing, context: BusinessRead, billId: string): Promise<BillAnswer> {
  const { id: businessId } = await meetBusiness(billing, context)
  return billing.db.transact(context, async (tx) => {
    const bill = await requireBill(tx, businessId, billId)
    return { data: (await presentBills(tx, businessId, [bill]))[0], created: false }
  })
}

/** Nothing is held. @throws BillNotFound */
export async function requireBill(tx: Tx, businessId: string, billId: string): Promise<StoredBill> {
  const [bill] = isUuid(billId) ? await loadBills(tx, businessId, [billId.toLowerCase()]) : []
  if (!bill) throw billNotFound(billId)
  return bill
}

export const billNotFound = (value: string) =>
  refused('BillNotFound', `The business has no bill or expense ${value}.`, { field: 'billId', value })
