import type { Tx } from '@pacioli/db'
import { loadTagDefinitions, meetBusiness, type KnownBusiness } from '@pacioli/ledger-facts'
import { Asking, decideOnce, type Books, type Source } from '@pacioli/postings'
import type { Bill as BillMessage, BillAnswer, UpdateBillRequest__Output } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { accountsOfBill } from '../payables/ask-for-bills.ts'
import { findMatch, refuseMatched, type DocumentMatch } from '../matches/document-match.ts'
import { askForPayableAccounts } from '../payables/payable-accounts.ts'
import { definitionIdsOf } from '../tags/present-tags.ts'
import { ensureTaxAccounts, NO_TAX_ACCOUNTS, type TaxAccounts } from '../sales-taxes/sales-tax-accounts.ts'
import { TAXES_PAID } from '../sales-taxes/tax-name.ts'
import { askKeptTags, askTags } from '../tags/tag-inputs.ts'
import { findNamedVendors } from '../contacts/named-vendors.ts'
import { requireActive, type Vendor } from '../contacts/vendor.ts'
import { holdVendors } from '../contacts/vendor.store.ts'
import { amountsOf } from '../payables/bill.ts'
import { findBillIds, lockBills } from '../payables/bill.store.ts'
import { changeBills } from '../payables/change-bills.ts'
import { billNotFound, requireBill } from '../payables/get-bill.ts'
import { askForPaymentsOn } from '../payables/payments-on-bills.ts'
import { presentBills } from '../payables/present-bills.ts'
import { duplicateExternalId } from '../payables/record-bills.ts'
import { sourceOfBill, type StoredBill } from '../payables/stored-bill.ts'
import { requireNotVoided, updated } from './updated-bill.ts'
import { mayMoveMoney, mayPost, requireOwnFields, wantedUpdate, type WantedUpdate } from './wanted-update.ts'
import { askForLines, askForTaxes, type TaxAccountOf, taxAccountsIn } from '../line-items/resolve-lines.ts'
import { taxNamesOf } from '../line-items/wanted-lines.ts'
import { askForAccounts } from '../posting/named-accounts.ts'

type Update = {
  billing: Billing
  business: KnownBusiness
  id: string
  wanted: WantedUpdate
  /** Asked for where money may move. */
  match: DocumentMatch | undefined
}

/**
 * Changes a bill or an expense. What it says in the journal, and what payments on it say, is posted anew where it is
 * others.
 * @throws BillNotFound, BillVoided, BillHasPayments, DocumentMatched, VendorNotFound, VendorArchived, AccountNotFound,
 *   AccountArchived, ControlAccount, TagValueArchived, DuplicateTagDimension, BalancingTagViolation, NegativeTotal,
 *   AmountOutOfRange, OverAllocated, PeriodClosed, DuplicateExternalId, PostingFailed, InvalidPayload, PayloadTooLarge,
 *   BusinessNotFound, BusinessArchived, VersionConflict, ServiceUnavailable
 */
export async function updateBill(
  billing: Billing,
  request: BusinessWrite,
  input: UpdateBillRequest__Output,
): Promise<BillAnswer> {
  const business = await meetBusiness(billing, request)
  const wanted = wantedUpdate(input)
  const seen = await billing.db.transact(request, (tx) => requireBill(tx, business.id, input.bill_id))
  const isMatchable = seen.spending !== null && seen.voidedAt === null && mayMoveMoney(wanted)
  const match = isMatchable ? await findMatch(billing, request, seen.id) : undefined
  const update: Update = { billing, business, id: seen.id, wanted, match }
  const names = taxNamesOf(wanted.lines ?? [], wanted.taxes ?? [])
  const taxAccounts = await ensureTaxAccounts(billing, request, business, {
    kind: TAXES_PAID,
    names,
    tryOut: async () => {
      await tryOut(update, request)
      return names
    },
  })
  const { data, posting } = await decideOnce(billing, request, business, {
    ask: (tx) => askFor(tx, update, taxAccounts),
    write: (tx, books) => write(tx, update, books, taxAccountsIn(books, taxAccounts)),
  })
  return { ...data, created: false, posting }
}

