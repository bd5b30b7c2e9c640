import type { ReportPiece__Output } from '@pacioli/protos/reporting'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import type { FieldSpec } from '../contract/descriptors.ts'
import { BUSINESS_ID, parameterOf, type Documented } from '../contract/documented.ts'
import { errorsOfReading } from '../contract/errors.ts'
import type { Interface } from '../contract/interface.ts'
import { pathName } from '../contract/operation-of.ts'
import { querySchema } from '../contract/query-schema.ts'
import { AnswerComponents } from '../contract/answer-schemas.ts'
import { paramReading } from '../contract/reading.ts'
import { RequestComponents, type RequestWriter } from '../contract/request-schemas.ts'
import type { Components, Schema } from '../contract/schema-writer.ts'
import type { Services } from '../services.ts'
import { exportsOf, REPORTS, type ReportInCatalogue } from './report-catalogue.ts'

/** Large books take a while, and large workbooks longer. */
const TIMEOUT_MS = 60_000
const EXPORT_TIMEOUT_MS = 120_000

/** The reports and their workbooks, each at its own path. reporting-svc has one method for each of both. */
export function addReports(
  app: FastifyInstance,
  { reports, reportExports }: Services,
  api: Interface,
  { baseUrl }: { baseUrl: string },
): void {
  // Links in files begin with it.
  const base_url = baseUrl.replace(/\/+$/, '')
  const request = api.contract.message('pacioli.reporting.v1.ReportRequest').message
  const queryOf = (names: readonly string[], schemas: RequestWriter = api.schemas): Schema =>
    querySchema(api.contract, schemas, request, [], names)
  const named = (components: Components): RequestWriter => new RequestComponents(api.contract, components, [])
  const shown =
    (components: Components): Shown =>
    (message) =>
      new AnswerComponents(api.contract, components).message(api.contract.message(message).message)
  for (const report of REPORTS) {
    const url = `/v1/businesses/:businessId/${report.path}`
    const party = 'party' in report ? fieldOf(api, report.party) : undefined
    const readParty = party && { name: party.name, read: paramReading(party) }
    const asked = (request: FastifyRequest, name: string) => ({
      report: name,
      ...(request.query as object),
      ...(readParty ? { [readParty.name]: readParty.read(request.params as Record<string, string>) } : {}),
    })
    app.get(
      url,
      {
        schema: { querystring: queryOf(report.query) },
        config: {
          scope: 'books:read',
          errors: errorsOfReading(...report.errors),
          timeoutMs: TIMEOUT_MS,
          showsThrough: true,
          documents: (components) =>
            documented(report, pathOf(party), queryOf(report.query, named(components)), shown(components)),
        },
      },
      (request, reply) => sendReport(request, reply, request.stream(reports.GetReport, asked(request, report.name))),
    )
    for (const file of exportsOf(report))
      app.get(
        `${url}/${file.path}`,
        {
          schema: { querystring: queryOf(file.query) },
          config: {
            scope: 'books:read',
            errors: errorsOfReading(...file.errors, 'PayloadTooLarge'),
            timeoutMs: EXPORT_TIMEOUT_MS,
            documents: (components) =>
              exportDocumented(file, pathOf(party), queryOf(file.query, named(components)), shown(components)),
          },
        },
        async (request, reply) => {
          const { data } = await request.call(reportExports.ExportReport, { ...asked(request, file.name), base_url })
          const json = data ? api.serializerOf('pacioli.reporting.v1.PresignedDocument')(data) : 'null'
          return reply.type('application/json; charset=utf-8').send(`{"data":${json}}`)
        },
      )
  }
}

const fieldOf = (api: Interface, name: string): FieldSpec | undefined =>
  api.contract
    .of(api.contract.message('pacioli.reporting.v1.ReportRequest').message)
    .fields.find((spec) => spec.name === name)

const pathOf = (party: FieldSpec | undefined): Documented['path'] => ({
  businessId: BUSINESS_ID,
  ...(party ? { [pathName(party.name)]: parameterOf([party], party.name) } : {}),
})

/** The schema of a message in an answer. */
type Shown = (message: string) => Schema

const inData = (data: Schema): Schema => ({ type: 'object', required: ['data'], properties: { data } })

const documented = (
  { operation, summary, description }: ReportInCatalogue,
  path: Documented['path'],
  query: Schema,
  shown: Shown,
): Documented => ({
  id: `get${operation}`,
  summary: `Get ${summary}`,
  description,
  heading: 'Reports',
  path,
  query,
  answers: {
    200: {
      description: 'The report.',
      schema: inData(shown('pacioli.reporting.v1.Report')),
    },
  },
})

const exportDocumented = (
  { operation, summary }: ReturnType<typeof exportsOf>[number],
  path: Documented['path'],
  query: Schema,
  shown: Shown,
): Documented => ({
  id: `export${operation}`,
  summary: `Export ${summary}`,
  description:
    'Answers when the file is there, with a link to it that works for 15 minutes. Few exports run at once; one that ' +
    'waits too long for its turn is answered 503, to be tried again.',
  heading: 'Reports',
  path,
  query,
  answers: {
    200: {
      description: 'The file.',
      schema: inData(shown('pacioli.reporting.v1.PresignedDocument')),
    },
  },
})

/** A report with a piece of this size may have many of them: reporting-svc fills each with up to 64 KiB. */
const LONG_BYTES = 32 * 1024

/** Bytes of a long report buffered at most, however slowly it is fetched: by the connection and by gRPC. */
const READ_AHEAD_BYTES = 2 * 1024 * 1024

type Piece = IteratorResult<ReportPiece__Output, unknown>

const bytesIn = (piece: Piece): number => (piece.done === true ? 0 : piece.value.json.length)

/**
 * Streams a report: reporting-svc writes its JSON, and the gateway passes it on unparsed. A refusal comes before the
 * first piece and is answered like any other. So is a lack of capacity: the first two pieces show whether the report is
 * long.
 */
async function sendReport(
  request: FastifyRequest,
  reply: FastifyReply,
  pieces: AsyncIterable<ReportPiece__Output>,
): Promise<FastifyReply> {
  const reading = pieces[Symbol.asyncIterator]()
  const begun = [await reading.next(), await reading.next()] as const
  const [first, second] = begun
  try {
    const bytes = bytesIn(second) < LONG_BYTES ? bytesIn(first) + bytesIn(second) : READ_AHEAD_BYTES
    request.reserveBytes?.(bytes, { mayRefuse: true })
  } catch (refusal) {
    await reading.return?.()
    throw refusal
  }
  if (first.done !== true && first.value.through) reply.header('Pacioli-Through', first.value.through)
  const whole = async function* () {
    try {
      for (const piece of begun) if (piece.done !== true) yield piece.value.json
      for (let piece = await reading.next(); piece.done !== true; piece = await reading.next()) yield piece.value.json
    } catch (err) {
      // Too late for an error body: cutting the connection keeps callers from taking a part for the whole.
      request.log.error({ request_id: request.id, err }, 'a report broke off')
      throw err
    }
  }
  const sent = Readable.from(whole())
  // Not in `whole`: if the client has left it never begins, and the call would go on to its deadline.
  sent.once('close', () => void reading.return?.())
  return reply.type('application/json; charset=utf-8').send(sent)
}
