/** What a request changes of a bill or an expense. Pure. */
import { collectProblems, Problems } from '@pacioli/errors'
import type { AccountIdentifier } from '@pacioli/postings'
import type { UpdateBillRequest__Output } from '@pacioli/protos/billing'
import type { TagKeyValue__Output } from '@pacioli/protos/common'
import { instantFrom } from '../requests/instants.ts'
import type { VendorReference } from '../contacts/contact.ts'
import { methodFrom, type Bill, type PaymentMethod, type Terms } from '../payables/bill.ts'
import { partsOf, termsFrom } from './requested-bill.ts'
import { requestedLines, type RequestedLine } from './bill-lines.ts'
import { amountFrom, refuseTooMany, type RequestedTax, requestedTaxes } from '../line-items/requested-lines.ts'
import { toIdentifier } from '../posting/named-accounts.ts'

/** Undefined leaves a field as it is; null removes it. */
export type RequestedUpdate = {
  externalId: string | null | undefined
  vendor: VendorReference | null | undefined
  documentDate: Date | undefined
  terms: Terms | null | undefined
  dueAt: Date | null | undefined
  lines: readonly RequestedLine[] | undefined
  taxes: readonly RequestedTax[] | undefined
  additionalDiscount: number | undefined
  tags: readonly TagKeyValue__Output[] | undefined
  memo: string | null | undefined
  metadata: string | null | undefined
  referenceNumber: string | null | undefined
  method: PaymentMethod | undefined
  processor: string | null | undefined
  /** Null for that of the method. */
  clearingAccount: AccountIdentifier | null | undefined
  /** The fields that the request names, given or cleared. */
  named: ReadonlySet<string>
}

const OF_BILLS = ['received_at', 'terms', 'due_at']
const OF_EXPENSES = ['paid_at', 'method', 'processor', 'payment_clearing_account_identifier']
const CLEARABLE = [
  'external_id',
  'vendor_id',
  'vendor_external_id',
  'terms',
  'due_at',
  'additional_discount',
  'memo',
  'metadata',
  'reference_number',
  'processor',
  'payment_clearing_account_identifier',
]

/** @throws InvalidPayload, PayloadTooLarge; every problem at once */
export function requestedUpdate(input: UpdateBillRequest__Output): RequestedUpdate {
  const problems = new Problems()
  const { bill_id: _id, cleared, ...fields } = input
  const isCleared = (field: string): boolean => cleared.includes(field)
  const text = (field: 'external_id' | 'memo' | 'metadata' | 'reference_number' | 'processor') =>
    isCleared(field) ? null : input[field]
  const { payment_clearing_account_identifier: clearing, additional_sales_taxes: taxes } = input
  refuseUnclearable(cleared, problems)
  const requested: RequestedUpdate = {
    externalId: text('external_id'),
    vendor: vendorFrom(input),
    documentDate: momentOf(input, 'received_at', problems) ?? momentOf(input, 'paid_at', problems),
    terms: isCleared('terms') ? null : (collectProblems(problems, () => termsFrom(input.terms)) ?? undefined),
    dueAt: isCleared('due_at') ? null : momentOf(input, 'due_at', problems),
    lines: input.line_items ? requestedLines(input.line_items.items, 'line_items', problems) : undefined,
    taxes: taxes ? requestedTaxes(taxes.items, 'additional_sales_taxes', problems) : undefined,
    additionalDiscount: isCleared('additional_discount') ? 0 : discountFrom(input, problems),
    tags: input.tags?.items,
    memo: text('memo'),
    metadata: text('metadata'),
    referenceNumber: text('reference_number'),
    method: methodOf(input, problems),
    processor: text('processor'),
    clearingAccount: isCleared('payment_clearing_account_identifier') ? null : clearing && toIdentifier(clearing),
    named: new Set([
      ...Object.entries(fields).flatMap(([field, value]) => (value === undefined || value === null ? [] : [field])),
      ...cleared,
    ]),
  }
  problems.throwIfAny()
  refuseTooMany(partsOf({ lines: requested.lines ?? [], taxes: requested.taxes ?? [] }))
  return requested
}

type Input = UpdateBillRequest__Output

const momentOf = (input: Input, field: 'received_at' | 'paid_at' | 'due_at', problems: Problems): Date | undefined =>
  collectProblems(problems, () => instantFrom(input[field], field, null)) ?? undefined

const methodOf = ({ method }: Input, problems: Problems): PaymentMethod | undefined =>
  method === undefined ? undefined : collectProblems(problems, () => methodFrom(method))

const discountFrom = ({ additional_discount: amount }: Input, problems: Problems): number | undefined =>
  amount === undefined ? undefined : amountFrom(amount, 'additional_discount', problems, 0)

function vendorFrom({ vendor_id, vendor_external_id, cleared }: Input): VendorReference | null | undefined {
  if (vendor_id !== undefined || vendor_external_id !== undefined) return { vendor_id, vendor_external_id }
  return cleared.includes('vendor_id') || cleared.includes('vendor_external_id') ? null : undefined
}

function refuseUnclearable(cleared: readonly string[], problems: Problems): void {
  for (const field of cleared)
    if (!CLEARABLE.includes(field))
      problems.add('InvalidPayload', 'This is always there: it can be another one, and not be taken away.', {
        field,
        value: null,
      })
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
