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
import { createDocuments, type CreatedDocuments } from '../document-writes/create-documents.ts'
import { INVOICES } from '../receivables/invoice.kind.ts'
import type { Invoice } from '../receivables/invoice.ts'
import { recordReceivables } from '../receivables/record-receivables.ts'
import { RequestReader } from '../requests/request-reader.ts'
import { TAXES_COLLECTED } from '../sales-taxes/tax-name.ts'
import { fieldsOf } from './request-fields.ts'
import { findTakenNames, refuseTakenNames } from './taken-external-ids.ts'
import { prefetchInvoice, newInvoice, type NewInvoice } from './new-invoice.ts'
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
  const { data, posting } = await createAll(billing, request, (problems) => [
    requestedInvoice(new RequestReader(input, '', problems), billing.now()),
  ])
  return { data: data[0]?.message, created: data[0]?.isNew ?? false, posting }
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
  const { data, posting } = await createAll(billing, request, (problems) =>
    inputs.map((input, index) => requestedInvoice(new RequestReader(input, `${index}.`, problems), billing.now())),
  )
  return { data: data.map(({ message }) => message), posting }
}

/**
 * @throws CustomerNotFound, CustomerArchived, AccountNotFound, AccountArchived, ControlAccount, TagValueArchived,
 *   DuplicateTagDimension, BalancingTagViolation, NegativeTotal, AmountOutOfRange, OverAllocated, OverRefunded,
 *   InvoiceVoided, PeriodClosed, DuplicateExternalId, and what `createDocuments` throws
 */
const createAll = (
  billing: Billing,
  request: BusinessWrite,
  read: (problems: Problems) => RequestedInvoice[],
): Promise<CreatedDocuments<InvoiceMessage>> =>
  createDocuments<RequestedInvoice, NewInvoice, Invoice, InvoiceMessage>(billing, request, {
    kind: INVOICES,
    keptAs: 'invoice',
    taxes: TAXES_COLLECTED,
    read: (_business, problems) => read(problems),
    partsOf,
    requireFree: async (tx, requested) => {
      const taken = await findTakenNames(tx, requested)
      return (fresh) => refuseTakenNames(fresh, taken)
    },
    contacts: CUSTOMERS,
    contactOf: ({ customer }) => customer,
    prefetch: prefetchInvoice,
    open: (requested, facts) => newInvoice(requested, { ...facts, contactId: facts.contactId ?? '' }),
    documentOf: ({ invoice }) => invoice,
    record: (deciding, made) =>
      recordReceivables(
        deciding,
        {
          invoices: made.map(({ invoice }) => ({ before: null, after: invoice })),
          payments: made.flatMap(({ payments }) => payments.map((after) => ({ before: null, after }))),
          refunds: made.flatMap(({ refunds }) => refunds.map((after) => ({ before: null, after }))),
        },
        fieldsOf(made),
      ),
  })
