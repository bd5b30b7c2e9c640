import { randomUUID } from 'node:crypto'
import { refusalsOf } from '@pacioli/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requestFor, startTestBanking, type TestBanking } from '../banking.test-helpers.ts'
import {
  asCategory,
  asSplit,
  closeBooks,
  entriesOf,
  EXCLUSION,
  FEES,
  importInto,
  importOne,
  load,
  openAccountIn,
  openTestBooks,
  RENT,
  standing,
  type TestBooks,
} from './categorization.test-helpers.ts'
import { categorizeTransaction, categorizeTransactions, uncategorizeTransaction } from '../use-cases.test-helpers.ts'

let banking: TestBanking
let shared: TestBooks
let others: TestBooks
beforeAll(async () => {
  banking = await startTestBanking()
  shared = await openTestBooks(banking)
  others = await openTestBooks(banking)
})
afterAll(async () => {
  expect(banking.refusedPostings).toEqual([])
  await banking.stop()
})

describe('one transaction', () => {
  test('is posted at once and shown with its category, its memo, its tax code and its tags', async () => {
    const books = await openAccountIn(banking, shared)
    const { id } = await importOne(banking, books, { amount: 1_000, direction: 'DEBIT' })
    const tags = [{ key: 'department', value: 'consulting', value_display_name: 'Consulting' }]
    const input = asCategory(id, RENT, { memo: 'Lunch', tax_code: 'GST', tags, replaces_tags: true })
    const { data, posting } = await categorizeTransaction(banking, books.request, input)
    const shown = { key: 'department', value: 'consulting', value_display_name: 'Consulting' }
    expect(posting).toBe('posted')
    expect(data).toMatchObject({
      id,
      categorizationStatus: 'CATEGORIZED',
      categorization_method: 'API',
      category: { id: books.rent, category: 'OPERATING_EXPENSES', stable_name: 'OPERATING_EXPENSES' },
      memo: 'Lunch',
      tax_code: 'GST',
      transaction_tags: [shown],
    })
    expect(await standing(banking, books)).toEqual([-1_000, 1_000, 0])
    expect(await entriesOf(banking, books.request, [id])).toMatchObject([
      {
        entry_type: 'BANK',
        basis: 'BOTH',
        agent: 'API',
        source_type: 'bank_transaction',
        source_id: id,
        memo: 'Lunch',
        transaction_tags: [shown],
      },
    ])
    const kept = await categorizeTransaction(banking, books.request, asCategory(id, FEES))
    expect(kept.data).toMatchObject({ memo: 'Lunch', tax_code: 'GST', transaction_tags: data.transaction_tags })
  })

  test('can be decided again, differently or not: the standing entry is reversed where it changes', async () => {
    const books = await openAccountIn(banking, shared)
    const { request } = books
    const { id } = await importOne(banking, books, { amount: 1_000 })
    await categorizeTransaction(banking, request, asCategory(id))
    await categorizeTransaction(banking, request, asCategory(id, FEES))
    expect(await standing(banking, books)).toEqual([-1_000, 0, 1_000])
    const parts = [
      { amount: 400, tags: [{ key: 'part', value: 'a' }] },
      { category: FEES, amount: 600, memo: 'Fees' },
    ]
    const split = await categorizeTransaction(banking, request, asSplit(id, parts))
    expect(split.data.split_entries).toMatchObject([
      { amount: 400, category: { id: books.rent } },
      { amount: 600, category: { id: books.fees }, memo: 'Fees' },
    ])
    expect(await categorizeTransaction(banking, request, asSplit(id, parts))).toEqual(split)
    expect(await standing(banking, books)).toEqual([-1_000, 400, 600])
    const excluded = await categorizeTransaction(banking, request, asCategory(id, EXCLUSION))
    expect(excluded.data).toMatchObject({ categorizationStatus: 'CATEGORIZED', category: { category: 'Exclusion' } })
    expect(await standing(banking, books)).toEqual([0, 0, 0])
    await categorizeTransaction(banking, request, asCategory(id))
    const uncategorized = await uncategorizeTransaction(banking, request, id)
    expect(uncategorized.data).toMatchObject({ categorizationStatus: 'READY_FOR_INPUT', split_entries: [] })
    expect(uncategorized.data.category).toBeUndefined()
    expect(await uncategorizeTransaction(banking, request, id)).toEqual(uncategorized)
    expect(await standing(banking, books)).toEqual([0, 0, 0])
    expect(await entriesOf(banking, request, [id])).toHaveLength(8)
  })

  test('in a closed period cannot be posted for the first time; a replacement moves to the first open instant', async () => {
    const { request } = shared
    const [posted, late] = await importInto(banking, shared, [{ date: '2026-01-04' }, { date: '2026-01-05' }])
    await categorizeTransaction(banking, request, asCategory(posted?.id ?? ''))
    await closeBooks(banking, request, '2026-01-10T12:00:00.000Z')
    expect(await refusalsOf(categorizeTransaction(banking, request, asCategory(late?.id ?? '')))).toEqual([
      ['PeriodClosed', undefined],
    ])
    await categorizeTransaction(banking, request, asCategory(posted?.id ?? '', FEES))
    const times = (await entriesOf(banking, request, [posted?.id ?? ''])).map(({ entry_at }) => entry_at)
    expect(times).toEqual(['2026-01-04T00:00:00.000Z', '2026-01-10T12:00:00.001Z', '2026-01-10T12:00:00.001Z'])
  })

  test('of another business, or unknown, is not found, nor is such an account', async () => {
    const books = shared
    const { id } = await importOne(banking, books)
    for (const unknown of [randomUUID(), 'no id', (await importOne(banking, others)).id]) {
      const refused = refusalsOf(categorizeTransaction(banking, books.request, asCategory(unknown)))
      expect(await refused).toEqual([['BankTransactionNotFound', 'transactionId']])
      expect(await refusalsOf(uncategorizeTransaction(banking, books.request, unknown))).toEqual([
        ['BankTransactionNotFound', 'transactionId'],
      ])
    }
    const foreign = { type: 'AccountId', id: others.account.ledgerAccountId }
    expect(await refusalsOf(categorizeTransaction(banking, books.request, asCategory(id, foreign)))).toEqual([
      ['AccountNotFound', 'category'],
    ])
    const parts = [{ amount: 1 }, { category: { ...foreign, id: randomUUID() }, amount: 999 }]
    expect(await refusalsOf(categorizeTransaction(banking, books.request, asSplit(id, parts)))).toEqual([
      ['AccountNotFound', 'entries.1.category'],
    ])
    const stranger = requestFor(randomUUID(), books.request.businessId)
    expect(await refusalsOf(categorizeTransaction(banking, stranger, asCategory(id)))).toEqual([
      ['BusinessNotFound', 'businessId'],
    ])
    expect(await load(banking, books.request, id)).toMatchObject({ status: 'READY_FOR_INPUT', version: 1 })
  })

  test('takes either a Category or a Split', async () => {
    const { id } = await importOne(banking, shared)
    const refused = (input: Parameters<typeof categorizeTransaction>[2]) =>
      refusalsOf(categorizeTransaction(banking, shared.request, input))
    expect(await refused(asCategory(id, RENT, { type: 'Other' }))).toEqual([['InvalidPayload', 'type']])
    expect(await refused({ ...asCategory(id), category: null })).toEqual([['InvalidPayload', 'category']])
    expect(await refused({ ...asSplit(id, [{ amount: 1_000 }]), type: 'Category', category: RENT })).toEqual([
      ['InvalidPayload', 'entries'],
    ])
    expect(await refused(asSplit(id, []))).toEqual([['InvalidPayload', 'entries']])
    expect(await refused(asSplit(id, [{ category: EXCLUSION, amount: 1_000 }]))).toEqual([
      ['InvalidPayload', 'entries.0.category'],
    ])
  })
})

