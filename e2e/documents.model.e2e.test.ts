/** What vendors and customers have with a business, by the model of `src/model/`. */
import { beforeAll, describe, test } from 'vitest'
import { newClient, target, type TestClient } from './src/index.ts'
import { payables } from './src/model/payables.ts'
import { expectPromisesKept, expectSomeOrder } from './src/model/properties.ts'
import { receivables } from './src/model/receivables.ts'

/** Their days begin eleven hours before UTC, with it, and eight hours after. */
const ZONES = ['Pacific/Auckland', 'UTC', 'America/Los_Angeles']
const RACES = 5
const TIME = { timeout: 180_000 }

let client: TestClient
beforeAll(async () => {
  client = await newClient(target(), 'documents')
})

describe(
  'whatever is asked, each request ends as its caller is promised, and the books are what the documents say',
  TIME,
  () => {
    test.each(ZONES)('of a vendor, on every day in %s', (time_zone) =>
      expectPromisesKept({ client, time_zone, numRuns: 1 }, payables),
    )
    test.each(ZONES)('of a customer, on every day in %s', (time_zone) =>
      expectPromisesKept({ client, time_zone, numRuns: 1 }, receivables),
    )
  },
)

describe('what is asked at once ends as if it were asked in some order', TIME, () => {
  test('of a vendor', async () => {
    await expectSomeOrder({ client, numRuns: RACES }, payables)
  })
  test('of a customer', async () => {
    await expectSomeOrder({ client, numRuns: RACES }, receivables)
  })
})
