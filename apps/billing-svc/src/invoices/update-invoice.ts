import type { Tx } from '@pacioli/db'
import { requireBusiness } from '@pacioli/ledger-facts'
import type { Books, LedgerPrefetch } from '@pacioli/postings'
import type { InvoiceAnswer, UpdateInvoiceRequest__Output } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { lockContactsShared } from '../contacts/contact.store.ts'
import { requireActive, type Contact } from '../contacts/contact.ts'
import { CUSTOMERS } from '../contacts/customer.ts'
import { findNamedContacts } from '../contacts/named-contacts.ts'
import { alterDocument, factsOf } from '../document-writes/create-document.ts'
import { lockDocument } from '../document-writes/document-changes.ts'
import { taxAccountsOfUpdate } from '../document-writes/taxes-of-update.ts'
import { refuseTaken } from '../documents/document.store.ts'
import { prefetchLines, prefetchTaxes, taxAccountsIn, type TaxAccountOf } from '../line-items/resolve-lines.ts'
import { changeInvoices, prefetchChanged } from '../receivables/documents-on-invoices.ts'
import { requireUnvoided } from '../receivables/invoice-of-request.ts'
import { INVOICES } from '../receivables/invoice.kind.ts'
import type { Invoice } from '../receivables/invoice.ts'
import { prefetchReceivableAccounts } from '../receivables/receivable-accounts.ts'
import type { TaxAccounts } from '../sales-taxes/sales-tax-accounts.ts'
import { TAXES_COLLECTED } from '../sales-taxes/tax-name.ts'
import { prefetchTags } from '../tags/tag-inputs.ts'
import { mayPost, requestedUpdate, type RequestedUpdate } from './requested-update.ts'
import { updated } from './updated-invoice.ts'

/**
 * Changes an invoice. Its entries, and those of payments, refunds and write-offs on it, are reposted where they differ.
 * @throws InvoiceNotFound, InvoiceVoided, InvoiceHasPayments, CustomerNotFound, CustomerArchived, AccountNotFound,
 *   AccountArchived, ControlAccount, TagValueArchived, DuplicateTagDimension, BalancingTagViolation, NegativeTotal,
 *   AmountOutOfRange, OverAllocated, OverRefunded, PeriodClosed, DatedTooEarly, DuplicateExternalId, PostingFailed,
 *   InvalidPayload, PayloadTooLarge, and what `alterDocument` throws
 */
export async function updateInvoice(
  billing: Billing,
  request: BusinessWrite,
  input: UpdateInvoiceRequest__Output,
): Promise<InvoiceAnswer> {
  const business = await requireBusiness(billing, request)
  const requested = requestedUpdate(input)
  const id = input.invoice_id.toLowerCase()
  const decide = (invoice: Invoice, customer: Contact | undefined, books: Books, taxAccountOf: TaxAccountOf): Invoice =>
    updated(invoice, requested, { ...factsOf({ billing, business, books }), customer, taxAccountOf })
  const taxAccounts = await taxAccountsOfUpdate(billing, request, business, {
    kind: TAXES_COLLECTED,
    requested,
    prefetch: (tx, asking, accounts) => prefetch(tx, asking, id, requested, accounts),
    decide: async (tx, books, taxAccountOf) =>
      decide(await requireUnvoided(tx, id), await findCustomer(tx, requested), books, taxAccountOf),
  })
  return alterDocument(billing, request, {
    kind: INVOICES,
    prefetch: (tx, asking) => prefetch(tx, asking, id, requested, taxAccounts),
    alter: async (deciding) => {
      const { tx, books } = deciding
      const found = await findCustomer(tx, requested)
      const customer = found && (await lockContactsShared(tx, CUSTOMERS, [found.id])).get(found.id)
      const before = await lockDocument(tx, INVOICES, id)
      requireUsable(customer, before, requested)
      const after = decide(before, customer, books, taxAccountsIn(books, taxAccounts))
      return { after, sources: await changeInvoices(deciding, [{ before, after }]) }
    },
  })
}

/** Works on unlocked data. An impossible update is refused before its new tags are defined. */
async function prefetch(
  tx: Tx,
  asking: LedgerPrefetch,
  id: string,
  requested: RequestedUpdate,
  taxAccounts: TaxAccounts,
): Promise<void> {
  const { lines = [], taxes = [], tipsAccount, tags = [] } = requested
  const invoice = await requireUnvoided(tx, id)
  await refuseTaken(tx, INVOICES, invoice.id, requested.externalId)
  requireUsable(await findCustomer(tx, requested), invoice, requested)
  prefetchReceivableAccounts(asking)
  if (tipsAccount) asking.account(tipsAccount, 'tips_account')
  prefetchLines(asking, lines, taxAccounts)
  prefetchTaxes(asking, taxes, taxAccounts)
  prefetchTags(asking, tags, 'tags')
  if (mayPost(requested)) await prefetchChanged(tx, asking, [withoutReplaced(invoice, requested)], () => undefined)
}

/** What stays of the invoice. */
const withoutReplaced = (invoice: Invoice, { lines, taxes, tipsAccount, tags }: RequestedUpdate): Invoice => ({
  ...invoice,
  ...(lines && { lineItems: [] }),
  ...(taxes && { additionalSalesTaxes: [] }),
  ...(tipsAccount !== undefined && { tipsAccountId: null }),
  ...(tags && { tags: [] }),
})

/** A typo must not create a customer. @throws CustomerNotFound, InvalidPayload */
const findCustomer = async (tx: Tx, { customer }: RequestedUpdate): Promise<Contact | undefined> =>
  customer ? (await findNamedContacts(tx, { ...CUSTOMERS, canBeInline: false }, [customer]))[0]?.contact : undefined

/** @throws CustomerArchived unless it is the invoice's already */
function requireUsable(
  customer: Contact | undefined,
  { contactId }: Invoice,
  { customer: named }: RequestedUpdate,
): void {
  if (customer && customer.id !== contactId) requireActive(CUSTOMERS, customer, named ?? {})
}
