import { refuseOtherThan } from '../requests/repeats.ts'
import type { Tx } from '@pacioli/db'
import { meetBusiness, type KnownBusiness } from '@pacioli/ledger-facts'
import { Asking, decideOnce, type Books, type Source } from '@pacioli/postings'
import type { BillPaymentAnswer, BillPaymentInput__Output } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { lockBills } from '../payables/bill.store.ts'
import { findNamedBills } from '../payables/named-bills.ts'
import { askForPayableAccounts, clearingAccountOf, payableAccounts } from '../payables/payable-accounts.ts'
import { recordBills } from '../payables/record-bills.ts'
import { askTags, tagsFrom } from '../tags/tag-inputs.ts'
import { findVendorOf, requireStillTheirs, vendorFieldOf } from '../payables/vendor-of-bills.ts'
import { requireActive, type Vendor } from '../contacts/vendor.ts'
import { holdVendors } from '../contacts/vendor.store.ts'
import { allocate } from './allocate.ts'
import { findPaymentByExternalId } from '../payables/bill-payment.store.ts'
import type { BillPayment } from '../payables/bill-payment.ts'
import { changePayments, sourceOfPayment } from '../payables/change-payments.ts'
import { presentPayments } from '../payables/present-bill-payments.ts'
import { askForAllocations, resolveAllocations } from './resolve-allocations.ts'
import { wantedPayment, type WantedPayment } from './wanted-payment.ts'

type Answer = Pick<BillPaymentAnswer, 'data' | 'created'>

/**
 * What was paid to a vendor, over any number of its bills; the rest is a prepayment. The one that has the external_id
 * already is answered as it is.
 * @throws InvalidPayload, VendorNotFound, VendorArchived, BillNotFound, VendorMismatch, BillVoided, OverAllocated,
 *   TooManyAllocations, AccountNotFound, AccountArchived, ControlAccount, TagValueArchived, DuplicateTagDimension,
 *   PeriodClosed, PayloadTooLarge, BusinessNotFound, BusinessArchived, VersionConflict, ServiceUnavailable
 */
export async function createBillPayment(
  billing: Billing,
  request: BusinessWrite,
  input: BillPaymentInput__Output,
): Promise<BillPaymentAnswer> {
  const business = await meetBusiness(billing, request)
  const wanted = wantedPayment(input, billing.now())
  const { data, posting } = await decideOnce<Answer>(billing, request, business, {
    ask: async (tx) => {
      const asking = new Asking()
      // Of a repeat nothing is asked that could be refused by now.
      if (await findEarlier(tx, business.id, wanted)) return asking
      await askFor(tx, asking, business.id, wanted)
      return asking
    },
    write: (tx, books) => write(tx, billing, business, books, wanted),
  })
  return { ...data, posting }
}

/** The one that has the external_id already. @throws ExternalIdReused */
async function findEarlier(tx: Tx, businessId: string, wanted: WantedPayment): Promise<BillPayment | undefined> {
  const { externalId } = wanted
  const earlier = externalId === null ? undefined : await findPaymentByExternalId(tx, businessId, externalId)
  if (earlier) await refuseOtherThan(tx, 'bill_payments', businessId, earlier.id, wanted)
  return earlier
}

async function askFor(tx: Tx, asking: Asking, businessId: string, wanted: WantedPayment): Promise<void> {
  const named = await findNamedBills(tx, businessId, wanted.allocations)
  requireTaker(await findVendorOf(tx, businessId, wanted.vendor, named), wanted)
  askForPayableAccounts(asking)
  if (wanted.clearingAccount) asking.account(wanted.clearingAccount, 'payment_clearing_account_identifier')
  askTags(asking, wanted.tags, 'tags')
  await askForAllocations(tx, asking, businessId, wanted.allocations, named)
}

/** What an archived vendor has can be paid; it takes no prepayment. @throws VendorArchived */
function requireTaker(vendor: Vendor, wanted: WantedPayment): void {
  if (wanted.allocations.length === 0) requireActive(vendor, vendorFieldOf(wanted.vendor))
}

type Written = { data: Answer; sources: Source[] }

const answered = async (tx: Tx, payment: BillPayment, sources: Source[], created: boolean): Promise<Written> => ({
  data: { data: (await presentPayments(tx, payment.businessId, [payment]))[0], created },
  sources,
})

async function write(
  tx: Tx,
  billing: Billing,
  business: KnownBusiness,
  books: Books,
  wanted: WantedPayment,
): Promise<Written> {
  const earlier = await findEarlier(tx, business.id, wanted)
  if (earlier) return answered(tx, earlier, [sourceOfPayment(earlier)], false)
  const named = await findNamedBills(tx, business.id, wanted.allocations)
  const { id: vendorId } = await findVendorOf(tx, business.id, wanted.vendor, named)
  const vendor = (await holdVendors(tx, business.id, [vendorId])).get(vendorId)
  if (vendor) requireTaker(vendor, wanted)
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
  if (meanwhile) return answered(tx, meanwhile, [sourceOfPayment(meanwhile)], false)
  books.requireOpenAt(wanted.paidAt, 'paid_at')
  const making = { newId: billing.newId, now: billing.now() }
  const allocations = await resolveAllocations(tx, business.id, books, wanted.allocations, { named, held, making })
  const { payment, bills } = allocate(newPayment(business.id, vendorId, books, wanted, making), allocations, {
    accounts: payableAccounts(books),
    allocatedAt: wanted.paidAt,
    isLater: false,
    ...making,
  })
  const sources = await changePayments(tx, billing, business, books, [{ before: null, after: payment }])
  await recordBills(tx, billing, business.id, bills)
  return answered(tx, payment, sources, true)
}

/** Without allocations as yet. */
function newPayment(
  businessId: string,
  vendorId: string,
  books: Books,
  wanted: WantedPayment,
  making: { newId: () => string; now: Date },
): BillPayment {
  const { method, clearingAccount } = wanted
  return {
    id: making.newId(),
    businessId,
    externalId: wanted.externalId,
    asked: wanted.asked,
    vendorId,
    paidAt: wanted.paidAt,
    method,
    processor: wanted.processor,
    clearingAccountId: clearingAccountOf(books, method, clearingAccount).id,
    amount: wanted.amount,
    allocations: [],
    tags: tagsFrom(wanted.tags, books, making, 'tags'),
    memo: wanted.memo,
    metadata: wanted.metadata,
    referenceNumber: wanted.referenceNumber,
    version: 1,
    importedAt: making.now,
    updatedAt: making.now,
    deletedAt: null,
  }
}
