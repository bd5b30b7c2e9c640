/** What it costs to take in events of several businesses in one transaction. */
import { Database } from '@pacioli/db'
import type { StagedEvent } from '@pacioli/events'
import { startCountingProxy, type CountingProxy } from '@pacioli/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MODELS } from '../read-models/models.ts'
import {
  applierOf,
  businessEvent,
  chartEvent,
  delivered,
  entryEvent,
  reportingDatabase,
  sampleAccount,
  sampleBusiness,
  sampleOwners,
} from '../reporting.test-helpers.ts'
import { subscribersOf } from './start-consumers.ts'

let database: Awaited<ReturnType<typeof reportingDatabase>>
let sample: Awaited<ReturnType<typeof sampleOwners>>
let proxy: CountingProxy
let counted: Database

beforeAll(async () => {
  ;[database, sample] = await Promise.all([reportingDatabase(), sampleOwners()])
  const { hostname, port } = new URL(database.url)
  proxy = await startCountingProxy({ host: hostname, port: Number(port) })
  counted = new Database({ url: proxy.through(database.url), applicationName: 'test', poolSize: 1 })
})
afterAll(async () => {
  await sample.close()
  await Promise.all([database.app.close(), database.relay.close(), counted.close()])
  await proxy.close()
})

/** A business that is known; returns what makes entries of it. */
async function opened(): Promise<() => StagedEvent> {
  const business = sampleBusiness(crypto.randomUUID(), crypto.randomUUID())
  const cash = sampleAccount(crypto.randomUUID(), 'Cash', 'ASSET')
  const first = [businessEvent(business), chartEvent(business.id, [cash])]
  await applierOf(database.app, sample.owners)(business.id, first.map(delivered))
  return () =>
    entryEvent(business.id, {
      ...{ id: crypto.randomUUID(), basis: 'BOTH', entry_date: '2026-01-31', version: 1 },
      line_items: (['DEBIT', 'CREDIT'] as const).map((direction) => ({ account_id: cash.id, amount: 5, direction })),
    })
}

test('events of many businesses take as many round trips as those of one', async () => {
  const known = await Promise.all(Array.from({ length: 20 }, opened))
  const subscribers = subscribersOf({
    connect: () => counted,
    owners: sample.owners,
    clock: () => new Date(),
    models: MODELS,
  })
  const flights = async (count: number): Promise<number[]> => {
    const flown: number[] = []
    for (const { handleMany } of subscribers) {
      await expect.poll(() => counted.pool().inUse).toBe(0)
      await proxy.count()
      const events = known.slice(0, count).map((posted) => delivered(posted()))
      await handleMany(
        Map.groupBy(events, ({ businessId }) => businessId),
        0,
      )
      await expect.poll(() => counted.pool().inUse).toBe(0)
      flown.push((await proxy.count()).flights)
    }
    return flown
  }
  await flights(1)
  expect([await flights(1), await flights(20)]).toEqual([
    [3, 3],
    [3, 3],
  ])
})
