/** Statements of customers and vendors: what each is sent, and what its ledger says. */
import { B, type Books } from '../shared/books.ts'
import { FIRST_DAY, LAST_DAY } from './calendar.ts'
import { saveFile, type Saved } from '../shared/files.ts'
import type { Report } from './reports.ts'

type Of = { kind: 'customers' | 'vendors'; external_id: string; name: string }

/** Of whom something came back in the year. */
export const STATEMENTS: Of[] = [
  { kind: 'customers', external_id: 'hotel', name: 'Grand Hotel' },
  { kind: 'customers', external_id: 'ferry', name: 'Ferry Terminal Kiosk' },
  { kind: 'vendors', external_id: 'repairs', name: 'Boiler & Burr Repairs' },
]

export const fileOf = ({ external_id }: Of): string => `statement-${external_id}.xlsx`

/** Whose it is, and all that stands in their ledger of the year. */
export type Statement = Pick<Of, 'kind' | 'name'> & { id: string; ledger: Report }

const query = { start_date: FIRST_DAY, end_date: LAST_DAY }

async function idOf({ pacioli, path }: Books, { kind, external_id }: Of): Promise<string> {
  const params = { path, query: { external_id } }
  const { body } = await (kind === 'customers'
    ? pacioli.GET(`${B}/customers`, { params })
    : pacioli.GET(`${B}/vendors`, { params }))
  return body.data[0]?.id ?? ''
}

async function ledgerOf({ pacioli, path }: Books, { kind }: Of, id: string): Promise<Report> {
  const { body } = await (kind === 'customers'
    ? pacioli.GET(`${B}/customers/{customerId}/ledger`, { params: { path: { ...path, customerId: id }, query } })
    : pacioli.GET(`${B}/vendors/{vendorId}/ledger`, { params: { path: { ...path, vendorId: id }, query } }))
  return body.data
}

async function exported({ pacioli, path }: Books, { kind }: Of, id: string) {
  const { body } = await (kind === 'customers'
    ? pacioli.GET(`${B}/customers/{customerId}/ledger/exports/statement`, {
        params: { path: { ...path, customerId: id }, query },
      })
    : pacioli.GET(`${B}/vendors/{vendorId}/ledger/exports/statement`, {
        params: { path: { ...path, vendorId: id }, query },
      }))
  return body.data
}

/** All of them: their workbooks as files, and what their ledgers say. */
export async function takeStatements(
  books: Books,
  { directory, onSaved }: { directory: string; onSaved: (saved: Saved) => void },
): Promise<Statement[]> {
  const taken: Statement[] = []
  for (const of of STATEMENTS) {
    const id = await idOf(books, of)
    const wanted = { title: `Statement of ${of.name}`, file: fileOf(of) }
    onSaved(await saveFile(books, wanted, await exported(books, of, id), directory))
    taken.push({ kind: of.kind, name: of.name, id, ledger: await ledgerOf(books, of, id) })
  }
  return taken
}
