import type { Tx } from '@pacioli/db'
import type { KnownBusiness } from '@pacioli/ledger-facts'
import { isKeepable, kept, rangeOf, type Listing, type Page } from '@pacioli/paging'
import type { ListInvoicePaymentsRequest__Output, ListInvoicePaymentsResponse } from '@pacioli/protos/billing'
import { isUuid, type BusinessRead } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { customerAsked } from '../contacts/customer-filter.ts'
import { carries, where, type Condition, type Sought } from '../listing/document-page.store.ts'
import { listPage } from '../listing/list-documents.ts'
import { definitionsOf, requireOneOf } from '../listing/list-filters.ts'
import { isMatched } from '../matches/match.store.ts'
import { countInvoiceAllocations } from '../receivables/invoice-allocation.store.ts'
import { loadInvoicePayments } from '../receivables/invoice-payment.store.ts'
import { INVOICE_PAYMENT_METHODS } from '../receivables/invoice-payment.ts'
import { presentInvoicePayments } from '../receivables/present-invoice-payments.ts'

const listing: Listing = { name: 'invoice-payments', sorts: ['paid_at', 'amount'], defaultOrder: 'DESC' }

const PAID: Sought['sort'] = { column: 'paid_at', type: 'timestamptz' }
const SORTS: Record<string, Sought['sort']> = { paid_at: PAID, amount: { column: 'amount', type: 'bigint' } }

type Asked = Omit<ListInvoicePaymentsRequest__Output, 'page'>

/**
 * Payments, the latest first unless asked otherwise.
 * @throws BusinessNotFound, InvalidCursor, InvalidQuery, MissingTagValues
 */
export const listInvoicePayments = (
  billing: Billing,
  context: BusinessRead,
  request: ListInvoicePaymentsRequest__Output,
): Promise<ListInvoicePaymentsResponse> =>
  listPage(billing, context, listing, request, {
    soughtBy,
    countParts: countInvoiceAllocations,
    present: async (tx, businessId, ids) =>
      presentInvoicePayments(tx, businessId, await loadInvoicePayments(tx, businessId, ids)),
  })

/** Null where nothing can match. @throws InvalidQuery, MissingTagValues */
async function soughtBy(tx: Tx, business: KnownBusiness, asked: Asked, page: Page): Promise<Sought | null> {
  const { from, before } = rangeOf(asked.start_date, asked.end_date, business.timeZone)
  requireOneOf('method', asked.method === undefined ? [] : [asked.method], INVOICE_PAYMENT_METHODS)
  const definitionIds = await definitionsOf(tx, business.id, asked)
  const customerId = await customerAsked(tx, business.id, asked)
  const references = kept(asked.reference_numbers, isKeepable)
  if (customerId === undefined || definitionIds?.length === 0 || references?.length === 0) return null
  if (!isKeepable(asked.external_id ?? '') || !isKeepable(asked.processor ?? '')) return null
  if (asked.invoice_id !== undefined && !isUuid(asked.invoice_id)) return null
  const conditions: (Condition | undefined)[] = [
    where('d.customer_id =', customerId ?? undefined),
    where('d.method =', asked.method),
    where('d.processor =', asked.processor),
    where('d.paid_at >=', from),
    where('d.paid_at <', before),
    where('d.amount >=', asked.min_amount),
    where('d.amount <=', asked.max_amount),
    where('d.external_id =', asked.external_id),
    references && { sql: (at) => `d.reference_number = ANY (${at}::text[])`, value: references },
    asked.invoice_id === undefined ? undefined : { sql: allocatedTo, value: asked.invoice_id },
    definitionIds && carries('INVOICE_PAYMENT', definitionIds),
  ]
  return {
    table: 'invoice_payments',
    fixed: [
      ...(asked.included_in_payout === undefined
        ? []
        : [`d.payout_id IS ${asked.included_in_payout ? 'NOT NULL' : 'NULL'}`]),
      ...(asked.is_matched === undefined ? [] : [isMatched(asked.is_matched)]),
    ],
    conditions: conditions.filter((one) => one !== undefined),
    sort: SORTS[page.sortBy] ?? PAID,
  }
}

/** Also what became the customer's credit when the invoice was voided: the payment tells it still. */
const allocatedTo = (at: string): string =>
  `d.id IN (SELECT payment_id FROM invoice_payment_allocations WHERE business_id = $1 AND invoice_id = ${at}::uuid)`
