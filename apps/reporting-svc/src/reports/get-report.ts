import type { Database } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { getAging } from '../aging/get-aging.ts'
import { getGeneralLedger } from '../statements/get-general-ledger.ts'
import { getStatement, type Asking } from '../statements/get-statement.ts'
import type { ReportParameters } from '../statements/statement-query.ts'
import { STATEMENTS, type StatementName } from '../statements/statements.ts'
import type { Report } from './report.ts'

export const isStatement = (name: string): name is StatementName => Object.hasOwn(STATEMENTS, name)

/** Any of the reports by its name. @throws what the report throws */
export function getReport(db: Database, name: string, asking: Asking, parameters: ReportParameters): Promise<Report> {
  if (isStatement(name)) return getStatement(db, name, asking, parameters)
  if (name === 'GENERAL_LEDGER') return getGeneralLedger(db, asking, parameters)
  if (name === 'AP_AGING') return getAging(db, 'PAYABLE', asking, parameters)
  if (name === 'AR_AGING') return getAging(db, 'RECEIVABLE', asking, parameters)
  throw refused('InvalidQuery', `There is no report ${name}.`, { field: 'report', value: name })
}
