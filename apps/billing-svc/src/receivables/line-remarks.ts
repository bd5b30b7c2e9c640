/**
 * What a line item of an invoice says and nothing is reckoned with: kept, shown and told under one name, as it was sent. One
 * more is a column of `invoice_line_items`, a field in three messages (`InvoiceLineItemInput`, `InvoiceLineItem`, and
 * `InvoiceLineState` of its events), and its name in each of these four.
 */
export type LineRemarks = { product: string | null }

/** The columns that they are kept in. */
export const REMARK_COLUMNS = { product: 'text' } as const

/** Those of a request, of a row or of a line item: what is not there is null. */
export const remarksOf = ({
  product,
}: { [Name in keyof LineRemarks]?: LineRemarks[Name] | undefined }): LineRemarks => ({
  product: product ?? null,
})

/** As a message has them: what is null is not there. */
export const toRemarksMessage = ({ product }: LineRemarks) => ({ product: product ?? undefined })
