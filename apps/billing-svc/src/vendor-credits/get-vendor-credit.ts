import { meetBusiness } from '@pacioli/ledger-facts'
import type { VendorCreditAnswer } from '@pacioli/protos/billing'
import type { BusinessRead } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { requireCredit } from '../payables/lock-credits.ts'
import { presentCredits } from '../payables/present-vendor-credits.ts'

/** A credit with its allocations, deleted or not. @throws VendorCreditNotFound, BusinessNotFound */
export async function getVendorCredit(
  billing: Billing,
  context: BusinessRead,
  creditId: string,
): Promise<VendorCreditAnswer> {
  const { id: businessId } = await meetBusiness(billing, context)
  return billing.db.transact(context, async (tx) => {
    const credit = await requireCredit(tx, businessId, creditId.toLowerCase())
    return { data: (await presentCredits(tx, businessId, [credit]))[0], created: false }
  })
}
