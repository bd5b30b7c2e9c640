import type { Tx } from '@pacioli/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEvent, type CloudEvent } from './cloud-event.ts'
import { NotTogether } from './delivery.ts'
import { eventsDatabase, sampleEvent, type EventsDatabase } from './events-database.test-helpers.ts'
import type { Delivery } from './pending.ts'
import { takeInTogether, type Together } from './take-in-together.ts'

let db: EventsDatabase
beforeAll(async () => {
  db = await eventsDatabase()
})
afterAll(() => db.close())

const some = (count: number): string[] => Array.from({ length: count }, () => crypto.randomUUID())

const batchOf = (businesses: readonly string[]): Map<string, Delivery[]> =>
  new Map(
    businesses.map((businessId) => {
      const { subject, event } = sampleEvent(businessId, crypto.randomUUID(), 1)
      return [businessId, [{ businessId, subject, event: readEvent(event) as CloudEvent }]]
    }),
  )

/** Takes in an event of each; returns those that are left, and what each transaction stored, as which role. */
async function takeIn(businesses: readonly string[], how: Partial<Together<string>>) {
  const stored: { businesses: string[]; admitted: readonly string[]; role: string }[] = []
  const roleOf = async (tx: Tx) => (await tx.one<{ role: string }>('SELECT current_user AS role')).role
  const left = await takeInTogether<string>(
    db.app,
    { batch: batchOf(businesses), lockTimeoutMs: 0 },
    {
      read: (businessId) => businessId,
      store: async (tx, read) => {
        stored.push({ businesses: [...read.keys()], admitted: tx.businessIds, role: await roleOf(tx) })
        return new Map()
      },
      ...how,
    },
  )
  return { left, stored }
}

test('what several businesses have is stored in one transaction of these alone, in the order of their ids', async () => {
  const businesses = some(20)
  const { left, stored } = await takeIn(businesses, {})
  const sorted = businesses.toSorted()
  expect(stored).toEqual([{ businesses: sorted, admitted: sorted, role: 'events_intake' }])
  expect(left).toEqual(new Map())
})

test('who cannot be read, is to come alone or has nothing to store is no part of it', async () => {
  const [wrong, alone, silent, ...others] = some(6)
  const { left, stored } = await takeIn([wrong, alone, silent, ...others] as string[], {
    read: (businessId) => {
      if (businessId === wrong) throw new Error('cannot be right')
      if (businessId === alone) return new NotTogether('It has a posting to make.')
      return businessId === silent ? undefined : businessId
    },
  })
  expect(stored.map(({ admitted }) => admitted)).toEqual([others.toSorted()])
  expect([...left.keys()].sort()).toEqual([wrong, alone].toSorted())
  expect(left.get(wrong ?? '')).toEqual(new Error('cannot be right'))
  expect(left.get(alone ?? '')).toBeInstanceOf(NotTogether)
})

test('where nobody has anything to store there is no transaction', async () => {
  const { left, stored } = await takeIn(some(3), { read: () => undefined })
  expect([left, stored]).toEqual([new Map(), []])
})
