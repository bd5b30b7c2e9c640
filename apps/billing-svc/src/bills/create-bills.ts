import { refuseOthersThan, refuseTwins } from '../requests/repeats.ts'
import type { Tx } from '@pacioli/db'
import { collectProblems, Problems, refused } from '@pacioli/errors'
import { meetBusiness, type KnownBusiness } from '@pacioli/ledger-facts'
import { AskAgain, Asking, decideOnce, type Books, type PostingState, type Source } from '@pacioli/postings'
import type {
  Bill as BillMessage,
  BillAnswer,
  BillInput__Output,
  CreateBillsResponse,
  ExpenseInput__Output,
} from '@pacioli/protos/billing'
import { refuseTooLong, type BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { payableAccounts } from '../payables/payable-accounts.ts'
import { ensureTaxAccounts, NO_TAX_ACCOUNTS, type TaxAccounts } from '../sales-taxes/sales-tax-accounts.ts'
import { TAXES_PAID } from '../sales-taxes/tax-name.ts'
import { settleEntries } from '../posting/settle-entries.ts'
import { findNamedVendors } from '../contacts/named-vendors.ts'
import { holdVendors } from '../contacts/vendor.store.ts'
import { requireActive, type Vendor } from '../contacts/vendor.ts'
import { findBillIds, loadBills } from '../payables/bill.store.ts'
import { askForBill, openBill } from './open-bill.ts'
import { presentBills } from '../payables/present-bills.ts'
import { duplicateExternalId, isTaken, recordNewBills } from '../payables/record-bills.ts'
import { settlingOf, sourceOfBill, type StoredBill } from '../payables/stored-bill.ts'
import { partsOf, wantedBill, wantedExpense, type Clock, type WantedBill } from './wanted-bill.ts'
import { type TaxAccountOf, taxAccountsIn } from '../line-items/resolve-lines.ts'
import { refuseTooMany, taxNamesOf } from '../line-items/wanted-lines.ts'

/** Bills of one request. */
const MAX_BILLS = 1_000

/**
 * What a vendor is owed. One whose external_id exists is answered as it is.
 * @throws what `createAll` throws
 */
export async function createBill(
  billing: Billing,
  request: BusinessWrite,
  input: BillInput__Output,
): Promise<BillAnswer> {
  return one(await createAll(billing, request, (clock, problems) => [wantedBill(input, '', clock, problems)]))
}

/**
 * What was paid on the spot, perhaps to nobody in particular.
 * @throws what `createAll` throws
 */
export async function createExpense(
  billing: Billing,
  request: BusinessWrite,
  input: ExpenseInput__Output,
): Promise<BillAnswer> {
  return one(await createAll(billing, request, (clock, problems) => [wantedExpense(input, clock, problems)]))
}

/**
 * Many bills, all or none, in the order of the request; an external_id that comes again means the bill that it came with.
 * @throws what `createAll` throws; InvalidPayload for too many
 */
export async function createBills(
  billing: Billing,
  request: BusinessWrite,
  inputs: readonly BillInput__Output[],
): Promise<CreateBillsResponse> {
  if (inputs.length > MAX_BILLS)
    throw refused('InvalidPayload', `A request brings at most ${MAX_BILLS} bills; here are ${inputs.length}.`)
  const { data, posting } = await createAll(billing, request, (clock, problems) =>
    inputs.map((input, index) => wantedBill(input, `${index}.`, clock, problems)),
  )
  return { data: data.map(({ bill }) => bill), posting }
}

type Created = { data: { bill: BillMessage; isNew: boolean }[]; posting: PostingState }

const one = ({ data: [only], posting }: Created): BillAnswer => ({
  data: only?.bill,
  created: only?.isNew ?? false,
  posting,
})

/**
 * @throws VendorNotFound, VendorArchived, AccountNotFound, AccountArchived, ControlAccount, TagValueArchived,
 *   DuplicateTagDimension, BalancingTagViolation, NegativeTotal, AmountOutOfRange, PeriodClosed, DuplicateExternalId,
 *   InvalidPayload, PayloadTooLarge, BusinessNotFound, BusinessArchived, VersionConflict, ServiceUnavailable
 */
async function createAll(
  billing: Billing,
  request: BusinessWrite,
  read: (clock: Clock, problems: Problems) => WantedBill[],
): Promise<Created> {
  const business = await meetBusiness(billing, request)
  const wanted = readAll(read, { now: billing.now(), timeZone: business.timeZone })
  const creation: Creation = { billing, business, wanted }
  const names = namesOfTaxes(wanted)
  const taxAccounts = await ensureTaxAccounts(billing, request, business, {
    kind: TAXES_PAID,
    names,
    tryOut: () => tryOut(creation, request),
  })
  return decideOnce(billing, request, business, {
    ask: async (tx) => askFor(await prepare(tx, creation), taxAccounts),
    write: (tx, books) => create(tx, creation, books, taxAccountsIn(books, taxAccounts)),
  })
}

function readAll(read: (clock: Clock, problems: Problems) => WantedBill[], clock: Clock): WantedBill[] {
  const problems = new Problems()
  const wanted = read(clock, problems)
  refuseTwins(wanted, problems)
  problems.throwIfAny()
  refuseTooMany(wanted.reduce((sum, bill) => sum + partsOf(bill), 0))
  return wanted
}

type Creation = { billing: Billing; business: KnownBusiness; wanted: readonly WantedBill[] }

/** What is there already, by external id, and what is to be made, each with its vendor. */
type Prepared = { there: Map<string, string>; fresh: { wanted: WantedBill; vendor: Vendor | undefined }[] }

/**
 * Reads and holds nothing.
 * @throws DuplicateExternalId, ExternalIdReused, VendorNotFound, VendorArchived, InvalidPayload
 */
async function prepare(tx: Tx, { business, wanted }: Creation): Promise<Prepared> {
  const known = await findBillIds(tx, business.id, [...new Set(wanted.flatMap(({ externalId }) => externalId ?? []))])
  refuseOtherKind(wanted, known)
  const ids = new Map([...known].map(([externalId, { id }]) => [externalId, id]))
  await refuseOthersThan(tx, 'bills', business.id, ids, wanted)
  const seen = new Set(known.keys())
  const fresh = wanted.filter(({ externalId }) => {
    const isFresh = externalId === null || !seen.has(externalId)
    if (externalId !== null) seen.add(externalId)
    return isFresh
  })
  const vendors = await findNamedVendors(
    tx,
    business.id,
    fresh.map(({ vendor }) => vendor),
    (index) => fresh[index]?.field ?? '',
  )
  const prepared = fresh.map((one, index) => ({ wanted: one, vendor: vendors[index] }))
  refuseArchived(prepared)
  return { there: ids, fresh: prepared }
}

/** Bills and expenses share their external ids. */
function refuseOtherKind(wanted: readonly WantedBill[], known: ReadonlyMap<string, { isExpense: boolean }>): void {
  const problems = new Problems()
  for (const { externalId, spending, field } of wanted) {
    const there = externalId === null ? undefined : known.get(externalId)
    if (there && there.isExpense !== (spending !== null))
      collectProblems(problems, () => {
        throw duplicateExternalId(externalId, `${field}external_id`)
      })
  }
  problems.throwIfAny()
}

/** @throws VendorArchived, naming each */
function refuseArchived(fresh: Prepared['fresh']): void {
  const problems = new Problems()
  for (const { wanted, vendor } of fresh) {
    const name = wanted.vendor.vendor_id === undefined ? 'vendor_external_id' : 'vendor_id'
    if (vendor) collectProblems(problems, () => requireActive(vendor, `${wanted.field}${name}`))
  }
  problems.throwIfAny()
}

function askFor({ fresh }: Prepared, taxAccounts: TaxAccounts): Asking {
  const asking = new Asking()
  for (const { wanted } of fresh) askForBill(asking, wanted, taxAccounts)
  return asking
}

/** Decides all of it before the accounts of its taxes are there, and answers which taxes those are. */
async function tryOut(creation: Creation, request: BusinessWrite): Promise<string[]> {
  const { billing, business } = creation
  const prepared = await billing.db.transact(request, (tx) => prepare(tx, creation))
  const asking = askFor(prepared, NO_TAX_ACCOUNTS)
  const books = await billing.desk.askBooks(request, asking.question()).catch((error: unknown) => {
    throw asking.forEveryField(error)
  })
  openAll(billing, business, books, prepared.fresh, () => '')
  return namesOfTaxes(prepared.fresh.map(({ wanted }) => wanted))
}

const namesOfTaxes = (wanted: readonly WantedBill[]): string[] =>
  wanted.flatMap(({ lines, taxes }) => taxNamesOf(lines, taxes))

/** The bills to be made, or every problem that there is with any of them. */
function openAll(
  billing: Billing,
  business: KnownBusiness,
  books: Books,
  fresh: Prepared['fresh'],
  taxAccountOf: TaxAccountOf,
): { wanted: WantedBill; bill: StoredBill }[] {
  const problems = new Problems()
  const now = billing.now()
  const opened = fresh.flatMap(({ wanted, vendor }) => {
    const facts = {
      businessId: business.id,
      vendorId: vendor?.id ?? null,
      books,
      taxAccountOf,
      newId: billing.newId,
      now,
    }
    const bill = collectProblems(problems, () => openBill(wanted, facts))
    return bill ? [{ wanted, bill }] : []
  })
  problems.throwIfAny()
  return opened
}

async function create(
  tx: Tx,
  creation: Creation,
  books: Books,
  taxAccountOf: TaxAccountOf,
): Promise<{ data: Created['data']; sources: Source[] }> {
  const { billing, business, wanted } = creation
  const { there, fresh } = await prepare(tx, creation)
  const held = await holdVendors(
    tx,
    business.id,
    fresh.flatMap(({ vendor }) => vendor?.id ?? []),
  )
  const owed = fresh.map((one) => ({ ...one, vendor: one.vendor && held.get(one.vendor.id) }))
  refuseArchived(owed)
  const opened = openAll(billing, business, books, owed, taxAccountOf)
  const bills = opened.map(({ bill }) => bill)
  await recordNewBills(tx, billing, business.id, bills).catch((error: unknown) => {
    throw isTaken(error) ? new AskAgain() : error
  })
  const sources = await settleEntries(
    tx,
    billing,
    { clientId: business.clientId, businessId: business.id },
    books,
    opened.map(({ wanted: { field }, bill }) => ({
      ...settlingOf(bill, () => payableAccounts(books)),
      ...(field === '' ? {} : { field: `${field}line_items` }),
    })),
  )
  const data = await answer(tx, business.id, wanted, there, opened)
  return { data, sources: [...sources, ...[...there.values()].map((id) => sourceOfBill({ id }))] }
}

/** In the order of the request, each with the bill that it stands for. */
async function answer(
  tx: Tx,
  businessId: string,
  wanted: readonly WantedBill[],
  there: ReadonlyMap<string, string>,
  opened: readonly { wanted: WantedBill; bill: StoredBill }[],
): Promise<Created['data']> {
  const existing = await loadBills(tx, businessId, [...there.values()])
  const messages = await presentBills(tx, businessId, [...opened.map(({ bill }) => bill), ...existing])
  const messageOf = new Map(messages.map((message) => [message.id, message]))
  const madeFor = new Map(opened.map((made) => [made.wanted, made.bill.id]))
  const idOf = new Map([
    ...there,
    ...opened.flatMap(({ bill }): [string, string][] => (bill.externalId === null ? [] : [[bill.externalId, bill.id]])),
  ])
  const data = wanted.flatMap((one) => {
    const id = madeFor.get(one) ?? idOf.get(one.externalId ?? '')
    const bill = messageOf.get(id)
    return bill ? [{ bill, isNew: madeFor.has(one) }] : []
  })
  refuseTooLong(data)
  return data
}
