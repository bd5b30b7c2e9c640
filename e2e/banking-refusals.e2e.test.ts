/** What banking refuses, told by each operation that it can happen to, with the field that is wrong; nothing is left behind. */
import { waitFor } from '@pacioli/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  Banking,
  bankingOf,
  bankingOperations,
  moneyIn,
  moneyOut,
  named,
  newClient,
  ruleOn,
  target,
  type Answer,
  type BankingIds,
  type BankTransaction,
  type Books,
  type ExternalAccount,
  type TestClient,
} from './src/index.ts'
import { heldOf } from './src/untouched.ts'

const MAX = Number.MAX_SAFE_INTEGER
const kind = { account_type: 'DEPOSITORY', account_subtype: 'CHECKING' }

let client: TestClient
let books: Books
let banking: Banking
let account: ExternalAccount
let waiting: BankTransaction

beforeAll(async () => {
  client = await newClient(target(), 'banking-refusals')
  books = await client.books()
  banking = new Banking(books)
  account = await banking.account('checking')
  const [one] = await banking.imported(account.id, [moneyOut('one', 100)])
  if (!one) throw new Error('Nothing was imported.')
  waiting = one
})

const refusalsOf = async (asked: Promise<Answer<unknown>>[]) => (await Promise.all(asked)).map(({ refusal }) => refusal)
const item = (body: object) => ({ transaction_id: waiting.id, ...body })

describe('an archived business', () => {
  test('is refused by every operation of banking that writes, and read by all others', async () => {
    const closed = new Banking(await client.books())
    const ids: BankingIds = await bankingOf(closed, 'closed')
    const { api } = closed.books
    await api.call('archiveBusiness')
    const rename = { path: { bankAccountId: ids.bankAccount }, body: { notes: 'No' } }
    await waitFor('the news to reach banking', async () => (await api.call('updateBankAccount', rename)).status === 422)
    const before = await heldOf(closed.books)
    for (const [operationId, call] of bankingOperations(() => ids)) {
      const answer = await api.call(operationId, call())
      const reads = api.contract.operation(operationId).method === 'GET'
      // What was decided before may still be delivered.
      const expected = operationId === 'retryPosting' ? 'PostingNotFailed' : 'BusinessArchived'
      expect([operationId, reads || answer.refusal.error_enum]).toEqual([operationId, reads || expected])
      if (reads) expect([operationId, answer.status]).toEqual([operationId, 200])
    }
    for (const operationId of ['applyTags', 'removeTags'] as const)
      for (const [entity_type, id] of [
        ['BANK_ACCOUNT', ids.bankAccount],
        ['BANK_TRANSACTION', ids.transaction],
      ]) {
        const body = { entity_type, entity_ids: [id], key_values: [{ key: 'closed', value: 'closed' }] }
        expect((await api.call(operationId, { body })).refusal).toMatchObject({ error_enum: 'BusinessArchived' })
      }
    expect(await heldOf(closed.books)).toEqual(before)
  })
})

