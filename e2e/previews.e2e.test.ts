/** Previews: what `validate_only` tells of a write is what comes about, and nothing of it stays. */
import { beforeAll, describe, expect, test } from 'vitest'
import {
  Banking,
  billed,
  moneyOut,
  newClient,
  Payables,
  sale,
  sayRefused,
  target,
  type Books,
  type TestClient,
} from './src/index.ts'
import { exerciseEverything } from './src/exercise.ts'
import { isPreviewable, previewIn, PreviewingApi } from './src/previewing.ts'
import { untouched } from './src/untouched.ts'

let client: TestClient

beforeAll(async () => {
  client = await newClient(target(), 'previews')
})

const VALIDATE = { validate_only: true }

describe('every write of the contract, previewed and then written', () => {
  let api: PreviewingApi

  beforeAll(async () => {
    api = new PreviewingApi(client.api, target().postgresAdminUrl)
    await exerciseEverything(client, api)
    await retryRefused(await client.books(), api)
  }, 300_000)

  /** A posting that the ledger refused, once it is no longer refused. */
  async function retryRefused(books: Books, caller: PreviewingApi): Promise<void> {
    const banking = new Banking(books)
    const account = await banking.account('held up')
    const [{ id = '' } = {}] = await banking.imported(account.id, [moneyOut('b', 100)])
    await banking.categorize(id, 'COGS')
    await sayRefused(target().postgresAdminUrl, 'banking', id)
    const failed = await books.api.call('listPostings', { query: { status: 'FAILED' } })
    await caller.of(books.id).call('retryPosting', { path: { postingId: failed.body.data[0]?.id ?? '' } })
  }

  test('was called, and did what its preview said', () => {
    const previewable = [...client.api.contract.operations.values()]
      .map(({ operationId }) => operationId)
      .filter((operationId) => isPreviewable(client.api, operationId))
    expect(previewable.length).toBeGreaterThan(70)
    expect(previewable.filter((operationId) => !api.previewed.has(`${operationId} written`))).toEqual([])
  })

  test('takes the parameter, and nothing outside of the books does', () => {
    const others = [...client.api.contract.operations.values()].filter(
      ({ method, operationId }) => method !== 'GET' && !isPreviewable(client.api, operationId),
    )
    expect(others.map(({ operationId }) => operationId).toSorted()).toEqual([
      ...[
        'authorizeConnection',
        'configureProcessor',
        'createWebhook',
        'deleteWebhook',
        'exportBooks',
        'issueBusinessToken',
        'issueToken',
      ],
      ...[
        'previewRetainedEarningsClosing',
        'retryWebhookDelivery',
        'rotateWebhookSecret',
        'syncConnection',
        'testWebhook',
      ],
      ...['unlinkConnection', 'updateWebhook'],
    ])
  })
})

test('a preview reads no Idempotency-Key and keeps none', async () => {
  const books = await client.books()
  const headers = { 'idempotency-key': 'one' }
  const preview = () => books.api.call('postJournalEntry', { body: sale(1), headers, query: VALIDATE })
  for (const _twice of [1, 2]) expect((await preview()).headers['idempotency-replayed']).toBeUndefined()
  expect((await books.post(sale(2), headers)).headers['idempotency-replayed']).toBeUndefined()
  expect(previewIn(await preview()).entries).toHaveLength(1)
  expect((await books.entries()).meta.pagination.total_count).toBe(1)
})

test('validate_only takes true and false alone, and false is a write', async () => {
  const books = await client.books()
  const post = (query: Record<string, string>) => books.api.call('postJournalEntry', { body: sale(1), query })
  for (const word of ['yes', '1', 'TRUE', ''])
    expect((await post({ validate_only: word })).refusal).toEqual({
      status: 400,
      error_enum: 'InvalidQuery',
      field: 'validate_only',
    })
  expect((await post({ validate_only: 'false' })).body.meta).toBeUndefined()
  expect((await books.entries()).meta.pagination.total_count).toBe(1)
})

