/** What closing is refused for, in a preview as in earnest, as callers see it: one refusal of each kind. */
import { beforeAll, expect, test } from 'vitest'
import { booksSince2024, close, closed, preview, reverse } from './src/closings.ts'
import { named, newClient, platformToken, sale, target, type Books, type TestClient } from './src/index.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'

let client: TestClient
let books: Books

beforeAll(async () => {
  client = await newClient(target(), 'closing-refusals')
  books = await booksSince2024(client, [sale(10, '2024-03-01T12:00:00Z')])
})

const into = (account: string) => ({ year: 2024, retained_earnings_target_account: named(account) })

test.each<[string, object, [status: number, error_enum: string, field: string]]>([
  ['with a misspelt field', { year: 2024, mmeo: 'x' }, [400, 'UnknownField', 'mmeo']],
  ['on a day that does not exist', { effective_date: '2023-02-29' }, [400, 'InvalidPayload', 'effective_date']],
  ['into an unknown account', into(NOBODY), [404, 'AccountNotFound', 'retained_earnings_target_account']],
  ['into one that is not of equity', into('CASH'), [422, 'AccountTypeMismatch', 'retained_earnings_target_account']],
])('a closing is refused %s', async (_what, body, [status, error_enum, field]) => {
  const before = await books.snapshot()
  for (const ask of [preview, close]) expect((await ask(books, body)).refusal).toEqual({ status, error_enum, field })
  expect(await books.snapshot()).toEqual(before)
})

test('a closing is refused naming both fields where exactly one was expected', async () => {
  for (const body of [{ year: 2024, effective_date: '2024-12-31' }, { year: null }])
    for (const ask of [preview, close])
      expect((await ask(books, body)).problems).toEqual([
        ['InvalidPayload', 'year'],
        ['InvalidPayload', 'effective_date'],
      ])
})

test('a closing is refused where its window cuts into that of another one, which it names, until that is reversed', async () => {
  const own = await booksSince2024(client, [sale(10, '2024-03-01T12:00:00Z')])
  const { id } = await closed(own, { year: 2024 })
  for (const ask of [preview, close]) {
    const shorter = await ask(own, { effective_date: '2024-06-30' })
    expect(shorter.refusal).toEqual({ status: 422, error_enum: 'ClosingOverlap', field: 'effective_date' })
    expect(shorter.error.description).toContain(id)
  }
  await reverse(own, id)
  expect((await close(own, { effective_date: '2024-06-30' })).status).toBe(201)
})

test('a closing is refused without the scope to write, while a preview needs only the one to read', async () => {
  const reader = client.api.as(await platformToken(client.api, client.id, client.secret, 'books:read')).of(books.id)
  const call = { body: { year: 2024 } }
  expect((await reader.call('closeRetainedEarnings', call)).refusal).toMatchObject({ error_enum: 'InsufficientScope' })
  expect((await reader.call('previewRetainedEarningsClosing', call)).status).toBe(200)
})
