import { refuseTwins } from '../requests/repeats.ts'
import type { Tx } from '@pacioli/db'
import { collectProblems, Problems, refused } from '@pacioli/errors'
import { meetBusiness, type KnownBusiness } from '@pacioli/ledger-facts'
import { Asking, decideOnce, type Books, type PostingState, type Source } from '@pacioli/postings'
import type {
  CreateInvoicesResponse,
  Invoice as InvoiceMessage,
  InvoiceAnswer,
  InvoiceInput__Output,
} from '@pacioli/protos/billing'
import { refuseTooLong, type BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { ensureTaxAccounts, NO_TAX_ACCOUNTS, type TaxAccounts } from '../sales-taxes/sales-tax-accounts.ts'
import { taxAccountsIn, type TaxAccountOf } from '../line-items/resolve-lines.ts'
import { TAXES_COLLECTED } from '../sales-taxes/tax-name.ts'
import { refuseTooMany, taxNamesOf } from '../line-items/wanted-lines.ts'
import { recordReceivables } from '../receivables/record-receivables.ts'
import { holdMeantCustomers, refuseArchived } from './customers-of-invoices.ts'
import { creationFields } from './creation-fields.ts'
import { sourceOfInvoice } from '../receivables/invoice.postings.ts'
import { loadInvoices } from '../receivables/invoice.store.ts'
import { askForInvoice, openInvoice, type OpenedInvoice } from './open-invoice.ts'
import { prepareInvoices, type PreparedInvoices } from './prepare-invoices.ts'
import { presentInvoices } from '../receivables/present-invoices.ts'
import { partsOf, wantedInvoice, type WantedInvoice } from './wanted-invoice.ts'

/** Invoices of one request (contract.md, endpoint 15). */
const MAX_INVOICES = 1_000

/**
 * What a customer owes, perhaps with what was paid and refunded of it already. One whose external_id exists is answered as
 * it is.
 * @throws what `createAll` throws
 */
export async function createInvoice(
  billing: Billing,
  request: BusinessWrite,
  input: InvoiceInput__Output,
): Promise<InvoiceAnswer> {
  const { data, posting } = await createAll(billing, request, [input], () => '')
  return { data: data[0]?.invoice, created: data[0]?.isNew ?? false, posting }
}

/**
 * Many invoices (endpoint 15), all or none, in the order of the request; an external_id that comes again means the invoice
 * that it came with.
 * @throws what `createAll` throws; InvalidPayload for too many
 */
export async function createInvoices(
  billing: Billing,
  request: BusinessWrite,
  inputs: readonly InvoiceInput__Output[],
): Promise<CreateInvoicesResponse> {
  if (inputs.length > MAX_INVOICES)
    throw refused('InvalidPayload', `A request brings at most ${MAX_INVOICES} invoices; here are ${inputs.length}.`)
  const { data, posting } = await createAll(billing, request, inputs, (index) => `${index}.`)
  return { data: data.map(({ invoice }) => invoice), posting }
}

type Created = { data: { invoice: InvoiceMessage; isNew: boolean }[]; posting: PostingState }

/**
 * @throws CustomerNotFound, CustomerArchived, AccountNotFound, AccountArchived, ControlAccount, TagValueArchived,
 *   DuplicateTagDimension, BalancingTagViolation, NegativeTotal, AmountOutOfRange, OverAllocated, OverRefunded,
 *   InvoiceVoided, PeriodClosed, DuplicateExternalId, InvalidPayload, PayloadTooLarge, BusinessNotFound, BusinessArchived,
 *   VersionConflict, ServiceUnavailable
 */
async function createAll(
  billing: Billing,
  request: BusinessWrite,
  inputs: readonly InvoiceInput__Output[],
  fieldOf: (index: number) => string,
): Promise<Created> {
  const business = await meetBusiness(billing, request)
  const wanted = readAll(inputs, fieldOf, billing.now())
  const creation: Creation = { billing, business, wanted }
  const taxAccounts = await ensureTaxAccounts(billing, request, business, {
    kind: TAXES_COLLECTED,
    names: namesOfTaxes(wanted),
    tryOut: () => tryOut(creation, request),
  })
  return decideOnce(billing, request, business, {
    ask: async (tx) => askFor(await prepareInvoices(tx, business.id, wanted), taxAccounts),
    write: (tx, books) => create(tx, creation, books, taxAccountsIn(books, taxAccounts)),
  })
}

function readAll(
  inputs: readonly InvoiceInput__Output[],
  fieldOf: (index: number) => string,
  now: Date,
): WantedInvoice[] {
  const problems = new Problems()
  const wanted = inputs.map((input, index) => wantedInvoice(input, fieldOf(index), now, problems))
  refuseTwins(wanted, problems)
  problems.throwIfAny()
  refuseTooMany(wanted.reduce((sum, invoice) => sum + partsOf(invoice), 0))
  return wanted
}

type Creation = { billing: Billing; business: KnownBusiness; wanted: readonly WantedInvoice[] }

const namesOfTaxes = (wanted: readonly WantedInvoice[]): string[] =>
  wanted.flatMap(({ lines, taxes }) => taxNamesOf(lines, taxes))

function askFor({ fresh }: PreparedInvoices, taxAccounts: TaxAccounts): Asking {
  const asking = new Asking()
  for (const { wanted } of fresh) askForInvoice(asking, wanted, taxAccounts)
  return asking
}

/** Decides all of it before the accounts of its taxes are there, and answers which taxes those are. */
async function tryOut({ billing, business, wanted }: Creation, request: BusinessWrite): Promise<string[]> {
  const prepared = await billing.db.transact(request, (tx) => prepareInvoices(tx, business.id, wanted))
  const asking = askFor(prepared, NO_TAX_ACCOUNTS)
  const books = await billing.desk.askBooks(request, asking.question()).catch((error: unknown) => {
    throw asking.forEveryField(error)
  })
  const fresh = prepared.fresh.map(({ wanted: one, customer }) => ({
    wanted: one,
    customerId: customer.kind === 'known' ? customer.customer.id : '',
  }))
  openAll(billing, business, books, fresh, () => '')
  return namesOfTaxes(prepared.fresh.map((one) => one.wanted))
}

type Opened = OpenedInvoice & { wanted: WantedInvoice }

/** The invoices to be made, or every problem that there is with any of them. */
function openAll(
  billing: Billing,
  business: KnownBusiness,
  books: Books,
  fresh: readonly { wanted: WantedInvoice; customerId: string }[],
  taxAccountOf: TaxAccountOf,
): Opened[] {
  const problems = new Problems()
  const facts = { businessId: business.id, books, taxAccountOf, newId: billing.newId, now: billing.now() }
  const opened = fresh.flatMap(({ wanted, customerId }): Opened[] => {
    const made = collectProblems(problems, () => openInvoice(wanted, { ...facts, customerId }))
    return made ? [{ ...made, wanted }] : []
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
  const { there, fresh } = await prepareInvoices(tx, business.id, wanted)
  const meant = await holdMeantCustomers(tx, billing, business.id, fresh)
  refuseArchived(fresh, meant)
  const opened = openAll(
    billing,
    business,
    books,
    fresh.map((one, index) => ({ wanted: one.wanted, customerId: meant[index]?.id ?? '' })),
    taxAccountOf,
  )
  const sources = await recordReceivables(
    tx,
    billing,
    business,
    books,
    {
      invoices: opened.map(({ invoice }) => ({ before: null, after: invoice })),
      payments: opened.flatMap(({ payments }) => payments.map((after) => ({ before: null, after }))),
      refunds: opened.flatMap(({ refunds }) => refunds.map((after) => ({ before: null, after }))),
    },
    creationFields(opened),
  )
  const data = await answer(tx, business.id, wanted, there, opened)
  return { data, sources: [...sources, ...[...there.values()].map((id) => sourceOfInvoice({ id }))] }
}

/** In the order of the request, each with the invoice that it stands for. */
async function answer(
  tx: Tx,
  businessId: string,
  wanted: readonly WantedInvoice[],
  there: ReadonlyMap<string, string>,
  opened: readonly Opened[],
): Promise<Created['data']> {
  const existing = await loadInvoices(tx, businessId, [...there.values()])
  const messages = await presentInvoices(tx, businessId, [...opened.map(({ invoice }) => invoice), ...existing])
  const messageOf = new Map(messages.map((message) => [message.id, message]))
  const madeFor = new Map(opened.map((made) => [made.wanted, made.invoice.id]))
  const idOf = new Map([
    ...there,
    ...opened.flatMap(({ invoice }): [string, string][] =>
      invoice.externalId === null ? [] : [[invoice.externalId, invoice.id]],
    ),
  ])
  const data = wanted.flatMap((one) => {
    const id = madeFor.get(one) ?? idOf.get(one.externalId ?? '')
    const invoice = messageOf.get(id)
    return invoice ? [{ invoice, isNew: madeFor.has(one) }] : []
  })
  refuseTooLong(data)
  return data
}
