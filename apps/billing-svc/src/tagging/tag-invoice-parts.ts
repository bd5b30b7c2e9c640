/** Tags of what invoices consist of: their line items and their write-offs, which change with the invoice. */
import type { Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { askForReceivableAccounts } from '../receivables/receivable-accounts.ts'
import { lineItemTagsFrom } from '../tags/tag-inputs.ts'
import type { Carrier, Retagging, Taggable } from '../tags/taggable.ts'
import type { DocumentTag } from '../tags/tags.ts'
import { recordReceivables } from '../receivables/record-receivables.ts'
import { askForInvoices } from '../receivables/ask-for-invoices.ts'
import { findInvoicesOfLineItems } from '../receivables/invoice-lines.store.ts'
import { sourceOfInvoice, sourceOfWriteOff } from '../receivables/invoice.postings.ts'
import { loadInvoices, lockInvoices } from '../receivables/invoice.store.ts'
import { requireNotVoided, type Invoice, type InvoiceLineItem } from '../receivables/invoice.ts'
import { askForRetagged, recordRetagged } from './tag-invoices.ts'
import { findInvoicesOfWriteOffs } from '../receivables/write-off.store.ts'
import type { WriteOff } from '../receivables/write-off.ts'

/** A part with its whole invoice, as both are. */
type PartOf<Own extends Carrier> = Own & { invoice: Invoice }

type Parts<Own extends Carrier> = {
  /** The invoices of parts, by the ids of those; unknown ones are left out. */
  findInvoices: (tx: Tx, businessId: string, ids: readonly string[]) => Promise<Map<string, string>>
  listOf: (invoice: Invoice) => readonly Own[]
}

const loadParts = <Own extends Carrier>({ findInvoices, listOf }: Parts<Own>) => {
  const partsOf = (invoices: Iterable<Invoice>, found: ReadonlyMap<string, string>): PartOf<Own>[] =>
    [...invoices].flatMap((invoice) =>
      listOf(invoice)
        .filter(({ id }) => found.has(id))
        .map((own) => ({ ...own, invoice })),
    )
  return {
    load: async (tx: Tx, businessId: string, ids: readonly string[]) => {
      const found = await findInvoices(tx, businessId, ids)
      return partsOf(await loadInvoices(tx, businessId, [...new Set(found.values())]), found)
    },
    // Parts stay with their invoice for good, so that it can be found before it is held.
    lock: async (tx: Tx, businessId: string, ids: readonly string[]) => {
      const found = await findInvoices(tx, businessId, ids)
      return partsOf((await lockInvoices(tx, businessId, [...found.values()])).values(), found)
    },
  }
}

/** The invoices of these parts, each once, with the tags that its parts are to carry. */
function invoicesWith<Own extends Carrier>(
  changes: readonly Retagging<PartOf<Own>>[],
  retagged: (invoice: Invoice, tags: ReadonlyMap<string, readonly DocumentTag[]>) => Invoice,
): { before: Invoice; after: Invoice }[] {
  const byInvoice = Map.groupBy(changes, ({ before }) => before.invoice)
  return [...byInvoice].map(([invoice, parts]) => ({
    before: invoice,
    after: retagged(invoice, new Map(parts.map(({ before, tags }) => [before.id, tags]))),
  }))
}

/** As they are asked about: with the tags that they keep. */
const keeping = <Own extends Carrier>(parts: readonly PartOf<Own>[]): Retagging<PartOf<Own>>[] =>
  parts.map((before) => ({ before, tags: before.tags }))

/** Where the request names the first of each invoice's parts. */
function fieldsOf(parts: readonly PartOf<Carrier>[], fieldOf: (id: string) => string): (invoiceId: string) => string {
  const firsts = new Map(parts.toReversed().map(({ id, invoice }) => [invoice.id, id]))
  return (invoiceId) => fieldOf(firsts.get(invoiceId) ?? '')
}

const withLineTags = (invoice: Invoice, tags: ReadonlyMap<string, readonly DocumentTag[]>): Invoice => ({
  ...invoice,
  lineItems: invoice.lineItems.map((line) => ({ ...line, tags: tags.get(line.id) ?? line.tags })),
})

/**
 * Tags of a line item are on its own line of the invoice's entry, and on what payments and refunds recognise of it. Only those
 * of NON_BALANCING dimensions: an entry balances under each value of the others.
 */
export const taggableInvoiceLineItems: Taggable<PartOf<InvoiceLineItem>> = {
  ...loadParts({ findInvoices: findInvoicesOfLineItems, listOf: ({ lineItems }) => lineItems }),
  tagsFrom: lineItemTagsFrom,
  ask: (tx, asking, businessId, parts, fieldOf) => {
    const invoices = invoicesWith(keeping(parts), withLineTags).map(({ after }) => after)
    return askForRetagged(tx, asking, businessId, invoices, fieldsOf(parts, fieldOf))
  },
  requireOpen: ({ invoice }) => requireNotVoided(invoice),
  sourceOf: ({ invoice }) => sourceOfInvoice(invoice),
  write: (tx, billing, business, books, changes) =>
    recordRetagged(tx, billing, business, books, invoicesWith(changes, withLineTags)),
}

const withWriteOffTags =
  (now: Date) =>
  (invoice: Invoice, tags: ReadonlyMap<string, readonly DocumentTag[]>): Invoice => ({
    ...invoice,
    writeOffs: invoice.writeOffs.map((one) => {
      const other = tags.get(one.id)
      return other ? { ...one, tags: other, updatedAt: now } : one
    }),
    updatedAt: now,
  })

/** @throws InvoiceVoided, DocumentDeleted */
function requireLive({ id, deletedAt, invoice }: PartOf<WriteOff>): void {
  requireNotVoided(invoice)
  if (deletedAt !== null)
    throw refused('DocumentDeleted', `The write-off ${id} was undone at ${deletedAt.toISOString()}.`, { value: id })
}

/** Tags of a write-off are on the lines of its entry, after those of its invoice; nothing else has them. */
export const taggableWriteOffs: Taggable<PartOf<WriteOff>> = {
  ...loadParts({ findInvoices: findInvoicesOfWriteOffs, listOf: ({ writeOffs }) => writeOffs }),
  ask: (tx, asking, businessId, parts, fieldOf) => {
    const invoices = [...new Set(parts.map(({ invoice }) => invoice))].map((invoice) => ({
      ...invoice,
      // Of the invoice and of its other parts nothing is posted anew.
      lineItems: [],
      additionalSalesTaxes: [],
      tipsAccountId: null,
      writeOffs: parts.filter((part) => part.invoice === invoice),
    }))
    const fieldOfInvoice = fieldsOf(parts, fieldOf)
    askForReceivableAccounts(asking)
    return askForInvoices(tx, asking, businessId, invoices, (index) => fieldOfInvoice(invoices[index]?.id ?? ''))
  },
  requireOpen: requireLive,
  sourceOf: sourceOfWriteOff,
  write: (tx, billing, business, books, changes) => {
    const invoices = invoicesWith(changes, withWriteOffTags(billing.now())).map(({ before, after }) => ({
      before,
      after: { ...after, version: before.version + 1 },
    }))
    return recordReceivables(tx, billing, business, books, { invoices })
  },
}
