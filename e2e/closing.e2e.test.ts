/** Closing revenue and expense accounts to retained earnings, previewed, made, listed and taken back. */
import { sharedStack, waitFor } from '@pacioli/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  allPages,
  callFor,
  credit,
  debit,
  ledgerRpc,
  named,
  newClient,
  platformToken,
  sale,
  sidesOf,
  sidesOnLedger,
  target,
  type Books,
  type Call,
  type ClosingAction,
  type Entry,
  type EntryInput,
  type TestClient,
} from './src/index.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'

const rpc = ledgerRpc(sharedStack().ledgerGrpc)
let client: TestClient

beforeAll(async () => {
  client = await newClient(target(), 'closing')
})
afterAll(() => rpc.close())

/** Books that were kept from the start of 2024 on, with these entries. */
async function booksOf(entries: EntryInput[] = [], fields: Record<string, unknown> = {}): Promise<Books> {
  const books = await client.books({ activation_at: '2024-01-01T00:00:00Z', ...fields })
  if (entries.length > 0) await books.allPosted(entries)
  return books
}

const cost = (amount: number, entry_at: string, more: Partial<EntryInput> = {}): EntryInput =>
  sale(amount, entry_at, { line_items: [debit('COGS', amount), credit('CASH', amount)], ...more })

const preview = (books: Books, body: unknown) => books.api.call('previewRetainedEarningsClosing', { body })
const close = (books: Books, body: unknown, headers: Record<string, string> = {}) =>
  books.api.call('closeRetainedEarnings', { body, headers })
const reverse = (books: Books, closingId: string, body?: unknown) =>
  books.api.call('reverseClosingAction', { path: { closingId }, body })
const closing = (books: Books, closingId: string) => books.api.call('getClosingAction', { path: { closingId } })
const closings = async (books: Books, query: Call['query'] = {}) =>
  (await books.api.call('listClosingActions', { query })).body

async function closed(books: Books, body: unknown): Promise<ClosingAction> {
  const answer = await close(books, body)
  expect([answer.status, answer.body.data.length]).toEqual([201, 1])
  return answer.body.data[0] as ClosingAction
}

/** Lines as `DEBIT 5 SALES`. */
const linesOf = (entry: Entry | undefined): string[] =>
  (entry?.line_items ?? []).map((line) => `${line.direction} ${line.amount} ${line.account.stable_name?.stable_name}`)

/** A posting of one basis, as another service makes it. */
async function postIn(books: Books, basis: string, amount: number, entry_at: string): Promise<void> {
  const { books_epoch } = (await rpc.postings.AskBooks({ account_identifiers: [] }, callFor(books))).message
  const posting = {
    posting_key: `test:${basis}:${amount}:${entry_at}`,
    source_type: 'invoice',
    source_id: '1',
    entry_type: 'MANUAL',
    basis,
    agent: 'SERVICE_AUTO',
    entry_at,
    line_items: [
      { account_identifier: named('ACCOUNTS_RECEIVABLE'), amount, direction: 'DEBIT' },
      { account_identifier: named('SALES'), amount, direction: 'CREDIT' },
    ],
  }
  await rpc.postings.PostEntries({ books_epoch, postings: [posting] }, callFor(books))
}