describe('an account', () => {
  test('has a kind that there is, and feeds one of its kind', async () => {
    const wrong = { account_type: 'CREDIT', account_subtype: 'CHECKING' }
    const mixed = { account_type: 'CREDIT', account_subtype: 'CREDIT_CARD', bank_account_id: account.bank_account_id }
    const { api } = books
    expect(
      await refusalsOf([
        api.call('createBankAccount', { body: { account_name: 'x', ...wrong } }),
        banking.createAccount({ external_id: 'x', account_name: 'x', ...wrong }),
        banking.createAccount({ external_id: 'x', account_name: 'x', ...mixed }),
      ]),
    ).toEqual(Array(3).fill(expect.objectContaining({ status: 422, error_enum: 'AccountTypeMismatch' })))
  })

  test('has an account number and tags of its own', async () => {
    const make = (more: object) =>
      books.api.call('createBankAccount', { body: { account_name: 'x', ...kind, ...more } })
    await make({ account_number: '4711' })
    expect((await make({ account_number: '4711' })).refusal).toMatchObject({
      status: 409,
      error_enum: 'DuplicateAccountNumber',
    })
    expect((await make({ tags: ['a', 'b'].map((value) => ({ key: 'twice', value })) })).refusal).toMatchObject({
      status: 422,
      error_enum: 'DuplicateTagDimension',
    })
    expect((await make({ tags: [{ key: 'old', value: await archivedValue('old') }] })).refusal).toMatchObject({
      status: 422,
      error_enum: 'TagValueArchived',
    })
  })

  test('that is archived takes nothing more', async () => {
    const closed = await banking.account('closed')
    const path = { externalAccountId: closed.id }
    for (const _twice of [1, 2]) {
      const archived = await books.api.call('archiveBankAccount', { path: { bankAccountId: closed.bank_account_id } })
      expect(archived.body.data.archived_at).not.toBeNull()
    }
    const more = { external_id: 'more', account_name: 'x', ...kind, bank_account_id: closed.bank_account_id }
    expect(
      await refusalsOf([
        banking.createAccount(more),
        books.api.call('updateConnection', { path, body: { is_syncing: true } }),
        banking.open(closed.id, 1),
        banking.import(closed.id, [moneyIn('late', 1)]),
        banking.importFile(closed.id, 'Date,Text,Amount\n2026-01-05,x,1.00\n', {
          csv_mapping: { date: 'Date', description: 'Text', amount: 'Amount' },
        }),
      ]),
    ).toEqual(Array(5).fill(expect.objectContaining({ status: 422, error_enum: 'BankAccountArchived' })))
  })

  test('whose account of the chart is archived posts nothing', async () => {
    const other = new Banking(await client.books())
    const [from, to] = [await other.account('from'), await other.account('to')]
    const [sent] = await other.imported(from.id, [moneyOut('sent', 5)])
    const [received] = await other.imported(to.id, [moneyIn('received', 5)])
    await other.books.api.call('updateAccount', { path: { accountId: to.ledger_account_id }, body: { archived: true } })
    expect(await refusalsOf([other.open(to.id, 5), other.match(sent?.id ?? '', received?.id ?? '')])).toEqual(
      Array(2).fill(expect.objectContaining({ status: 422, error_enum: 'AccountArchived' })),
    )
  })

  test('cannot be told while more waits on it than a number holds', async () => {
    const other = new Banking(await client.books())
    const { api } = other.books
    const body = { external_id: 'huge', account_name: 'huge', ...kind }
    const { id: bank_account_id } = (await api.call('createBankAccount', { body })).body.data
    const huge = await other.account('huge', { bank_account_id })
    await other.import(huge.id, [moneyIn('a', MAX), moneyIn('b', MAX)])
    const ofBank = { path: { bankAccountId: huge.bank_account_id } }
    const ofExternal = { path: { externalAccountId: huge.id } }
    expect(
      await refusalsOf([
        api.call('createBankAccount', { body }),
        api.call('listBankAccounts'),
        api.call('getBankAccount', ofBank),
        api.call('updateBankAccount', { ...ofBank, body: { notes: 'x' } }),
        api.call('archiveBankAccount', ofBank),
        api.call('listExternalAccounts'),
        api.call('archiveExternalAccount', ofExternal),
        api.call('updateConnection', { ...ofExternal, body: { is_syncing: true } }),
        other.createAccount({ external_id: 'huge', account_name: 'x', ...kind }),
      ]),
    ).toEqual(Array(9).fill(expect.objectContaining({ status: 422, error_enum: 'AmountOutOfRange' })))
  })
})

/** A value of the dimension that is applied no more. */
async function archivedValue(key: string): Promise<string> {
  const dimension = await books.api.call('createTagDimension', { body: { key, defined_values: [{ value: 'gone' }] } })
  const definitionId = dimension.body.data.defined_values[0]?.id ?? ''
  await books.api.call('updateTagValue', { path: { definitionId }, body: { is_archived: true } })
  return 'gone'
}

