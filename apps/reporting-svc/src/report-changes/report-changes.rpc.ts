import { ReportChangesService } from '@pacioli/protos/reporting'
import { implement, tenantOf, type Implementation } from '@pacioli/rpc'
import { FairSemaphore } from '@pacioli/service'
import { getReportChanges, type ReportChangesSources } from './get-report-changes.ts'

/** Each reads the sums of two moments, one after the other. */
export const CHANGES_AT_ONCE = 2
const MAX_WAIT_MS = 10_000

export function reportChangesRpc(sources: ReportChangesSources): Implementation {
  const reading = new FairSemaphore({ permits: CHANGES_AT_ONCE, perBusiness: 1, name: 'reports of changes' })
  return implement(ReportChangesService, {
    GetReportChanges: (request, context) =>
      reading.run(tenantOf(context), MAX_WAIT_MS, () => getReportChanges(sources, context, request)),
  })
}
