/** Closing revenue and expense accounts to retained earnings, previewed and made. */
import { sharedStack, waitFor } from '@pacioli/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { booksSince2024, close, closed, closing, closings, linesOf, preview, reverse } from './src/closings.ts'
import {
  callFor,
  credit,
  debit,
  ledgerRpc,
  named,
  newClient,
  sale,
  sidesOf,
  sidesOnLedger,
  target,
  type Books,
  type EntryInput,
  type TestClient,
} from './src/index.ts'

const rpc = ledgerRpc(sharedStack().ledgerGrpc)
let client: TestClient

beforeAll(async () => {
  client = await newClient(target(), 'closing')
})
afterAll(() => rpc.close())

/** Books that were kept from the start of 2024 on, with these entries. */
const booksOf = (entries: EntryInput[] = [], fields: Record<string, unknown> = {}): Promise<Books> =>
  booksSince2024(client, entries, fields)

const cost = (amount: number, entry_at: string, more: Partial<EntryInput> = {}): EntryInput =>
  sale(amount, entry_at, { line_items: [debit('COGS', amount), credit('CASH', amount)], ...more })

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
    // By now it may be sealed.
    expect({ ...(await closing(books, action.id)).body.data, seal: null }).toEqual(action)

    const again = await close(books, body)
    expect([again.status, again.body.data]).toEqual([200, []])
    expect((await preview(books, body)).body.data).toEqual([])
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
    const answers = await Promise.all(Array.from({ length: 3 }, () => close(books, { year: 2024 })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201])
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
})