test('a preview needs the scope of its write, and is refused for the business of another client', async () => {
  const [books, stranger] = [await client.books(), await newClient(target(), 'stranger')]
  const call = { body: sale(1), query: VALIDATE }
  expect((await stranger.api.of(books.id).call('postJournalEntry', call)).refusal.error_enum).toBe('BusinessNotFound')
  const bill = { body: { vendor_name: 'V', line_items: [billed('COGS', 1)] }, query: VALIDATE }
  expect((await stranger.api.of(books.id).call('createBill', bill)).refusal.error_enum).toBe('BusinessNotFound')
})

test('balances come with both bases, and tell where each account would be', async () => {
  const payables = new Payables(await client.books())
  const vendor = await payables.vendor('v')
  const body = { vendor_id: vendor.id, line_items: [billed('COGS', 700)] }
  await untouched(payables.books, async () => {
    const answer = await payables.books.api.call('createBill', { body, query: VALIDATE })
    const { balances, entries, through } = previewIn(answer)
    expect(entries.map(({ basis, source_type }) => [basis, source_type])).toEqual([['ACCRUAL', 'bill']])
    const told = balances.map(({ account, basis, before, after }) => [
      account.stable_name?.stable_name,
      basis,
      before,
      after,
    ])
    expect(told.toSorted()).toEqual([
      ['ACCOUNTS_PAYABLE', 'ACCRUAL', 0, 700],
      ['COGS', 'ACCRUAL', 0, 700],
    ])
    expect(through.map(({ service }) => service)).toEqual(['billing', 'ledger'])
  })
})

describe('previews at the same time as writes', () => {
  const many = <Result>(count: number, act: (index: number) => Promise<Result>): Promise<Result[]> =>
    Promise.all(Array.from({ length: count }, (_, index) => act(index)))

  test('on one account: each write counts, and each preview adds its own to what it found', async () => {
    const books = await client.books()
    const previews = many(60, async (index) => {
      const { balances } = previewIn(
        await books.api.call('postJournalEntry', { body: sale(index + 1), query: VALIDATE }),
      )
      expect(balances.map(({ before, after }) => after - before)).toEqual(Array(4).fill(index + 1))
      return balances.map(({ before }) => before)
    })
    const written = await many(60, () => books.post(sale(1_000)))
    expect(written.map(({ status }) => status)).toEqual(Array(60).fill(201))
    for (const before of (await previews).flat()) expect(before % 1_000).toBe(0)
    expect(await books.balances()).toEqual({ CASH: 60_000, SALES: 60_000 })
  })

  test('on one bill and its payment: writes do what they would do alone', async () => {
    const payables = new Payables(await client.books())
    const { api } = payables.books
    const bill = await payables.received(await payables.vendor('v'), [billed('COGS', 1_000)])
    const pay = {
      vendor_id: bill.vendor?.id,
      method: 'CASH',
      amount: 10,
      allocations: [{ bill_id: bill.id, amount: 10 }],
    }
    const asked = [
      () => api.call('voidBill', { path: { billId: bill.id }, query: VALIDATE }),
      () =>
        api.call('updateBill', {
          path: { billId: bill.id },
          body: { line_items: [billed('COGS', 2_000)] },
          query: VALIDATE,
        }),
      () =>
        api.call('createBillPayment', {
          body: { ...pay, amount: 900, allocations: [{ bill_id: bill.id, amount: 900 }] },
          query: VALIDATE,
        }),
    ] as const
    const previews = many(60, async (index) => (await asked[index % 3]?.())?.status)
    const written = await many(20, () => api.call('createBillPayment', { body: pay }))
    expect(written.map(({ status }) => status)).toEqual(Array(20).fill(201))
    // A bill that is being paid is not voided, and at the end there is less than 900 left to be paid.
    for (const status of await previews) expect([200, 201, 409, 422]).toContain(status)
    const { data } = (await api.call('getBill', { path: { billId: bill.id } })).body
    expect([data.outstanding_balance, data.status]).toEqual([800, 'PARTIALLY_PAID'])
  })
})
