import type {
  CreateInvoicesResponse,
  Invoice as InvoiceMessage,
  InvoiceAnswer,
  InvoiceInput__Output,
} from '@pacioli/protos/billing'
import type { Problems } from '@pacioli/errors'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { CUSTOMERS } from '../contacts/customer.ts'
import { momentOf, type Moment } from '../documents/moment.ts'
import { createDocuments, onlyOne, type CreatedDocuments } from '../document-writes/create-documents.ts'
import { added } from '../document-writes/document-changes.ts'
import { INVOICES } from '../receivables/invoice.kind.ts'
import type { Invoice } from '../receivables/invoice.ts'
import type { InvoiceWithPayments } from '../receivables/dedicated-payments.ts'
import { recordReceivables, type RecordingReceivables } from '../receivables/record-receivables.ts'
import { RequestReader } from '../requests/request-reader.ts'
import { TAXES_COLLECTED } from '../sales-taxes/tax-name.ts'
import { findTakenExternalIds } from './taken-external-ids.ts'
import { prefetchInvoice, newInvoice } from './new-invoice.ts'
import { partsOf, requestedInvoice, type RequestedInvoice } from './requested-invoice.ts'

/**
 * Creates an invoice, optionally with payments and refunds of it. If its external_id exists, that document is returned as it
 * is.
 * @throws what `createAll` throws
 */
export async function createInvoice(
  billing: Billing,
  request: BusinessWrite,
  input: InvoiceInput__Output,
): Promise<InvoiceAnswer> {
  const read = (at: Moment, problems: Problems) => [requestedInvoice(new RequestReader(input, '', problems), at)]
  return onlyOne(await createAll(billing, request, read))
}

/**
 * Creates many invoices, all or none, in the order of the request; a repeated external_id refers to the first invoice that
 * has it.
 * @throws what `createAll` throws; InvalidPayload for too many
 */
export async function createInvoices(
  billing: Billing,
  request: BusinessWrite,
  inputs: readonly InvoiceInput__Output[],
): Promise<CreateInvoicesResponse> {
  const { data, posting } = await createAll(billing, request, (clock, problems) =>
    inputs.map((input, index) => requestedInvoice(new RequestReader(input, `${index}.`, problems), clock)),
  )
  return { data: data.map(({ message }) => message), posting }
}

/**
 * @throws CustomerNotFound, CustomerArchived, AccountNotFound, AccountArchived, ControlAccount, TagValueArchived,
 *   DuplicateTagDimension, BalancingTagViolation, NegativeTotal, AmountOutOfRange, OverAllocated, OverRefunded,
 *   InvoiceVoided, PeriodClosed, DatedTooEarly, DuplicateExternalId, and what `createDocuments` throws
 */
const createAll = (
  billing: Billing,
  request: BusinessWrite,
  read: (at: Moment, problems: Problems) => RequestedInvoice[],
): Promise<CreatedDocuments<InvoiceMessage>> =>
  createDocuments<RequestedInvoice, InvoiceWithPayments, Invoice, InvoiceMessage>(billing, request, {
    kind: INVOICES,
    keptAs: 'invoice',
    taxes: TAXES_COLLECTED,
    read: (business, problems) => read(momentOf(billing, business), problems),
    partsOf,
    findTakenExternalIds,
    contacts: CUSTOMERS,
    contactOf: ({ customer }) => customer,
    prefetch: prefetchInvoice,
    open: (requested, { contactId, ...facts }) => newInvoice(requested, contactId ?? '', facts),
    record: (deciding, made) => {
      const change = {
        invoices: added(made.map(({ document }) => document)),
        payments: added(made.flatMap(({ payments }) => payments)),
        refunds: added(made.flatMap(({ refunds }) => refunds)),
      }
      return recordReceivables(deciding, change, fieldsOf(made))
    },
  })

/** An entry maps to its invoice, a credit to the first payment out of that customer's credit. */
function fieldsOf(opened: readonly (InvoiceWithPayments & { requested: RequestedInvoice })[]): RecordingReceivables {
  const fields = new Map<string, string>()
  const ofCustomers = new Map<string, string>()
  for (const { document, payments, refunds, requested } of opened) {
    const documents = [document, ...payments, ...refunds, ...refunds.flatMap((refund) => refund.payments)]
    if (requested.field !== '') for (const { id } of documents) fields.set(id, `${requested.field}line_items`)
    const { contactId } = document
    const spending = requested.payments.find(({ method }) => method === 'CREDIT_BALANCE')
    if (spending && !ofCustomers.has(contactId)) ofCustomers.set(contactId, `${spending.field}amount`)
  }
  return {
    fieldOf: ({ id }) => fields.get(id),
    creditFieldOf: (contactId) => ofCustomers.get(contactId) ?? 'payments',
  }
}
