import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DomainError } from '@pacioli/errors'
import { openTestBusiness, requestFor, startTestBanking, type TestBanking } from '../banking.test-helpers.ts'
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
  openTestBooks,
  RENT,
  standing,
} from './categorization.test-helpers.ts'
import { categorizeTransaction, categorizeTransactions } from './categorize-transactions.ts'
import { uncategorizeTransaction } from './uncategorize-transaction.ts'

let banking: TestBanking
beforeAll(async () => {
  banking = await startTestBanking()
})
afterAll(async () => {
  expect(banking.refusedPostings).toEqual([])
  await banking.stop()
})

const refusals = async (act: Promise<unknown>): Promise<[string, unknown][]> => {
  const error: unknown = await act.then(
    () => new Error('was not refused'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof DomainError)) throw error
  return error.problems.map(({ error_enum, meta }) => [error_enum, meta.field])
}

describe('one transaction', () => {
  test('money out is posted at once and shown with its category', async () => {
    const books = await openTestBooks(banking)
    const { id } = await importOne(banking, books, { amount: 1_000, direction: 'DEBIT' })
    const { data, posting } = await categorizeTransaction(banking, books.request, asCategory(id))
    expect(posting).toBe('posted')
    expect(data).toMatchObject({
      id,
      categorizationStatus: 'CATEGORIZED',
      categorization_method: 'API',
      category: { id: books.rent, category: 'OPERATING_EXPENSES', stable_name: 'OPERATING_EXPENSES' },
    })
    expect(await standing(banking, books)).toEqual([-1_000, 1_000, 0])
    expect(await entriesOf(banking, books.request)).toMatchObject([
      {
        entry_type: 'BANK',
        basis: 'BOTH',
        agent: 'API',
        source_type: 'bank_transaction',
        source_id: id,
        memo: 'COFFEE',
      },
    ])
  })

  test('on a credit card, money out is more debt and money in less', async () => {
    const books = await openTestBooks(banking, { account_type: 'CREDIT', account_subtype: 'CREDIT_CARD' })
    const [spent, paid] = await importInto(banking, books, [
      { amount: 1_000, direction: 'DEBIT' },
      { amount: 300, direction: 'CREDIT' },
    ])
    await categorizeTransaction(banking, books.request, asCategory(spent?.id ?? ''))
    expect(await standing(banking, books)).toEqual([1_000, 1_000, 0])
    await categorizeTransaction(banking, books.request, asCategory(paid?.id ?? '', FEES))
    expect(await standing(banking, books)).toEqual([700, 1_000, -300])
  })

  test('it can be decided otherwise again and again; what stood is reversed each time', async () => {
    const books = await openTestBooks(banking)
    const { request } = books
    const { id } = await importOne(banking, books, { amount: 1_000 })
    await categorizeTransaction(banking, request, asCategory(id))
    await categorizeTransaction(banking, request, asCategory(id, FEES))
    expect(await standing(banking, books)).toEqual([-1_000, 0, 1_000])
    const parts = [{ amount: 400 }, { category: FEES, amount: 600, memo: 'Fees' }]
    const { data } = await categorizeTransaction(banking, request, asSplit(id, parts))
    expect(data.split_entries).toMatchObject([
      { amount: 400, category: { id: books.rent } },
      { amount: 600, category: { id: books.fees }, memo: 'Fees' },
    ])
    expect(await standing(banking, books)).toEqual([-1_000, 400, 600])
    const excluded = await categorizeTransaction(banking, request, asCategory(id, EXCLUSION))
    expect(excluded.data).toMatchObject({ categorizationStatus: 'CATEGORIZED', category: { category: 'Exclusion' } })
    expect(await standing(banking, books)).toEqual([0, 0, 0])
    await categorizeTransaction(banking, request, asCategory(id))
    const waiting = await uncategorizeTransaction(banking, request, id)
    expect(waiting.data).toMatchObject({ categorizationStatus: 'READY_FOR_INPUT', split_entries: [] })
    expect(waiting.data.category).toBeUndefined()
    expect(await standing(banking, books)).toEqual([0, 0, 0])
    expect(await entriesOf(banking, request)).toHaveLength(8)
  })

  test('deciding what is decided already, or taking back what waits, changes nothing', async () => {
    const books = await openTestBooks(banking)
    const { request } = books
    const { id } = await importOne(banking, books)
    const split = asSplit(id, [
      { amount: 1, tags: [{ key: 'department', value: 'a' }] },
      { amount: 999, memo: 'x' },
    ])
    const first = await categorizeTransaction(banking, request, split)
    const again = await categorizeTransaction(banking, request, split)
    expect(again).toEqual(first)
    const back = await uncategorizeTransaction(banking, request, id)
    expect(await uncategorizeTransaction(banking, request, id)).toEqual(back)
    expect(await entriesOf(banking, request)).toHaveLength(2)
  })

  test('what the bank has not booked waits, whatever it is asked to be', async () => {
    const books = await openTestBooks(banking)
    const { id } = await importOne(banking, books, { pending: true })
    expect(await refusals(categorizeTransaction(banking, books.request, asCategory(id)))).toEqual([
      ['TransactionPending', undefined],
    ])
    const { data } = await uncategorizeTransaction(banking, books.request, id)
    expect(data.categorizationStatus).toBe('PENDING')
  })

  test('in a closed period nothing is posted for the first time, and what replaces moves to the first open instant', async () => {
    const books = await openTestBooks(banking)
    const { request } = books
    const [posted, late] = await importInto(banking, books, [{ date: '2026-01-14' }, { date: '2026-01-15' }])
    await categorizeTransaction(banking, request, asCategory(posted?.id ?? ''))
    await closeBooks(banking, request, '2026-01-31T12:00:00.000Z')
    expect(await refusals(categorizeTransaction(banking, request, asCategory(late?.id ?? '')))).toEqual([
      ['PeriodClosed', undefined],
    ])
    await categorizeTransaction(banking, request, asCategory(posted?.id ?? '', FEES))
    const times = (await entriesOf(banking, request)).map(({ entry_at }) => entry_at)
    expect(times).toEqual(['2026-01-14T00:00:00.000Z', '2026-01-31T12:00:00.001Z', '2026-01-31T12:00:00.001Z'])
    expect(await standing(banking, books)).toEqual([-1_000, 0, 1_000])
  })

  test('accounts and transactions of others, or of nobody, are not found', async () => {
    const [books, others] = [await openTestBooks(banking), await openTestBooks(banking)]
    const { id } = await importOne(banking, books)
    for (const unknown of [randomUUID(), 'no id', (await importOne(banking, others)).id]) {
      const refused = refusals(categorizeTransaction(banking, books.request, asCategory(unknown)))
      expect(await refused).toEqual([['BankTransactionNotFound', 'transactionId']])
      expect(await refusals(uncategorizeTransaction(banking, books.request, unknown))).toEqual([
        ['BankTransactionNotFound', 'transactionId'],
      ])
    }
    for (const account of [randomUUID(), others.account.ledgerAccountId]) {
      const foreign = { type: 'AccountId', id: account }
      expect(await refusals(categorizeTransaction(banking, books.request, asCategory(id, foreign)))).toEqual([
        ['AccountNotFound', 'category'],
      ])
      const parts = [{ amount: 1 }, { category: foreign, amount: 999 }]
      expect(await refusals(categorizeTransaction(banking, books.request, asSplit(id, parts)))).toEqual([
        ['AccountNotFound', 'entries.1.category'],
      ])
    }
    const stranger = requestFor(randomUUID(), books.request.businessId)
    expect(await refusals(categorizeTransaction(banking, stranger, asCategory(id)))).toEqual([
      ['BusinessNotFound', 'businessId'],
    ])
    expect(await load(banking, books.request, id)).toMatchObject({ status: 'READY_FOR_INPUT', version: 1 })
  })

  test('its own ledger account is no category', async () => {
    const books = await openTestBooks(banking)
    const { id } = await importOne(banking, books)
    const own = { type: 'AccountId', id: books.account.ledgerAccountId.toUpperCase() }
    expect(await refusals(categorizeTransaction(banking, books.request, asCategory(id, own)))).toEqual([
      ['CategoryIsBankAccount', 'category'],
    ])
  })

  test('what is neither Category nor Split, or half of both, is refused', async () => {
    const books = await openTestBooks(banking)
    const { id } = await importOne(banking, books)
    const refused = (input: Parameters<typeof categorizeTransaction>[2]) =>
      refusals(categorizeTransaction(banking, books.request, input))
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

  test('memo, tax code and tags come along', async () => {
    const books = await openTestBooks(banking)
    const { id } = await importOne(banking, books)
    const tags = [{ key: 'department', value: 'consulting', value_display_name: 'Consulting' }]
    const input = asCategory(id, RENT, { memo: 'Lunch', tax_code: 'GST', tags, replaces_tags: true })
    const { data } = await categorizeTransaction(banking, books.request, input)
    const shown = { key: 'department', value: 'consulting', value_display_name: 'Consulting' }
    expect(data).toMatchObject({ memo: 'Lunch', tax_code: 'GST', transaction_tags: [shown] })
    const [entry] = await entriesOf(banking, books.request)
    expect(entry).toMatchObject({ memo: 'Lunch', transaction_tags: [shown] })
    const kept = await categorizeTransaction(banking, books.request, asCategory(id, FEES))
    expect(kept.data).toMatchObject({ memo: 'Lunch', tax_code: 'GST', transaction_tags: data.transaction_tags })
  })
})

describe('many at once', () => {
  test('are decided in one go and answered in order', async () => {
    const books = await openTestBooks(banking)
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

  test('are decided all or none, every problem by its place', async () => {
    const books = await openTestBooks(banking)
    const { request } = books
    const [a = '', b = '', pending = ''] = (await importInto(banking, books, [{}, {}, { pending: true }])).map(
      ({ id }) => id,
    )
    const nobody = { type: 'StableName', stable_name: 'NOBODY' }
    const unknown = randomUUID()
    expect(await refusals(categorizeTransactions(banking, request, [asCategory(a), asCategory(unknown)]))).toEqual([
      ['BankTransactionNotFound', '1.transaction_id'],
    ])
    const badAccounts = [asCategory(a, nobody), asSplit(b, [{ amount: 1, category: nobody }, { amount: 999 }])]
    expect(await refusals(categorizeTransactions(banking, request, badAccounts))).toEqual([
      ['AccountNotFound', '0.category'],
      ['AccountNotFound', '1.entries.0.category'],
    ])
    const own = { type: 'AccountId', id: books.account.ledgerAccountId }
    const bad = [asCategory(a, own), asSplit(b, [{ amount: 999 }]), asCategory(pending)]
    expect(await refusals(categorizeTransactions(banking, request, bad))).toEqual([
      ['CategoryIsBankAccount', '0.category'],
      ['SplitUnbalanced', '1.entries'],
      ['TransactionPending', '2.transaction_id'],
    ])
    expect(
      await refusals(categorizeTransactions(banking, request, [asCategory(a), asCategory(a.toUpperCase())])),
    ).toEqual([['InvalidPayload', '1.transaction_id']])
    expect(await load(banking, request, a)).toMatchObject({ status: 'READY_FOR_INPUT', version: 1 })
    expect(await entriesOf(banking, request)).toEqual([])
  })

  test('a thousand are taken, one more is not', async () => {
    const books = await openTestBooks(banking)
    const imported = await importInto(
      banking,
      books,
      Array.from({ length: 1_000 }, () => ({ amount: 7 })),
    )
    const inputs = imported.map(({ id }) => asCategory(id))
    const more = [...inputs, asCategory(randomUUID())]
    expect(await refusals(categorizeTransactions(banking, books.request, more))).toEqual([
      ['InvalidPayload', undefined],
    ])
    const { data } = await categorizeTransactions(banking, books.request, inputs)
    expect(data).toHaveLength(1_000)
    expect(await standing(banking, books)).toEqual([-7_000, 7_000, 0])
  })
})

describe('repeating a request', () => {
  test('answers the same, though something else was decided since and the period closed', async () => {
    const books = await openTestBooks(banking)
    const { clientId, businessId } = books.request
    const { id } = await importOne(banking, books)
    const key = { key: randomUUID(), requestHash: 'a' }
    const first = await categorizeTransaction(banking, requestFor(clientId, businessId, key), asCategory(id))
    await uncategorizeTransaction(banking, books.request, id)
    await closeBooks(banking, books.request, '2026-12-31')
    const again = requestFor(clientId, businessId, key)
    expect(await categorizeTransaction(banking, again, asCategory(id))).toEqual(first)
    expect(again.replayed).toBe(true)
    expect(await standing(banking, books)).toEqual([0, 0, 0])
  })

  test('with another body is refused', async () => {
    const books = await openTestBooks(banking)
    const { clientId, businessId } = books.request
    const { id } = await importOne(banking, books)
    const key = randomUUID()
    const send = (requestHash: string) =>
      categorizeTransaction(banking, requestFor(clientId, businessId, { key, requestHash }), asCategory(id))
    await send('a')
    expect((await refusals(send('b')))[0]?.[0]).toBe('IdempotencyKeyReused')
  })
})

test('an archived business can be read, not decided', async () => {
  const books = await openTestBooks(banking)
  const { clientId, businessId } = books.request
  const { id } = await importOne(banking, books)
  await banking.ledger.businesses.ArchiveBusiness({}, { context: { clientId, businessId } })
  for (const act of [
    () => categorizeTransaction(banking, books.request, asCategory(id)),
    () => uncategorizeTransaction(banking, books.request, id),
  ])
    expect((await refusals(act()))[0]?.[0]).toBe('BusinessArchived')
})

test('a business that has nothing answers that it has nothing', async () => {
  const request = await openTestBusiness(banking)
  expect(await refusals(categorizeTransaction(banking, request, asCategory(randomUUID())))).toEqual([
    ['BankTransactionNotFound', 'transactionId'],
  ])
})
