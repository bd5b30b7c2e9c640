/** From a bank account to the books: imported, categorized, split, taken back; and what the ledger says of it. */
import { beforeAll, describe, expect, test } from 'vitest'
import {
  Banking,
  moneyIn,
  moneyOut,
  named,
  newClient,
  shown,
  target,
  type BankTransaction,
  type Books,
  type ExternalAccount,
  type TestClient,
} from './src/index.ts'

let client: TestClient
let books: Books
let banking: Banking
let account: ExternalAccount
let sale: BankTransaction
let paper: BankTransaction
let fee: BankTransaction

beforeAll(async () => {
  client = await newClient(target(), 'banking')
  books = await client.books()
  banking = new Banking(books)
  account = await banking.account('checking', { institution_name: 'First Bank of Analytics', mask: '4711' })
  const imported = await banking.imported(account.id, [
    moneyIn('sale', 50_000, { counterparty_name: 'Ada' }),
    moneyOut('paper', 12_500, { date: '2026-01-16', merchant_name: 'Analytical Papers', metadata: { page: 1 } }),
    moneyOut('fee', 300, { date: '2026-01-17T09:00:00+01:00' }),
  ])
  ;[sale, paper, fee] = imported as [BankTransaction, BankTransaction, BankTransaction]
})

const balanceOf = async (accountId: string): Promise<number> =>
  (await books.balanceNodes()).find(({ id }) => id.id === accountId)?.balance ?? 0

/** The entries that stand for a transaction, newest last, as sums of what they move on each account. */
const postingsOf = async (transactionId: string) =>
  (await books.allEntries({ entry_type: 'BANK' })).filter(({ source_id }) => source_id === transactionId)

describe('what was imported', () => {
  test('waits, in nobody’s books', async () => {
    expect([sale, paper, fee].map((one) => [one.direction, one.amount, one.categorizationStatus])).toEqual([
      ['CREDIT', 50_000, 'READY_FOR_INPUT'],
      ['DEBIT', 12_500, 'READY_FOR_INPUT'],
      ['DEBIT', 300, 'READY_FOR_INPUT'],
    ])
    expect([paper.date, fee.date]).toEqual(['2026-01-16T00:00:00.000Z', '2026-01-17T08:00:00.000Z'])
    expect([sale.counterparty_name, paper.merchant_name, paper.metadata]).toEqual([
      'Ada',
      'Analytical Papers',
      { page: 1 },
    ])
    const [bankAccount] = await banking.bankAccounts()
    expect(bankAccount).toMatchObject({
      id: account.bank_account_id,
      ledger_account_id: account.ledger_account_id,
      account_name: 'checking',
      institution: { name: 'First Bank of Analytics' },
      current_ledger_balance: 0,
      external_accounts: [{ id: account.id, uncategorized_transaction_sum: 37_200, mask: '4711' }],
    })
    expect(await books.balances()).toEqual({})
  })

  test('is known when it comes again, and a row that repeats another of the request too', async () => {
    const again = await banking.import(account.id, [
      moneyIn('sale', 999),
      moneyIn('new', 1, { date: '2026-01-18' }),
      moneyIn('new', 2, { date: '2026-01-18' }),
    ])
    const { data } = again.body
    expect(data.rows.map(({ outcome }) => outcome)).toEqual(['KNOWN', 'IMPORTED', 'KNOWN'])
    expect([data.imported_count, data.known_count, data.refused_count]).toEqual([1, 2, 0])
    expect((await banking.transaction(sale.id)).amount).toBe(50_000)
    const excluded = await banking.categorize(data.rows[1]?.transaction_id ?? '', 'Exclusion')
    expect(excluded.body.data).toMatchObject({
      categorizationStatus: 'CATEGORIZED',
      category: { id: null, category: 'Exclusion' },
    })
  })
})

