import type { Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import type { VendorCreditAnswer } from '@pacioli/protos/billing'
import { isUuid, type BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { alterDocument } from '../document-writes/create-document.ts'
import { nextVersionOf } from '../documents/document.ts'
import { notFound } from '../documents/document-kind.ts'
import { takeBack } from '../payables/allocate-to-bills.ts'
import { lockWithBills } from '../payables/lock-with-bills.ts'
import { prefetchPayableAccounts } from '../payables/payable-accounts.ts'
import { recordPayables } from '../payables/record-payables.ts'
import { findCreditOfAllocation } from '../payables/vendor-credit.store.ts'
import { VENDOR_CREDITS } from '../payables/vendor-credit.kind.ts'

/**
 * Removes an allocation of a credit: the bill is reopened, the amount is unallocated again, and what the cash books recognized
 * of the two is reversed. Repeatable. Also possible behind a posting that the ledger refused.
 * @throws AllocationNotFound, and what `alterDocument` throws
 */
export function removeAllocation(
  billing: Billing,
  request: BusinessWrite,
  allocationId: string,
): Promise<VendorCreditAnswer> {
  const id = allocationId.toLowerCase()
  return alterDocument(billing, request, {
    kind: VENDOR_CREDITS,
    prefetch: (tx, asking) => {
      prefetchPayableAccounts(asking)
      return requireCreditOf(tx, id)
    },
    alter: async (deciding) => {
      const { tx } = deciding
      const creditId = await requireCreditOf(tx, id)
      const { givers, bills } = await lockWithBills(tx, VENDOR_CREDITS, [creditId])
      const [before] = givers
      if (!before) throw notFound(VENDOR_CREDITS, creditId)
      const now = billing.now()
      const taken = takeBack(before, new Set([id]), bills, now)
      const after = taken.bills.length === 0 ? before : nextVersionOf(taken.credit, {}, now)
      const change = { credits: [{ before, after }], bills: taken.bills }
      return { after, sources: await recordPayables(deciding, change, { isBehindFailed: true }) }
    },
  })
}

/** @throws AllocationNotFound */
async function requireCreditOf(tx: Tx, allocationId: string): Promise<string> {
  const creditId = isUuid(allocationId) ? await findCreditOfAllocation(tx, allocationId) : undefined
  if (creditId === undefined)
    throw refused('AllocationNotFound', `The business has no allocation ${allocationId} of a vendor credit.`, {
      field: 'allocationId',
      value: allocationId,
    })
  return creditId
}
