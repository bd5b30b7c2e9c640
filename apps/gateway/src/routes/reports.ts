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

/** A report that has a piece of so many bytes may have many of them: reporting-svc fills each with up to 64 KiB. */
const LONG_BYTES = 32 * 1024

/** What of a long report is here at most, however slowly it is fetched: what a connection takes ahead, and gRPC reads. */
const READ_AHEAD_BYTES = 2 * 1024 * 1024

type Piece = IteratorResult<ReportPiece__Output, unknown>

const bytesIn = (piece: Piece): number => (piece.done === true ? 0 : piece.value.json.length)

/**
 * Sends a report while it comes: reporting-svc writes its text, which nobody on the way needs to understand. A refusal comes
 * before anything of it: it is answered like any other. So is that there is no room for the report, of which the first two
 * pieces tell whether it is long.
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
    request.hold?.(bytes, { mayRefuse: true })
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
