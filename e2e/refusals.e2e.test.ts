/** What must not be posted is refused with words about the field, and leaves nothing behind. */
import { beforeAll, describe, expect, test } from 'vitest'
import { credit, debit, newClient, sale, target, type Books, type TestClient } from './src/index.ts'
import { leavesUntouched, untouched } from './src/untouched.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'

let client: TestClient
let books: Books
let archivedAccount: string

beforeAll(async () => {
  client = await newClient(target(), 'refusals')
  books = await client.books()
  await books.allPosted([sale(1_000), sale(500)])
  const account = await books.createAccount({ name: 'Archived', account_subtype: 'CASH' })
  archivedAccount = account.id.id
  await books.api.call('updateAccount', { path: { accountId: archivedAccount }, body: { archived: true } })
})

leavesUntouched(() => books)

const withLines = (...line_items: unknown[]) => ({ ...sale(1), line_items })

describe('an entry is refused', () => {
  const cases: [string, () => unknown, [status: number, error_enum: string, field: string]][] = [
    ['unbalanced', () => withLines(debit('CASH', 2), credit('SALES', 1)), [422, 'UnbalancedEntry', 'line_items']],
    ['of one side only', () => withLines(debit('CASH', 2), debit('SALES', 2)), [422, 'UnbalancedEntry', 'line_items']],
    ['of one line', () => withLines(debit('CASH', 2)), [422, 'UnbalancedEntry', 'line_items']],
    ['without lines', () => withLines(), [400, 'InvalidPayload', 'line_items']],
    [
      'on an archived account',
      () => withLines(debit(archivedAccount, 1), credit('SALES', 1)),
      [422, 'AccountArchived', 'line_items.0.account_identifier'],
    ],
    [
      'on an unknown account',
      () => withLines(debit('CASH', 1), credit(NOBODY, 1)),
      [404, 'AccountNotFound', 'line_items.1.account_identifier'],
    ],
    [
      'on an unknown stable name',
      () => withLines(debit('CASH', 1), credit('CHSA', 1)),
      [404, 'AccountNotFound', 'line_items.1.account_identifier'],
    ],
    [
      'on an account that is no id',
      () =>
        withLines({ ...debit('CASH', 1), account_identifier: { type: 'AccountId', id: 'CASH' } }, credit('SALES', 1)),
      [400, 'InvalidPayload', 'line_items.0.account_identifier.id'],
    ],
    [
      'on no account',
      () => withLines({ amount: 1, direction: 'DEBIT' }, credit('SALES', 1)),
      [400, 'InvalidPayload', 'line_items.0.account_identifier'],
    ],
    ['with a misspelt field', () => ({ ...sale(1), refrence_number: 'x' }), [400, 'UnknownField', 'refrence_number']],
    [
      'with a misspelt field of a line',
      () => withLines({ ...debit('CASH', 1), ammount: 1 }, credit('SALES', 1)),
      [400, 'UnknownField', 'line_items.0.ammount'],
    ],
    [
      'with a wrong direction',
      () => withLines({ ...debit('CASH', 1), direction: 'debit' }, credit('SALES', 1)),
      [400, 'InvalidPayload', 'line_items.0.direction'],
    ],
    ['without a time', () => ({ line_items: sale(1).line_items }), [400, 'InvalidPayload', 'entry_at']],
    ['at a time without offset', () => sale(1, '2026-01-01T00:00:00'), [400, 'InvalidPayload', 'entry_at']],
    ['on a day that does not exist', () => sale(1, '2026-02-29T00:00:00Z'), [400, 'InvalidPayload', 'entry_at']],
    ['with an empty external_id', () => ({ ...sale(1), external_id: '' }), [400, 'InvalidPayload', 'external_id']],
    [
      'with a long external_id',
      () => ({ ...sale(1), external_id: 'x'.repeat(256) }),
      [400, 'InvalidPayload', 'external_id'],
    ],
    ['with a long memo', () => ({ ...sale(1), memo: 'x'.repeat(4_097) }), [400, 'InvalidPayload', 'memo']],
    [
      'with metadata of 1,025 bytes',
      () => ({ ...sale(1), metadata: { k: 'x'.repeat(1_017) } }),
      [400, 'InvalidPayload', 'metadata'],
    ],
    ['with metadata that is no object', () => ({ ...sale(1), metadata: [1] }), [400, 'InvalidPayload', 'metadata']],
    [
      'with two values of one tag',
      () => ({
        ...sale(1),
        tags: [
          { key: 'k', value: 'a' },
          { key: 'k', value: 'b' },
        ],
      }),
      [422, 'DuplicateTagDimension', 'tags.1'],
    ],
    [
      'with a tag that contradicts that of its line',
      () => ({
        ...withLines(debit('CASH', 1), credit('SALES', 1, { tags: [{ key: 'k', value: 'b' }] })),
        tags: [{ key: 'k', value: 'a' }],
      }),
      [422, 'DuplicateTagDimension', 'line_items.1.tags.0'],
    ],
    [
      'beyond the largest sum',
      () => withLines(debit('CASH', 2 ** 53 - 1), debit('TIPS', 1), credit('SALES', 2 ** 53 - 1), credit('COGS', 1)),
      [422, 'AmountOutOfRange', 'line_items'],
    ],
  ]

  test.each(cases)('%s', async (_what, body, [status, error_enum, field]) => {
    const answer = await books.post(body())
    expect(answer.refusal).toEqual({ status, error_enum, field })
    const bulk = await books.postAll([sale(1), body()])
    expect(bulk.refusal).toEqual({ status, error_enum, field: `1.${field}` })
  })

  test.each([
    '1.5',
    '"1"',
    '9007199254740992',
    '9223372036854775808',
    '-1',
    '0',
    '1e400',
    'null',
    'true',
    '[1]',
    '{}',
    '-0.0',
  ])('with the amount %s', async (amount) => {
    const rawBody = JSON.stringify(sale(1)).replaceAll('"amount":1', `"amount":${amount}`)
    const answer = await books.api.call('postJournalEntry', { rawBody })
    expect(answer.refusal).toEqual({ status: 400, error_enum: 'InvalidPayload', field: 'line_items.0.amount' })
  })

  test.each([
    ['on the same day', '2026-01-15T13:00:00Z'],
    ['in another month', '2026-02-15T12:00:00Z'],
    ['years before', '2019-01-15T12:00:00Z'],
  ])('when it would take a balance beyond what can be told exactly, %s', async (_when, entryAt) => {
    const own = await client.books()
    await own.posted(sale(2 ** 53 - 1))
    await untouched(own, async () => {
      const answer = await own.post(sale(1, entryAt))
      expect(answer.refusal).toMatchObject({ status: 422, error_enum: 'AmountOutOfRange' })
    })
  })
})

