import { refused } from '@pacioli/errors'
import { meetBusiness } from '@pacioli/ledger-facts'
import type { EntrySource__Output, FindInvoicesOfSourcesResponse } from '@pacioli/protos/billing'
import { isUuid, type BusinessRead } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { tellFitting } from '../listing/list-documents.ts'
import { countInvoiceParts } from '../receivables/invoice-lines.store.ts'
import { findInvoicesOfSources } from './invoice-of-source.store.ts'
import { loadInvoices } from '../receivables/invoice.store.ts'
import { presentInvoices } from '../receivables/present-invoices.ts'

/** As many as a page of lines has. */
const MAX_SOURCES = 500

/**
 * The invoices that journal entries stem from, each once however many sources stem from it. Sources that stem from none, or
 * from several, are absent. Where the answer has no room for an invoice, its sources name it, and it can be asked for again.
 * @throws BusinessNotFound, InvalidQuery
 */
export async function invoicesOfSources(
  billing: Billing,
  context: BusinessRead,
  asked: readonly EntrySource__Output[],
): Promise<FindInvoicesOfSourcesResponse> {
  if (asked.length > MAX_SOURCES)
    throw refused('InvalidQuery', `At most ${MAX_SOURCES} sources can be asked for at once; here are ${asked.length}.`)
  const { id: businessId } = await meetBusiness(billing, context)
  const sources = asked.filter(({ id }) => isUuid(id)).map(({ type, id }) => ({ type, id: id.toLowerCase() }))
  return billing.db.transact(context, async (tx) => {
    const found = await findInvoicesOfSources(tx, businessId, sources)
    const invoices = await tellFitting([...new Set(found.map(({ invoiceId }) => invoiceId))], {
      countParts: (ids) => countInvoiceParts(tx, businessId, ids),
      present: async (ids) => presentInvoices(tx, businessId, await loadInvoices(tx, businessId, ids)),
    })
    return { sources: found.map(({ source, invoiceId }) => ({ source, invoice_id: invoiceId })), invoices }
  })
}
