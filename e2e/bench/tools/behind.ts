/** How far what follows the books is behind them, as the metrics of the services say, which are those of any version. */
import type { Stack } from '@pacioli/dev-stack'
import { setTimeout as pause } from 'node:timers/promises'

export type Behind = {
  /** Events that are not published or not taken in everywhere, and postings of documents that wait. */
  waiting: number
  /** The age of the oldest event: at most so long, since it may have waited for either. */
  ms: number
}

const SERVICES = ['ledger-svc', 'banking-svc', 'billing-svc', 'reporting-svc'] as const
const WAITING = ['pacioli_outbox_backlog', 'pacioli_consumer_pending', 'pacioli_postings_pending']
const AGES = ['pacioli_outbox_age_seconds', 'pacioli_consumer_age_seconds']

type Service = (typeof SERVICES)[number]

const metricsOf = async ({ services }: Pick<Stack, 'services'>, name: Service): Promise<string> =>
  (await fetch(`http://127.0.0.1:${services[name].ports.ops}/metrics`)).text()

/** Asks all services at once. */
export const behindOf = async (stack: Pick<Stack, 'services'>): Promise<Behind> =>
  behindIn(await Promise.all(SERVICES.map((name) => metricsOf(stack, name))))

/** Of the metrics of all services, as they tell them. */
export function behindIn(texts: readonly string[]): Behind {
  const valuesOf = (metric: string): number[] => texts.flatMap((text) => valuesIn(text, metric))
  const waiting = WAITING.flatMap(valuesOf)
  if (waiting.length === 0) throw new Error(`Expected the metrics ${WAITING.join(', ')}, found none.`)
  const oldest = AGES.map((metric) => Math.max(0, ...valuesOf(metric)))
  return { waiting: sum(waiting), ms: sum(oldest) * 1_000 }
}

const valuesIn = (text: string, metric: string): number[] =>
  [...text.matchAll(new RegExp(`^${metric}(?:\\{.*\\})? (\\S+)$`, 'gm'))].map(([, value]) => Number(value))

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

const TIMEOUT_MS = 300_000
const LOOK_MS = 50
/** An event may pass from one place to the next between two questions. */
const LOOKS = 2

/** Waits until everything has been taken in everywhere. */
export const caughtUp = (stack: Pick<Stack, 'services'>): Promise<void> => untilNoneWaits(() => behindOf(stack))

/** Waits until a service has published all of its events, whoever takes them in. */
export const published = (stack: Pick<Stack, 'services'>, name: Service): Promise<void> =>
  untilNoneWaits(async () => behindIn([await metricsOf(stack, name)]))

async function untilNoneWaits(ask: () => Promise<Behind>): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS
  for (let quiet = 0; quiet < LOOKS;) {
    const { waiting } = await ask()
    quiet = waiting === 0 ? quiet + 1 : 0
    if (performance.now() > deadline) throw new Error(`After ${TIMEOUT_MS} ms, ${waiting} events still wait.`)
    await pause(LOOK_MS)
  }
}