describe('a year', () => {
  test('is closed at its end, as the preview said, and every account is at zero then', async () => {
    const books = await booksOf([
      sale(100, '2024-03-01T12:00:00Z'),
      cost(30, '2024-12-31T23:59:59.999Z'),
      sale(7, '2025-01-01T00:00:00Z'),
    ])
    const body = { year: 2024, memo: 'Close', metadata: { by: 'me' }, reference_number: 'FY24' }
    const before = await books.snapshot()
    const shown = (await preview(books, body)).body.data
    expect(await books.snapshot()).toEqual(before)
    expect(shown).toHaveLength(1)
    expect(shown[0]).toMatchObject({
      template_closing_action_id: null,
      closing_action: {
        ...body,
        effective_date: null,
        ledger_activity_start_timestamp: null,
        retained_earnings_target_account: null,
        override_default_tagging_strategy: null,
      },
      secondary_entries: [],
    })

    const action = await closed(books, body)
    expect(action).toMatchObject({
      type: 'Retained_Earnings_Closing_Action',
      business_id: books.id,
      template_closing_action_id: expect.any(String),
      closing_action: shown[0]?.closing_action,
      starts_at: '2024-01-01T00:00:00.000Z',
      closes_at: '2024-12-31T23:59:59.999Z',
      transaction_tags: [],
      reversed_at: null,
    })
    const { primary_entry } = action
    expect(linesOf(primary_entry)).toEqual(['DEBIT 100 SALES', 'CREDIT 30 COGS', 'CREDIT 70 RETAINED_EARNINGS'])
    expect(linesOf(shown[0]?.primary_entry)).toEqual(linesOf(primary_entry))
    expect(primary_entry).toMatchObject({
      entry_type: 'CLOSING_ACTION_RETAINED_EARNINGS',
      agent: 'API',
      basis: 'BOTH',
      entry_at: '2024-12-31T23:59:59.999Z',
      memo: 'Close',
      metadata: { by: 'me' },
      reference_number: 'FY24',
      source_type: 'closing_action',
      source_id: action.id,
    })
    expect(await books.entry(primary_entry.id)).toEqual(primary_entry)
    expect(await books.balances({ end_date: '2024-12-31' })).toEqual({
      CASH: 70,
      SALES: 0,
      COGS: 0,
      RETAINED_EARNINGS: 70,
    })
    expect(await books.balances()).toMatchObject({ SALES: 7, RETAINED_EARNINGS: 70 })
    expect((await closing(books, action.id)).body.data).toEqual(action)

    const again = await close(books, body)
    expect([again.status, again.body.data]).toEqual([200, []])
    expect((await preview(books, body)).body.data).toEqual([])
  })

  test('ends where the business is', async () => {
    const books = await booksOf([sale(5, '2025-01-01T04:59:59.999Z'), sale(3, '2025-01-01T05:00:00Z')], {
      time_zone: 'America/New_York',
    })
    const { closes_at, primary_entry } = await closed(books, { year: 2024 })
    expect(closes_at).toBe('2025-01-01T04:59:59.999Z')
    expect(linesOf(primary_entry)).toEqual(['DEBIT 5 SALES', 'CREDIT 5 RETAINED_EARNINGS'])
  })

  test('leaves the trial balance balanced, with net income in equity, and reversing gives back the old one', async () => {
    const books = await booksOf([sale(100, '2024-03-01T12:00:00Z'), cost(130, '2024-04-01T12:00:00Z')])
    const told = (own: Books) =>
      waitFor(
        `the trial balance to equal the ledger's`,
        async () => {
          const [reported, kept] = [sidesOf(await own.trialBalance()), await sidesOnLedger(own)]
          return JSON.stringify(reported) === JSON.stringify(kept) ? kept : undefined
        },
        { timeoutMs: 20_000 },
      )
    const before = await told(books)
    const { id } = await closed(books, { year: 2024 })
    const after = await told(books)
    const sum = (sides: Record<string, number>): number => Object.values(sides).reduce((total, side) => total + side, 0)
    expect([sum(before), sum(after)]).toEqual([0, 0])
    const earnings = await books.account('RETAINED_EARNINGS')
    expect(after[earnings.id.id]).toBe(30)
    await reverse(books, id)
    expect(await told(books)).toEqual({ ...before, [earnings.id.id]: 0 })
  })

  test('what comes later into it is closed by closing it again, or a longer window', async () => {
    const books = await booksOf([sale(100, '2024-03-01T12:00:00Z')])
    await closed(books, { year: 2024 })
    await books.posted(sale(5, '2024-07-01T12:00:00Z'))
    const more = await closed(books, { year: 2024 })
    expect(linesOf(more.primary_entry)).toEqual(['DEBIT 5 SALES', 'CREDIT 5 RETAINED_EARNINGS'])
    await books.allPosted([sale(2, '2024-08-01T12:00:00Z'), sale(1, '2025-08-01T12:00:00Z')])
    const longer = await closed(books, { effective_date: '2025-12-31' })
    expect(linesOf(longer.primary_entry)).toEqual(['DEBIT 3 SALES', 'CREDIT 3 RETAINED_EARNINGS'])
  })

  test('in which the bases differ has an accrual entry and a cash one', async () => {
    const books = await booksOf([sale(10, '2024-03-01T12:00:00Z')])
    await postIn(books, 'ACCRUAL', 90, '2024-05-01T00:00:00Z')
    const { primary_entry, secondary_entries } = await closed(books, { year: 2024 })
    expect([primary_entry.basis, linesOf(primary_entry)]).toEqual([
      'ACCRUAL',
      ['DEBIT 100 SALES', 'CREDIT 100 RETAINED_EARNINGS'],
    ])
    expect(secondary_entries.map((entry) => [entry.basis, linesOf(entry)])).toEqual([
      ['CASH', ['DEBIT 10 SALES', 'CREDIT 10 RETAINED_EARNINGS']],
    ])
    for (const reporting_basis of ['ACCRUAL', 'CASH'])
      expect(await books.balances({ reporting_basis })).toMatchObject({ SALES: 0 })
    await postIn(books, 'CASH', 4, '2024-06-01T00:00:00Z')
    const rest = await closed(books, { year: 2024 })
    expect([rest.primary_entry.basis, rest.secondary_entries]).toEqual(['CASH', []])
  })

  test('closed twice at once is closed once', async () => {
    const books = await booksOf([sale(100, '2024-03-01T12:00:00Z')])
    const answers = await Promise.all(Array.from({ length: 6 }, () => close(books, { year: 2024 })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201])
    expect((await closings(books)).meta.pagination.total_count).toBe(1)
  })

  test('is asked for with null as with nothing', async () => {
    const books = await booksOf([sale(4, '2024-03-01T12:00:00Z')])
    const nothing = Object.fromEntries(
      [
        'effective_date',
        'memo',
        'metadata',
        'reference_number',
        'ledger_activity_start_timestamp',
        'retained_earnings_target_account',
        'override_default_tagging_strategy',
      ].map((field) => [field, null]),
    )
    const { closing_action } = await closed(books, { year: 2024, ...nothing })
    expect(closing_action).toEqual({ year: 2024, ...nothing })
  })

  test('with nothing in it, or before the activation, has nothing to close', async () => {
    const books = await booksOf([sale(1, '2023-05-05T00:00:00Z')])
    for (const year of [2024, 2023]) expect((await close(books, { year })).body.data).toEqual([])
    const early = await closed(books, { year: 2023, ledger_activity_start_timestamp: '2023-01-01T00:00:00Z' })
    expect(early.starts_at).toBe('2023-01-01T00:00:00.000Z')
  })

  test('is closed to another equity account, and closes archived accounts too', async () => {
    const books = await booksOf()
    const old = await books.createAccount({ name: 'Old', account_subtype: 'COGS', stable_name: 'OLD' })
    await books.posted(cost(8, '2024-03-01T12:00:00Z', { line_items: [debit('OLD', 8), credit('CASH', 8)] }))
    await books.api.call('updateAccount', { path: { accountId: old.id.id }, body: { archived: true } })
    const retained_earnings_target_account = named('OTHER_EQUITY')
    const { closing_action, primary_entry } = await closed(books, { year: 2024, retained_earnings_target_account })
    expect(closing_action.retained_earnings_target_account).toEqual(retained_earnings_target_account)
    expect(linesOf(primary_entry)).toEqual(['CREDIT 8 OLD', 'DEBIT 8 OTHER_EQUITY'])
  })
})

