/** The reports that examples read. */
import type { Answer } from '../api.ts'
import type { Report } from '../answers.ts'
import type { Books } from '../books.ts'
import type { Acts } from './acts.ts'
import type { ExampleStep, ExpectedRow } from './parse.ts'
import { tagFrom } from './words.ts'

/** The customer or the vendor of the examples. */
type FindContact = (contact: 'customer' | 'vendor') => Promise<{ id: string }>

type Asked = { day: string; details: readonly string[]; contactOf: FindContact }

/** How each report is asked for, as of the day of the step. */
const REPORTS: Record<string, (books: Books, asked: Asked) => Promise<Answer<{ data: Report }>>> = {
  'receivable aging': (books, { day }) => books.api.call('getArAging', { query: asOf(day) }),
  'payable aging': (books, { day }) => books.api.call('getApAging', { query: asOf(day) }),
  'customer ledger': async (books, { day, contactOf }) =>
    books.api.call('getCustomerLedger', { path: { customerId: (await contactOf('customer')).id }, query: until(day) }),
  'vendor ledger': async (books, { day, contactOf }) =>
    books.api.call('getVendorLedger', { path: { vendorId: (await contactOf('vendor')).id }, query: until(day) }),
  'cash flow': (books, { day, details: [tag = ''] }) => {
    const { key, value } = tagFrom(tag)
    return books.api.call('getCashflowStatement', { query: { ...until(day), tag_key: key, tag_values: value } })
  },
}

const asOf = (effective_date: string) => ({ effective_date, include_documents: false })

/** From the first day of its month. */
const until = (end_date: string) => ({ start_date: `${end_date.slice(0, 7)}-01`, end_date })

export const actsOfReports = (books: Books, contactOf: FindContact): Acts =>
  Object.fromEntries(
    Object.entries(REPORTS).map(([verb, read]) => [verb, (step) => read(books, askedBy(step, contactOf))]),
  )

const askedBy = ({ at, details }: Pick<ExampleStep, 'at' | 'details'>, contactOf: FindContact): Asked => ({
  day: at.slice(0, 10),
  details,
  contactOf,
})

/**
 * The rows of the report that a step reads, without those of zero. A ledger's columns go by their keys, and its balance is
 * always told; a cash flow's only column is its total.
 */
export async function rowsOf(books: Books, step: ExampleStep, contactOf: FindContact): Promise<ExpectedRow[]> {
  const { verb } = step
  const read = REPORTS[verb]
  if (!read) throw new Error(`"${verb}" reads no report.`)
  const { data } = (await read(books, askedBy(step, contactOf))).body
  const isLedger = verb.endsWith('ledger')
  const nameOf = (key: string, shown: string): string => {
    if (isLedger) return key
    return verb === 'cash flow' ? 'total' : shown.toLowerCase()
  }
  const names = new Map(
    data.columns.map(({ column_key, display_name }) => [column_key, nameOf(column_key, display_name)]),
  )
  return data.rows.flatMap(({ display_name: name, cells }) => {
    const shown = Object.entries(cells).flatMap(([key, cell]): [string, number][] => {
      if (typeof cell?.value !== 'number' || (cell.value === 0 && !(isLedger && key === 'balance'))) return []
      return [[names.get(key) ?? key, cell.value]]
    })
    return shown.length === 0 ? [] : [{ name, amounts: Object.fromEntries(shown) }]
  })
}
