/** Receivables written by their stores alone, without a ledger. */
import type { Database, Tx } from '@pacioli/db'
import { newId } from '@pacioli/service'
import type { Change } from '../documents/document-kind.ts'
import { insertContacts } from '../contacts/contact.store.ts'
import { inlineCustomer, CUSTOMERS } from '../contacts/customer.ts'
import { INVOICE_PAYMENT_STORE } from '../receivables/invoice-payment.store.ts'
import type { InvoicePayment, InvoicePaymentAllocation } from '../receivables/invoice-payment.ts'
import { INVOICE_STORE } from '../receivables/invoice.store.ts'
import type { Invoice, RefundedPart } from '../receivables/invoice.ts'
import { REFUND_STORE } from '../receivables/refund.store.ts'
import type { Refund, RefundAllocation, RefundPart } from '../receivables/refund.ts'
import { anAllocation, aPart, aRefund } from './refunds.test-helpers.ts'
import { day } from './payables.test-helpers.ts'
import {
  anInvoice,
  anInvoiceAllocation,
  anInvoiceLine,
  anInvoicePayment,
  aWriteOff,
} from './receivables.test-helpers.ts'
import type { DocumentTag } from '../tags/tags.ts'

/** A business with one customer and only these rows. */
export type StoredBooks = {
  businessId: string
  contactId: string
  /** A transaction of the business. */
  within: <Result>(work: (tx: Tx) => Promise<Result> | Result) => Promise<Result>
}

export async function openStoredBooks(db: Database): Promise<StoredBooks> {
  const [businessId, contactId] = [newId(), newId()]
  const within: StoredBooks['within'] = (work) => db.transact({ businessId }, async (tx) => work(tx))
  await within((tx) => insertContacts(tx, CUSTOMERS, [inlineCustomer(contactId, businessId, 'customer', day(1))]))
  return { businessId, contactId, within }
}

/** New documents with all that belongs to them. */
export const insertAll = <Document>(
  tx: Tx,
  store: { write: (tx: Tx, changes: readonly Change<Document>[]) => void },
  documents: readonly Document[],
): void =>
  store.write(
    tx,
    documents.map((after) => ({ before: null, after })),
  )

/** This many ids in order: ids of one millisecond are unordered. */
export const someIds = (count: number): string[] => Array.from({ length: count }, newId).sort()

/** This many, in the order in which they are read. */
export const someTags = (count: number): DocumentTag[] =>
  someIds(count).map((id) => ({ id, dimensionId: newId(), definitionId: newId(), createdAt: day(2) }))

/** With ids that can be stored, and nothing else. */
export const storedInvoice = (
  { businessId, contactId }: StoredBooks,
  { tags = [], ...given }: Partial<Invoice> = {},
): Invoice => ({
  ...anInvoice({ id: newId(), businessId, contactId, lineItems: [storedLine(100)], ...given }),
  tags,
})

export const storedLine = (unitPrice: number) => anInvoiceLine(newId(), unitPrice, { id: newId() })

export const storedPayment = (
  { businessId, contactId }: StoredBooks,
  { tags = [], ...given }: Partial<InvoicePayment> = {},
): InvoicePayment => ({
  ...anInvoicePayment({ id: newId(), businessId, contactId, clearingAccountId: newId(), ...given }),
  tags,
})

export const storedWriteOff = (invoice: Pick<Invoice, 'id'>, amount: number, externalId: string | null = null) =>
  aWriteOff(amount, { id: newId(), invoiceId: invoice.id, accountId: newId(), externalId })

/** The payment with a further allocation, and its invoice. */
export function paid(
  payment: InvoicePayment,
  invoice: Invoice,
  amount: number,
  { tags = [], ...given }: Partial<InvoicePaymentAllocation> = {},
): { payment: InvoicePayment; invoice: Invoice } {
  const allocation: InvoicePaymentAllocation = {
    ...anInvoiceAllocation(amount, {
      id: newId(),
      paymentId: payment.id,
      documentId: invoice.id,
      documentDate: invoice.documentDate,
      allocatedAt: payment.paidAt,
      ...given,
    }),
    tags,
  }
  const part = { id: allocation.id, paymentId: payment.id, amount, allocatedAt: payment.paidAt }
  return {
    payment: { ...payment, allocations: [...payment.allocations, allocation] },
    invoice: { ...invoice, paid: [...invoice.paid, part] },
  }
}

/** A refund of one allocation with these parts. */
export const storedRefund = (
  { businessId, contactId }: StoredBooks,
  target: Partial<RefundAllocation>,
  ...parts: readonly (readonly [amount: number, given: Partial<RefundPart>])[]
): Refund =>
  aRefund({
    id: newId(),
    businessId,
    contactId,
    allocations: [
      anAllocation(
        parts.reduce((sum, [amount]) => sum + amount, 0),
        {
          parts: parts.map(([amount, part]) =>
            aPart(amount, {
              id: newId(),
              paymentId: target.invoicePaymentId ?? null,
              invoiceSentAt: part.invoiceId === undefined ? null : day(10),
              ...part,
            }),
          ),
          ...target,
        },
      ),
    ],
  })

/** The refund's parts on the invoice. */
export const refundedOn = (invoice: Pick<Invoice, 'id'>, refund: Refund): RefundedPart[] =>
  refund.allocations.flatMap(({ id: allocationId, invoiceLineItemId, parts }) =>
    parts
      .filter(({ invoiceId, isOfCredit }) => invoiceId === invoice.id && !isOfCredit)
      .map(({ id, paymentId, amount, shares }) => ({
        id,
        refundId: refund.id,
        allocationId,
        lineItemId: invoiceLineItemId,
        paymentId,
        amount,
        shares: shares.map((share) => ({ component: share.component, amount: share.amount })),
      })),
  )

/** Writes all of it in the order of requests. */
export const keep = (
  { within }: StoredBooks,
  {
    invoices = [],
    payments = [],
    refunds = [],
  }: { invoices?: readonly Invoice[]; payments?: readonly InvoicePayment[]; refunds?: readonly Refund[] },
): Promise<void> =>
  within(async (tx) => {
    insertAll(tx, INVOICE_STORE, invoices)
    insertAll(tx, INVOICE_PAYMENT_STORE, payments)
    insertAll(tx, REFUND_STORE, refunds)
  })