describe('a decision', () => {
  /** Asks one and many for the same, and holds what they say against each other but for the index. */
  async function both(body: object, status: number, error_enum: string, field?: string): Promise<void> {
    const before = await heldOf(books)
    const one = await banking.decide(waiting.id, body)
    expect(one.refusal).toMatchObject({ status, error_enum, ...(field === undefined ? {} : { field }) })
    const many = await banking.decideAll([item(body)])
    expect(many.refusal).toMatchObject({ status, error_enum, ...(field === undefined ? {} : { field: `0.${field}` }) })
    expect(await heldOf(books)).toEqual(before)
    expect((await banking.transaction(waiting.id)).categorizationStatus).toBe('READY_FOR_INPUT')
  }

  const category = (name: unknown, more: object = {}) => ({ type: 'Category', category: name, ...more })

  test('names accounts that there are, and that take postings', async () => {
    await both(category('NO_SUCH'), 404, 'AccountNotFound', 'category')
    await both({ type: 'Split', entries: [{ category: 'NO_SUCH', amount: 100 }] }, 404, 'AccountNotFound')
    const old = await books.createAccount({ name: 'Old', account_subtype: 'OTHER_EXPENSES' })
    await books.api.call('updateAccount', { path: { accountId: old.id.id }, body: { archived: true } })
    await both(category(old.id.id), 422, 'AccountArchived', 'category')
    await both(category(named(account.ledger_account_id)), 422, 'CategoryIsBankAccount', 'category')
    await both(
      { type: 'Split', entries: [{ category: 'Exclusion', amount: 100 }] },
      400,
      'InvalidPayload',
      'entries.0.category',
    )
  })

  test('of a split makes up the whole amount', async () => {
    for (const amount of [99, 101])
      await both({ type: 'Split', entries: [{ category: 'COGS', amount }] }, 422, 'SplitUnbalanced', 'entries')
  })

  test('carries one value of a dimension, and none that is archived', async () => {
    const values = ['a', 'b'].map((value) => ({ value }))
    // The ledger defines the tags that a request brings before anybody refuses it; these are there already.
    await books.api.call('createTagDimension', { body: { key: 'store', defined_values: values } })
    const tags = values.map(({ value }) => ({ key: 'store', value }))
    await both(category('COGS', { tags }), 422, 'DuplicateTagDimension')
    await both(
      category('COGS', { tags: [{ key: 'shop', value: await archivedValue('shop') }] }),
      422,
      'TagValueArchived',
    )
  })

  test('on one transaction is made once in a request', async () => {
    const twice = await banking.decideAll([item(category('COGS')), item(category('SALES'))])
    expect(twice.refusal).toMatchObject({ status: 400, error_enum: 'InvalidPayload', field: '1.transaction_id' })
  })

  test('in a closed period waits until it is opened', async () => {
    await books.api.call('updateAccountingConfiguration', { body: { closing_date: '2026-01-31' } })
    await both(category('COGS'), 422, 'PeriodClosed')
    expect((await banking.open(account.id, 5, '2026-01-31')).refusal).toMatchObject({ error_enum: 'PeriodClosed' })
    const savings = await banking.account('savings', { account_subtype: 'SAVINGS' })
    const [received] = await banking.imported(savings.id, [moneyIn('received', 100)])
    expect((await banking.match(waiting.id, received?.id ?? '')).refusal).toMatchObject({
      status: 422,
      error_enum: 'PeriodClosed',
    })
    await books.api.call('updateAccountingConfiguration', { body: { closing_date: null } })
    expect((await banking.decideAll([item(category('Exclusion'))])).status).toBe(200)
    await banking.uncategorize(waiting.id)
  })
})

describe('an import', () => {
  test('names the row of a category or a tag that cannot be', async () => {
    const send = (more: object) => banking.import(account.id, [moneyIn('fine', 1), moneyIn('not', 1, more)])
    const [category, twice, archived] = await refusalsOf([
      send({ category: 'NO_SUCH' }),
      send({ tags: ['a', 'b'].map((value) => ({ key: 'row', value })) }),
      send({ tags: [{ key: 'gone', value: await archivedValue('gone') }] }),
    ])
    expect(category).toEqual({ status: 404, error_enum: 'AccountNotFound', field: 'transactions.1.category' })
    expect(twice).toMatchObject({ status: 422, error_enum: 'DuplicateTagDimension' })
    expect(archived).toMatchObject({ status: 422, error_enum: 'TagValueArchived' })
    expect(await banking.all({ external_ids: 'fine,not' })).toEqual([])
  })

  test('of more than all numbers hold is refused', async () => {
    const other = new Banking(await client.books())
    const huge = await other.account('huge')
    const rows = Array.from({ length: 1_100 }, (_, at) => moneyIn(`huge ${at}`, MAX))
    expect((await other.import(huge.id, rows)).refusal).toMatchObject({ status: 422, error_enum: 'AmountOutOfRange' })
  })
})

