/** Metrics of every serving process. Types are structural, so that this library needs neither gRPC nor the broker. */
import { Busy, DomainError, causeOf } from '@pacioli/errors'
import { traceIdIn } from '@pacioli/telemetry'
import { Gauge, Histogram, type Registry } from 'prom-client'
import type { Logger } from './logger.ts'

type FinishedCall = {
  method: string
  context: { requestId: string; businessId?: string | undefined; traceparent?: string | undefined }
  ms: number
  error?: unknown
}

function outcomeOf(error: unknown): 'ok' | 'busy' | 'refused' | 'defect' {
  if (error === undefined) return 'ok'
  if (error instanceof Busy) return 'busy'
  return error instanceof DomainError ? 'refused' : 'defect'
}

/** Measures each gRPC call and logs those that failed by a defect of ours or an outage. */
export function observeCalls(metrics: Registry, logger: Logger) {
  const seconds = new Histogram({
    name: 'pacioli_rpc_seconds',
    help: 'Duration of gRPC calls',
    labelNames: ['method', 'outcome'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [metrics],
  })
  const running = new Gauge({ name: 'pacioli_rpc_running', help: 'gRPC calls being answered', registers: [metrics] })
  running.set(0)
  const finished = ({ method, context, ms, error }: FinishedCall): void => {
    seconds.observe({ method, outcome: outcomeOf(error) }, ms / 1_000)
    if (error === undefined) return
    const { requestId, businessId, traceparent } = context
    const ids = { request_id: requestId, business_id: businessId, trace_id: traceIdIn(traceparent) }
    if (!(error instanceof DomainError)) return logger.error({ err: error, method, ...ids }, 'A call failed')
    // An outage of a dependency; a rule that refuses has no cause.
    const reason = causeOf(error)
    if (reason !== undefined) logger.warn({ method, ...ids, reason }, 'A call could not be answered')
  }
  const began = () => {
    running.inc()
    return () => running.dec()
  }
  return Object.assign(finished, { began })
}

/** Gauges of one query, run once per scrape. Absent while it fails, so that the other figures stay readable. */
function observeTogether<Figures>(
  metrics: Registry,
  query: () => Promise<Figures>,
  gauges: readonly { name: string; help: string; of: (figures: Figures) => number }[],
): void {
  let running: Promise<Figures | undefined> | undefined
  const queryOnce = (): Promise<Figures | undefined> =>
    (running ??= query()
      .catch(() => undefined)
      .finally(() => (running = undefined)))
  for (const { name, help, of } of gauges)
    new Gauge({
      name,
      help,
      registers: [metrics],
      async collect() {
        const figures = await queryOnce()
        if (figures === undefined) this.remove()
        else this.set(of(figures))
      },
    })
}

const ageOf = ({ oldest }: { oldest: Date | null }): number => (oldest ? (Date.now() - oldest.getTime()) / 1_000 : 0)

/** The outbox: waiting events, and the age of the oldest. */
export const observeOutbox = (
  metrics: Registry,
  relay: { backlog: () => Promise<{ count: number; oldest: Date | null }> },
): void =>
  observeTogether(metrics, () => relay.backlog(), [
    { name: 'pacioli_outbox_age_seconds', help: 'Age of the oldest unsent event', of: ageOf },
    { name: 'pacioli_outbox_backlog', help: 'Events that wait to be published', of: ({ count }) => count },
  ])

/**
 * The postings that the ledger does not have yet: waiting ones and the age of the oldest, refused ones that need a
 * person, and those waiting for these.
 */
export const observePostings = (
  metrics: Registry,
  relay: { backlog: () => Promise<{ pending: number; held: number; failed: number; oldest: Date | null }> },
): void =>
  observeTogether(metrics, () => relay.backlog(), [
    { name: 'pacioli_postings_pending', help: 'Postings that wait to be delivered', of: ({ pending }) => pending },
    { name: 'pacioli_postings_held', help: 'Postings that wait for a failed one before them', of: ({ held }) => held },
    { name: 'pacioli_postings_failed', help: 'Postings that the ledger refused', of: ({ failed }) => failed },
    { name: 'pacioli_postings_age_seconds', help: 'Age of the oldest posting that waits', of: ageOf },
  ])

/**
 * How far each consumer is behind: events not applied yet, and the age of the oldest. Absent while NATS is away or the
 * consumer does not exist yet.
 */
export function observeConsumers(
  metrics: Registry,
  consumers: Readonly<Record<string, { lag: () => Promise<{ pending: number; oldest: Date | null }> }>>,
): void {
  const asked = sharedAnswers(Object.entries(consumers).map(([name, one]) => ({ name, ask: () => one.lag() })))
  labelled(metrics, {
    name: 'pacioli_consumer_pending',
    help: 'Published events that the consumer has not taken in',
    label: 'consumer',
    ask: asked,
    of: ({ pending }) => pending,
  })
  labelled(metrics, {
    name: 'pacioli_consumer_age_seconds',
    help: 'Age of the oldest published event that the consumer has not taken in',
    label: 'consumer',
    ask: asked,
    of: ageOf,
  })
}

type Answered<Answer> = { name: string; answer: Answer | undefined }

/** Queries all of them, once for concurrent scrapes. A failed one has no value. */
function sharedAnswers<Answer>(asked: readonly { name: string; ask: () => Promise<Answer> }[]) {
  let running: Promise<Answered<Answer>[]> | undefined
  const answerOf = async ({ name, ask }: (typeof asked)[number]): Promise<Answered<Answer>> => {
    try {
      return { name, answer: await ask() }
    } catch {
      return { name, answer: undefined }
    }
  }
  return (): Promise<Answered<Answer>[]> =>
    (running ??= Promise.all(asked.map(answerOf)).finally(() => (running = undefined)))
}

function labelled<Answer>(
  metrics: Registry,
  gauge: {
    name: string
    help: string
    label: string
    ask: () => Promise<Answered<Answer>[]>
    of: (answer: Answer) => number
  },
): void {
  const { name, help, label, ask, of } = gauge
  new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [metrics],
    async collect() {
      const answers = await ask()
      this.reset()
      for (const one of answers) if (one.answer !== undefined) this.set({ [label]: one.name }, of(one.answer))
    },
  })
}

