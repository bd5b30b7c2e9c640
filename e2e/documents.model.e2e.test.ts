/** What vendors and customers have with a business, by the model of `src/model/`. */
import { beforeAll, describe, test } from 'vitest'
import { newClient, target, type TestClient } from './src/index.ts'
import { payables } from './src/model/payables.ts'
import { expectPromisesKept, expectSomeOrder } from './src/model/properties.ts'
import { receivables } from './src/model/receivables.ts'

const RUNS = 2
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
    test('of a vendor', () => expectPromisesKept({ client, numRuns: RUNS }, payables))
    test('of a customer', () => expectPromisesKept({ client, numRuns: RUNS }, receivables))
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
