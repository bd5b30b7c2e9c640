/** Whatever is thrown at an operation, it answers as documented and never fails. */
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import {
  Banking,
  contractOf,
  debitSideOf,
  moneyIn,
  moneyOut,
  newClient,
  Payables,
  payablesOf,
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

/** Something of everything that a path can name. */
async function idsOf(of: Books): Promise<Record<string, string[]>> {
  const entry = await of.posted(sale(5))
  const banking = new Banking(of)
  const account = await banking.account('garbage')
  const transactions = await banking.imported(account.id, [moneyIn('a', 5), moneyOut('b', 7)])
  const rule = await banking.createRule({ name: 'x', conditions: { description_contains: 'x' }, category: 'SALES' })
  const payables = await payablesOf(new Payables(of), 'garbage')
  return {
    provider: ['quickbooks'],
    businessId: [of.id],
    entryId: [entry.id],
    accountId: ['CASH', entry.line_items[0]?.account.id.id ?? ''],
    bankAccountId: [account.bank_account_id],
    externalAccountId: [account.id],
    transactionId: transactions.map(({ id }) => id),
    ruleId: [rule.body.data.id],
    vendorId: [payables.vendor],
    billId: [payables.bill, payables.expense],
    paymentId: [payables.billPayment],
    vendorCreditId: [payables.vendorCredit],
    allocationId: [payables.creditAllocation],
  }
}

beforeAll(async () => {
  client = await newClient(target(), 'garbage')
  books = await client.books()
  ids = await idsOf(books)
})

/** What would end the books, or the test: these get a business of their own. */
const DESTRUCTIVE = [
  ...['archiveBusiness', 'archiveBankAccount', 'archiveExternalAccount', 'deleteCategorizationRule'],
  ...['voidBill', 'deleteBillPayment', 'deleteVendorCredit', 'removeVendorCreditAllocation'],
]

test.each(operations)('$operationId', async (operation) => {
  const operationId = operation.operationId as OperationId
  const own = DESTRUCTIVE.includes(operationId) ? await idsOf(await client.books()) : ids
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