/** Connections of each pool to the database. */
export function observePools(
  metrics: Registry,
  pools: Readonly<Record<string, { pool: () => { inUse: number; idle: number; waiting: number; max: number } }>>,
): void {
  const each = Object.entries(pools)
  const registers = [metrics]
  new Gauge({
    name: 'pacioli_db_pool_connections',
    help: 'Connections to the database that are open, by what they are at',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, source] of each) {
        const { inUse, idle } = source.pool()
        this.set({ pool, state: 'in_use' }, inUse)
        this.set({ pool, state: 'idle' }, idle)
      }
    },
  })
  new Gauge({
    name: 'pacioli_db_pool_waiting',
    help: 'Requests that wait for a connection to the database',
    labelNames: ['pool'],
    registers,
    collect() {
      for (const [pool, source] of each) this.set({ pool }, source.pool().waiting)
    },
  })
  new Gauge({
    name: 'pacioli_db_pool_max',
    help: 'How many connections to the database there may be',
    labelNames: ['pool'],
    registers,
    collect() {
      for (const [pool, source] of each) this.set({ pool }, source.pool().max)
    },
  })
}

/** Bytes of requests and answers in memory. */
export function observeWorkload(metrics: Registry, workload: { readonly bytes: number }): void {
  new Gauge({
    name: 'pacioli_work_bytes',
    help: 'Bytes of requests and answers in work',
    registers: [metrics],
    collect() {
      this.set(workload.bytes)
    },
  })
}

/** Whether there is a connection to NATS. */
export function observeBroker(metrics: Registry, broker: { readonly connected: boolean }): void {
  new Gauge({
    name: 'pacioli_nats_connected',
    help: 'Whether there is a connection to NATS: 1 or 0',
    registers: [metrics],
    collect() {
      this.set(broker.connected ? 1 : 0)
    },
  })
}

/**
 * Events that could not be applied and were parked. Counted per scrape; absent while that fails, so that the other
 * figures stay readable.
 */
export function observeParked(metrics: Registry, count: () => Promise<number>): void {
  new Gauge({
    name: 'pacioli_parked_events',
    help: 'Events that could not be taken in and were set aside',
    registers: [metrics],
    async collect() {
      try {
        this.set(await count())
      } catch {
        this.remove()
      }
    },
  })
}
