import { refuseOtherThan } from '../requests/repeats.ts'
import type { Tx } from '@pacioli/db'
import { meetBusiness, type KnownBusiness } from '@pacioli/ledger-facts'
import { Asking, decideOnce, type Books, type Source } from '@pacioli/postings'
import type { VendorCreditAnswer, VendorCreditInput__Output } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { lockBills } from '../payables/bill.store.ts'
import { recordBills } from '../payables/record-bills.ts'
import { findNamedBills } from '../payables/named-bills.ts'
import { askForPayableAccounts } from '../payables/payable-accounts.ts'
import { findVendorOf, requireStillTheirs, vendorFieldOf } from '../payables/vendor-of-bills.ts'
import { requireActive } from '../contacts/vendor.ts'
import { holdVendors } from '../contacts/vendor.store.ts'
import { allocateCredit } from '../payables/allocate-credit.ts'
import { changeCredits, sourceOfCredit } from '../payables/change-credits.ts'
import { presentCredits } from '../payables/present-vendor-credits.ts'
import { askForCredit, newCredit, resolveAllocations } from './resolve-credit.ts'
import { findCreditByExternalId } from '../payables/vendor-credit.store.ts'
import type { VendorCredit } from '../payables/vendor-credit.ts'
import { wantedCredit, type WantedCredit } from '../payables/wanted-credit.ts'

type Answer = Pick<VendorCreditAnswer, 'data' | 'created'>

/**
 * What a vendor owes back, set off against its bills or waiting for them. The one that has the external_id already is
 * answered as it is.
 * @throws InvalidPayload, AmountOutOfRange, NegativeTotal, VendorNotFound, VendorArchived, BillNotFound,
 *   VendorMismatch, BillVoided, OverAllocated, TooManyAllocations, AccountNotFound, AccountArchived, ControlAccount,
 *   TagValueArchived, DuplicateTagDimension, BalancingTagViolation, PeriodClosed, PayloadTooLarge, BusinessNotFound,
 *   BusinessArchived, VersionConflict, ServiceUnavailable
 */
export async function createVendorCredit(
  billing: Billing,
  request: BusinessWrite,
  input: VendorCreditInput__Output,
): Promise<VendorCreditAnswer> {
  const business = await meetBusiness(billing, request)
  const wanted = wantedCredit(input, billing.now())
  const { data, posting } = await decideOnce<Answer>(billing, request, business, {
    ask: async (tx) => {
      const asking = new Asking()
      // Of a repeat nothing is asked that could be refused by now.
      if (await findEarlier(tx, business.id, wanted)) return asking
      const named = await findNamedBills(tx, business.id, wanted.allocations)
      requireActive(await findVendorOf(tx, business.id, wanted.vendor, named), vendorFieldOf(wanted.vendor))
      askForPayableAccounts(asking)
      askForCredit(asking, wanted)
      return asking
    },
    write: (tx, books) => write(tx, billing, business, books, wanted),
  })
  return { ...data, posting }
}

/** The one that has the external_id already. @throws ExternalIdReused */
async function findEarlier(tx: Tx, businessId: string, wanted: WantedCredit): Promise<VendorCredit | undefined> {
  const { externalId } = wanted
  const earlier = externalId === null ? undefined : await findCreditByExternalId(tx, businessId, externalId)
  if (earlier) await refuseOtherThan(tx, 'vendor_credits', businessId, earlier.id, wanted)
  return earlier
}

type Written = { data: Answer; sources: Source[] }

const answered = async (tx: Tx, credit: VendorCredit, sources: Source[], created: boolean): Promise<Written> => ({
  data: { data: (await presentCredits(tx, credit.businessId, [credit]))[0], created },
  sources,
})

async function write(
  tx: Tx,
  billing: Billing,
  business: KnownBusiness,
  books: Books,
  wanted: WantedCredit,
): Promise<Written> {
  const earlier = await findEarlier(tx, business.id, wanted)
  if (earlier) return answered(tx, earlier, [sourceOfCredit(earlier)], false)
  const named = await findNamedBills(tx, business.id, wanted.allocations)
  const { id: vendorId } = await findVendorOf(tx, business.id, wanted.vendor, named)
  const vendor = (await holdVendors(tx, business.id, [vendorId])).get(vendorId)
  if (vendor) requireActive(vendor, vendorFieldOf(wanted.vendor))
  const held = await lockBills(
    tx,
    business.id,
    named.map(({ id }) => id),
  )
  requireStillTheirs(
    vendorId,
    wanted.vendor,
    named.flatMap(({ id }) => held.get(id) ?? []),
  )
  // Who waited for the bills may have waited for the same request.
  const meanwhile = held.size === 0 ? undefined : await findEarlier(tx, business.id, wanted)
  if (meanwhile) return answered(tx, meanwhile, [sourceOfCredit(meanwhile)], false)
  // What comes to nothing posts nothing.
  if (wanted.lines.some(({ amount }) => amount !== 0)) books.requireOpenAt(wanted.receivedAt, 'received_at')
  const making = { newId: billing.newId, now: billing.now() }
  const made = newCredit({ businessId: business.id, vendorId }, wanted, books, making)
  const { credit, bills } = allocateCredit(made, resolveAllocations(wanted.allocations, named, held), making)
  const sources = await changeCredits(tx, billing, business, books, [{ before: null, after: credit }])
  await recordBills(tx, billing, business.id, bills)
  return answered(tx, credit, sources, true)
}
