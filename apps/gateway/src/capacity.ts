/** How much the gateway has in work at once, and how callers are led away from one that ends. */
import { problem } from '@pacioli/errors'
import { Counter, type Registry } from '@pacioli/service'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorBody, RETRY_SECONDS } from './errors.ts'

/** Probes and figures are answered however much there is to do: an orchestrator would take a busy gateway for a dead one. */
const ALWAYS = new Set(['/healthz', '/readyz', '/metrics'])

const FULL = 'The gateway has as many requests in work as it can take. Try again in a moment, with the same key.'

/**
 * Refuses with 503 and `Retry-After` what comes while so many requests are in work, before anything of them is read: one
 * more in a queue would be answered after its caller has given up. Not logged, but counted: a flood must not fill the log.
 */
export function shedLoad(app: FastifyInstance, { most, metrics }: { most: number; metrics: Registry }): void {
  const shed = new Counter({
    name: 'gateway_requests_shed_total',
    help: 'Requests refused with 503 because too many were in work',
    registers: [metrics],
  })
  let inWork = 0
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    if (ALWAYS.has(request.routeOptions.url ?? '')) return
    if (inWork >= most) {
      shed.inc()
      return reply
        .code(503)
        .header('retry-after', RETRY_SECONDS)
        .type('application/json; charset=utf-8')
        .serializer(JSON.stringify)
        .send(errorBody([problem('ServiceUnavailable', FULL)], request.id))
    }
    inWork += 1
    let isOver = false
    const leave = (): void => {
      if (!isOver) inWork -= 1
      isOver = true
    }
    // Whichever comes: an answer that nobody waited for is closed without having been finished.
    reply.raw.once('finish', leave).once('close', leave)
  })
}

/**
 * While it serves on after it was told to end, each answer is the last one of its connection: callers that keep theirs
 * connect to another gateway next time, and none is left to be cut off.
 */
export function leadAway(app: FastifyInstance, isStopping: () => boolean): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isStopping()) reply.header('connection', 'close')
    done()
  })
}
