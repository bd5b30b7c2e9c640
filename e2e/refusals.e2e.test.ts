/** What must not be posted, as callers see it: one refusal of each kind, with nothing left behind. */
import { beforeAll, describe, expect, test } from 'vitest'
import { credit, debit, newClient, sale, target, type Books, type TestClient } from './src/index.ts'
import { leavesUntouched } from './src/untouched.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'

let client: TestClient
let books: Books

beforeAll(async () => {
  client = await newClient(target(), 'refusals')
  books = await client.books()
  await books.allPosted([sale(1_000), sale(500)])
})

leavesUntouched(() => books)

const withLines = (...line_items: unknown[]) => ({ ...sale(1), line_items })

describe('an entry is refused, alone and among others,', () => {
  const cases: [string, () => unknown, [status: number, error_enum: string, field: string]][] = [
    ['unbalanced', () => withLines(debit('CASH', 2), credit('SALES', 1)), [422, 'UnbalancedEntry', 'line_items']],
    [
      'on an unknown account',
      () => withLines(debit('CASH', 1), credit(NOBODY, 1)),
      [404, 'AccountNotFound', 'line_items.1.account_identifier'],
    ],
    ['without a time', () => ({ line_items: sale(1).line_items }), [400, 'InvalidPayload', 'entry_at']],
    [
      'with a misspelt field of a line',
      () => withLines({ ...debit('CASH', 1), ammount: 1 }, credit('SALES', 1)),
      [400, 'UnknownField', 'line_items.0.ammount'],
    ],
  ]

  test.each(cases)('%s', async (_what, body, [status, error_enum, field]) => {
    expect((await books.post(body())).refusal).toEqual({ status, error_enum, field })
    const bulk = await books.postAll([sale(1), body()])
    expect(bulk.refusal).toEqual({ status, error_enum, field: `1.${field}` })
  })
})

describe('a body is refused', () => {
  test('above 10 MiB in bulk', async () => {
    const rawBody = `[${JSON.stringify({ ...sale(1), memo: 'x'.repeat(10 * 2 ** 20) })}]`
    const bulk = await books.api.call('postJournalEntries', { rawBody })
    expect(bulk.refusal).toMatchObject({ status: 413, error_enum: 'PayloadTooLarge' })
  })

  test('in a broken encoding', async () => {
    const rawBody = Buffer.from(JSON.stringify({ ...sale(1), memo: 'Z' })).map((byte) => (byte === 0x5a ? 0xff : byte))
    const answer = await books.api.call('postJournalEntry', { rawBody: Buffer.from(rawBody) })
    expect(answer.refusal).toMatchObject({ status: 400, error_enum: 'InvalidPayload' })
  })
})
