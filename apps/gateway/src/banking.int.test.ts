/** The banking routes before fake services: which requests they receive, and how their answers are shown. */
import {
  BankAccountsService,
  BankTransactionsService,
  CategorizationRulesService,
  ImportsService,
} from '@pacioli/protos/banking'
import { JournalService, TagsService } from '@pacioli/protos/ledger'
import { NotificationsService } from '@pacioli/protos/reporting'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shownData } from './testing/interface.test-helpers.ts'
import type { TestGateway } from './testing/gateway.test-helpers.ts'
import { refusal, FakeServices } from './testing/fake-services.test-helpers.ts'

const services = new FakeServices()
const { businessId, call, lastOf } = services
const serving: FakeServices['serving'] = (...given) => services.serving(...given)
const id = randomUUID()
const other = randomUUID()

let posting: string | undefined
let lines: object[] = []

const transaction = { id, amount: 5, metadata: '{"a":1}', source_transaction_id: 'tx-1', description: 'Paper' }
const matched = {
  ...transaction,
  match: { id: other, match_type: 'TRANSFER', bank_transaction: { id: other, metadata: '{"b":2}' }, details: { id } },
}
const answered = (data: object) => ({ data, created: true, ...(posting === undefined ? {} : { posting }) })
const pagination = { sort_by: 'date', sort_order: 'ASC', total_count: 1 }
const listed = () => ({ data: [transaction], pagination })

const ledger = [
  serving(JournalService, () => ({}), {
    ListAccountLines: ({ page }) => ({ data: lines.slice(0, (page as { limit?: number }).limit), pagination }),
  }),
  serving(TagsService, () => ({ data: [{ entity_type: 'LINE_ITEM', entity_id: id }] })),
]
const banking = [
  serving(BankAccountsService, () => answered({ id, metadata: '{"a":1}' }), {
    ListBankAccounts: () => ({ data: [{ id, metadata: '{"a":1}', external_accounts: [{ id: other }] }] }),
    ListExternalAccounts: () => ({ data: [{ id }] }),
    ApplyTags: () => ({ data: [{ entity_type: 'BANK_ACCOUNT', entity_id: id }], posting: 'posted' }),
  }),
  serving(BankTransactionsService, () => answered(transaction), {
    ListBankTransactions: listed,
    ListCategories: () => ({ categories: [{ category: 'Exclusion', display_name: 'Exclusion' }] }),
    ListCounterparties: () => ({ data: [{ id, name: 'Ada' }], pagination }),
    BulkCategorize: () => ({ data: [transaction], posting: 'pending' }),
    GetBankTransaction: () => ({ data: matched }),
    GetTransactionsOfEntries: ({ source_ids }) => ({
      data: [
        ...(source_ids as string[])
          .slice(0, roomFor)
          .map((source_id) => ({ source_id, ledger_account_id: other, transaction: { ...transaction, ...long } })),
        ...(otherHalf ? [otherHalf] : []),
      ],
      left_out: (source_ids as string[]).slice(roomFor),
    }),
  }),
  serving(ImportsService, () => answered({ external_account_id: id, imported_count: 1 })),
  serving(CategorizationRulesService, () => ({ ...answered({ id, name: 'Paper' }), applied_count: 3 }), {
    ListRules: () => ({ data: [{ id, name: 'Paper' }], pagination }),
  }),
]
/** How many transactions banking returns, and what makes them long. */
let roomFor = 500
/** What is matched to the entry of a transaction. */
let otherHalf: object | undefined
let long: { split_entries?: object[] } = {}
const reporting = [serving(NotificationsService, () => ({ uncategorized_transactions_this_month: 4 }))]

let gateway: TestGateway

beforeAll(async () => {
  gateway = await services.start({ ledger, banking, reporting })
})

afterAll(() => services.stop())

beforeEach(() => {
  services.received = []
  posting = 'posted'
  lines = []
})

