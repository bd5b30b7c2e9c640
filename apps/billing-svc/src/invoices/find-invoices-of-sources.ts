import { refused } from '@pacioli/errors'
import { requireBusiness } from '@pacioli/ledger-facts'
import type { EntrySource__Output, FindInvoicesOfSourcesResponse } from '@pacioli/protos/billing'
import { isUuid, type BusinessRead } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { momentOf } from '../documents/moment.ts'
import { withinPageBudget } from '../listing/list-documents.ts'
import { findInvoicesOfSources } from './invoice-of-source.store.ts'
import { INVOICES } from '../receivables/invoice.kind.ts'

/** As many as a page of lines has. */
const MAX_SOURCES = 500

/**
 * The invoices that journal entries originate from, each once. Sources of no invoice or of several are absent. Where an
 * invoice does not fit into the answer, its sources name it, and it can be requested again.
 * @throws BusinessNotFound, InvalidQuery
 */
export async function invoicesOfSources(
  billing: Billing,
  context: BusinessRead,
  requested: readonly EntrySource__Output[],
): Promise<FindInvoicesOfSourcesResponse> {
  if (requested.length > MAX_SOURCES)
    throw refused(
      'InvalidQuery',
      `At most ${MAX_SOURCES} sources can be asked for at once; here are ${requested.length}.`,
    )
  const business = await requireBusiness(billing, context)
  const sources = requested.filter(({ id }) => isUuid(id)).map(({ type, id }) => ({ type, id: id.toLowerCase() }))
  return billing.db.transact(context, async (tx) => {
    const found = await findInvoicesOfSources(tx, sources)
    const invoiceIds = [...new Set(found.map(({ invoiceId }) => invoiceId))]
    const invoices = await withinPageBudget(tx, invoiceIds, INVOICES, momentOf(billing, business))
    return { sources: found.map(({ source, invoiceId }) => ({ source, invoice_id: invoiceId })), invoices }
  })
}
