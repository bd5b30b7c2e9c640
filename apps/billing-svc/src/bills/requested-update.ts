/** What a request changes of a bill or an expense. Pure. */
import { Problems } from '@pacioli/errors'
import type { UpdateBillRequest__Output } from '@pacioli/protos/billing'
import type { VendorReference } from '../contacts/contact.ts'
import { refuseTooMany, requestedTax } from '../line-items/requested-lines.ts'
import { PAYMENT_METHODS, TERMS, type Bill } from '../payables/bill.ts'
import { UpdateReader } from '../requests/updates.ts'
import { requestedLines } from './bill-lines.ts'
import { partsOf } from './requested-bill.ts'

const OF_BILLS = ['received_at', 'terms', 'due_at']
const OF_EXPENSES = ['paid_at', 'method', 'processor', 'payment_clearing_account_identifier']
const CLEARABLE = [
  'vendor_id',
  'vendor_external_id',
  'terms',
  'due_at',
  'additional_discount',
  'processor',
  'payment_clearing_account_identifier',
] as const

/** Undefined leaves a field as it is; null removes it. */
export type RequestedUpdate = ReturnType<typeof requestedUpdate>

/** @throws InvalidPayload, PayloadTooLarge; every problem at once */
export function requestedUpdate(input: UpdateBillRequest__Output) {
  const read = new UpdateReader(input, CLEARABLE)
  const { bill_id: _id, cleared, ...fields } = input
  const requested = {
    ...read.head(),
    vendor: vendorFrom(input),
    documentDate: read.instant('received_at') ?? read.instant('paid_at'),
    terms: read.unlessCleared('terms', () => read.oneOf('terms', TERMS)),
    dueAt: read.unlessCleared('due_at', () => read.instant('due_at')),
    lines: input.line_items ? requestedLines(read) : undefined,
    taxes: input.additional_sales_taxes ? read.elements('additional_sales_taxes').map(requestedTax) : undefined,
    additionalDiscount: cleared.includes('additional_discount') ? 0 : read.amount('additional_discount', 0),
    method: read.oneOf('method', PAYMENT_METHODS),
    processor: read.text('processor'),
    /** Null for that of the method. */
    clearingAccount: read.unlessCleared('payment_clearing_account_identifier', () =>
      read.account('payment_clearing_account_identifier'),
    ),
    /** The fields that the request names, given or cleared. */
    named: new Set([
      ...Object.entries(fields).flatMap(([field, value]) => (value === undefined || value === null ? [] : [field])),
      ...cleared,
    ]),
  }
  read.problems.throwIfAny()
  refuseTooMany(partsOf({ lines: requested.lines ?? [], taxes: requested.taxes ?? [] }))
  return requested
}

/** Null where the vendor is removed. */
function vendorFrom({
  vendor_id,
  vendor_external_id,
  cleared,
}: UpdateBillRequest__Output): VendorReference | null | undefined {
  if (vendor_id !== undefined || vendor_external_id !== undefined) return { vendor_id, vendor_external_id }
  return cleared.includes('vendor_id') || cleared.includes('vendor_external_id') ? null : undefined
}

/**
 * Bills and expenses have fields of their own, and a bill always has a vendor.
 * @throws InvalidPayload, naming each
 */
export function requireOwnFields({ spending }: Pick<Bill, 'spending'>, { named, vendor }: RequestedUpdate): void {
  const problems = new Problems()
  const [what, others] = spending === null ? ['A bill', OF_EXPENSES] : ['An expense', OF_BILLS]
  for (const field of others)
    if (named.has(field)) problems.add('InvalidPayload', `${what} has no ${field}.`, { field })
  if (spending === null && vendor === null)
    problems.add('InvalidPayload', 'A bill always has a vendor.', { field: 'vendor_id', value: null })
  problems.throwIfAny()
}

/** Whether the journal may have to change. */
export const mayPost = (requested: RequestedUpdate): boolean =>
  [requested.documentDate, requested.lines, requested.taxes, requested.additionalDiscount, requested.tags].some(
    isThere,
  ) || mayMoveMoney(requested)

/** Whether the amount of an expense, or the account it was paid from, may change. */
export const mayMoveMoney = (requested: RequestedUpdate): boolean =>
  [requested.lines, requested.taxes, requested.additionalDiscount, requested.method, requested.clearingAccount].some(
    isThere,
  )

const isThere = (value: unknown): boolean => value !== undefined
