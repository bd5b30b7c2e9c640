import type { Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { meetBusiness, type KnownBusiness } from '@pacioli/ledger-facts'
import { Asking, decideOnce, type Books, type Source } from '@pacioli/postings'
import type { VendorCreditAnswer } from '@pacioli/protos/billing'
import { isUuid, type BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { recordBills } from '../payables/record-bills.ts'
import { takeBack } from '../payables/allocate-credit.ts'
import { changeCredits, sourceOfCredit } from '../payables/change-credits.ts'
import { lockCreditWithBills } from '../payables/lock-credits.ts'
import { presentCredits } from '../payables/present-vendor-credits.ts'
import { findCreditOfAllocation } from '../payables/vendor-credit-parts.store.ts'

type Answer = Pick<VendorCreditAnswer, 'data' | 'created'>

/**
 * Takes back what of a credit went to a bill: the bill is owed again, and the credit has it to allocate. It posts nothing.
 * Taking it back again answers the same.
 * @throws AllocationNotFound, BusinessNotFound, BusinessArchived, VersionConflict, ServiceUnavailable
 */
export async function removeAllocation(
  billing: Billing,
  request: BusinessWrite,
  allocationId: string,
): Promise<VendorCreditAnswer> {
  const business = await meetBusiness(billing, request)
  const id = allocationId.toLowerCase()
  const { data, posting } = await decideOnce<Answer>(billing, request, business, {
    ask: async (tx) => {
      await requireCreditOf(tx, business.id, id)
      return new Asking()
    },
    write: (tx, books) => write(tx, billing, business, books, id),
  })
  return { ...data, posting }
}

/** @throws AllocationNotFound */
async function requireCreditOf(tx: Tx, businessId: string, allocationId: string): Promise<string> {
  const creditId = isUuid(allocationId) ? await findCreditOfAllocation(tx, businessId, allocationId) : undefined
  if (creditId === undefined)
    throw refused('AllocationNotFound', `The business has no allocation ${allocationId} of a vendor credit.`, {
      field: 'allocationId',
      value: allocationId,
    })
  return creditId
}

async function write(
  tx: Tx,
  billing: Billing,
  business: KnownBusiness,
  books: Books,
  id: string,
): Promise<{ data: Answer; sources: Source[] }> {
  const held = await lockCreditWithBills(tx, business.id, await requireCreditOf(tx, business.id, id))
  const before = held.credit
  const now = billing.now()
  const { credit, bills } = takeBack(before, new Set([id]), held.bills, now)
  const after = bills.length === 0 ? before : { ...credit, version: before.version + 1, updatedAt: now }
  await changeCredits(tx, billing, business, books, [{ before, after }])
  await recordBills(tx, billing, business.id, bills)
  return {
    data: { data: (await presentCredits(tx, business.id, [after]))[0], created: false },
    sources: [sourceOfCredit(after)],
  }
}
