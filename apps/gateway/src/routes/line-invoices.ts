/** Joins invoices to the lines of an account. Pure. */
import type { EntrySource, FindInvoicesOfSourcesResponse__Output, Invoice__Output } from '@pacioli/protos/billing'
import type { AccountLine__Output } from '@pacioli/protos/ledger'
import { withinPageBudget, upTo, type Serialize } from './page-budget.ts'

/** The source types of billing that concern invoices. */
const SOURCES: readonly string[] = [
  ...['invoice', 'invoice_payment', 'invoice_payment_return', 'invoice_write_off'],
  ...['refund', 'refund_payment'],
]

type Sourced = Pick<AccountLine__Output, 'source_type' | 'source_id'>

const keyOf = ({ type, id }: { type?: string; id?: string }): string => `${type ?? ''} ${id ?? ''}`

/** What to query from billing; undefined where no line can come from an invoice. */
export function invoiceQueryFor(lines: readonly Sourced[]): { sources: EntrySource[] } | undefined {
  const sources = new Map<string, EntrySource>()
  for (const { source_type: type, source_id: id } of lines) {
    if (type === undefined || id === undefined || !SOURCES.includes(type)) continue
    sources.set(keyOf({ type, id }), { type, id })
  }
  return sources.size === 0 ? undefined : { sources: [...sources.values()] }
}

/**
 * The lines with their invoices, as far as billing's answer and the page budget reach. A line requested `alone` is
 * always included.
 */
export function withInvoices<Line extends Sourced>(
  lines: readonly Line[],
  { sources, invoices }: FindInvoicesOfSourcesResponse__Output,
  size: Serialize<Invoice__Output>,
  alone: boolean,
): (Line & { invoice?: Invoice__Output })[] {
  const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]))
  const idBySource = new Map(sources.map(({ source, invoice_id }) => [keyOf(source ?? {}), invoice_id]))
  const idOf = ({ source_type: type, source_id: id }: Sourced) => idBySource.get(keyOf({ type, id }))
  const invoiceOf = (line: Sourced): Invoice__Output | undefined => byId.get(idOf(line) ?? '')
  const isLeftOut = (line: Sourced): boolean => idOf(line) !== undefined && invoiceOf(line) === undefined
  return withinPageBudget(alone ? lines : upTo(lines, isLeftOut), invoiceOf, size).map((line) => {
    const invoice = invoiceOf(line)
    return invoice ? { ...line, invoice } : line
  })
}
