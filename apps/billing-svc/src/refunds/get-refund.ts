import type { Tx } from '@pacioli/db'
import { meetBusiness } from '@pacioli/ledger-facts'
import type { RefundAnswer } from '@pacioli/protos/billing'
import { isUuid, type BusinessRead } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { presentRefunds } from '../receivables/present-refunds.ts'
import { loadRefunds } from '../receivables/refund.store.ts'
import { refundNotFound, type Refund } from '../receivables/refund.ts'

/** @throws RefundNotFound */
export async function requireRefund(tx: Tx, businessId: string, refundId: string): Promise<Refund> {
  const [refund] = isUuid(refundId) ? await loadRefunds(tx, businessId, [refundId.toLowerCase()]) : []
  if (!refund) throw refundNotFound(refundId)
  return refund
}

/** A refund with its allocations and payments. @throws RefundNotFound, BusinessNotFound */
export async function getRefund(billing: Billing, context: BusinessRead, refundId: string): Promise<RefundAnswer> {
  const { id: businessId } = await meetBusiness(billing, context)
  return billing.db.transact(context, async (tx) => {
    const refund = await requireRefund(tx, businessId, refundId)
    return { data: (await presentRefunds(tx, businessId, [refund]))[0], created: false }
  })
}
