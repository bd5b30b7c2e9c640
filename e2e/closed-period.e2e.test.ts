/** Closed books take nothing, except what was decided before they were closed. */
import { DomainError } from '@pacioli/errors'
import { sharedStack } from '@pacioli/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callFor, ledgerRpc, named, newClient, sale, target, type Books, type TestClient } from './src/index.ts'

const rpc = ledgerRpc(sharedStack().ledgerGrpc)
let client: TestClient

beforeAll(async () => {
  client = await newClient(target(), 'closed-period')
})
afterAll(() => rpc.close())

const close = async (books: Books, closing_date: string | null) =>
  (await books.api.call('updateAccountingConfiguration', { body: { closing_date } })).body.data

const closedAt = (entry_at: string) => ({ status: 422, error_enum: 'PeriodClosed', field: 'entry_at', entry_at })

async function expectClosed(books: Books, entry_at: string): Promise<void> {
  const before = await books.snapshot()
  const answer = await books.post(sale(1, entry_at))
  expect({ ...answer.refusal, entry_at }).toEqual(closedAt(entry_at))
  expect(await books.snapshot()).toEqual(before)
}

describe('over HTTP', () => {
  let books: Books
  beforeAll(async () => {
    books = await client.books({ time_zone: 'America/New_York' })
  })

  test('books closed through a day take nothing up to its end where the business is', async () => {
    const lastClosed = '2026-01-01T04:59:59.999Z'
    await books.allPosted([sale(5, lastClosed), sale(9, '2025-05-05T00:00:00Z', { external_id: 'before-closing' })])
    expect((await close(books, '2025-12-31')).closing_date).toBe(lastClosed)
    await expectClosed(books, lastClosed)
    await expectClosed(books, '2001-01-01T00:00:00Z')
    await books.posted(sale(7, '2026-01-01T05:00:00.000Z'))
    const bulk = await books.postAll([sale(1), sale(1), sale(1, '2025-12-31T12:00:00Z'), sale(1)])
    expect(bulk.refusal).toEqual({ status: 422, error_enum: 'PeriodClosed', field: '2.entry_at' })
    expect(await books.balances()).toEqual({ CASH: 21, SALES: 21 })
  })

  test('an entry in them is answered when it is posted again, and reversed at the first open instant', async () => {
    const again = await books.post(sale(9, '2025-05-05T00:00:00Z', { external_id: 'before-closing' }))
    expect(again.status).toBe(200)
    const reversed = await books.reverse(again.body.data.id)
    expect(reversed.body.data.entry_at).toBe('2026-01-01T05:00:00.000Z')
    expect(await books.balances({ end_date: '2025-12-31' })).toEqual({ CASH: 14, SALES: 14 })
    expect(await books.balances()).toEqual({ CASH: 12, SALES: 12 })
  })

  test('reopened books take entries again, those closed through an instant from the next one on', async () => {
    const { closing_date } = await close(books, '2025-05-04T12:00:00Z')
    expect(closing_date).toBe('2025-05-04T12:00:00.000Z')
    await expectClosed(books, '2025-05-04T12:00:00.000Z')
    await books.posted(sale(1, '2025-05-04T12:00:00.001Z'))
    await close(books, null)
    await books.posted(sale(1, '2025-05-04T12:00:00.000Z'))
  })
})

describe('postings of other services', () => {
  const posting = (posting_key: string, amount = 10) => ({
    posting_key,
    source_type: 'bill',
    source_id: '0b9c2d4e-6f1a-4b3c-8d5e-7f9a1b2c3d4e',
    entry_type: 'MANUAL',
    basis: 'ACCRUAL',
    agent: 'SERVICE_AUTO',
    entry_at: '2025-05-05T00:00:00Z',
    line_items: [
      { account_identifier: named('COGS'), amount, direction: 'DEBIT' },
      { account_identifier: named('ACCOUNTS_PAYABLE'), amount, direction: 'CREDIT' },
    ],
  })
  const ask = async (books: Books) =>
    (await rpc.postings.AskBooks({ account_identifiers: [named('COGS')] }, callFor(books))).message
  const post = async (books: Books, books_epoch: number, ...postings: object[]) =>
    (await rpc.postings.PostEntries({ books_epoch, postings }, callFor(books))).message.data
  const refusalOf = async (call: Promise<unknown>) => {
    const error = await call.then(
      () => undefined,
      (reason: unknown) => reason,
    )
    return error instanceof DomainError ? [error.errorEnum, error.problems[0].meta.field] : error
  }

  test('with one posting_key post once, however often and however many at once they come', async () => {
    const books = await client.books()
    const { books_epoch } = await ask(books)
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => post(books, books_epoch, posting('bill:1:received:1'))),
    )
    expect(new Set(answers.map(([posted]) => posted?.entry_id)).size).toBe(1)
    expect(answers.filter(([posted]) => posted?.created)).toHaveLength(1)
    expect(await books.balances()).toEqual({ COGS: 10, ACCOUNTS_PAYABLE: 10 })
    expect(await books.balances({ reporting_basis: 'CASH' })).toEqual({})
    const entry = await books.entry(answers[0]?.[0]?.entry_id ?? '')
    expect(entry).toMatchObject({ agent: 'SERVICE_AUTO', basis: 'ACCRUAL', source_type: 'bill' })
    expect((await books.reverse(entry.id)).refusal).toMatchObject({ status: 422, error_enum: 'EntryOwned' })
  })

  test('are accepted when they were asked for before the period closed, and refused when after', async () => {
    const books = await client.books()
    const before = await ask(books)
    await close(books, '2025-12-31')
    const after = await ask(books)
    expect(after.closed_through).toBe('2025-12-31T23:59:59.999Z')
    expect(after.books_epoch).toBeGreaterThan(before.books_epoch)
    expect(await refusalOf(post(books, after.books_epoch, posting('bill:1:received:1')))).toEqual([
      'PeriodClosed',
      'postings.0.entry_at',
    ])
    expect(await books.balances()).toEqual({})
    expect(await post(books, before.books_epoch, posting('bill:1:received:1'))).toMatchObject([{ created: true }])
    expect(await post(books, before.books_epoch, posting('bill:1:received:1'))).toMatchObject([{ created: false }])
    expect(await post(books, after.books_epoch, posting('bill:1:received:1'))).toMatchObject([{ created: false }])
    expect(await books.balances()).toEqual({ COGS: 10, ACCOUNTS_PAYABLE: 10 })
  })

  test('of another client find no books', async () => {
    const [books, stranger] = [await client.books(), await newClient(target(), 'stranger')]
    const call = { context: { ...callFor(books).context, clientId: stranger.id } }
    const asking = () => rpc.postings.AskBooks({ account_identifiers: [] }, call)
    const delivering = () => rpc.postings.PostEntries({ books_epoch: 1, postings: [posting('x')] }, call)
    for (const knock of [asking, delivering])
      expect(await refusalOf(knock())).toEqual(['BusinessNotFound', 'businessId'])
  })
})
