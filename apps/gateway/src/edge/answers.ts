/** How answers get out: no faster than they are fetched, and given up where they are not. */
import { Counter, type Registry } from '@pacioli/service'
import { limitSlowResponse, type MinDataRate } from '@pacioli/service/data-rates'
import type { FastifyInstance } from 'fastify'
import { Readable } from 'node:stream'

/** More at once would move out of our sight: a connection tells of what it is given only when all of it is gone. */
const SLICE_BYTES = 64 * 1024

function* slices(whole: Buffer): Generator<Buffer> {
  for (let at = 0; at < whole.length; at += SLICE_BYTES) yield whole.subarray(at, at + SLICE_BYTES)
}

/** The same bytes, in pieces that go out one after the other. */
export const inSlices = (whole: Buffer): Readable =>
  Readable.from(slices(whole), { objectMode: false, highWaterMark: SLICE_BYTES })

/** Gives up whoever leaves an answer lying; what it held is free then. */
export function paceAnswers(app: FastifyInstance, { pace, metrics }: { pace: MinDataRate; metrics: Registry }): void {
  const abandoned = new Counter({
    name: 'gateway_answers_abandoned_total',
    help: 'Answers that were cut off because their callers did not fetch them',
    registers: [metrics],
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    limitSlowResponse(pace, reply.raw, () => abandoned.inc())
    const isText = typeof payload === 'string'
    if (request.method === 'HEAD' || !(isText || Buffer.isBuffer(payload)) || payload.length <= SLICE_BYTES)
      return done(null, payload)
    const whole = isText ? Buffer.from(payload) : payload
    request.hold?.(whole.length)
    reply.header('content-length', whole.length)
    done(null, inSlices(whole))
  })
}