describe('many at once', () => {
  test('are decided in one go and answered in order', async () => {
    const books = await openAccountIn(banking, shared)
    const ids = (await importInto(banking, books, [{}, {}, {}])).map(({ id }) => id)
    const [a = '', b = '', c = ''] = ids
    const { data, posting } = await categorizeTransactions(banking, books.request, [
      asSplit(c, [{ amount: 1_000 }]),
      asCategory(a, FEES),
      asCategory(b, EXCLUSION),
    ])
    expect(posting).toBe('posted')
    expect(data.map(({ id, categorizationStatus }) => [id, categorizationStatus])).toEqual([
      [c, 'SPLIT'],
      [a, 'CATEGORIZED'],
      [b, 'CATEGORIZED'],
    ])
    expect(await standing(banking, books)).toEqual([-2_000, 1_000, 1_000])
  })

  test('are decided all or none, every problem with its position', async () => {
    const books = shared
    const { request } = books
    const [a = '', b = '', pending = ''] = (await importInto(banking, books, [{}, {}, { pending: true }])).map(
      ({ id }) => id,
    )
    const unknownAccount = { type: 'StableName', stable_name: 'NOBODY' }
    const unknown = randomUUID()
    expect(await refusalsOf(categorizeTransactions(banking, request, [asCategory(a), asCategory(unknown)]))).toEqual([
      ['BankTransactionNotFound', '1.transaction_id'],
    ])
    const badAccounts = [
      asCategory(a, unknownAccount),
      asSplit(b, [{ amount: 1, category: unknownAccount }, { amount: 999 }]),
    ]
    expect(await refusalsOf(categorizeTransactions(banking, request, badAccounts))).toEqual([
      ['AccountNotFound', '0.category'],
      ['AccountNotFound', '1.entries.0.category'],
    ])
    const own = { type: 'AccountId', id: books.account.ledgerAccountId.toUpperCase() }
    const bad = [asCategory(a, own), asSplit(b, [{ amount: 999 }]), asCategory(pending)]
    expect(await refusalsOf(categorizeTransactions(banking, request, bad))).toEqual([
      ['CategoryIsBankAccount', '0.category'],
      ['SplitUnbalanced', '1.entries'],
      ['TransactionPending', '2.transaction_id'],
    ])
    const early = (await importOne(banking, books, { date: '2026-01-03' })).id
    const party = { type: 'StableName', stable_name: 'ACCOUNTS_PAYABLE', vendor_id: unknown }
    const all = [
      asCategory(unknown, unknownAccount),
      asSplit(a, [
        { amount: 0, category: unknownAccount },
        { amount: 999, category: party },
      ]),
      asCategory(b, { ...unknownAccount, customer_id: unknown }),
      asCategory(pending, { type: 'StableName', stable_name: 'CUSTOMER_CREDITS' }),
      asSplit(early, [{ amount: 999 }, { amount: 2, category: own }]),
    ]
    expect((await refusalsOf(categorizeTransactions(banking, request, all))).sort()).toEqual([
      ['AccountNotFound', '0.category'],
      ['AccountNotFound', '1.entries.0.category'],
      ['AccountNotFound', '2.category'],
      ['AmountNotPositive', '1.entries.0.amount'],
      ['BankTransactionNotFound', '0.transaction_id'],
      ['CategoryIsBankAccount', '4.entries.1.category'],
      ['ControlAccount', '3.category'],
      ['CustomerNotFound', '2.category.customer_id'],
      ['PeriodClosed', '4.transaction_id'],
      ['SplitUnbalanced', '4.entries'],
      ['TransactionPending', '3.transaction_id'],
      ['VendorNotFound', '1.entries.1.category.vendor_id'],
    ])
    expect(
      await refusalsOf(categorizeTransactions(banking, request, [asCategory(a), asCategory(a.toUpperCase())])),
    ).toEqual([['InvalidPayload', '1.transaction_id']])
    expect(await load(banking, request, a)).toMatchObject({ status: 'READY_FOR_INPUT', version: 1 })
    expect(await entriesOf(banking, request, [a, b, pending])).toEqual([])
  })

  test('a thousand are accepted, one more is refused', async () => {
    const books = await openAccountIn(banking, shared)
    const imported = await importInto(
      banking,
      books,
      Array.from({ length: 1_000 }, () => ({ amount: 7 })),
    )
    const inputs = imported.map(({ id }, index) => asCategory(id, index % 100 === 0 ? RENT : EXCLUSION))
    const more = [...inputs, asCategory(randomUUID())]
    expect(await refusalsOf(categorizeTransactions(banking, books.request, more))).toEqual([
      ['InvalidPayload', undefined],
    ])
    const { data } = await categorizeTransactions(banking, books.request, inputs)
    expect(data).toHaveLength(1_000)
    expect(await standing(banking, books)).toEqual([-70, 70, 0])
  })
})