describe('a category', () => {
  const account = randomUUID()
  test.each([
    ['OFFICE_EXPENSES', { type: 'StableName', stable_name: 'OFFICE_EXPENSES' }],
    [account.toUpperCase(), { type: 'AccountId', id: account }],
    ['Exclusion', { type: 'Exclusion' }],
    [
      { type: 'StableName', stable_name: 'Exclusion' },
      { type: 'StableName', stable_name: 'Exclusion' },
    ],
    [
      { type: 'AccountId', id: account.toUpperCase() },
      { type: 'AccountId', id: account },
    ],
    [{ type: 'Exclusion' }, { type: 'Exclusion' }],
  ])('%j reaches the service with its type', async (category, sent) => {
    await call('PUT', `bank-transactions/${id}/categorize`, { type: 'Category', category })
    expect(lastOf('CategorizeTransaction')).toMatchObject({ transaction_id: id, type: 'Category', category: sent })
  })

  test.each([
    [5, 'InvalidPayload', 'category'],
    [null, 'InvalidPayload', 'category'],
    ['', 'InvalidPayload', 'category'],
    [{}, 'InvalidPayload', 'category.type'],
    [{ type: 'Tax_Name', name: 'x' }, 'InvalidPayload', 'category.type'],
    [{ type: 'AccountId' }, 'InvalidPayload', 'category.id'],
    [{ type: 'StableName', stable_name: '' }, 'InvalidPayload', 'category.stable_name'],
    [{ type: 'Exclusion', id: account }, 'UnknownField', 'category.id'],
  ])('%j is refused with %s of %s', async (category, error_enum, field) => {
    const answer = await call('PUT', `bank-transactions/${id}/categorize`, { type: 'Category', category })
    expect(refusal(answer)).toEqual([400, error_enum, field])
    const forms = 'AccountId or StableName or Exclusion'
    if (field === 'category') expect(answer.body.description).toContain(`an object with \`type\` ${forms}`)
    if (field === 'category.type') expect(answer.body.description).toContain(`expected ${forms}`)
  })
})

describe('a decision', () => {
  test('splits, and distinguishes tags that are replaced from tags that are kept', async () => {
    const entries = [{ category: 'MEALS', amount: 3, tags: [{ key: 'k', value: 'v' }], memo: 'Lunch' }]
    await call('PUT', `bank-transactions/${id}/categorize`, { type: 'Split', entries, tax_code: null })
    expect(lastOf('CategorizeTransaction')).toMatchObject({
      type: 'Split',
      entries: [{ category: { type: 'StableName', stable_name: 'MEALS' }, amount: 3, memo: 'Lunch' }],
    })
    expect(lastOf('CategorizeTransaction')).not.toHaveProperty('replaces_tags')
    await call('PUT', `bank-transactions/${id}/categorize`, { type: 'Category', category: 'MEALS', tags: [] })
    expect(lastOf('CategorizeTransaction')).toMatchObject({ replaces_tags: true, tags: [] })
  })

  test.each([
    [{ type: 'Split', entries: [] }, 'entries'],
    [{ type: 'Split', entries: [{ category: 'MEALS', amount: 0 }] }, 'entries.0.amount'],
    [{ type: 'Split', entries: [{ category: 'MEALS', amount: 1.5 }] }, 'entries.0.amount'],
    [{ type: 'Split', entries: Array(1_001).fill({ category: 'MEALS', amount: 1 }) }, 'entries'],
    [{ type: 'Split', category: 'MEALS' }, 'entries'],
    [{ type: 'Merge' }, 'type'],
    [{}, 'type'],
  ])('%j is refused', async (body, field) => {
    const answer = await call('PUT', `bank-transactions/${id}/categorize`, body)
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ meta: expect.objectContaining({ field }) }))
    expect(answer.status).toBe(400)
  })

  test('on many transactions names the index, and has at most 10,000 parts', async () => {
    const item = { transaction_id: id.toUpperCase(), type: 'Category', category: 'MEALS' }
    const split = (parts: number) => ({
      transaction_id: id,
      type: 'Split',
      entries: Array(parts).fill({ category: 'MEALS', amount: 1 }),
    })
    const bulk = (body: object) => call('POST', 'bank-transactions/bulk-categorize', body)
    expect((await bulk([item])).posting).toBe('pending')
    expect(lastOf('BulkCategorize')).toMatchObject({ data: [{ transaction_id: id }] })
    expect(refusal(await bulk([item, { ...item, category: 7 }]))).toEqual([400, 'InvalidPayload', '1.category'])
    expect(refusal(await bulk([]))).toEqual([400, 'InvalidPayload', undefined])
    expect(refusal(await bulk(Array(1_001).fill(item)))).toEqual([400, 'InvalidPayload', undefined])
    expect(refusal(await bulk([...Array(10).fill(split(1_000)), split(1)]))).toEqual([
      413,
      'PayloadTooLarge',
      'entries',
    ])
  })

  test('states what became of its posting, where it has one', async () => {
    for (const state of ['posted', 'pending', 'failed', undefined]) {
      posting = state
      expect((await call('PUT', `bank-transactions/${id}/uncategorize`)).posting).toBe(state)
    }
    const confirmed = await call('PUT', `bank-transactions/${id}/match`, {
      type: 'Confirm_Match',
      match_id: other.toUpperCase(),
    })
    expect([confirmed.status, lastOf('MatchTransaction')]).toEqual([
      200,
      { transaction_id: id, match_id: other, type: 'Confirm_Match' },
    ])
  })
})

