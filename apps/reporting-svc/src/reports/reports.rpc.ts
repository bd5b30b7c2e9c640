import { ReportsService, type ReportPiece } from '@pacioli/protos/reporting'
import { implementStream, tenantOf, type Implementation } from '@pacioli/rpc'
import { FairSemaphore, type Workload } from '@pacioli/service'
import type { Owners } from '../owners/owners.ts'
import type { Reading, ReportSource } from '../replica/report-source.ts'
import { reportRequestOf } from '../report-query/report-request.ts'
import { getReportAsOf } from './get-report-as-of.ts'
import { pushStream } from './push-stream.ts'
import { PIECE_BYTES, reportJson } from './report-json.ts'

/** As many reports as their pool has connections; at most two of one business. */
export const REPORTS_AT_ONCE = 4
/** Reports of more rows occupy memory until they are read: so many at once, one per business. */
const LARGE_ROWS = 10_000
const LARGE_AT_ONCE = 3
const MAX_WAIT_MS = 10_000

type Piece = ReportPiece & { json: Buffer }

/**
 * Reports of any size, in pieces of a bounded size. Semaphores share capacity fairly among clients and businesses.
 * @param primary where reports are read as they were recorded
 * @param begin the source of one report; its pools are its own, so that slow reports hold up nothing else
 * @param appliedThrough the instant through which events are applied; read before the report
 * @param workload is charged for pieces that wait for the reader; no report begins without capacity for one piece
 */
export function reportsRpc(
  begin: () => Reading,
  primary: ReportSource,
  owners: Pick<Owners, 'ledger' | 'billing' | 'histories'>,
  clock: () => Date,
  appliedThrough: { readonly through: Date | null },
  workload: Pick<Workload, 'reserve' | 'charge'>,
): Implementation {
  const reading = new FairSemaphore({ permits: REPORTS_AT_ONCE, perBusiness: 2, name: 'reports' })
  const large = new FairSemaphore({ permits: LARGE_AT_ONCE, perBusiness: 1, name: 'large reports' })
  return implementStream(ReportsService, {
    GetReport: async function* (request, context): AsyncGenerator<ReportPiece> {
      const { report: name, ...parameters } = request
      const tenant = tenantOf(context)
      const through = appliedThrough.through
      let sent = (): void => undefined
      try {
        yield* pushStream<Piece>(
          (push) =>
            reading.run(tenant, MAX_WAIT_MS, () => {
              // Other requests may have filled the memory while it waited.
              workload.reserve(context, PIECE_BYTES)()
              const reading = begin()
              return getReportAsOf(
                { live: reading, primary },
                name,
                { request: reportRequestOf(owners, context, clock(), through), histories: owners.histories, context },
                parameters,
                async (report) => {
                  let told = report.head.through?.toISOString()
                  if (report.size > LARGE_ROWS) {
                    reading.told()
                    sent = await large.acquire(tenant, MAX_WAIT_MS)
                  }
                  for await (const json of reportJson(report)) {
                    reading.told()
                    await push({ json, through: told })
                    told = undefined
                  }
                },
              )
            }),
          ({ json }) => workload.charge(context, json.length),
        )
      } finally {
        sent()
      }
    },
  })
}
