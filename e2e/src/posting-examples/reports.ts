/** The reports that examples read. */
import type { Answer } from '../api.ts'
import type { Report } from '../answers.ts'
import type { Books } from '../books.ts'
import type { Acts } from './acts.ts'
import type { ExampleStep, ExpectedRow } from './parse.ts'

/** The customer or the vendor of the examples. */
type FindContact = (contact: 'customer' | 'vendor') => Promise<{ id: string }>

/** How each report is asked for, as of the day of the step. */
const REPORTS: Record<
  string,
  (books: Books, day: string, contactOf: FindContact) => Promise<Answer<{ data: Report }>>
> = {
  'receivable aging': (books, day) => books.api.call('getArAging', { query: asOf(day) }),
  'payable aging': (books, day) => books.api.call('getApAging', { query: asOf(day) }),
  'customer ledger': async (books, day, contactOf) =>
    books.api.call('getCustomerLedger', { path: { customerId: (await contactOf('customer')).id }, query: until(day) }),
  'vendor ledger': async (books, day, contactOf) =>
    books.api.call('getVendorLedger', { path: { vendorId: (await contactOf('vendor')).id }, query: until(day) }),
}

const asOf = (effective_date: string) => ({ effective_date, include_documents: false })

/** From the first day of its month. */
const until = (end_date: string) => ({ start_date: `${end_date.slice(0, 7)}-01`, end_date })

export const actsOfReports = (books: Books, contactOf: FindContact): Acts =>
  Object.fromEntries(
    Object.entries(REPORTS).map(([verb, read]) => [verb, ({ at }) => read(books, at.slice(0, 10), contactOf)]),
  )

/** The rows of the report that a step reads. A ledger's columns go by their keys, and its balance is always told. */
export async function rowsOf(books: Books, { verb, at }: ExampleStep, contactOf: FindContact): Promise<ExpectedRow[]> {
  const read = REPORTS[verb]
  if (!read) throw new Error(`"${verb}" reads no report.`)
  const { data } = (await read(books, at.slice(0, 10), contactOf)).body
  const isLedger = verb.endsWith('ledger')
  const names = new Map(
    data.columns.map(({ column_key, display_name }) => [
      column_key,
      isLedger ? column_key : display_name.toLowerCase(),
    ]),
  )
  return data.rows.map(({ display_name: name, cells }) => {
    const shown = Object.entries(cells).flatMap(([key, cell]): [string, number][] => {
      if (typeof cell?.value !== 'number' || (cell.value === 0 && !(isLedger && key === 'balance'))) return []
      return [[names.get(key) ?? key, cell.value]]
    })
    return { name, amounts: Object.fromEntries(shown) }
  })
}