test('a rule is refused for what it names', async () => {
  const old = await books.createAccount({ name: 'Older', account_subtype: 'OTHER_EXPENSES' })
  await books.api.call('updateAccount', { path: { accountId: old.id.id }, body: { archived: true } })
  const { data } = (await banking.createRule(ruleOn({ description_contains: 'nothing of the kind' }))).body
  const nobody = '00000000-0000-4000-8000-000000000000'
  const rule = ruleOn({ description_contains: 'x' })
  const cases: [object, string][] = [
    [{ ...rule, category: 'NO_SUCH' }, 'AccountNotFound'],
    [{ ...rule, category: old.id.id }, 'AccountArchived'],
    [ruleOn({ bank_account_ids: [nobody] }), 'BankAccountNotFound'],
    [ruleOn({ external_account_ids: [nobody] }), 'ExternalAccountNotFound'],
    [ruleOn({ counterparty_id: nobody }), 'CounterpartyNotFound'],
    [ruleOn({ merchant_name_regex: '(' }), 'InvalidRegex'],
    [{ ...rule, tags: ['a', 'b'].map((value) => ({ key: 'rule', value })) }, 'DuplicateTagDimension'],
    [{ ...rule, tags: [{ key: 'past', value: await archivedValue('past') }] }, 'TagValueArchived'],
  ]
  for (const [body, error_enum] of cases)
    for (const answer of [await banking.createRule(body), await banking.updateRule(data.id, body)])
      expect(answer.refusal).toMatchObject({ error_enum })
  for (const ask of ['getCategorizationRule', 'deleteCategorizationRule'] as const)
    expect((await books.api.call(ask, { path: { ruleId: nobody } })).refusal).toMatchObject({
      status: 404,
      error_enum: 'CategorizationRuleNotFound',
    })
})

/** The journal holds no more than the largest number: the second of two such is refused, after it was decided. */
test('a posting that the ledger refuses holds up its transaction until it is retried', async () => {
  const other = new Banking(await client.books())
  const { api } = other.books
  const huge = await other.account('huge')
  const savings = await other.account('savings')
  const imported = await other.imported(huge.id, [moneyIn('a', MAX), moneyOut('b', MAX), moneyOut('d', MAX)])
  const [first, second, third] = imported.map(({ id }) => id) as [string, string, string]
  const [twin] = await other.imported(savings.id, [moneyIn('c', MAX)])
  expect((await other.categorize(first, 'SALES')).headers['pacioli-posting']).toBe('posted')
  const key_values = [{ key: 'store', value: 'one' }]
  const failed = await other.categorize(second, 'COGS', { tags: key_values })
  expect([failed.status, failed.headers['pacioli-posting']]).toEqual([200, 'failed'])
  expect(failed.body.data.categorizationStatus).toBe('CATEGORIZED')

  const blocked = { status: 409, error_enum: 'PostingFailed' }
  const tagging = (key: string) => ({
    body: { entity_type: 'BANK_TRANSACTION', entity_ids: [second], key_values: [{ key, value: 'one' }] },
  })
  expect((await other.categorize(second, 'SALES')).refusal).toMatchObject(blocked)
  const bulk = await other.decideAll([{ transaction_id: second, type: 'Category', category: 'SALES' }])
  expect(bulk.refusal).toMatchObject(blocked)
  expect((await api.call('applyTags', tagging('region'))).refusal).toMatchObject(blocked)
  expect((await api.call('removeTags', tagging('store'))).refusal).toMatchObject(blocked)

  const listed = await api.call('listPostings', { query: { status: 'FAILED' } })
  const [posting] = listed.body.data
  expect(listed.body.data).toEqual([expect.objectContaining({ source_id: second, error_enum: 'AmountOutOfRange' })])
  const path = { postingId: posting?.id ?? '' }
  expect((await api.call('retryPosting', { path })).body.data.status).toBe('FAILED')
  await other.uncategorize(first)
  expect((await api.call('retryPosting', { path })).body.data).toMatchObject({ status: 'POSTED', error_enum: null })
  expect((await api.call('retryPosting', { path })).refusal).toMatchObject({
    status: 409,
    error_enum: 'PostingNotFailed',
  })
  expect((await api.call('listPostings', { query: { cursor: 'x' } })).refusal).toMatchObject({
    error_enum: 'InvalidCursor',
  })
  await other.uncategorize(second)
  await other.categorize(first, 'SALES')
  expect((await other.categorize(third, 'COGS')).headers['pacioli-posting']).toBe('failed')
  expect((await other.uncategorize(third)).body.data.categorizationStatus).toBe('READY_FOR_INPUT')
  expect((await other.match(third, twin?.id ?? '')).refusal).toMatchObject(blocked)
  await other.uncategorize(first)
  const [last] = (await api.call('listPostings', { query: { status: 'FAILED' } })).body.data
  await api.call('retryPosting', { path: { postingId: last?.id ?? '' } })
  await waitFor('what it held up to be posted', async () => {
    const { data } = (await api.call('listPostings', { query: { source_id: third } })).body
    return data.length === 2 && data.every(({ status }) => status === 'POSTED')
  })
  expect((await other.match(third, twin?.id ?? '')).headers['pacioli-posting']).toBe('posted')
})