describe('a bank transaction', () => {
  test('shows metadata as objects, and every field that the interface has', async () => {
    const { body } = await call('GET', `bank-transactions/${id}`)
    expect(Object.keys(body.data).sort()).toEqual(Object.keys(shownData('getBankTransaction')).sort())
    expect(body.data).toMatchObject({
      type: 'Bank_Transaction',
      metadata: { a: 1 },
      category: null,
      suggested_matches: [],
      document_ids: [],
      match: { type: 'Match', bank_transaction: { metadata: { b: 2 }, counterparty_name: null } },
    })
    expect(body.data.match.bank_transaction).not.toHaveProperty('category')
  })

  test('is described: null clears, a list replaces', async () => {
    const path = `bank-transactions/${id}/metadata`
    await call('PATCH', path, { memo: null, metadata: { k: 1 }, tax_options: { canada: [] } })
    expect(lastOf('UpdateTransactionMetadata')).toMatchObject({
      cleared: ['memo'],
      metadata: '{"k":1}',
      tax_options: { canada: [] },
    })
    expect(lastOf('UpdateTransactionMetadata')).not.toHaveProperty('replaces_document_ids')
    await call('PATCH', path, { metadata: null, document_ids: [other] })
    const request = lastOf('UpdateTransactionMetadata')
    expect(request).toMatchObject({ cleared: ['metadata'], document_ids: [other], replaces_document_ids: true })
    await call('PATCH', path, { document_ids: null })
    expect(lastOf('UpdateTransactionMetadata')).toMatchObject({ document_ids: [], replaces_document_ids: true })
  })

  test.each([
    'bank-transactions/x',
    'bank-accounts/x',
    'categorization-rules/x',
    'external-accounts/x/opening-balance',
  ])('and others are not found by what is no id: %s', async (path) => {
    const { status, body } = await call('GET', path)
    expect([status, body.type]).toEqual([404, 'NotFound'])
    expect(services.received.filter(({ method }) => method !== 'GetBusiness' && method !== 'GetClient')).toEqual([])
  })
})

