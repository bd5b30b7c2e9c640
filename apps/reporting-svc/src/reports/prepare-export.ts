import { dayOf, isDay } from '@pacioli/calendar'
import type { Database } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { tenantOf } from '@pacioli/rpc'
import { meetBusiness } from '../businesses/meet-business.ts'
import type { PrepareExport } from '../documents/report-exports.rpc.ts'
import { forwarded } from '../forwarded.ts'
import type { LedgerReader } from '../ledger-reader.ts'
import { getTrialBalance } from '../statements/get-trial-balance.ts'
import { TRIAL_BALANCE_COLUMNS } from '../statements/trial-balance.ts'
import { writeStatementWorkbook } from '../workbooks/statement-workbook.ts'
import type { Report } from './report.ts'

export type ExportSources = {
  db: Database
  /** What a report reads while its file is written. */
  exportsDb: Database
  ledger: LedgerReader
  now: () => Date
}

/** Makes reports ready to be written to a file: refuses what cannot be answered before anything is stored. */
export const prepareExport =
  ({ db, exportsDb, ledger, now }: ExportSources): PrepareExport =>
  async (request, context) => {
    const tenant = tenantOf(context)
    const askLedger = () => ledger.findBusiness(forwarded(context))
    const business = await meetBusiness(db, tenant, askLedger)
    if (request.report !== 'TRIAL_BALANCE')
      throw refused('ServiceUnavailable', `There is no export of ${request.report} yet.`)
    const { effective_date: asked } = request
    if (asked !== undefined && !isDay(asked))
      throw refused('InvalidQuery', `effective_date: expected a day like 2026-01-31, got ${asked}.`, {
        field: 'effective_date',
        value: asked,
      })
    const day = asked ?? dayOf(now(), business.timeZone)
    return {
      documentType: 'TRIAL_BALANCE_REPORT',
      fileName: `trial-balance-${day}.xlsx`,
      write: async (sink) => {
        const rows = await getTrialBalance(exportsDb, {
          tenant,
          effectiveDate: day,
          reportingBasis: request.reporting_basis,
          now: now(),
          askLedger,
          askDefaultBasis: () => ledger.defaultBasis(forwarded(context)),
        })
        const terms = rows.slice(0, -1).map(({ row_key }) => ({ rowKey: row_key, sign: 1 as const }))
        const report: Report = {
          title: 'Trial balance',
          subtitles: [`As of ${day}`],
          businessId: business.id,
          currency: business.currency,
          columns: TRIAL_BALANCE_COLUMNS.map((column) => ({
            key: column.column_key,
            name: column.display_name,
            kind: 'AMOUNT',
          })),
          rows: rows.map(({ row_key, display_name, cells }) => ({
            key: row_key,
            name: display_name,
            depth: 0,
            cells: [cells.debit, cells.credit],
            terms: row_key === 'TOTAL' ? terms : undefined,
          })),
        }
        await writeStatementWorkbook(sink, report, now())
      },
    }
  }
