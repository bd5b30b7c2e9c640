import type { Tx } from '@pacioli/db'
import type { KnownBusiness } from '@pacioli/ledger-facts'
import { isKeepable, kept, rangeOf, type Listing, type Page } from '@pacioli/paging'
import type { ListInvoicesRequest__Output, ListInvoicesResponse } from '@pacioli/protos/billing'
import type { BusinessRead } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { customerAsked } from '../contacts/customer-filter.ts'
import { carries, where, type Condition, type Sought } from '../listing/document-page.store.ts'
import { listPage } from '../listing/list-documents.ts'
import { definitionsOf, requireOneOf } from '../listing/list-filters.ts'
import { countInvoiceParts } from '../receivables/invoice-lines.store.ts'
import { loadInvoices } from '../receivables/invoice.store.ts'
import { INVOICE_STATUSES } from '../receivables/invoice.ts'
import { presentInvoices } from '../receivables/present-invoices.ts'

const listing: Listing = { name: 'invoices', sorts: ['sent_at', 'due_at', 'total_amount'], defaultOrder: 'DESC' }

const SENT: Sought['sort'] = { column: 'sent_at', type: 'timestamptz' }
/** What has no due date is sorted by when it was sent. */
const SORTS: Record<string, Sought['sort']> = {
  sent_at: SENT,
  due_at: { column: 'due_on', type: 'timestamptz' },
  total_amount: { column: 'total_amount', type: 'bigint' },
}

type Asked = Omit<ListInvoicesRequest__Output, 'page'>

/**
 * Invoices, the latest first unless asked otherwise.
 * @throws BusinessNotFound, InvalidCursor, InvalidQuery, MissingTagValues
 */
export const listInvoices = (
  billing: Billing,
  context: BusinessRead,
  request: ListInvoicesRequest__Output,
): Promise<ListInvoicesResponse> =>
  listPage(billing, context, listing, request, {
    soughtBy,
    countParts: countInvoiceParts,
    present: async (tx, businessId, ids) => presentInvoices(tx, businessId, await loadInvoices(tx, businessId, ids)),
  })

/** Null where nothing can match. @throws InvalidQuery, MissingTagValues */
async function soughtBy(tx: Tx, business: KnownBusiness, asked: Asked, page: Page): Promise<Sought | null> {
  requireOneOf('statuses', asked.statuses, INVOICE_STATUSES)
  const sent = rangeOf(asked.start_date, asked.end_date, business.timeZone)
  const due = rangeOf(asked.due_start_date, asked.due_end_date, business.timeZone, 'due_start_date, due_end_date')
  const definitionIds = await definitionsOf(tx, business.id, asked)
  const customerId = await customerAsked(tx, business.id, asked)
  const references = kept(asked.reference_numbers, isKeepable)
  if (customerId === undefined || definitionIds?.length === 0 || references?.length === 0) return null
  if (!isKeepable(asked.external_id ?? '')) return null
  const conditions: (Condition | undefined)[] = [
    asked.statuses.length > 0 ? { sql: (at) => `d.status = ANY (${at}::text[])`, value: asked.statuses } : undefined,
    where('d.customer_id =', customerId ?? undefined),
    where('d.sent_at >=', sent.from),
    where('d.sent_at <', sent.before),
    where('d.due_on >=', due.from),
    where('d.due_on <', due.before),
    where('d.total_amount >=', asked.min_amount),
    where('d.total_amount <=', asked.max_amount),
    where('d.external_id =', asked.external_id),
    references && { sql: (at) => `d.reference_number = ANY (${at}::text[])`, value: references },
    definitionIds && carries('INVOICE', definitionIds),
  ]
  return {
    table: 'invoices',
    fixed: [
      ...(due.from || due.before ? ['d.due_at IS NOT NULL'] : []),
      ...(asked.is_open === undefined ? [] : [`d.outstanding_balance ${asked.is_open ? '>' : '='} 0`]),
    ],
    conditions: conditions.filter((one) => one !== undefined),
    sort: SORTS[page.sortBy] ?? SENT,
  }
}
