import { meetBusiness } from '@pacioli/ledger-facts'
import type { BillPaymentAnswer } from '@pacioli/protos/billing'
import type { BusinessRead } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { requirePayment } from '../payables/lock-payments.ts'
import { presentPayments } from '../payables/present-bill-payments.ts'

/** A payment with its allocations, deleted or not. @throws BillPaymentNotFound, BusinessNotFound */
export async function getBillPayment(
  billing: Billing,
  context: BusinessRead,
  paymentId: string,
): Promise<BillPaymentAnswer> {
  const { id: businessId } = await meetBusiness(billing, context)
  return billing.db.transact(context, async (tx) => {
    const payment = await requirePayment(tx, businessId, paymentId.toLowerCase())
    return { data: (await presentPayments(tx, businessId, [payment]))[0], created: false }
  })
}
