import type { ReportPiece__Output } from '@pacioli/protos/reporting'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { Data, refTo } from '../schemas/parts.ts'
import { Report } from '../schemas/reports.ts'
import type { Services } from '../services.ts'
import { REPORTS } from './report-catalogue.ts'
import { BusinessParams, reads, type Routes } from './route.ts'

/** Large books take a while. */
const TIMEOUT_MS = 60_000

export const reportRoutes =
  ({ reports }: Services): Routes =>
  (app, _options, done) => {
    for (const { path, name, operation, summary, description, querystring, errors, example } of REPORTS)
      app.get(
        `/businesses/:businessId/reports/${path}`,
        {
          schema: {
            operationId: `get${operation}`,
            summary: `Get ${summary}`,
            description,
            tags: ['Reports'],
            params: BusinessParams,
            querystring,
            response: { 200: Data(refTo(Report), example, 'The report.') },
          },
          config: reads('books:read', errors, { timeoutMs: TIMEOUT_MS, tellsThrough: true }),
        },
        (request, reply) => {
          const asked = { report: name, ...(request.query as object) }
          return sendReport(request, reply, request.askForParts(reports.GetReport, asked))
        },
      )
    done()
  }

/**
 * Sends a report while it comes: reporting-svc writes its text, which nobody on the way needs to understand. A refusal comes
 * before anything of it: it is answered like any other.
 */
async function sendReport(
  request: FastifyRequest,
  reply: FastifyReply,
  pieces: AsyncIterable<ReportPiece__Output>,
): Promise<FastifyReply> {
  const reading = pieces[Symbol.asyncIterator]()
  const first = await reading.next()
  if (first.done !== true && first.value.through) reply.header('Pacioli-Through', first.value.through)
  const whole = async function* () {
    try {
      for (let piece = first; piece.done !== true; piece = await reading.next()) yield piece.value.json
    } catch (err) {
      // Too late for an answer that says so: the connection is cut off, so that nobody takes a part for the whole.
      request.log.error({ request_id: request.id, err }, 'a report broke off')
      throw err
    }
  }
  const sent = Readable.from(whole())
  // Not in `whole`: for a client that has left by now it never begins, and the call would go on to its deadline.
  sent.once('close', () => void reading.return?.())
  return reply.type('application/json; charset=utf-8').send(sent)
}