describe('a listing', () => {
  const list = (query: string) => call('GET', `bank-transactions?${query}`)

  test('queries in the terms of the service', async () => {
    const { body } = await list(
      `direction=INFLOW&external_ids=a,b,,a&bank_account_ids=${id.toUpperCase()},${other}&reference_number=r&reference_numbers=s` +
        '&tag_key=k&tag_values=a&tag_values=b&amount_min=0&categorized=false&sort_by=name&limit=7',
    )
    expect(lastOf('ListBankTransactions')).toMatchObject({
      page: { sort_by: 'name', limit: 7 },
      direction: 'CREDIT',
      external_ids: ['a', 'b'],
      bank_account_ids: [id, other],
      reference_number: 'r',
      reference_numbers: ['s'],
      tag_values: ['a', 'b'],
      amount_min: 0,
      categorized: false,
    })
    expect(body.meta.pagination.total_count).toBe(1)
    await list('direction=OUTFLOW')
    expect(lastOf('ListBankTransactions')?.direction).toBe('DEBIT')
    await list('')
    expect(lastOf('ListBankTransactions')).not.toHaveProperty('direction')
  })

  test.each([
    ['bank_account_ids=x', 'bank_account_ids'],
    [`external_account_ids=${id},nope`, 'external_account_ids'],
    ['external_ids=,', 'external_ids'],
    [`source_account_ids=${Array.from({ length: 101 }, (_, at) => at).join()}`, 'source_account_ids'],
    ['direction=CREDIT', 'direction'],
    ['amount_min=-1', 'amount_min'],
    ['customer_id=x', 'customer_id'],
    ['categorization_status=DONE', 'categorization_status'],
    ['limit=501', 'limit'],
    [`description_filter_regex=${'a'.repeat(1_001)}`, 'description_filter_regex'],
  ])('by %s is refused', async (query, field) => {
    expect(refusal(await list(query))).toEqual([400, 'InvalidQuery', field])
  })

  test('takes a hundred values, and both halves of a tag filter or none', async () => {
    expect((await list(`external_ids=${Array.from({ length: 100 }, (_, at) => at).join()}`)).status).toBe(200)
    expect(refusal(await list('tag_key=k'))).toEqual([400, 'MissingTagValues', 'tag_values'])
    expect(refusal(await list('tag_values=v'))).toEqual([400, 'MissingTagValues', 'tag_key'])
  })

  test('of bank accounts has no pages, of categories is a tree, of notifications has an empty meta', async () => {
    expect((await call('GET', 'bank-accounts')).body).toMatchObject({
      data: [{ type: 'Bank_Account', metadata: { a: 1 }, external_accounts: [{ type: 'External_Account' }] }],
    })
    expect((await call('GET', 'bank-accounts')).body).not.toHaveProperty('meta')
    expect((await call('GET', 'categories')).body.data.categories[0]).toMatchObject({ id: null, sub_categories: [] })
    expect((await call('GET', 'notifications')).body).toEqual({
      data: {
        type: 'Business_Notifications',
        uncategorized_transactions_this_month: 4,
        uncategorized_transactions_all_time: 0,
        todo_tasks: 0,
        external_accounts_requiring_update: 0,
      },
      meta: {},
    })
  })
})

describe('an import', () => {
  const statements = `custom-accounts/${id}/statement-import`
  const row = { external_id: 'a', amount: 0, direction: 'DEBIT', date: '2026-01-31', description: '' }

  test('takes rows with categories and metadata', async () => {
    const transactions = [
      { ...row, category: 'MEALS', metadata: { k: 1 } },
      { ...row, pending: true },
    ]
    const { status, body, posting: state } = await call('POST', `custom-accounts/${id}/transactions`, { transactions })
    expect([status, state, body.data.type]).toEqual([200, 'posted', 'Transaction_Import'])
    expect(lastOf('ImportTransactions')).toMatchObject({
      external_account_id: id,
      transactions: [
        { external_id: 'a', amount: 0, category: { type: 'StableName', stable_name: 'MEALS' }, metadata: '{"k":1}' },
        { pending: true },
      ],
    })
  })

  test('takes at most 5,000 rows and 10,000 tags', async () => {
    const send = (transactions: object[]) => call('POST', `custom-accounts/${id}/transactions`, { transactions })
    expect((await send(Array(5_000).fill(row))).status).toBe(200)
    expect((await send(Array(5_001).fill(row))).status).toBe(400)
    expect(refusal(await send([]))).toEqual([400, 'InvalidPayload', 'transactions'])
    const tags = Array.from({ length: 10 }, (_, at) => ({ key: `k${at}`, value: 'v' }))
    expect(refusal(await send(Array(1_001).fill({ ...row, tags })))).toEqual([413, 'PayloadTooLarge', 'transactions'])
    expect(refusal(await send([{ ...row, amount: -1 }]))).toEqual([400, 'InvalidPayload', 'transactions.0.amount'])
  })

  test('of a file takes up to 10 MiB of bytes as they are', async () => {
    const bytes = Buffer.from([0, 255, 128, 10, 13])
    const mapping = { date: 'Date', amount: '#3', has_header: true, credit_values: ['C'] }
    await call('POST', statements, { content: bytes.toString('base64'), file_name: 'a.csv', csv_mapping: mapping })
    const request = lastOf('ImportStatement')
    expect(Buffer.from(request?.content as Uint8Array)).toEqual(bytes)
    expect(request).toMatchObject({ file_name: 'a.csv', csv_mapping: mapping })
    const content = Buffer.alloc(10 * 1024 * 1024, 7).toString('base64')
    expect((await call('POST', statements, { content })).status).toBe(200)
  })

  test.each(['', 'abc', 'a-_=', 'YQ', 'YQ==\n', 'YR=='])('of what is no base64, %j, is refused', async (content) => {
    expect(refusal(await call('POST', statements, { content }))).toEqual([400, 'InvalidPayload', 'content'])
  })
})

