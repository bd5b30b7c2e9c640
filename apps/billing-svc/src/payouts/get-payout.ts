import { meetBusiness } from '@pacioli/ledger-facts'
import type { PayoutAnswer } from '@pacioli/protos/billing'
import { isUuid, type BusinessRead } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { loadPayouts } from '../receivables/payout.store.ts'
import { payoutNotFound } from '../receivables/payout.ts'
import { presentPayouts } from '../receivables/present-payouts.ts'

/** A payout with its members and other transactions. @throws PayoutNotFound, BusinessNotFound */
export async function getPayout(billing: Billing, context: BusinessRead, payoutId: string): Promise<PayoutAnswer> {
  const { id: businessId } = await meetBusiness(billing, context)
  return billing.db.transact(context, async (tx) => {
    const [payout] = isUuid(payoutId) ? await loadPayouts(tx, businessId, [payoutId.toLowerCase()]) : []
    if (!payout) throw payoutNotFound(payoutId)
    return { data: (await presentPayouts(tx, businessId, [payout]))[0], created: false }
  })
}
