/** Whatever is thrown at an operation, it answers as documented and never fails. */
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import {
  contractOf,
  debitSideOf,
  newClient,
  sale,
  target,
  type Books,
  type OperationId,
  type TestClient,
} from './src/index.ts'
import { callsOf } from './src/garbage.ts'

const RUNS = 30
const operations = [...(await contractOf(target().baseUrl)).operations.values()]

let client: TestClient
let books: Books
let ids: Record<string, string[]>

beforeAll(async () => {
  client = await newClient(target(), 'garbage')
  books = await client.books()
  const entry = await books.posted(sale(5))
  ids = {
    provider: ['quickbooks'],
    businessId: [books.id],
    entryId: [entry.id],
    accountId: ['CASH', entry.line_items[0]?.account.id.id ?? ''],
  }
})

/** What would end the books, or the test: these get a business of their own. */
const DESTRUCTIVE = ['archiveBusiness']

test.each(operations)('$operationId', async (operation) => {
  const operationId = operation.operationId as OperationId
  const own = DESTRUCTIVE.includes(operationId) ? { ...ids, businessId: [(await client.business()).id] } : ids
  const isForm = operation.requestBody?.content['application/x-www-form-urlencoded'] !== undefined
  await fc.assert(
    fc.asyncProperty(callsOf(operation, own), async ({ headers, rawBody, ...call }) => {
      const type: Record<string, string> = isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : {}
      const answer = await client.api.call(operationId, {
        ...call,
        headers: { ...type, ...headers },
        ...(rawBody === undefined ? {} : { rawBody }),
      })
      expect(answer.status).toBeLessThan(500)
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: 20_000 },
  )
})

test('and the books still balance', async () => {
  const nodes = await books.balanceNodes({ include_archived: true })
  expect(nodes.reduce((sum, node) => sum + debitSideOf(node), 0)).toBe(0)
  expect((await books.allEntries()).length).toBeGreaterThan(0)
})
