import { Counter, Gauge, Histogram, type Registry } from '@pacioli/service'
import type { FastifyInstance } from 'fastify'
import { whenFinished } from './edge/when-finished.ts'

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export type GatewayMetrics = { countTokenLookup: (hit: boolean) => void; countFallback: () => void }

export function gatewayMetrics(registry: Registry): GatewayMetrics {
  const registers = [registry]
  // Counted by hand: finding the series of a label costs more than the look-up itself.
  const seen = { hit: 0, miss: 0 }
  new Counter({
    name: 'gateway_token_lookups_total',
    help: 'Bearer tokens seen, by whether the cache of verified tokens had them',
    labelNames: ['result'],
    registers,
    collect() {
      this.reset()
      this.inc({ result: 'hit' }, seen.hit)
      this.inc({ result: 'miss' }, seen.miss)
    },
  })
  const fallbacks = new Counter({
    name: 'gateway_rate_limit_fallbacks_total',
    help: 'Times that local buckets took over because the shared ones did not answer',
    registers,
  })
  return {
    countTokenLookup: (hit) => void (seen[hit ? 'hit' : 'miss'] += 1),
    countFallback: () => fallbacks.inc(),
  }
}

/** Measures requests by route pattern, never by path: ids would make a series each. */
export function measureRequests(app: FastifyInstance, registry: Registry): void {
  const registers = [registry]
  const duration = new Histogram({
    name: 'gateway_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers,
  })
  let inFlight = 0
  new Gauge({
    name: 'gateway_requests_in_flight',
    help: 'Requests being answered',
    registers,
    collect() {
      this.set(inFlight)
    },
  })
  const limited = new Counter({ name: 'gateway_rate_limited_total', help: 'Requests refused with 429', registers })
  const shed = new Counter({
    name: 'gateway_requests_shed_total',
    help: 'Requests refused with 503 because there was no room for them, by who had none',
    labelNames: ['by'],
    registers,
  })
  shed.inc({ by: 'gateway' }, 0)
  app.decorateRequest('shedBy', undefined)

  app.addHook('onRequest', (_request, reply, done) => {
    inFlight += 1
    whenFinished(reply, () => void (inFlight -= 1))
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.route.url ?? 'unknown'
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    if (reply.statusCode === 429) limited.inc()
    if (request.shedBy !== undefined) shed.inc({ by: request.shedBy })
    request.log.debug({ request_id: request.id, method: request.method, route, status: reply.statusCode }, 'answered')
    done()
  })
}
