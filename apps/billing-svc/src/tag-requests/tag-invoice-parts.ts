/** Tags of what invoices consist of: their line items and their write-offs, which change with the invoice. */
import type { Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import type { Update } from '../documents/document-kind.ts'
import { prefetchReceivableAccounts } from '../receivables/receivable-accounts.ts'
import { lineItemTagsFrom } from '../tags/tag-inputs.ts'
import type { DocumentTag } from '../tags/tags.ts'
import { recordReceivables } from '../receivables/record-receivables.ts'
import { prefetchInvoices } from '../receivables/prefetch-invoices.ts'
import { findInvoicesOfLineItems } from '../receivables/invoice.store.ts'
import { INVOICES } from '../receivables/invoice.kind.ts'
import { requireNotVoided, type Invoice, type InvoiceLineItem } from '../receivables/invoice.ts'
import { prefetchChanged, changeInvoices } from '../receivables/documents-on-invoices.ts'
import { findInvoicesOfWriteOffs } from '../receivables/write-off.store.ts'
import { WRITE_OFFS, type WriteOff } from '../receivables/write-off.kind.ts'
import type { Retagging, TagCarrier, Taggable } from './taggable.ts'

/** A part with its whole invoice, as both are. */
type PartOf<Own extends TagCarrier> = Own & { invoice: Invoice }

type By<Found> = (tx: Tx, ids: readonly string[]) => Promise<Found>

/** @param findInvoices of parts, by the ids of those; unknown ones are left out */
function partsOf<Own extends TagCarrier>(
  findInvoices: By<Map<string, string>>,
  listOf: (invoice: Invoice) => readonly Own[],
): { load: By<PartOf<Own>[]>; lock: By<PartOf<Own>[]> } {
  const through =
    (read: By<Invoice[]>): By<PartOf<Own>[]> =>
    async (tx, ids) => {
      const found = await findInvoices(tx, ids)
      const invoices = await read(tx, [...new Set(found.values())])
      return invoices.flatMap((invoice) =>
        listOf(invoice).flatMap((own) => (found.has(own.id) ? [{ ...own, invoice }] : [])),
      )
    }
  // Parts stay with their invoice for good, so that it can be found before it is locked.
  return { load: through(INVOICES.load), lock: through(INVOICES.lock) }
}

type Retag = (invoice: Invoice, tags: ReadonlyMap<string, readonly DocumentTag[]>) => Invoice

/** The invoices of these parts, each once, with the tags that its parts carry here. */
const invoicesWith = (parts: readonly PartOf<TagCarrier>[], retag: Retag): Update<Invoice>[] =>
  [...Map.groupBy(parts, ({ invoice }) => invoice)].map(([before, own]) => ({
    before,
    after: retag(before, new Map(own.map(({ id, tags }) => [id, tags]))),
  }))

/** The same as new versions of the invoices. */
const versionsWith = <Own extends TagCarrier>(
  changes: readonly Retagging<PartOf<Own>>[],
  retag: Retag,
  updatedAt: Date,
): Update<Invoice>[] => {
  const parts = changes.map(({ before, tags }) => ({ ...before, tags }))
  return invoicesWith(parts, retag).map(({ before, after }) => ({
    before,
    after: { ...after, version: before.version + 1, updatedAt },
  }))
}

/** Where the request names the first of each invoice's parts. */
function fieldsOf(
  parts: readonly PartOf<TagCarrier>[],
  fieldOf: (id: string) => string,
): (invoiceId: string) => string {
  const firsts = new Map(parts.toReversed().map(({ id, invoice }) => [invoice.id, id]))
  return (invoiceId) => fieldOf(firsts.get(invoiceId) ?? '')
}

const withLineTags: Retag = (invoice, tags) => ({
  ...invoice,
  lineItems: invoice.lineItems.map((line) => ({ ...line, tags: tags.get(line.id) ?? line.tags })),
})

/**
 * On its own line of the invoice's entry, and on what payments and refunds recognize of it. Only tags of NON_BALANCING
 * dimensions: an entry balances under each value of the others.
 */
export const taggableInvoiceLineItems: Taggable<PartOf<InvoiceLineItem>> = {
  ...partsOf(findInvoicesOfLineItems, ({ lineItems }) => lineItems),
  tagsFrom: lineItemTagsFrom,
  prefetch: (tx, asking, parts, fieldOf) => {
    const invoices = invoicesWith(parts, withLineTags).map(({ after }) => after)
    return prefetchChanged(tx, asking, invoices, fieldsOf(parts, fieldOf))
  },
  requireOpen: ({ invoice }) => requireNotVoided(invoice),
  sourcesOf: ({ invoice }) => INVOICES.sourcesOf(invoice),
  write: (deciding, changes) => changeInvoices(deciding, versionsWith(changes, withLineTags, deciding.billing.now())),
}

const withWriteOffTags =
  (now: Date): Retag =>
  (invoice, tags) => ({
    ...invoice,
    writeOffs: invoice.writeOffs.map((one) => {
      const other = tags.get(one.id)
      return other ? { ...one, tags: other, updatedAt: now } : one
    }),
  })

/** @throws InvoiceVoided, DocumentDeleted */
function requireLive({ id, deletedAt, invoice }: PartOf<WriteOff>): void {
  requireNotVoided(invoice)
  if (deletedAt !== null)
    throw refused('DocumentDeleted', `The write-off ${id} was undone at ${deletedAt.toISOString()}.`, { value: id })
}

/** On the lines of its entry, after those of its invoice; nothing else has them. */
export const taggableWriteOffs: Taggable<PartOf<WriteOff>> = {
  ...partsOf(findInvoicesOfWriteOffs, ({ writeOffs }) => writeOffs),
  prefetch: (tx, asking, parts, fieldOf) => {
    const invoices = [...new Set(parts.map(({ invoice }) => invoice))].map((invoice) => ({
      ...invoice,
      // Of the invoice and of its other parts nothing is reposted.
      lineItems: [],
      additionalSalesTaxes: [],
      tipsAccountId: null,
      writeOffs: parts.filter((part) => part.invoice === invoice),
    }))
    const fieldOfInvoice = fieldsOf(parts, fieldOf)
    prefetchReceivableAccounts(asking)
    return prefetchInvoices(tx, asking, invoices, (index) => fieldOfInvoice(invoices[index]?.id ?? ''))
  },
  requireOpen: requireLive,
  sourcesOf: WRITE_OFFS.sourcesOf,
  write: (deciding, changes) => {
    const now = deciding.billing.now()
    const invoices = versionsWith(changes, withWriteOffTags(now), now)
    return recordReceivables(deciding, { invoices })
  },
}