/** From what nobody holds. What cannot be is refused before tags are defined for nothing. */
async function askFor(tx: Tx, { business, id, wanted }: Update, taxAccounts: TaxAccounts): Promise<Asking> {
  const bill = await requireBill(tx, business.id, id)
  requireNotVoided(bill)
  requireOwnFields(bill, wanted)
  await refuseTaken(tx, bill, wanted)
  await namedVendor(tx, bill, wanted)
  const asking = new Asking()
  askForPayableAccounts(asking)
  askForAccounts(asking, accountsOfBill(bill))
  if (wanted.clearingAccount) asking.account(wanted.clearingAccount, 'payment_clearing_account_identifier')
  askForLines(asking, wanted.lines ?? [], taxAccounts)
  askForTaxes(asking, wanted.taxes ?? [], taxAccounts)
  askTags(asking, wanted.tags ?? [], 'tags')
  if (!mayPost(wanted)) return asking
  const kept = [...(wanted.tags ? [] : bill.tags), ...(wanted.lines ? [] : bill.lineItems.flatMap((line) => line.tags))]
  askKeptTags(asking, kept, await loadTagDefinitions(tx, business.id, definitionIdsOf(kept)))
  await askForPaymentsOn(tx, asking, business.id, [bill])
  return asking
}

/** @throws DuplicateExternalId */
async function refuseTaken(tx: Tx, bill: StoredBill, { externalId }: WantedUpdate): Promise<void> {
  if (externalId === undefined || externalId === null) return
  const there = (await findBillIds(tx, bill.businessId, [externalId])).get(externalId)
  if (there && there.id !== bill.id) throw duplicateExternalId(externalId)
}

/** @throws VendorNotFound, InvalidPayload; VendorArchived unless it is the bill's already */
async function namedVendor(tx: Tx, bill: StoredBill, wanted: WantedUpdate): Promise<Vendor | undefined> {
  const vendor = await findVendor(tx, bill.businessId, wanted)
  requireUsable(vendor, bill, wanted)
  return vendor
}

const findVendor = async (tx: Tx, businessId: string, { vendor }: WantedUpdate): Promise<Vendor | undefined> =>
  vendor ? (await findNamedVendors(tx, businessId, [vendor]))[0] : undefined

function requireUsable(vendor: Vendor | undefined, bill: StoredBill, wanted: WantedUpdate): void {
  if (vendor && vendor.id !== bill.vendorId)
    requireActive(vendor, wanted.vendor?.vendor_id === undefined ? 'vendor_external_id' : 'vendor_id')
}

/** Decides it before the accounts of its taxes are there. */
async function tryOut(update: Update, request: BusinessWrite): Promise<void> {
  const { billing, business, id } = update
  const asking = await billing.db.transact(request, (tx) => askFor(tx, update, NO_TAX_ACCOUNTS))
  const books = await billing.desk.askBooks(request, asking.question()).catch((error: unknown) => {
    throw asking.forEveryField(error)
  })
  await billing.db.transact(request, async (tx) => {
    const bill = await requireBill(tx, business.id, id)
    decide(bill, await namedVendor(tx, bill, update.wanted), update, books, () => '')
  })
}

function decide(
  bill: StoredBill,
  vendor: Vendor | undefined,
  { billing, business, wanted, match }: Update,
  books: Books,
  taxAccountOf: TaxAccountOf,
): StoredBill {
  const { timeZone } = business
  const facts = { books, vendor, taxAccountOf, newId: billing.newId, now: billing.now(), timeZone }
  const after = updated(bill, wanted, facts)
  if (movesMoney(bill, after)) refuseMatched(match, 'changed in amount, method or clearing account')
  return after
}

/** What the bank has reported of an expense is how much was paid, and from where. */
const movesMoney = (before: StoredBill, after: StoredBill): boolean =>
  amountsOf(before).totalAmount !== amountsOf(after).totalAmount ||
  before.spending?.method !== after.spending?.method ||
  before.spending?.clearingAccountId !== after.spending?.clearingAccountId

async function write(
  tx: Tx,
  update: Update,
  books: Books,
  taxAccountOf: TaxAccountOf,
): Promise<{ data: { data: BillMessage | undefined }; sources: Source[] }> {
  const { billing, business, id, wanted } = update
  const found = await findVendor(tx, business.id, wanted)
  const vendor = found && (await holdVendors(tx, business.id, [found.id])).get(found.id)
  const before = (await lockBills(tx, business.id, [id])).get(id)
  if (!before) throw billNotFound(id)
  requireOwnFields(before, wanted)
  requireUsable(vendor, before, wanted)
  const after = decide(before, vendor, update, books, taxAccountOf)
  const changed = await changeBills(tx, billing, business, books, [{ before, after }])
  const [data] = await presentBills(tx, business.id, changed.bills)
  return { data: { data }, sources: [sourceOfBill(after), ...changed.sources] }
}
