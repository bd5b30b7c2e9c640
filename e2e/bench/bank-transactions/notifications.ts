import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Figure } from '../bench.ts'
import { compareReads } from '../tools/compare-reads.ts'
import { callGateway, type Gateway } from '../tools/gateway.ts'
import { percentile } from '../tools/statistics.ts'
import type { LoadedBusiness } from './loaded-business.ts'

const READS = 100
const WRITES = 50

/** The cost of counting uncategorized transactions, and how long a written one takes to be counted. */
export async function notifications(gateway: Gateway, large: LoadedBusiness, small: LoadedBusiness): Promise<Figure[]> {
  const pathOf = ({ base }: LoadedBusiness): string => `${base}/notifications`
  const reading = await compareReads(gateway, {
    what: 'Notifications',
    large: pathOf(large),
    small: pathOf(small),
    sizes: [large.size, small.size],
    count: READS,
    atMost: 1.2,
  })
  const waiting = async (): Promise<number> =>
    (await callGateway<'getBusinessNotifications'>(gateway, pathOf(small))).data.uncategorized_transactions_all_time
  const lags: number[] = []
  for (let write = 0; write < WRITES; write++) {
    const before = await waiting()
    const transaction = {
      external_id: randomUUID(),
      amount: 100,
      direction: 'DEBIT',
      date: new Date().toISOString(),
      description: 'A coffee',
    }
    await callGateway(gateway, `${small.base}/custom-accounts/${small.rest.externalAccountId}/transactions`, {
      transactions: [transaction],
    })
    const began = performance.now()
    while ((await waiting()) === before) await pause(1)
    lags.push(performance.now() - began)
  }
  const lag: Figure = {
    what: 'A transaction is counted in the notifications: p99 after its import was answered',
    sides: `${WRITES} imports`,
    value: percentile(lags, 0.99),
    unit: 'ms',
    target: { atMost: 1_000 },
    samples: { lag_ms: lags },
  }
  return [reading, lag]
}
