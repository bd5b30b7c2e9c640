import { getAging } from '../aging/get-aging.ts'
import { refused } from '@pacioli/errors'
import { getGeneralLedger } from '../general-ledger/get-general-ledger.ts'
import type { ReportRequest } from '../report-query/report-request.ts'
import type { ReportSource } from '../replica/report-source.ts'
import { getPartyLedger } from '../party-ledgers/get-party-ledger.ts'
import { getStatement } from '../statements/get-statement.ts'
import type { ReportParameters } from '../report-query/report-parameters.ts'
import { reportNamed } from './report-names.ts'
import type { ReadReport, Report, UseReport } from '../report-tables/report.ts'

/** Reads a report by its name. @throws InvalidQuery, and what the report throws, before `use` is called */
export async function getReport<Result>(
  source: ReportSource,
  name: string,
  request: ReportRequest,
  parameters: ReportParameters,
  use: UseReport<Result>,
): Promise<Result> {
  const report = reportNamed(name)
  switch (report.kind) {
    case 'STATEMENT':
      return use(inOneBatch(await getStatement(source, report.name, request, parameters)))
    case 'GENERAL_LEDGER':
      return use(inOneBatch(await getGeneralLedger(source, request, parameters)))
    case 'AGING':
      return getAging(source, report.side, request, parameters, use)
    case 'PARTY_LEDGER':
      return getPartyLedger(source, report.of, request, parameters, use)
    case 'PARTY_STATEMENT':
      throw refused('InvalidQuery', `${name} is made as a file alone.`, { field: 'report', value: name })
  }
}

const inOneBatch = ({ head, positions, columns, rows }: Report): ReadReport => ({
  head,
  positions,
  columns,
  size: rows.length,
  batches: [rows],
})
