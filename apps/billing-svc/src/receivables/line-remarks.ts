/**
 * Fields of an invoice's line item that no amount depends on: stored, shown and announced under one name, as sent. A new one
 * needs a column of `invoice_line_items`, a field in three messages (`InvoiceLineItemInput`, `InvoiceLineItem`, and
 * `InvoiceLineState` of its events), and its name here.
 */
import { text } from '@pacioli/db/table'

/** The columns that they are stored in. */
export const REMARK_COLUMNS = { product: text.orNull }

export type LineRemarks = { [Name in keyof typeof REMARK_COLUMNS]: string | null }

/** Those of a request or of a line item: absent ones are null. */
export const remarksOf = (said: { [Name in keyof LineRemarks]?: LineRemarks[Name] | undefined }): LineRemarks => ({
  product: said.product ?? null,
})
