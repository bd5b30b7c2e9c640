import { InvoicesService } from '@pacioli/protos/billing'
import { implement, readRequestOf, writeRequestOf, type Implementation } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { getDocument } from '../documents/document-kind.ts'
import { createInvoice, createInvoices } from './create-invoices.ts'
import { invoicesOfSources } from './find-invoices-of-sources.ts'
import { INVOICES } from '../receivables/invoice.kind.ts'
import { listInvoices } from './list-invoices.ts'
import { undoWriteOff } from '../write-offs/undo-write-off.ts'
import { updateInvoice } from './update-invoice.ts'
import { voidInvoice } from './void-invoice.ts'
import { writeOffInvoice } from '../write-offs/write-off-invoice.ts'

export const invoicesRpc = (billing: Billing): Implementation =>
  implement(InvoicesService, {
    CreateInvoice: (request, context) => createInvoice(billing, writeRequestOf(context), request),
    CreateInvoices: ({ invoices }, context) => createInvoices(billing, writeRequestOf(context), invoices),
    ListInvoices: (request, context) => listInvoices(billing, readRequestOf(context), request),
    GetInvoice: ({ invoice_id }, context) => getDocument(billing, readRequestOf(context), INVOICES, invoice_id),
    UpdateInvoice: (request, context) => updateInvoice(billing, writeRequestOf(context), request),
    VoidInvoice: (request, context) => voidInvoice(billing, writeRequestOf(context), request),
    WriteOffInvoice: (request, context) => writeOffInvoice(billing, writeRequestOf(context), request),
    UndoWriteOff: (request, context) => undoWriteOff(billing, writeRequestOf(context), request),
    FindInvoicesOfSources: ({ sources }, context) => invoicesOfSources(billing, readRequestOf(context), sources),
  })