describe('what is decided', () => {
  test('is posted at once, and the answer says so', async () => {
    const answer = await banking.categorize(sale.id, 'SALES', {
      memo: 'January',
      tags: [{ key: 'store', value: 'one' }],
    })
    expect(answer.headers['pacioli-posting']).toBe('posted')
    expect(answer.body.data).toMatchObject({
      categorizationStatus: 'CATEGORIZED',
      category: { category: 'SALES', stable_name: 'SALES' },
      categorization_method: 'API',
      memo: 'January',
    })
    expect(shown(answer.body.data.transaction_tags)).toEqual(['store=one'])
    expect(await balanceOf(account.ledger_account_id)).toBe(50_000)
    const [entry] = await postingsOf(sale.id)
    expect(entry).toMatchObject({ entry_type: 'BANK', basis: 'BOTH', source_type: 'bank_transaction' })
    expect(
      entry?.line_items.map((line) => [line.account.stable_name?.stable_name, line.direction, line.amount]),
    ).toEqual(
      expect.arrayContaining([
        ['SALES', 'CREDIT', 50_000],
        [undefined, 'DEBIT', 50_000],
      ]),
    )
  })

  test('can be split among accounts, by any form of naming them', async () => {
    const cogs = await books.account('COGS')
    const answer = await banking.split(
      paper.id,
      { category: cogs.id.id, amount: 12_000, memo: 'Paper', tags: [{ key: 'store', value: 'two' }] },
      { category: named('OPERATING_EXPENSES'), amount: 500 },
    )
    expect([answer.status, answer.headers['pacioli-posting']]).toEqual([200, 'posted'])
    expect(
      answer.body.data.split_entries.map(({ category, amount, memo }) => [category.category, amount, memo]),
    ).toEqual([
      ['COGS', 12_000, 'Paper'],
      ['OPERATING_EXPENSES', 500, null],
    ])
    expect(await books.balances()).toMatchObject({ SALES: 50_000, COGS: 12_000, OPERATING_EXPENSES: 500 })
    expect(await balanceOf(account.ledger_account_id)).toBe(37_500)
  })

  test('can be decided otherwise: what stood is reversed', async () => {
    await banking.categorize(paper.id, { type: 'StableName', stable_name: 'COGS' })
    expect(await books.balances()).toMatchObject({ COGS: 12_500, OPERATING_EXPENSES: 0 })
    const postings = await postingsOf(paper.id)
    expect(postings.map(({ reversal_of_id, reversal_id }) => [reversal_of_id !== null, reversal_id !== null])).toEqual([
      [false, true],
      [true, false],
      [false, false],
    ])
  })

  test('can be taken back, twice as well as once', async () => {
    for (const _twice of [1, 2]) {
      const answer = await banking.uncategorize(paper.id)
      expect(answer.body.data).toMatchObject({ categorizationStatus: 'READY_FOR_INPUT', category: null })
    }
    expect((await postingsOf(paper.id)).length).toBe(4)
    expect(await balanceOf(account.ledger_account_id)).toBe(50_000)
    expect((await books.api.call('listExternalAccounts')).body.data[0]?.uncategorized_transaction_sum).toBe(-12_800)
  })

  test('in bulk is all or nothing', async () => {
    const item = (transaction_id: string, category: string) => ({ transaction_id, type: 'Category', category })
    const before = await books.snapshot()
    const refused = await banking.decideAll([item(paper.id, 'COGS'), item(fee.id, 'NO_SUCH_ACCOUNT')])
    expect(refused.refusal).toEqual({ status: 404, error_enum: 'AccountNotFound', field: '1.category' })
    expect(await books.snapshot()).toEqual(before)
    const decided = await banking.decideAll([item(paper.id, 'COGS'), item(fee.id, 'OPERATING_EXPENSES')])
    expect(decided.body.data.map(({ id, categorizationStatus }) => [id, categorizationStatus])).toEqual([
      [paper.id, 'CATEGORIZED'],
      [fee.id, 'CATEGORIZED'],
    ])
    expect(await balanceOf(account.ledger_account_id)).toBe(37_200)
    expect((await banking.bankAccounts())[0]?.current_ledger_balance).toBe(37_200)
  })
})

describe('the lines of an account', () => {
  test('show the transactions that they stem from', async () => {
    const lines = await books.allLines('COGS')
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) {
      expect(line.transaction).toMatchObject({ type: 'Bank_Transaction', id: paper.id, metadata: { page: 1 } })
      expect(line.source).toMatchObject({
        transaction_id: paper.id,
        external_id: 'paper',
        account_name: 'checking',
        amount: 12_500,
        direction: 'DEBIT',
        display_description: 'paper',
        entity_name: null,
      })
    }
    const bank = await books.allLines(account.ledger_account_id)
    expect(bank.at(-1)?.running_balance).toBe(37_200)
    expect(new Set(bank.map(({ transaction }) => transaction?.id))).toEqual(new Set([sale.id, paper.id, fee.id]))
  })
})

