/** Documents that can be searched by id, external_id, reference number or request id. */
import { stagedPostingKind } from '@pacioli/postings'
import type { Kind } from '@pacioli/search'

/** Documents store when they took place; their ids contain when they were created. */
const document = { createdAt: 'id' } as const
const live = 'k.deleted_at IS NULL'
/** By id alone; their external ids are indexed per invoice only. */
const part = { externalId: null, referenceNumber: null, requestId: null, createdAt: 'id' } as const

export const searchedKinds: readonly Kind[] = [
  { type: 'vendor', from: 'vendors k' },
  { type: { sql: `CASE WHEN k.is_expense THEN 'expense' ELSE 'bill' END` }, from: 'bills k', ...document },
  { type: 'bill_line_item', from: 'bill_line_items k', ...part, parent: 'k.bill_id' },
  { type: 'bill_payment', from: 'bill_payments k', ...document, live },
  { type: 'vendor_credit', from: 'vendor_credits k', live },
  {
    type: 'vendor_credit_line_item',
    from: 'vendor_credit_line_items k',
    ...part,
    parent: 'k.vendor_credit_id',
  },
  { type: 'vendor_refund', from: 'vendor_refunds k', ...document, live },
  { type: 'customer', from: 'customers k' },
  { type: 'invoice', from: 'invoices k', ...document },
  {
    type: 'invoice_line_item',
    from: 'invoice_line_items k',
    ...part,
    externalId: 'k.external_id',
    parent: 'k.invoice_id',
  },
  { type: 'write_off', from: 'invoice_write_offs k', ...document, referenceNumber: null, parent: 'k.invoice_id', live },
  { type: 'invoice_payment', from: 'invoice_payments k', ...document, live },
  {
    type: 'invoice_payment_return',
    from: 'invoice_payment_returns k',
    ...document,
    referenceNumber: null,
    parent: 'k.payment_id',
    live,
  },
  { type: 'refund', from: 'refunds k', ...document },
  { type: 'refund_payment', from: 'refund_payments k', ...document, parent: 'k.refund_id', live },
  { type: 'payout', from: 'payouts k', ...document, live },
  stagedPostingKind,
]