describe('a rule', () => {
  test('is created with a category as in any request, and shows how often it applied', async () => {
    const body = { name: 'x', conditions: { counterparty_id: id.toUpperCase() }, category: 'Exclusion' }
    const created = await call('POST', 'categorization-rules', body)
    expect([created.status, created.body.meta]).toEqual([201, { applied_count: 3 }])
    expect(lastOf('CreateRule')).toMatchObject({ category: { type: 'Exclusion' }, conditions: { counterparty_id: id } })
  })

  test('is updated: null clears, tags replace, conditions are whole', async () => {
    const path = `categorization-rules/${id}`
    await call('PATCH', path, { category: null, tags: null, memo: null })
    const request = lastOf('UpdateRule')
    expect(request).toMatchObject({ cleared: ['category', 'memo'], tags: [], replaces_tags: true })
    expect(request).not.toHaveProperty('category')
    await call('PATCH', path, { priority: 0, category: 'MEALS' })
    expect(lastOf('UpdateRule')).toMatchObject({ priority: 0, cleared: [], category: { stable_name: 'MEALS' } })
    expect(lastOf('UpdateRule')).not.toHaveProperty('replaces_tags')
    expect(refusal(await call('PATCH', path, { conditions: null }))).toEqual([400, 'InvalidPayload', 'conditions'])
  })
})

describe('tags', () => {
  test.each([
    ['BANK_ACCOUNT', 'posted'],
    ['LINE_ITEM', undefined],
  ])('of a %s are kept by its service', async (entity_type, state) => {
    const body = { entity_type, entity_ids: [id], key_values: [{ key: 'k', value: 'v' }] }
    const answer = await call('POST', 'tags', body)
    expect([answer.status, answer.posting]).toEqual([200, state])
    expect(answer.body.data).toEqual([{ entity_type, entity_id: id, transaction_tags: [] }])
  })
})