describe('a body is refused', () => {
  const raw = (rawBody: string | Buffer, headers: Record<string, string> = {}) =>
    books.api.call('postJournalEntry', { rawBody, headers })

  test('above 1 MiB, and above 10 MiB in bulk', async () => {
    const oversized = { status: 413, error_enum: 'PayloadTooLarge' }
    const padded = (bytes: number) => JSON.stringify({ ...sale(1), memo: 'x'.repeat(bytes) })
    expect((await raw(padded(2 ** 20))).refusal).toMatchObject(oversized)
    const bulk = await books.api.call('postJournalEntries', { rawBody: `[${padded(10 * 2 ** 20)}]` })
    expect(bulk.refusal).toMatchObject(oversized)
  })

  test.each([
    ['that is no JSON', '{"entry_at":'],
    ['that is nothing', ''],
    ['that is null', 'null'],
    ['that is a list', '[]'],
    ['nested a million deep', '['.repeat(500_000) + ']'.repeat(500_000)],
    [
      'nested deep in metadata',
      JSON.stringify({ ...sale(1), metadata: JSON.parse('{"a":'.repeat(40) + '1' + '}'.repeat(40)) as object }),
    ],
    ['with a field twice', JSON.stringify(sale(1)).replace('{', '{"memo":"a","memo":"b",')],
    ['with __proto__', JSON.stringify(sale(1)).replace('{', '{"__proto__":{},')],
    ['with a NUL in a text', JSON.stringify({ ...sale(1), memo: 'a\0b' })],
    ['with a NUL in metadata', JSON.stringify({ ...sale(1), metadata: { 'a\0': 1 } })],
    ['with half of a surrogate pair', JSON.stringify(sale(1)).replace('{', '{"memo":"\\ud83d",')],
  ])('%s', async (_what, body) => {
    expect((await raw(body)).refusal).toMatchObject({ status: 400, error_enum: 'InvalidPayload' })
  })

  test('in a broken encoding', async () => {
    const broken = Buffer.from(JSON.stringify({ ...sale(1), memo: 'Z' })).map((byte) => (byte === 0x5a ? 0xff : byte))
    expect((await raw(Buffer.from(broken))).refusal).toMatchObject({ status: 400, error_enum: 'InvalidPayload' })
  })

  test.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded'])('sent as %s', async (type) => {
    const answer = await raw(JSON.stringify(sale(1)), { 'content-type': type })
    expect(answer.refusal).toMatchObject({ status: 415, error_enum: 'UnsupportedMediaType' })
  })
})

test('an unknown query parameter is refused by its name', async () => {
  const answer = await books.api.call('listEntries', { query: { external_idd: 'x' } })
  expect(answer.refusal).toEqual({ status: 400, error_enum: 'UnknownField', field: 'external_idd' })
})
