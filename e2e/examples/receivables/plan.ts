/** What a file of sales means in receivables: invoices in bulk requests, and credit notes as refunds. Pure. */
import type { SalesDocument, SalesLine } from './sales-file.ts'

type StableName = { type: 'StableName'; stable_name: string }
type Tag = { key: string; value: string; dimension_display_name: string }

/** One of the array that `POST B/invoices/bulk` takes. */
export type InvoiceInput = {
  external_id: string
  customer_external_id: string
  sent_at: string
  line_items: {
    account_identifier: StableName
    product: string
    description?: string
    unit_price: number
    quantity: string
  }[]
  tags: Tag[]
}

/** Body of `POST B/invoices/refunds`: a credit note says no invoice, so it hangs on its customer alone. */
export type RefundInput = {
  external_id: string
  completed_at: string
  allocations: { customer_external_id: string; line_items: { amount: number; memo: string }[] }[]
  tags: Tag[]
}

export type Plan = { invoices: InvoiceInput[]; refunds: RefundInput[] }

export const COUNTRY = 'country'

/** Who is no customer in the file is this one in the books. */
export const NO_NUMBER = 'no number'

/** Who the customer is in the books. */
export const externalIdOf = (customer: string): string => customer || NO_NUMBER

const SALES: StableName = { type: 'StableName', stable_name: 'SALES' }

const headOf = ({ number, country }: SalesDocument) => ({
  external_id: number,
  tags: [{ key: COUNTRY, value: country, dimension_display_name: 'Country' }],
})

const invoiceOf = (document: SalesDocument): InvoiceInput => ({
  ...headOf(document),
  customer_external_id: externalIdOf(document.customer),
  sent_at: document.at,
  line_items: document.lines.map(({ product, description, quantity, unitPrice }) => ({
    account_identifier: SALES,
    product,
    ...(description === '' ? {} : { description }),
    unit_price: Number(unitPrice),
    quantity: quantity.toString(),
  })),
})

const worth = ({ quantity, unitPrice }: SalesLine): number => Number(-quantity * unitPrice)

const refundOf = (document: SalesDocument): RefundInput => ({
  ...headOf(document),
  completed_at: document.at,
  allocations: [
    {
      customer_external_id: externalIdOf(document.customer),
      line_items: document.lines
        .filter((line) => worth(line) !== 0)
        .map((line) => ({
          amount: worth(line),
          memo: `${-line.quantity} x ${line.product} ${line.description}`.trim(),
        })),
    },
  ],
})

/** The same file makes the same plan, with the same external ids. A credit note over nothing is left out. */
export const planOf = (documents: readonly SalesDocument[]): Plan => ({
  invoices: documents.filter(({ isCredit }) => !isCredit).map(invoiceOf),
  refunds: documents.filter(({ isCredit, lines }) => isCredit && lines.some((line) => worth(line) !== 0)).map(refundOf),
})

/** What one bulk request takes: few enough lines for an answer of a moderate size. */
const MAX_LINES = 2_000

/** The invoices in requests of at most so many each. */
export function batchesOf(invoices: readonly InvoiceInput[], size: number): InvoiceInput[][] {
  const batches: InvoiceInput[][] = []
  let lines = 0
  for (const invoice of invoices) {
    const last = batches.at(-1)
    lines += invoice.line_items.length
    if (last && last.length < size && lines <= MAX_LINES) last.push(invoice)
    else {
      batches.push([invoice])
      lines = invoice.line_items.length
    }
  }
  return batches
}
