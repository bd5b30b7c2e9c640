import type { Database } from '@pacioli/db'
import { ReportsService, type ReportPiece } from '@pacioli/protos/reporting'
import { implementStream, tenantOf, type Implementation } from '@pacioli/rpc'
import { FairSemaphore, type Workload } from '@pacioli/service'
import type { LedgerReader } from '../ledger-reader.ts'
import { askingOf } from './asking.ts'
import { getReport } from './get-report.ts'
import { handedOver } from './hand-over.ts'
import { PIECE_BYTES, reportJson } from './report-json.ts'

/** As many reports are read at once as their pool has connections; those of one business two at a time. */
export const REPORTS_AT_ONCE = 4
/** Reports of more rows take room in memory until their reader has them: so many at once, one of a business. */
const LARGE_ROWS = 10_000
const LARGE_AT_ONCE = 3
const PATIENCE_MS = 10_000

type Piece = ReportPiece & { json: Buffer }

/**
 * Reports of any size, in pieces of a bounded one. They have turns: no business takes all there is, and no client keeps
 * another one waiting for all that its businesses ask for.
 * @param db of reports alone: what is slow here holds up nothing else
 * @param takenIn through when read models have everything; asked before one is read
 * @param workload counts what waits for its reader; without room for a piece of it no report is begun
 */
export function reportsRpc(
  db: Database,
  ledger: LedgerReader,
  clock: () => Date,
  takenIn: { readonly through: Date | null },
  workload: Pick<Workload, 'reserve' | 'charge'>,
): Implementation {
  const reading = new FairSemaphore({ permits: REPORTS_AT_ONCE, perBusiness: 2, name: 'reports' })
  const large = new FairSemaphore({ permits: LARGE_AT_ONCE, perBusiness: 1, name: 'large reports' })
  return implementStream(ReportsService, {
    GetReport: async function* (request, context): AsyncGenerator<ReportPiece> {
      const { report: name, ...parameters } = request
      const tenant = tenantOf(context)
      let through = takenIn.through?.toISOString()
      let sent = (): void => undefined
      try {
        yield* handedOver<Piece>(
          (handOver) =>
            reading.run(tenant, PATIENCE_MS, () => {
              // It may have waited for its turn while others filled the memory.
              workload.reserve(context, PIECE_BYTES)()
              return getReport(db, name, askingOf(ledger, context, clock()), parameters, async (report) => {
                if (report.size > LARGE_ROWS) sent = await large.acquire(tenant, PATIENCE_MS)
                for await (const json of reportJson(report)) {
                  await handOver({ json, through })
                  through = undefined
                }
              })
            }),
          ({ json }) => workload.charge(context, json.length),
        )
      } finally {
        sent()
      }
    },
  })
}