test('a repeated request gets the same answer, even after another decision; another body is refused', async () => {
  const { clientId, businessId } = shared.request
  const { id } = await importOne(banking, shared)
  const key = randomUUID()
  const keyed = (requestHash: string) => requestFor(clientId, businessId, { key, requestHash })
  const first = await categorizeTransaction(banking, keyed('a'), asCategory(id))
  await uncategorizeTransaction(banking, shared.request, id)
  await closeBooks(banking, shared.request, '2026-12-31')
  const again = keyed('a')
  expect(await categorizeTransaction(banking, again, asCategory(id))).toEqual(first)
  expect(again.replayed).toBe(true)
  expect((await load(banking, shared.request, id)).status).toBe('READY_FOR_INPUT')
  expect((await refusalsOf(categorizeTransaction(banking, keyed('b'), asCategory(id))))[0]?.[0]).toBe(
    'IdempotencyKeyReused',
  )
})

test('an archived business can be read, not decided', async () => {
  const { clientId, businessId } = others.request
  const { id } = await importOne(banking, others)
  await banking.ledger.businesses.ArchiveBusiness({}, { context: { clientId, businessId } })
  for (const act of [
    () => categorizeTransaction(banking, others.request, asCategory(id)),
    () => uncategorizeTransaction(banking, others.request, id),
  ])
    expect((await refusalsOf(act()))[0]?.[0]).toBe('BusinessArchived')
})