describe('the lines of an account', () => {
  const account = (subtype: string) => ({
    id: { id: other },
    account_type: { value: 'ASSET' },
    account_subtype: { value: subtype },
  })
  const line = (subtype: string, source_type?: string, source_id?: string) => ({
    id: randomUUID(),
    entry_id: randomUUID(),
    account: account(subtype),
    amount: 5,
    direction: 'DEBIT',
    source: { account_name: 'Ledger' },
    ...(source_type === undefined ? {} : { source_type, source_id }),
  })
  const read = async () => (await call('GET', 'ledger/accounts/CASH/lines')).body.data

  test('without a bank account or transaction query nothing about them', async () => {
    lines = [line('CASH'), line('SALES', 'closing_action', id), line('BANK_ACCOUNTS', 'opening_balance', id)]
    const [first] = await read()
    expect([first.transaction, first.source.account_name]).toEqual([null, 'Ledger'])
    expect(lastOf('GetTransactionsOfEntries')).toBeUndefined()
  })

  test('show their transactions, queried once', async () => {
    lines = [
      line('SALES', 'bank_transaction', 's1'),
      line('SALES', 'bank_transaction', 's1'),
      line('SALES', 'bank_match', 's2'),
    ]
    const shown = await read()
    expect(services.received.filter(({ method }) => method === 'GetTransactionsOfEntries')).toEqual([
      {
        method: 'GetTransactionsOfEntries',
        request: { source_ids: ['s1', 's2'], entry_ids: [], transfer_entry_ids: [] },
      },
    ])
    expect(shown[0].source).toMatchObject({
      transaction_id: id,
      external_id: 'tx-1',
      display_description: 'Paper',
      entity_name: null,
    })
    expect(shown[2].transaction).toMatchObject({ type: 'Bank_Transaction', id, metadata: { a: 1 } })
    expect(shown[0]).not.toHaveProperty('source_type')
  })

  test('of a bank account query the transactions of entries that may be matched', async () => {
    const manual = line('BANK_ACCOUNTS')
    const half = line('BANK_ACCOUNTS', 'bank_transaction', 's1')
    lines = [manual, half]
    expect((await read()).map(({ transaction }: { transaction: unknown }) => transaction === null)).toEqual([
      true,
      false,
    ])
    expect(lastOf('GetTransactionsOfEntries')).toEqual({
      source_ids: ['s1'],
      entry_ids: [manual.entry_id],
      transfer_entry_ids: [half.entry_id],
    })
  })

  test('of a transfer show the transaction of their own bank account', async () => {
    const half = line('BANK_ACCOUNTS', 'bank_transaction', 's1')
    lines = [{ ...half, account: { ...half.account, id: { id } } }]
    otherHalf = {
      entry_id: half.entry_id,
      ledger_account_id: id,
      transaction: { ...transaction, id: other },
    }
    const [shown] = await read()
    expect([shown.transaction.id, shown.source.transaction_id]).toEqual([other, other])
    otherHalf = undefined
  })

  test('end where no more transactions fit: the ledger is queried again for fewer', async () => {
    const limits = () =>
      services.received
        .filter(({ method }) => method === 'ListAccountLines')
        .map(({ request }) => (request as { page: { limit?: number } }).page.limit)
    lines = ['s1', 's1', 's2', 's3'].map((source) => line('SALES', 'bank_transaction', source))
    roomFor = 1
    expect(await read()).toHaveLength(2)
    expect(limits()).toEqual([undefined, 2])
    roomFor = 0
    expect(await read()).toHaveLength(1)
    roomFor = 500
    services.received = []
    // Each line of a split shows all of its parts: of a megabyte each, a page has three.
    long = { split_entries: Array.from({ length: 1_000 }, () => ({ amount: 1, memo: 'm'.repeat(980), tags: [] })) }
    lines = Array.from({ length: 9 }, () => line('SALES', 'bank_transaction', 's1'))
    expect(await read()).toHaveLength(3)
    expect(limits()).toEqual([undefined, 3])
    long = {}
  })
})

test('a browser does what a bookkeeper does, but reports nothing for the feed', async () => {
  services.token = await gateway.tokenFor({ businessId })
  expect((await call('PUT', `bank-transactions/${id}/uncategorize`)).status).toBe(200)
  const reported = await call('PATCH', `external-accounts/${id}/connection`, { is_syncing: true })
  expect(refusal(reported)).toEqual([403, 'InsufficientScope', undefined])
  services.token = await gateway.tokenFor()
  expect((await call('PATCH', `external-accounts/${id}/connection`, { is_syncing: true })).status).toBe(200)
  expect(lastOf('UpdateConnection')).toMatchObject({ is_syncing: true, external_account_id: id, cleared: [] })
})

test('readiness probes banking, too', async () => {
  const { body, statusCode } = await gateway.app.inject({ url: '/readyz' })
  expect(JSON.parse(body).checks.map(({ name, ok }: { name: string; ok: boolean }) => [name, ok])).toContainEqual([
    'banking',
    true,
  ])
  expect([200, 503]).toContain(statusCode)
})
