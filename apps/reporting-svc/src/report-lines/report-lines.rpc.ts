import { ReportLinesService } from '@pacioli/protos/reporting'
import { implement, tenantOf, type Implementation } from '@pacioli/rpc'
import { FairSemaphore } from '@pacioli/service'
import type { ReportChangesSources } from '../report-changes/get-report-changes.ts'
import { listReportLines } from './list-report-lines.ts'

/** Each reads a report first, to find what is behind a figure of it. */
export const LINES_AT_ONCE = 2
const MAX_WAIT_MS = 10_000

export function reportLinesRpc(sources: ReportChangesSources): Implementation {
  const reading = new FairSemaphore({ permits: LINES_AT_ONCE, perBusiness: 1, name: 'lines of reports' })
  return implement(ReportLinesService, {
    ListReportLines: (request, context) =>
      reading.run(tenantOf(context), MAX_WAIT_MS, () => listReportLines(sources, context, request)),
  })
}