describe('an opening balance', () => {
  test('is posted, read, and taken back', async () => {
    const made = await banking.open(account.id, 100_000)
    expect([made.status, made.headers['pacioli-posting'], made.body.data.balance]).toEqual([201, 'posted', 100_000])
    expect(await balanceOf(account.ledger_account_id)).toBe(137_200)
    expect((await banking.open(account.id, 1)).refusal).toMatchObject({
      status: 409,
      error_enum: 'DuplicateOpeningBalance',
    })
    const path = { externalAccountId: account.id }
    expect((await books.api.call('getOpeningBalance', { path })).body.data).toEqual(made.body.data)
    const deleted = await books.api.call('deleteOpeningBalance', { path })
    expect(deleted.body.data.deleted_at).not.toBeNull()
    expect(await balanceOf(account.ledger_account_id)).toBe(37_200)
    for (const operationId of ['getOpeningBalance', 'deleteOpeningBalance'] as const)
      expect((await books.api.call(operationId, { path })).refusal).toMatchObject({
        status: 404,
        error_enum: 'OpeningBalanceNotFound',
      })
  })

  test('of a credit card is money owed', async () => {
    const card = await banking.account('card', { account_type: 'CREDIT', account_subtype: 'CREDIT_CARD' })
    await banking.open(card.id, -2_500)
    expect(await balanceOf(card.ledger_account_id)).toBe(2_500)
    const [spent] = await banking.imported(card.id, [moneyOut('lunch', 1_000)])
    await banking.categorize(spent?.id ?? '', 'OPERATING_EXPENSES')
    expect(await balanceOf(card.ledger_account_id)).toBe(3_500)
  })
})

test('a decision with an Idempotency-Key is made once, and told again', async () => {
  const body = { type: 'Category', category: 'OTHER_EXPENSES' }
  const headers = { 'idempotency-key': 'decide-fee' }
  const first = await banking.decide(fee.id, body, headers)
  const before = await books.snapshot()
  const again = await banking.decide(fee.id, body, headers)
  expect([again.status, again.headers['idempotency-replayed'], again.headers['pacioli-posting']]).toEqual([
    200,
    'true',
    'posted',
  ])
  expect(again.body).toEqual(first.body)
  expect(await books.snapshot()).toEqual(before)
  const other = await banking.decide(fee.id, { ...body, category: 'COGS' }, headers)
  expect(other.refusal).toMatchObject({ status: 409, error_enum: 'IdempotencyKeyReused' })
})

test('tags of bank accounts and of bank transactions come and go', async () => {
  const api = books.api
  const tagging = (entity_type: string, id: string) => ({
    body: { entity_type, entity_ids: [id], key_values: [{ key: 'region', value: 'north' }] },
  })
  await api.call('applyTags', tagging('BANK_ACCOUNT', account.bank_account_id))
  const path = { bankAccountId: account.bank_account_id }
  expect(shown((await api.call('getBankAccount', { path })).body.data.entity_tags)).toEqual(['region=north'])
  await api.call('removeTags', tagging('BANK_ACCOUNT', account.bank_account_id))
  expect((await api.call('getBankAccount', { path })).body.data.entity_tags).toEqual([])

  const applied = await api.call('applyTags', tagging('BANK_TRANSACTION', paper.id))
  expect(applied.headers['pacioli-posting']).toBe('posted')
  expect(await books.balances({ tag_key: 'region', tag_values: ['north'] })).toMatchObject({ COGS: 12_500 })
  await api.call('removeTags', tagging('BANK_TRANSACTION', paper.id))
  expect((await banking.transaction(paper.id)).transaction_tags.map(({ key }) => key)).not.toContain('region')
})

test('a browser decides as a bookkeeper does', async () => {
  const token = (await books.api.call('issueBusinessToken', {})).body.data.access_token
  const api = books.api.as(token)
  const path = { transactionId: fee.id }
  const answer = await api.call('categorizeTransaction', { path, body: { type: 'Category', category: 'COGS' } })
  expect(answer.body.data.category?.category).toBe('COGS')
  const feed = await api.call('updateConnection', {
    path: { externalAccountId: account.id },
    body: { is_syncing: true },
  })
  expect(feed.refusal).toMatchObject({ status: 403, error_enum: 'InsufficientScope' })
})

test('nothing is left undelivered', async () => {
  const listed = async (status: string) =>
    (await books.api.call('listPostings', { query: { status } })).body.meta.pagination.total_count
  expect([await listed('PENDING'), await listed('FAILED')]).toEqual([0, 0])
  expect(await listed('POSTED')).toBeGreaterThan(5)
})
