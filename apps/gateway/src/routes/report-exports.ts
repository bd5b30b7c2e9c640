import type { ReportRequest } from '@pacioli/protos/reporting'
import { Data, refTo } from '../schemas/parts.ts'
import { PresignedDocument, presignedDocument } from '../schemas/report-exports.ts'
import type { Services } from '../services.ts'
import { REPORTS } from './report-catalogue.ts'
import { BusinessParams, reads, type Routes } from './route.ts'

/** A large report takes its time to be written; what is answered is only a link. */
const TIMEOUT_MS = 120_000

const schemaOf = ({ operation, summary, exportQuery }: (typeof REPORTS)[number]) => ({
  operationId: `export${operation}`,
  summary: `Export ${summary} as a workbook`,
  description:
    'Answers when the file is there, with a link to it that works for 15 minutes. Few exports run at once; one that ' +
    'waits too long for its turn is answered 503, to be tried again.',
  tags: ['Reports'],
  params: BusinessParams,
  querystring: exportQuery,
  response: { 200: Data(refTo(PresignedDocument), presignedDocument, 'The file.') },
})

/** The queries of the reports differ; each names its parameters as the request does. */
type ExportQuery = Omit<ReportRequest, 'report'>

export const reportExportRoutes =
  ({ reportExports }: Services): Routes =>
  (app, _options, done) => {
    for (const report of REPORTS) {
      app.get(
        `/businesses/:businessId/reports/${report.path}/exports/excel`,
        {
          schema: schemaOf(report),
          config: reads('books:read', [...report.exportErrors, 'PayloadTooLarge'], { timeoutMs: TIMEOUT_MS }),
        },
        async (request) =>
          request.ask(reportExports.ExportReport, { ...(request.query as ExportQuery), report: report.name }),
      )
    }
    done()
  }
