import type { Tx } from '@pacioli/db'
import { requireBusiness, type KnownBusiness } from '@pacioli/ledger-facts'
import type { Books, LedgerPrefetch } from '@pacioli/postings'
import type { BillAnswer, UpdateBillRequest__Output } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { lockContactsShared } from '../contacts/contact.store.ts'
import { requireActive, type Contact } from '../contacts/contact.ts'
import { findNamedContacts } from '../contacts/named-contacts.ts'
import { VENDORS } from '../contacts/vendor.ts'
import { alterDocument } from '../document-writes/create-document.ts'
import { lockDocument } from '../document-writes/document-changes.ts'
import { taxAccountsOfUpdate } from '../document-writes/taxes-of-update.ts'
import { requireDocument } from '../documents/document-kind.ts'
import { refuseTaken } from '../documents/document.store.ts'
import { prefetchLines, prefetchTaxes, taxAccountsIn, type TaxAccountOf } from '../line-items/resolve-lines.ts'
import { findMatch, refuseMatched, type DocumentMatch } from '../matches/document-match.ts'
import { accountsOfBill } from '../payables/prefetch-bills.ts'
import { BILLS } from '../payables/bill.kind.ts'
import { amountsOf, requireNotVoided, type Bill } from '../payables/bill.ts'
import { changeBills } from '../payables/change-bills.ts'
import { prefetchPayableAccounts } from '../payables/payable-accounts.ts'
import { prefetchGiversOn } from '../payables/givers-on-bills.ts'
import { prefetchAccounts } from '../posting/named-accounts.ts'
import { prefetchTagsThere } from '../posting/prefetch-stored.ts'
import { prefetchClearing } from '../requests/payments.ts'
import type { TaxAccounts } from '../sales-taxes/sales-tax-accounts.ts'
import { TAXES_PAID } from '../sales-taxes/tax-name.ts'
import { prefetchTags } from '../tags/tag-inputs.ts'
import { mayMoveMoney, mayPost, requestedUpdate, requireOwnFields, type RequestedUpdate } from './requested-update.ts'
import { updated } from './updated-bill.ts'

type Update = {
  billing: Billing
  business: KnownBusiness
  id: string
  requested: RequestedUpdate
  /** Queried where money may move. */
  match: DocumentMatch | undefined
}

/**
 * Changes a bill or an expense. Its entries, and those of payments on it, are reposted where they differ.
 * @throws BillNotFound, BillVoided, BillHasPayments, DocumentMatched, VendorNotFound, VendorArchived, AccountNotFound,
 *   AccountArchived, ControlAccount, TagValueArchived, DuplicateTagDimension, BalancingTagViolation, NegativeTotal,
 *   AmountOutOfRange, OverAllocated, PeriodClosed, DuplicateExternalId, PostingFailed, InvalidPayload, PayloadTooLarge, and
 *   what `alterDocument` throws
 */
export async function updateBill(
  billing: Billing,
  request: BusinessWrite,
  input: UpdateBillRequest__Output,
): Promise<BillAnswer> {
  const business = await requireBusiness(billing, request)
  const requested = requestedUpdate(input)
  const seen = await billing.db.transact(request, (tx) => requireDocument(tx, BILLS, input.bill_id))
  const isMatchable = seen.spending !== null && seen.voidedAt === null && mayMoveMoney(requested)
  const match = isMatchable ? await findMatch(billing, request, seen.id) : undefined
  const update: Update = { billing, business, id: seen.id, requested, match }
  const taxAccounts = await taxAccountsOfUpdate(billing, request, business, {
    kind: TAXES_PAID,
    requested,
    prefetch: (tx, asking, accounts) => prefetch(tx, asking, update, accounts),
    decide: async (tx, books, taxAccountOf) =>
      decide(await requireDocument(tx, BILLS, seen.id), await findVendor(tx, requested), update, books, taxAccountOf),
  })
  return alterDocument(billing, request, {
    kind: BILLS,
    prefetch: (tx, asking) => prefetch(tx, asking, update, taxAccounts),
    alter: async (deciding) => {
      const { tx, books } = deciding
      const found = await findVendor(tx, requested)
      const vendor = found && (await lockContactsShared(tx, VENDORS, [found.id])).get(found.id)
      const before = await lockDocument(tx, BILLS, seen.id)
      requireOwnFields(before, requested)
      requireUsable(vendor, before, requested)
      const decided = decide(before, vendor, update, books, taxAccountsIn(books, taxAccounts))
      const { bills, sources } = await changeBills(deciding, [{ before, after: decided }])
      return { after: bills[0] ?? decided, sources }
    },
  })
}

/** Works on unlocked data. An impossible update is refused before its new tags are defined. */
async function prefetch(
  tx: Tx,
  asking: LedgerPrefetch,
  { id, requested }: Update,
  taxAccounts: TaxAccounts,
): Promise<void> {
  const bill = await requireDocument(tx, BILLS, id)
  requireNotVoided(bill)
  requireOwnFields(bill, requested)
  await refuseTaken(tx, BILLS, bill.id, requested.externalId)
  requireUsable(await findVendor(tx, requested), bill, requested)
  prefetchPayableAccounts(asking)
  prefetchAccounts(asking, accountsOfBill(bill))
  prefetchClearing(asking, requested)
  prefetchLines(asking, requested.lines ?? [], taxAccounts)
  prefetchTaxes(asking, requested.taxes ?? [], taxAccounts)
  prefetchTags(asking, requested.tags ?? [], 'tags')
  if (!mayPost(requested)) return
  const kept = [
    ...(requested.tags ? [] : bill.tags),
    ...(requested.lines ? [] : bill.lineItems.flatMap((line) => line.tags)),
  ]
  await prefetchTagsThere(tx, asking, kept)
  await prefetchGiversOn(tx, asking, [bill])
}

/** @throws VendorNotFound, InvalidPayload */
const findVendor = async (tx: Tx, { vendor }: RequestedUpdate): Promise<Contact | undefined> =>
  vendor ? (await findNamedContacts(tx, VENDORS, [vendor]))[0]?.contact : undefined

/** @throws VendorArchived unless it is the bill's already */
function requireUsable(vendor: Contact | undefined, bill: Bill, { vendor: named }: RequestedUpdate): void {
  if (vendor && vendor.id !== bill.contactId) requireActive(VENDORS, vendor, named ?? {})
}

function decide(
  bill: Bill,
  vendor: Contact | undefined,
  { billing, business, requested, match }: Update,
  books: Books,
  taxAccountOf: TaxAccountOf,
): Bill {
  const { timeZone } = business
  const facts = { books, vendor, taxAccountOf, newId: billing.newId, now: billing.now(), timeZone }
  const after = updated(bill, requested, facts)
  if (movesMoney(bill, after)) refuseMatched(match, 'changed in amount, method or clearing account')
  return after
}

/** The bank's report of an expense fixes how much was paid, and from which account. */
const movesMoney = (before: Bill, after: Bill): boolean =>
  amountsOf(before).totalAmount !== amountsOf(after).totalAmount ||
  before.spending?.method !== after.spending?.method ||
  before.spending?.clearingAccountId !== after.spending?.clearingAccountId
