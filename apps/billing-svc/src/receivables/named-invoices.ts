/** The invoices that requests allocate to, by id or by their external id. */
import type { Tx } from '@pacioli/db'
import { Problems } from '@pacioli/errors'
import { isKeepable } from '@pacioli/paging'
import { isUuid } from '@pacioli/rpc'
import type { InvoiceName } from './requested-payment.ts'
import { findIdsByExternalId } from '../documents/document.store.ts'
import { loadInvoices } from './invoice.store.ts'
import type { Invoice } from './invoice.ts'

/** The field that names the invoice, for refusals. */
export const invoiceFieldOf = (name: InvoiceName, field: string): string =>
  `${field}${name.invoice_id === undefined && name.invoice_external_id !== undefined ? 'invoice_external_id' : 'invoice_id'}`

/**
 * The invoice of each, in the order given; undefined where none is named. Both names must refer to the same one. Nothing is
 * locked.
 * @param requested `field` is where the request names it, such as `allocations.3.`; empty where it is the request itself
 * @throws InvoiceNotFound, InvalidPayload; naming each
 */
export async function findNamedInvoices(
  tx: Tx,
  businessId: string,
  requested: readonly { name: InvoiceName; field: string }[],
): Promise<(Invoice | undefined)[]> {
  const names = requested.map(({ name }) => name)
  const ids = names.flatMap(({ invoice_id: id }) => (id !== undefined && isUuid(id) ? [id.toLowerCase()] : []))
  const externalIds = names.flatMap(({ invoice_external_id: id }) => (id !== undefined && isKeepable(id) ? [id] : []))
  const idOf = await findIdsByExternalId(tx, 'invoices', businessId, externalIds)
  const invoices = await loadInvoices(tx, businessId, [...new Set([...ids, ...idOf.values()])])
  const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]))
  const problems = new Problems()
  const found = requested.map(({ name: { invoice_id, invoice_external_id }, field }) => {
    const invoice = invoice_id === undefined ? undefined : byId.get(invoice_id.toLowerCase())
    const other = invoice_external_id === undefined ? undefined : byId.get(idOf.get(invoice_external_id) ?? '')
    const refuse = (name: string, value: string): void =>
      problems.add('InvoiceNotFound', `The business has no invoice ${value}.`, { field: `${field}${name}`, value })
    if (invoice_id !== undefined && !invoice) refuse('invoice_id', invoice_id)
    if (invoice_external_id !== undefined && !other) refuse('invoice_external_id', invoice_external_id)
    if (invoice && other && invoice.id !== other.id)
      problems.add(
        'InvalidPayload',
        'invoice_id and invoice_external_id are of different invoices. Give one of them, or both of the same invoice.',
        { field: `${field}invoice_external_id`, value: invoice_external_id },
      )
    return invoice ?? other
  })
  problems.throwIfAny()
  return found
}
