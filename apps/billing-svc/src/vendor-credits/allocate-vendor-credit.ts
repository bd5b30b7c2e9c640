import type { Tx } from '@pacioli/db'
import { Problems, refused } from '@pacioli/errors'
import { meetBusiness, type KnownBusiness } from '@pacioli/ledger-facts'
import { Asking, decideOnce, type Books, type Source } from '@pacioli/postings'
import type { AllocateVendorCreditRequest__Output, VendorCreditAnswer } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { lockBills } from '../payables/bill.store.ts'
import { recordBills } from '../payables/record-bills.ts'
import { findNamedBills } from '../payables/named-bills.ts'
import { allocateCredit } from '../payables/allocate-credit.ts'
import { changeCredits, sourceOfCredit } from '../payables/change-credits.ts'
import { lockCredit, requireCredit, requireThere } from '../payables/lock-credits.ts'
import { presentCredits } from '../payables/present-vendor-credits.ts'
import { resolveAllocations } from './resolve-credit.ts'
import { wantedAllocation, type WantedAllocation } from '../payables/wanted-credit.ts'

type Answer = Pick<VendorCreditAnswer, 'data' | 'created'>

/**
 * Sets what is left of a credit off against a bill. It posts nothing: the debt went down when the credit was received.
 * @throws VendorCreditNotFound, DocumentDeleted, BillNotFound, VendorMismatch, BillVoided, OverAllocated,
 *   TooManyAllocations, InvalidPayload, BusinessNotFound, BusinessArchived, VersionConflict, ServiceUnavailable
 */
export async function allocateVendorCredit(
  billing: Billing,
  request: BusinessWrite,
  { vendor_credit_id, allocation }: AllocateVendorCreditRequest__Output,
): Promise<VendorCreditAnswer> {
  const business = await meetBusiness(billing, request)
  if (!allocation) throw refused('InvalidPayload', 'Expected what to allocate.', { field: 'amount' })
  const problems = new Problems()
  const wanted = wantedAllocation(allocation, '', problems)
  problems.throwIfAny()
  const id = vendor_credit_id.toLowerCase()
  const { data, posting } = await decideOnce<Answer>(billing, request, business, {
    ask: async (tx) => {
      requireThere(await requireCredit(tx, business.id, id))
      return new Asking()
    },
    write: (tx, books) => write(tx, billing, business, books, id, wanted),
  })
  return { ...data, posting }
}

async function write(
  tx: Tx,
  billing: Billing,
  business: KnownBusiness,
  books: Books,
  id: string,
  wanted: WantedAllocation,
): Promise<{ data: Answer; sources: Source[] }> {
  const named = await findNamedBills(tx, business.id, [wanted])
  const held = await lockBills(
    tx,
    business.id,
    named.map((bill) => bill.id),
  )
  const before = await lockCredit(tx, business.id, id)
  requireThere(before)
  const making = { newId: billing.newId, now: billing.now() }
  const { credit, bills } = allocateCredit(before, resolveAllocations([wanted], named, held), making)
  const after = { ...credit, version: before.version + 1, updatedAt: making.now }
  await changeCredits(tx, billing, business, books, [{ before, after }])
  await recordBills(tx, billing, business.id, bills)
  return {
    data: { data: (await presentCredits(tx, business.id, [after]))[0], created: true },
    sources: [sourceOfCredit(after)],
  }
}