describe('tags', () => {
  const on = (value: string, key = 'store') => ({ tags: [{ key, value }] })
  const tagged = async (): Promise<Books> => {
    const books = await booksOf()
    await books.api.call('createTagDimension', { body: { key: 'store', strictness: 'BALANCING' } })
    await books.allPosted([
      sale(100, '2024-03-01T12:00:00Z', on('one')),
      cost(40, '2024-03-01T12:00:00Z', on('one')),
      sale(20, '2024-03-02T12:00:00Z', on('two')),
      sale(3, '2024-03-03T12:00:00Z'),
      sale(5, '2024-03-04T12:00:00Z', on('web', 'channel')),
    ])
    return books
  }
  const tagsOf = ({ transaction_tags }: { transaction_tags: { key: string; value: string }[] }): string[] =>
    transaction_tags.map(({ key, value }) => `${key}=${value}`)

  test('of BALANCING dimensions have a closing action each, and one is for what has none', async () => {
    const books = await tagged()
    const { data } = (await close(books, { year: 2024 })).body
    expect(data.map((action) => [tagsOf(action), linesOf(action.primary_entry)])).toEqual([
      [[], ['DEBIT 8 SALES', 'CREDIT 8 RETAINED_EARNINGS']],
      [['store=one'], ['DEBIT 100 SALES', 'CREDIT 40 COGS', 'CREDIT 60 RETAINED_EARNINGS']],
      [['store=two'], ['DEBIT 20 SALES', 'CREDIT 20 RETAINED_EARNINGS']],
    ])
    expect(new Set(data.map((action) => action.template_closing_action_id)).size).toBe(1)
    for (const { primary_entry } of data)
      for (const line of primary_entry.line_items) expect(tagsOf(line)).toEqual(tagsOf(primary_entry))
  })

  test('that are asked for are closed alone, in one action', async () => {
    const books = await tagged()
    const override_default_tagging_strategy = [
      { key: 'store', value: 'one' },
      { key: 'store', value: 'two' },
    ]
    const action = await closed(books, { year: 2024, override_default_tagging_strategy })
    expect(action.closing_action.override_default_tagging_strategy).toMatchObject(override_default_tagging_strategy)
    expect(action.primary_entry.line_items.map((line) => [line.amount, ...tagsOf(line)])).toEqual([
      [100, 'store=one'],
      [40, 'store=one'],
      [60, 'store=one'],
      [20, 'store=two'],
      [20, 'store=two'],
    ])
    expect(await books.balances()).toMatchObject({ SALES: 8, COGS: 0, RETAINED_EARNINGS: 80 })
  })

  test('of a NON_BALANCING dimension can be asked for too', async () => {
    const books = await tagged()
    const override_default_tagging_strategy = [{ key: 'channel', value: 'web' }]
    const action = await closed(books, { year: 2024, override_default_tagging_strategy })
    expect([tagsOf(action), linesOf(action.primary_entry)]).toEqual([
      ['channel=web'],
      ['DEBIT 5 SALES', 'CREDIT 5 RETAINED_EARNINGS'],
    ])
  })

  test('asked for as none close everything in one action, balanced per value', async () => {
    const books = await tagged()
    const action = await closed(books, { year: 2024, override_default_tagging_strategy: [] })
    expect(action.closing_action.override_default_tagging_strategy).toEqual([])
    expect(action.primary_entry.line_items.map((line) => [line.amount, ...tagsOf(line)])).toEqual([
      [8],
      [8],
      [100, 'store=one'],
      [40, 'store=one'],
      [60, 'store=one'],
      [20, 'store=two'],
      [20, 'store=two'],
    ])
    expect(await books.balances()).toMatchObject({ SALES: 0, COGS: 0 })
  })
})

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

