/** What closing is refused for, in a preview as in earnest. */
import { beforeAll, describe, expect, test } from 'vitest'
import { booksSince2024, close, closed, closing, preview, reverse } from './src/closings.ts'
import {
  named,
  newClient,
  platformToken,
  sale,
  target,
  type Books,
  type EntryInput,
  type TestClient,
} from './src/index.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'

let client: TestClient

beforeAll(async () => {
  client = await newClient(target(), 'closing-refusals')
})

/** Books that were kept from the start of 2024 on, with these entries. */
const booksOf = (entries: EntryInput[] = []): Promise<Books> => booksSince2024(client, entries)

describe('a closing is refused', () => {
  let books: Books
  let archivedAccount: string
  beforeAll(async () => {
    books = await booksOf([sale(10, '2024-03-01T12:00:00Z')])
    const account = await books.createAccount({ name: 'Old equity', account_subtype: 'OTHER_EQUITY' })
    archivedAccount = account.id.id
    await books.api.call('updateAccount', { path: { accountId: archivedAccount }, body: { archived: true } })
  })

  const into = (account: string) => ({ year: 2024, retained_earnings_target_account: named(account) })
  const narrowedTo = (...override_default_tagging_strategy: unknown[]) => ({
    year: 2024,
    override_default_tagging_strategy,
  })
  const cases: [string, () => unknown, [status: number, error_enum: string, field: string]][] = [
    ['with both year and day', () => ({ year: 2024, effective_date: '2024-12-31' }), [400, 'InvalidPayload', 'year']],
    ['with neither year nor day', () => ({ memo: 'x' }), [400, 'InvalidPayload', 'year']],
    ['with a null year and no day', () => ({ year: null }), [400, 'InvalidPayload', 'year']],
    ['with a year of no calendar', () => ({ year: 1899 }), [400, 'InvalidPayload', 'year']],
    ['with a year beyond all', () => ({ year: 9999 }), [400, 'InvalidPayload', 'year']],
    ['with a year as text', () => ({ year: '2024' }), [400, 'InvalidPayload', 'year']],
    [
      'on a day that does not exist',
      () => ({ effective_date: '2023-02-29' }),
      [400, 'InvalidPayload', 'effective_date'],
    ],
    ['with a misspelt field', () => ({ year: 2024, mmeo: 'x' }), [400, 'UnknownField', 'mmeo']],
    [
      'with metadata of 1,025 bytes',
      () => ({ year: 2024, metadata: { k: 'x'.repeat(1_017) } }),
      [400, 'InvalidPayload', 'metadata'],
    ],
    [
      'that starts after its end',
      () => ({ year: 2024, ledger_activity_start_timestamp: '2025-01-01T00:00:00Z' }),
      [400, 'InvalidPayload', 'ledger_activity_start_timestamp'],
    ],
    [
      'that starts at no instant',
      () => ({ year: 2024, ledger_activity_start_timestamp: '2024-01-01' }),
      [400, 'InvalidPayload', 'ledger_activity_start_timestamp'],
    ],
    ['into an unknown account', () => into(NOBODY), [404, 'AccountNotFound', 'retained_earnings_target_account']],
    [
      'into an account that is not of equity',
      () => into('CASH'),
      [422, 'AccountTypeMismatch', 'retained_earnings_target_account'],
    ],
    [
      'into an archived account',
      () => into(archivedAccount),
      [422, 'AccountArchived', 'retained_earnings_target_account'],
    ],
    [
      'to tags that nobody has defined',
      () => narrowedTo({ key: 'store', value: 'none' }),
      [404, 'TagValueNotFound', 'override_default_tagging_strategy.0'],
    ],
    [
      'to a tag without value',
      () => narrowedTo({ key: 'store' }),
      [400, 'InvalidPayload', 'override_default_tagging_strategy.0.value'],
    ],
  ]

  test.each(cases)('%s', async (_what, body, [status, error_enum, field]) => {
    const before = await books.snapshot()
    for (const ask of [preview, close])
      expect((await ask(books, body())).refusal).toEqual({ status, error_enum, field })
    expect(await books.snapshot()).toEqual(before)
  })

  test('naming both fields where exactly one was expected', async () => {
    for (const body of [{ year: 2024, effective_date: '2024-12-31' }, {}])
      for (const ask of [preview, close])
        expect((await ask(books, body)).problems).toEqual([
          ['InvalidPayload', 'year'],
          ['InvalidPayload', 'effective_date'],
        ])
  })

  test('where its window cuts into that of another one', async () => {
    const own = await booksOf([sale(10, '2024-03-01T12:00:00Z'), sale(10, '2024-09-01T12:00:00Z')])
    const { id } = await closed(own, { year: 2024 })
    const start = { ledger_activity_start_timestamp: '2024-06-01T00:00:00Z' }
    for (const ask of [preview, close]) {
      const shorter = await ask(own, { effective_date: '2024-06-30' })
      expect(shorter.refusal).toEqual({ status: 422, error_enum: 'ClosingOverlap', field: 'effective_date' })
      expect(shorter.error.description).toContain(id)
      const later = await ask(own, { year: 2025, ...start })
      expect(later.refusal).toEqual({
        status: 422,
        error_enum: 'ClosingOverlap',
        field: 'ledger_activity_start_timestamp',
      })
    }
    await reverse(own, id)
    expect((await close(own, { effective_date: '2024-06-30' })).status).toBe(201)
  })

  test('in a closed period, and so is reversing one', async () => {
    const own = await booksOf([sale(10, '2024-03-01T12:00:00Z')])
    const { id } = await closed(own, { year: 2024 })
    const lock = (closing_date: string | null) =>
      own.api.call('updateAccountingConfiguration', { body: { closing_date } })
    await lock('2024-12-31')
    for (const ask of [preview, close])
      expect((await ask(own, { year: 2024 })).refusal).toEqual({
        status: 422,
        error_enum: 'PeriodClosed',
        field: 'year',
      })
    expect((await reverse(own, id)).refusal).toEqual({ status: 422, error_enum: 'PeriodClosed', field: 'closingId' })
    await lock('2024-12-30')
    expect((await close(own, { year: 2024 })).status).toBe(200)
    expect((await reverse(own, id)).status).toBe(201)
  })

  test('in an archived business, and so is reversing one', async () => {
    const own = await booksOf([sale(10, '2024-03-01T12:00:00Z')])
    const { id } = await closed(own, { year: 2024 })
    await own.api.call('archiveBusiness')
    for (const answer of [await preview(own, { year: 2024 }), await close(own, { year: 2024 }), await reverse(own, id)])
      expect(answer.refusal).toMatchObject({ status: 422, error_enum: 'BusinessArchived' })
    expect((await closing(own, id)).status).toBe(200)
  })

  test('where it would lead out of the range of amounts', async () => {
    const own = await booksOf([sale(2 ** 52, '2024-03-01T12:00:00Z')])
    for (const ask of [preview, close])
      expect((await ask(own, { year: 2024 })).refusal).toMatchObject({ status: 422, error_enum: 'AmountOutOfRange' })
  })

  test('without the scope to write, while a preview needs only the one to read', async () => {
    const reader = client.api.as(await platformToken(client.api, client.id, client.secret, 'books:read')).of(books.id)
    const call = { body: { year: 2024 } }
    expect((await reader.call('closeRetainedEarnings', call)).refusal).toMatchObject({
      error_enum: 'InsufficientScope',
    })
    expect((await reader.call('previewRetainedEarningsClosing', call)).status).toBe(200)
  })
})
