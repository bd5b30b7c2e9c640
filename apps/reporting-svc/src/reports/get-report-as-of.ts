import { DomainError, refused } from '@pacioli/errors'
import type { CallContext } from '@pacioli/rpc'
import { sourceAsRecorded, type AsRecordedOptions } from '../as-recorded/as-recorded.ts'
import { Ahead } from '../recorded-positions/positions.store.ts'
import { momentFrom, type Moment } from '@pacioli/history/positions'
import { forwardedContext } from '../owners/forwarded-context.ts'
import type { Histories } from '../owners/histories.ts'
import type { ReportSource } from '../replica/report-source.ts'
import type { ReportParameters } from '../report-query/report-parameters.ts'
import { requestAt, type ReportRequest } from '../report-query/report-request.ts'
import type { UseReport } from '../report-tables/report.ts'
import { getReport } from './get-report.ts'
import { reportNamed, type NamedReport } from './report-names.ts'

/** `primary`: where reports are read as they were recorded. */
export type ReportSources = { live: ReportSource; primary: ReportSource }

/** Whose history says what a report needs of the past. */
export const OWNERS_OF: Record<NamedReport['kind'], AsRecordedOptions['owners']> = {
  STATEMENT: ['ledger'],
  GENERAL_LEDGER: ['ledger', 'banking', 'billing'],
  AGING: ['ledger', 'billing'],
  PARTY_LEDGER: ['ledger', 'billing'],
  PARTY_STATEMENT: ['ledger', 'billing'],
}

/**
 * A report by its name, of now or as it was recorded at a moment. One of now is never of half of what was recorded: where
 * something is told of before what came before it, the report is of the moment until which everything is.
 * @throws InvalidQuery, HistoryIncomplete, and what the report throws, before `use` is called
 */
export async function getReportAsOf<Result>(
  { live, primary }: ReportSources,
  name: string,
  { request, histories, context }: { request: ReportRequest; histories: Histories; context: CallContext },
  { recorded_as_of, ...parameters }: ReportParameters,
  use: UseReport<Result>,
): Promise<Result> {
  const asRecorded = async (moment: Moment, askedAt: (at: Date) => ReportRequest): Promise<Result> => {
    const { source, at } = await sourceAsRecorded(primary, request.tenant.businessId, moment, {
      histories,
      context: forwardedContext(context),
      owners: OWNERS_OF[reportNamed(name).kind],
      through: request.through,
      now: request.now,
    })
    return getReport(source, name, askedAt(at), parameters, use)
  }
  if (recorded_as_of !== undefined) {
    const moment = momentFrom(recorded_as_of)
    return asRecorded(moment, (at) => requestAt(request, moment, at))
  }
  try {
    return await getReport(live, name, request, parameters, use)
  } catch (error) {
    if (!(error instanceof Ahead)) throw error
    return asRecorded({ kind: 'POSITIONS', positions: error.positions, left: {} }, () => request).catch(soon)
  }
}

/** Nobody asked of the past: where it is not known, the present is told of in a moment. */
function soon(error: unknown): never {
  if (!(error instanceof DomainError && error.errorEnum === 'HistoryIncomplete')) throw error
  throw refused('ServiceUnavailable', 'Reports do not have everything that was recorded yet. Try again.')
}