describe('a closing that is reversed', () => {
  test('gives back what it closed, at its own time, and answers the same when it is reversed again', async () => {
    const books = await booksOf([sale(100, '2024-03-01T12:00:00Z')])
    const { id, primary_entry } = await closed(books, { year: 2024 })
    const first = await reverse(books, id, { memo: 'not yet' })
    const second = await reverse(books, id)
    expect([first.status, second.status]).toEqual([201, 200])
    expect(second.body).toEqual(first.body)
    const { data } = first.body
    expect(data.reversed_at).toEqual(expect.any(String))
    const undone = await books.entry(data.primary_entry.reversal_id ?? '')
    expect(undone).toMatchObject({
      entry_at: primary_entry.entry_at,
      memo: 'not yet',
      reversal_of_id: primary_entry.id,
      entry_type: 'CLOSING_ACTION_RETAINED_EARNINGS',
    })
    expect(await books.balances({ end_date: '2024-12-31' })).toMatchObject({ SALES: 100, RETAINED_EARNINGS: 0 })
    expect((await close(books, { year: 2024 })).status).toBe(201)
  })

  test('is the only way to reverse its entries', async () => {
    const books = await booksOf([sale(100, '2024-03-01T12:00:00Z')])
    const { primary_entry } = await closed(books, { year: 2024 })
    expect((await books.reverse(primary_entry.id)).refusal).toMatchObject({ status: 422, error_enum: 'EntryOwned' })
  })

  test('has to be one of the business', async () => {
    const [own, other] = [await booksOf([sale(1, '2024-03-01T12:00:00Z')]), await booksOf()]
    const { id } = await closed(own, { year: 2024 })
    const stranger = await newClient(target(), 'stranger')
    const theirs = await stranger.books()
    for (const books of [other, theirs])
      for (const closingId of [id, NOBODY, 'x'])
        for (const answer of [await closing(books, closingId), await reverse(books, closingId)])
          expect(answer.refusal).toEqual({ status: 404, error_enum: 'ClosingNotFound', field: 'closingId' })
    const path = { businessId: own.id }
    for (const answer of [
      await stranger.api.call('closeRetainedEarnings', { path, body: { year: 2024 } }),
      await stranger.api.call('previewRetainedEarningsClosing', { path, body: { year: 2024 } }),
      await stranger.api.call('listClosingActions', { path }),
      await stranger.api.call('getClosingAction', { path: { ...path, closingId: id } }),
      await stranger.api.call('reverseClosingAction', { path: { ...path, closingId: id } }),
    ])
      expect(answer.refusal).toEqual({ status: 404, error_enum: 'BusinessNotFound', field: 'businessId' })
    expect((await closing(own, id)).body.data.reversed_at).toBeNull()
  })
})

