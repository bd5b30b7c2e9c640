import { requireTagPair } from '@pacioli/paging'
import type { ReportRequest } from '@pacioli/protos/reporting'
import { Data, refTo } from '../schemas/parts.ts'
import { EXPORTS, PresignedDocument, presignedDocument } from '../schemas/report-exports.ts'
import type { Services } from '../services.ts'
import { BusinessParams, reads, type Routes } from './route.ts'

/** A large report takes its time to be written; what is answered is only a link. */
const TIMEOUT_MS = 120_000

const REFUSALS = ['BusinessNotFound', 'PayloadTooLarge'] as const

const schemaOf = ({ name, title, query }: (typeof EXPORTS)[number]) => ({
  operationId: `export${name}`,
  summary: `Export the ${title} as a workbook`,
  description:
    'Answers when the file is there, with a link to it that works for 15 minutes. Few exports run at once; one that ' +
    'waits too long for its turn is answered 503, to be tried again.',
  tags: ['Reports'],
  params: BusinessParams,
  querystring: query,
  response: { 200: Data(refTo(PresignedDocument), presignedDocument, 'The file.') },
})

/** The queries of the reports differ; each names its parameters as the request does. */
type ExportQuery = Omit<ReportRequest, 'report'>

export const reportExportRoutes =
  ({ reportExports }: Services): Routes =>
  (app, _options, done) => {
    for (const one of EXPORTS) {
      const config = reads('books:read', [...REFUSALS, ...one.refusals], { timeoutMs: TIMEOUT_MS })
      app.get(
        `/businesses/:businessId/reports/${one.path}/exports/excel`,
        { schema: schemaOf(one), config },
        async (request) => {
          const query = request.query as ExportQuery
          requireTagPair(query.tag_key, query.tag_values)
          return request.ask(reportExports.ExportReport, { ...query, report: one.report })
        },
      )
    }
    done()
  }
