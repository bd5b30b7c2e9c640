/** Sends answers no faster than callers fetch them, and aborts those that are not fetched. */
import { Counter, type Registry } from '@pacioli/service'
import { limitSlowResponse, type MinDataRate } from '@pacioli/service/data-rates'
import type { FastifyInstance } from 'fastify'
import { Readable } from 'node:stream'

/** A connection reports a write only when all of it is gone, so a larger one would hide progress. */
const CHUNK_BYTES = 64 * 1024

function* chunksOf(whole: Buffer): Generator<Buffer> {
  for (let at = 0; at < whole.length; at += CHUNK_BYTES) yield whole.subarray(at, at + CHUNK_BYTES)
}

/** The same bytes in chunks. */
export const inChunks = (whole: Buffer): Readable =>
  Readable.from(chunksOf(whole), { objectMode: false, highWaterMark: CHUNK_BYTES })

/** Cuts off callers that do not fetch their answer, which frees what it uses. */
export function limitSlowResponses(
  app: FastifyInstance,
  { minDataRate, metrics }: { minDataRate: MinDataRate; metrics: Registry },
): void {
  const abandoned = new Counter({
    name: 'gateway_answers_abandoned_total',
    help: 'Answers that were cut off because their callers did not fetch them',
    registers: [metrics],
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    limitSlowResponse(minDataRate, reply.raw, () => abandoned.inc())
    const isText = typeof payload === 'string'
    if (request.method === 'HEAD' || !(isText || Buffer.isBuffer(payload)) || payload.length <= CHUNK_BYTES)
      return done(null, payload)
    const whole = isText ? Buffer.from(payload) : payload
    request.reserveBytes?.(whole.length)
    reply.header('content-length', whole.length)
    done(null, inChunks(whole))
  })
}