describe('closings are listed', () => {
  let books: Books
  let ids: string[]
  beforeAll(async () => {
    books = await booksOf([2024, 2025, 2026].map((year) => sale(year, `${year}-03-01T12:00:00Z`)))
    const made: ClosingAction[] = []
    for (const year of [2024, 2025, 2026]) made.push(await closed(books, { year, reference_number: `FY${year}` }))
    ids = made.map(({ id }) => id)
    await reverse(books, ids[1] ?? '')
  })
  const listed = async (query: Call['query'] = {}): Promise<number[]> =>
    (await closings(books, query)).data.map(({ id }) => ids.indexOf(id))

  test('the latest close first, or as asked', async () => {
    expect(await listed()).toEqual([2, 1, 0])
    expect(await listed({ sort_order: 'ASC' })).toEqual([0, 1, 2])
    expect(await listed({ sort_by: 'created_at' })).toEqual([2, 1, 0])
  })

  test('by the day of their close, with or without the reversed ones, by reference number', async () => {
    expect(await listed({ start_date: '2025-12-31' })).toEqual([2, 1])
    expect(await listed({ start_date: '2025-01-01', end_date: '2025-12-31' })).toEqual([1])
    expect(await listed({ end_date: '2025-12-30' })).toEqual([0])
    expect(await listed({ include_reversed: false })).toEqual([2, 0])
    expect(await listed({ reference_number: 'FY2024' })).toEqual([0])
    expect(await listed({ reference_numbers: 'FY2024,FY2026,FY1' })).toEqual([2, 0])
  })

  test('page after page', async () => {
    const paged = await allPages((cursor) => closings(books, { limit: 1, cursor }))
    expect(paged.map(({ id }) => ids.indexOf(id))).toEqual([2, 1, 0])
    expect((await closings(books)).data).toEqual(paged)
  })

  test('not with a cursor, a day or a field of something else', async () => {
    const { cursor } = (await closings(books, { limit: 1 })).meta.pagination
    const list = (query: Call['query']) => books.api.call('listClosingActions', { query })
    expect((await list({ cursor: cursor ?? '', include_reversed: false })).refusal.error_enum).toBe('InvalidCursor')
    expect((await list({ start_date: 'x' })).refusal).toMatchObject({ status: 400, error_enum: 'InvalidQuery' })
    expect((await list({ year: 2024 })).refusal).toMatchObject({ status: 400, error_enum: 'UnknownField' })
  })
})

describe('an Idempotency-Key', () => {
  const headers = { 'idempotency-key': 'close-it' }

  test('replays a closing', async () => {
    const books = await booksOf([sale(1, '2024-03-01T12:00:00Z')])
    const [first, second] = [await close(books, { year: 2024 }, headers), await close(books, { year: 2024 }, headers)]
    expect([first.status, second.status]).toEqual([201, 201])
    expect([second.headers['idempotency-replayed'], second.body]).toEqual(['true', first.body])
    expect((await close(books, { year: 2025 }, headers)).refusal.error_enum).toBe('IdempotencyKeyReused')
  })

  test('is not kept with a preview', async () => {
    const books = await booksOf([sale(1, '2024-03-01T12:00:00Z')])
    const show = (year: number) =>
      books.api.call('previewRetainedEarningsClosing', { body: { year }, headers: { 'idempotency-key': 'look' } })
    const first = await show(2024)
    await books.posted(sale(1, '2024-04-01T12:00:00Z'))
    const second = await show(2024)
    expect([first, second].map(({ body }) => body.data[0]?.primary_entry.line_items[0]?.amount)).toEqual([1, 2])
    expect(second.headers['idempotency-replayed']).toBeUndefined()
    expect((await show(2023)).status).toBe(200)
  })
})
