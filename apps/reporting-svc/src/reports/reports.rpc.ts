import type { Database } from '@pacioli/db'
import {
  ReportsService,
  type FlatCell,
  type FlatRow,
  type ReportColumn,
  type ReportPart,
} from '@pacioli/protos/reporting'
import { implementStream, tenantOf, type CallContext, type Implementation } from '@pacioli/rpc'
import { Turns } from '@pacioli/service'
import { forwarded } from '../forwarded.ts'
import type { LedgerReader } from '../ledger-reader.ts'
import type { Asking } from '../statements/get-statement.ts'
import { getReport } from './get-report.ts'
import { leavesOf, type Cell, type Column, type ColumnKind, type Report, type Row } from './report.ts'

/** So many rows go into one message. */
const BATCH = 500

/** As many reports are read at once as their pool has connections; those of one business two at a time. */
export const REPORTS_AT_ONCE = 4
/** Reports of more rows take room in memory until their reader has them: so many at once, one of a business. */
const LARGE_ROWS = 10_000
const LARGE_AT_ONCE = 3
const PATIENCE_MS = 10_000

/**
 * Reports of any size, in messages of a bounded one. They have turns, so that no business takes all there is.
 * @param db of reports alone: what is slow here holds up nothing else
 */
export function reportsRpc(db: Database, ledger: LedgerReader, clock: () => Date): Implementation {
  const reading = new Turns({ atOnce: REPORTS_AT_ONCE, perBusiness: 2, what: 'reports' })
  const large = new Turns({ atOnce: LARGE_AT_ONCE, perBusiness: 1, what: 'large reports' })
  return implementStream(ReportsService, {
    GetReport: async function* (request, context): AsyncGenerator<ReportPart> {
      const { report: name, ...parameters } = request
      const { businessId } = tenantOf(context)
      const done = await reading.take(businessId, PATIENCE_MS)
      let sent = (): void => undefined
      let report: Report
      try {
        report = await getReport(db, name, askingOf(ledger, context, clock()), parameters)
        if (report.rows.length > LARGE_ROWS) sent = await large.take(businessId, PATIENCE_MS)
      } finally {
        done()
      }
      try {
        yield* partsOf(report)
      } finally {
        sent()
      }
    },
  })
}

function* partsOf(report: Report): Generator<ReportPart> {
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
}

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
