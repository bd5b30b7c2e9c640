import type { Database } from '@pacioli/db'
import {
  ReportsService,
  type FlatCell,
  type FlatRow,
  type ReportColumn,
  type ReportPart,
} from '@pacioli/protos/reporting'
import { implementStream, tenantOf, type CallContext, type Implementation } from '@pacioli/rpc'
import { forwarded } from '../forwarded.ts'
import type { LedgerReader } from '../ledger-reader.ts'
import type { Asking } from '../statements/get-statement.ts'
import { getReport } from './get-report.ts'
import { leavesOf, type Cell, type Column, type ColumnKind, type Row } from './report.ts'

/** So many rows go into one message. */
const BATCH = 500

/** Reports of any size, in messages of a bounded one. */
export const reportsRpc = (db: Database, ledger: LedgerReader, clock: () => Date): Implementation =>
  implementStream(ReportsService, {
    GetReport: async function* (request, context): AsyncGenerator<ReportPart> {
      const { report: name, ...parameters } = request
      const report = await getReport(db, name, askingOf(ledger, context, clock()), parameters)
      yield { head: { business_id: report.businessId, columns: report.columns.map(toColumn) }, rows: [] }
      const kinds = leavesOf(report.columns).map(({ kind }) => kind)
      let rows: FlatRow[] = []
      for (const row of report.rows) {
        rows.push(toFlatRow(row, kinds))
        if (rows.length < BATCH) continue
        yield { rows }
        rows = []
      }
      if (rows.length > 0) yield { rows }
    },
  })

/** Who asks, and how what events have not told yet is asked of the ledger. */
export const askingOf = (ledger: LedgerReader, context: CallContext, now: Date): Asking => ({
  tenant: tenantOf(context),
  now,
  askLedger: () => ledger.findBusiness(forwarded(context)),
  askDefaultBasis: () => ledger.defaultBasis(forwarded(context)),
})

const toColumn = (column: Column): ReportColumn => ({
  column_key: column.key,
  display_name: column.name,
  columns: 'columns' in column ? column.columns.map(toColumn) : [],
})

const toFlatRow = ({ key, name, depth, cells }: Row, kinds: readonly ColumnKind[]): FlatRow => ({
  row_key: key,
  display_name: name,
  depth,
  cells: cells.map((cell, index) => toFlatCell(cell, kinds[index])),
})

function toFlatCell({ value, linesUrl }: Cell, kind: ColumnKind | undefined): FlatCell {
  const link = linesUrl === undefined ? {} : { lines_url: linesUrl }
  if (value === null) return link
  return kind === 'AMOUNT' ? { amount: Number(value), ...link } : { text: String(value), ...link }
}
