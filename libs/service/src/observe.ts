/** The figures that every serving process has. Told by shape, so that this lib needs neither gRPC nor the broker. */
import { Gauge, Histogram, type Registry } from 'prom-client'
import type { Logger } from './logger.ts'

type FinishedCall = {
  method: string
  context: { requestId: string; businessId?: string | undefined }
  ms: number
  error?: unknown
}

/**
 * Measures each gRPC call and logs those that failed by a defect of ours.
 * @param isDefect tells a defect from a refusal
 */
export function observeCalls(metrics: Registry, logger: Logger, isDefect: (error: unknown) => boolean) {
  const seconds = new Histogram({
    name: 'pacioli_rpc_seconds',
    help: 'Duration of gRPC calls',
    labelNames: ['method', 'outcome'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [metrics],
  })
  return ({ method, context, ms, error }: FinishedCall): void => {
    const outcome = error === undefined ? 'ok' : isDefect(error) ? 'defect' : 'refused'
    seconds.observe({ method, outcome }, ms / 1_000)
    if (isDefect(error))
      logger.error(
        { err: error, method, request_id: context.requestId, business_id: context.businessId },
        'A call failed',
      )
  }
}

/** How much the outbox holds back, read when somebody asks: what waits, and for how long the oldest of it has. */
export function observeOutbox(
  metrics: Registry,
  relay: { backlog: () => Promise<{ count: number; oldest: Date | null }> },
): void {
  const age = new Gauge({
    name: 'pacioli_outbox_age_seconds',
    help: 'Age of the oldest unsent event',
    registers: [metrics],
  })
  new Gauge({
    name: 'pacioli_outbox_backlog',
    help: 'Events that wait to be published',
    registers: [metrics],
    async collect() {
      const { count, oldest } = await relay.backlog()
      this.set(count)
      age.set(oldest ? (Date.now() - oldest.getTime()) / 1_000 : 0)
    },
  })
}
