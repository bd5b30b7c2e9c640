/** Bills, vendor credits and invoices as far as aging needs them; entries and credits decide what is open of them. Pure. */
import { fieldsOf, flag, integer, listOf, moment, momentOrNull, text, textOrNull, type Fields } from '@pacioli/fields'
import type { DocumentKind } from './aging.ts'
import { newestOf, type Origin } from '../read-models/newest.ts'

/** What of a vendor credit is allocated to a bill, and since when. It posts nothing in the accrual books. */
export type CreditAllocation = { creditId: string; amount: number; at: Date }

export type OpenItem = Origin & {
  id: string
  kind: DocumentKind
  contactId: string
  externalId: string | null
  referenceNumber: string | null
  /** When it was received, or sent. */
  documentAt: Date
  dueAt: Date | null
  tagValueIds: string[]
  credits: CreditAllocation[]
  version: number
}

const common = (fields: Fields, origin: Origin) => ({
  ...origin,
  id: text(fields, 'id'),
  externalId: textOrNull(fields, 'external_id'),
  referenceNumber: textOrNull(fields, 'reference_number'),
  tagValueIds: listOf(fields, 'transaction_tags').map((tag) =>
    text(fieldsOf('transaction_tags', tag), 'definition_id'),
  ),
  version: integer(fields, 'version'),
})

/** A bill from the state that billing sends; undefined for an expense, which is never owed. */
export const billFrom = (fields: Fields, origin: Origin): OpenItem | undefined =>
  flag(fields, 'is_expense')
    ? undefined
    : {
        ...common(fields, origin),
        kind: 'BILL',
        contactId: text(fields, 'vendor_id'),
        documentAt: moment(fields, 'received_at'),
        dueAt: momentOrNull(fields, 'due_at'),
        credits: listOf(fields, 'vendor_credits').map((one) => creditFrom(fieldsOf('vendor_credits', one))),
      }

const creditFrom = (fields: Fields): CreditAllocation => ({
  creditId: text(fields, 'vendor_credit_id'),
  amount: integer(fields, 'amount'),
  // The release before did not say it: an allocation of its own counts from when it is allocated.
  at: momentOrNull(fields, 'counts_from') ?? moment(fields, 'allocated_at'),
})

export const vendorCreditFrom = (fields: Fields, origin: Origin): OpenItem => ({
  ...common(fields, origin),
  kind: 'VENDOR_CREDIT',
  contactId: text(fields, 'vendor_id'),
  documentAt: moment(fields, 'received_at'),
  dueAt: null,
  credits: [],
})

export const invoiceFrom = (fields: Fields, origin: Origin): OpenItem => ({
  ...common(fields, origin),
  kind: 'INVOICE',
  contactId: text(fields, 'customer_id'),
  documentAt: moment(fields, 'sent_at'),
  dueAt: momentOrNull(fields, 'due_at'),
  credits: [],
})

/** The newest version of each, in the order of businesses and ids. */
export const newestItems = (items: readonly OpenItem[]): OpenItem[] => newestOf(items, (item) => item)
