import { randomUUID } from 'node:crypto'
import type { TransactionInput__Output } from '@pacioli/protos/banking'
import { TagsService } from '@pacioli/protos/ledger'
import { clientOfService, type BusinessWrite } from '@pacioli/rpc'
import { refusalsOf } from '@pacioli/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestAccount, type TestAccount } from '../bank-accounts/bank-accounts.test-helpers.ts'
import {
  openTestBusiness,
  requestFor,
  startTestBanking,
  withoutLedger,
  type TestBanking,
} from '../banking.test-helpers.ts'
import { loadTransactions } from '../bank-transactions/bank-transaction.store.ts'
import { makeRule } from '../rules/rules.test-helpers.ts'
import { importTestTransactions, testInput } from './imports.test-helpers.ts'
import { importTransactions } from '../use-cases.test-helpers.ts'

let banking: TestBanking
let shared: BusinessWrite
/** No test counts what it has. */
let account: TestAccount & { request: BusinessWrite }
beforeAll(async () => {
  banking = await startTestBanking()
  shared = await openTestBusiness(banking, { time_zone: 'America/New_York' })
  account = await open()
})
afterAll(() => banking.stop())

const open = async () => ({ request: shared, ...(await openTestAccount(banking, shared)) })

const importInto = async (
  request: BusinessWrite,
  externalAccountId: string,
  inputs: readonly Partial<TransactionInput__Output>[],
) => {
  const { data, posting } = await importTransactions(banking, request, {
    external_account_id: externalAccountId,
    transactions: inputs.map(testInput),
  })
  return { report: data as NonNullable<typeof data>, rows: data?.rows ?? [], posting }
}

const totalsOf = async (request: BusinessWrite, externalAccountId: string) => {
  const [row] = await banking.db.transact(request, (tx) =>
    tx.rows<Record<string, string>>(
      `SELECT transaction_count, transaction_sum, uncategorized_count, uncategorized_sum
         FROM external_account_totals WHERE external_account_id = $1`,
      [externalAccountId],
    ),
  )
  return row
}

const balanceOf = async (request: BusinessWrite, accountId: string) => {
  const { message } = await banking.ledger.postings.GetBalances(
    { account_ids: [accountId] },
    { context: { clientId: request.clientId, businessId: request.businessId } },
  )
  return message.data[0]?.balance
}

test('a transaction is imported as it was sent, with its counterparty and its tags', async () => {
  const { request, externalAccountId, bankAccountId } = await open()
  const [transaction] = await importTestTransactions(banking, request, externalAccountId, [
    {
      external_id: 't1',
      date: '2026-01-14',
      direction: 'CREDIT',
      amount: 5,
      description: 'PAYMENT 17',
      merchant_name: 'Acme',
      memo: 'A memo',
      metadata: '{"a":1}',
      reference_number: 'R1',
      tax_code: 'GST',
      tax_options: { canada: [] },
      projected_income_category: 'SALES',
      tags: [{ key: 'store', value: 'berlin' }],
    },
  ])
  expect(transaction).toMatchObject({
    externalAccountId,
    bankAccountId,
    sourceTransactionId: 't1',
    date: new Date('2026-01-14T05:00:00Z'),
    day: '2026-01-14',
    direction: 'CREDIT',
    amount: 5,
    description: 'PAYMENT 17',
    merchantName: 'Acme',
    counterpartyName: 'Acme',
    status: 'READY_FOR_INPUT',
    memo: 'A memo',
    referenceNumber: 'R1',
    taxCode: 'GST',
    taxOptions: { canada: [] },
    projectedIncomeCategory: 'SALES',
    importedFrom: {
      import_id: expect.any(String),
      format: null,
      file_name: null,
      sha256: null,
      statement_id: null,
      row: 1,
    },
    version: 1,
  })
  expect(transaction?.counterpartyId).not.toBeNull()
  expect(transaction?.tags).toHaveLength(1)
  expect(await totalsOf(request, externalAccountId)).toMatchObject({ transaction_count: '1', uncategorized_sum: '5' })
})

test('one name is one counterparty, ignoring case', async () => {
  const { request, externalAccountId } = account
  const imported = await importTestTransactions(banking, request, externalAccountId, [
    { counterparty_name: 'Acme Ltd' },
    { counterparty_name: 'ACME LTD', merchant_name: 'Other' },
    { merchant_name: 'acme ltd' },
    { merchant_name: 'Other' },
    { merchant_name: '  ' },
  ])
  expect(new Set(imported.slice(0, 3).map(({ counterpartyId }) => counterpartyId)).size).toBe(1)
  expect(imported.map(({ counterpartyName }) => counterpartyName)).toEqual([
    'Acme Ltd',
    'Acme Ltd',
    'Acme Ltd',
    'Other',
    null,
  ])
})

test('an imported transaction is known, and a booked one never changes', async () => {
  const { request, externalAccountId } = await open()
  const [first] = await importTestTransactions(banking, request, externalAccountId, [{ external_id: 'a', amount: 7 }])
  const { rows, report } = await importInto(request, externalAccountId, [
    { external_id: 'a', amount: 7 },
    { external_id: 'b', amount: 8 },
    { external_id: 'b', amount: 9 },
    { external_id: 'a', amount: 7 },
  ])
  expect(rows.map(({ row, outcome }) => [row, outcome])).toEqual([
    [1, 'KNOWN'],
    [2, 'IMPORTED'],
    [3, 'KNOWN'],
    [4, 'KNOWN'],
  ])
  expect(rows[0]?.transaction_id).toBe(first?.id)
  expect(rows[2]?.transaction_id).toBe(rows[1]?.transaction_id)
  expect([report.imported_count, report.known_count, report.refused_count]).toEqual([1, 3, 0])
  const elsewhere = await importInto(request, account.externalAccountId, [{ external_id: 'a' }])
  expect(elsewhere.rows[0]?.outcome).toBe('IMPORTED')
  const again = await importInto(request, externalAccountId, [{ external_id: 'a', amount: 70 }])
  expect(again.rows[0]).toMatchObject({ outcome: 'KNOWN', reason: expect.stringContaining('does not change') })
  expect(await totalsOf(request, externalAccountId)).toMatchObject({ transaction_count: '2', transaction_sum: '-15' })
})

test('a pending transaction is updated, and booked as it is reported then', async () => {
  const { request, externalAccountId } = await open()
  const pending = { external_id: 'p', pending: true, amount: 100, description: 'HOLD', merchant_name: 'Hotel' }
  const [first] = await importTestTransactions(banking, request, externalAccountId, [pending])
  expect(first).toMatchObject({ status: 'PENDING', version: 1 })
  const same = await importInto(request, externalAccountId, [pending])
  expect(same.rows[0]).toMatchObject({ outcome: 'KNOWN', transaction_id: first?.id })
  await importInto(request, externalAccountId, [{ ...pending, amount: 120 }])
  expect(await totalsOf(request, externalAccountId)).toMatchObject({
    transaction_count: '1',
    uncategorized_sum: '-120',
  })
  const booked = { external_id: 'p', amount: 125, description: 'HOTEL', date: '2026-01-16' }
  const { rows } = await importInto(request, externalAccountId, [booked])
  expect(rows[0]).toMatchObject({
    outcome: 'KNOWN',
    transaction_id: first?.id,
    categorizationStatus: 'READY_FOR_INPUT',
    reason: expect.stringContaining('booked now'),
  })
  const [now] = await banking.db.transact(request, (tx) => loadTransactions(tx, [first?.id ?? '']))
  expect(now).toMatchObject({
    status: 'READY_FOR_INPUT',
    amount: 125,
    description: 'HOTEL',
    day: '2026-01-16',
    merchantName: 'Hotel',
    version: 3,
  })
  // A booked transaction does not become pending.
  const again = await importInto(request, externalAccountId, [{ ...booked, pending: true }])
  expect([again.rows[0]?.outcome, again.rows[0]?.categorizationStatus]).toEqual(['KNOWN', undefined])
})

test('a category of the feed categorizes at once, and posts', async () => {
  const { request, externalAccountId, ledgerAccountId } = await open()
  const { rows, report, posting } = await importInto(request, externalAccountId, [
    { amount: 1_00, category: { type: 'StableName', stable_name: 'OPERATING_EXPENSES' } },
    { amount: 5_00, direction: 'CREDIT', category: { type: 'StableName', stable_name: 'SALES' } },
    { amount: 9_00, category: { type: 'Exclusion' } },
    { amount: 2_00 },
    { amount: 3_00, pending: true, category: { type: 'Exclusion' } },
  ])
  expect(posting).toBe('posted')
  expect(report.categorized_count).toBe(3)
  expect(rows.map(({ categorizationStatus }) => categorizationStatus)).toEqual([
    'CATEGORIZED',
    'CATEGORIZED',
    'CATEGORIZED',
    'READY_FOR_INPUT',
    'PENDING',
  ])
  expect(rows[4]?.reason).toContain('not booked')
  expect(await balanceOf(request, ledgerAccountId)).toBe(4_00)
  expect(await totalsOf(request, externalAccountId)).toMatchObject({
    transaction_count: '5',
    uncategorized_count: '2',
    uncategorized_sum: '-500',
  })
  const loaded = await banking.db.transact(request, (tx) =>
    loadTransactions(
      tx,
      rows.map(({ transaction_id }) => transaction_id ?? ''),
    ),
  )
  expect(loaded.map(({ categorizationMethod, version }) => [categorizationMethod, version])).toEqual([
    ['IMPORT', 1],
    ['IMPORT', 1],
    ['IMPORT', 1],
    [null, 1],
    [null, 1],
  ])
  expect(banking.refusedPostings).toEqual([])
})

test('a pending transaction is categorized when it is booked', async () => {
  const { request, externalAccountId, ledgerAccountId } = await open()
  await importInto(request, externalAccountId, [{ external_id: 'p', pending: true, amount: 4 }])
  const { rows, posting } = await importInto(request, externalAccountId, [
    { external_id: 'p', amount: 5, category: { type: 'StableName', stable_name: 'OPERATING_EXPENSES' } },
  ])
  expect([rows[0]?.categorizationStatus, posting]).toEqual(['CATEGORIZED', 'posted'])
  expect(await balanceOf(request, ledgerAccountId)).toBe(-5)
})

test('a rule decides what the feed does not, and is named; one without a category leaves it uncategorized', async () => {
  const { request, externalAccountId, ledgerAccountId } = await open()
  const conditions = { external_account_ids: [externalAccountId] }
  const coffee = await makeRule(banking, request, {
    conditions: { ...conditions, description_contains: 'coffee' },
    tags: [{ key: 'store', value: 'berlin' }],
    tax_code: 'GST',
  })
  await makeRule(banking, request, {
    conditions: { ...conditions, description_contains: 'tea' },
    category: null,
    tags: [{ key: 'store', value: 'paris' }],
  })
  const { rows, report, posting } = await importInto(request, externalAccountId, [
    { description: 'Coffee to go', amount: 1_00 },
    { description: 'Tea', amount: 2_00 },
    { description: 'Coffee', amount: 4_00, tags: [{ key: 'store', value: 'rome' }] },
    { description: 'Coffee', amount: 8_00, category: { type: 'StableName', stable_name: 'OPERATING_EXPENSES' } },
    { description: 'Coffee', amount: 16_00, pending: true },
    { description: 'Water', amount: 32_00 },
  ])
  expect([report.categorized_count, posting]).toEqual([3, 'posted'])
  expect(rows.map(({ categorizationStatus, rule_id }) => [categorizationStatus, rule_id])).toEqual([
    ['CATEGORIZED', coffee.id],
    ['READY_FOR_INPUT', undefined],
    ['CATEGORIZED', coffee.id],
    ['CATEGORIZED', undefined],
    ['PENDING', undefined],
    ['READY_FOR_INPUT', undefined],
  ])
  const loaded = await banking.db.transact(request, (tx) =>
    loadTransactions(
      tx,
      rows.map(({ transaction_id }) => transaction_id ?? ''),
    ),
  )
  expect(loaded.map(({ categorizationMethod, tags, taxCode }) => [categorizationMethod, tags.length, taxCode])).toEqual(
    [
      ['RULE', 1, 'GST'],
      [null, 1, null],
      ['RULE', 1, 'GST'],
      ['IMPORT', 0, null],
      [null, 0, null],
      [null, 0, null],
    ],
  )
  const [berlin, , rome] = loaded.map(({ tags }) => tags[0]?.definitionId)
  expect(rome).not.toBe(berlin)
  expect(await balanceOf(request, ledgerAccountId)).toBe(-13_00)
  expect(banking.refusedPostings).toEqual([])
})

test('an unknown category is 404 and names its row; nothing is imported', async () => {
  const { request, externalAccountId } = account
  const id = randomUUID()
  const before = await totalsOf(request, externalAccountId)
  const refusal = await refusalsOf(
    importInto(request, externalAccountId, [{}, {}, {}, { category: { type: 'AccountId', id } }]),
  )
  expect(refusal).toEqual([['AccountNotFound', 'transactions.3.category']])
  expect(await totalsOf(request, externalAccountId)).toEqual(before)
})

test("rows outside the account's range are refused, on either side of the bounds", async () => {
  const { externalAccountId } = await openTestAccount(banking, shared, {
    show_transactions_on_or_after: '2026-01-10T00:00:00Z',
    show_transactions_on_or_before: '2026-01-20T00:00:00Z',
  })
  const { rows } = await importInto(shared, externalAccountId, [
    { date: '2026-01-09T23:59:59.999Z' },
    { date: '2026-01-10T00:00:00Z' },
    { date: '2026-01-20T00:00:00Z' },
    { date: '2026-01-20T00:00:00.001Z' },
  ])
  expect(rows.map(({ outcome }) => outcome)).toEqual(['REFUSED', 'IMPORTED', 'IMPORTED', 'REFUSED'])
})

test('every problem is named', async () => {
  const { request, externalAccountId } = account
  const refusal = await refusalsOf(
    importInto(request, externalAccountId, [
      { external_id: '' },
      { amount: -1 },
      { amount: 1.5 },
      { direction: 'IN' },
      { date: '2026-02-30' },
      { category: { type: 'StableName' } },
      {
        tags: [
          { key: 'a', value: '1' },
          { key: 'a', value: '2' },
        ],
      },
    ]),
  )
  expect(refusal).toEqual([
    ['InvalidPayload', 'transactions.0.external_id'],
    ['InvalidPayload', 'transactions.1.amount'],
    ['InvalidPayload', 'transactions.2.amount'],
    ['InvalidPayload', 'transactions.3.direction'],
    ['InvalidPayload', 'transactions.4.date'],
    ['InvalidPayload', 'transactions.5.category'],
    ['DuplicateTagDimension', 'transactions.6.tags.1'],
  ])
})

test('unknown categories, customers and tags of all rows come together, each at its place', async () => {
  const { request, externalAccountId } = account
  const nobody = randomUUID()
  const unknown = { type: 'AccountId', id: randomUUID() }
  const archived = { key: 'city', value: 'Atlantis' }
  const [tagged] = await importTestTransactions(banking, request, externalAccountId, [{ tags: [archived] }])
  const { client, close } = clientOfService(TagsService, { target: banking.ledgerProcess.target, count: 1 })
  const { clientId, businessId } = request
  const definition_id = tagged?.tags[0]?.definitionId ?? ''
  await client.UpdateTagValue({ definition_id, is_archived: true, cleared: [] }, { context: { clientId, businessId } })
  close()
  const before = await totalsOf(request, externalAccountId)
  const refusals = await refusalsOf(
    importInto(request, externalAccountId, [
      { category: unknown },
      { category: { type: 'StableName', stable_name: 'ACCOUNTS_PAYABLE', vendor_id: nobody } },
      { tags: [archived] },
      { category: unknown, tags: [archived] },
      { tags: [archived, { ...archived, value: 'Rome' }] },
      // It would be imported, and wait.
      { category: { type: 'StableName', stable_name: 'CUSTOMER_CREDITS' } },
    ]),
  )
  expect(refusals.sort()).toEqual([
    ['AccountNotFound', 'transactions.0.category'],
    ['AccountNotFound', 'transactions.3.category'],
    ['DuplicateTagDimension', 'transactions.4.tags.1'],
    ['TagValueArchived', 'transactions.2.tags.0'],
    ['TagValueArchived', 'transactions.3.tags.0'],
    ['TagValueArchived', 'transactions.4.tags.0'],
    ['VendorNotFound', 'transactions.1.category.vendor_id'],
  ])
  expect(await totalsOf(request, externalAccountId)).toEqual(before)
})

test("another business's account is unknown", async () => {
  const { externalAccountId } = account
  const stranger = await openTestBusiness(banking)
  expect(await refusalsOf(importInto(stranger, externalAccountId, [{}]))).toEqual([
    ['ExternalAccountNotFound', 'externalAccountId'],
  ])
  expect(await refusalsOf(importInto(stranger, 'nonsense', [{}]))).toEqual([
    ['ExternalAccountNotFound', 'externalAccountId'],
  ])
})

test('the same request under one key is imported once and gets the same answer', async () => {
  const { request, externalAccountId } = account
  const inputs = [{ category: { type: 'StableName', stable_name: 'OPERATING_EXPENSES' } }, {}].map(testInput)
  const send = () => {
    const keyed = requestFor(request.clientId, request.businessId, { key: 'k', requestHash: 'h' })
    return importTransactions(banking, keyed, { external_account_id: externalAccountId, transactions: inputs })
  }
  const first = await send()
  const second = await send()
  expect(second).toEqual(first)
  expect(first.posting).toBe('posted')
})

test('racing imports of the same rows import each once, and one counterparty', async () => {
  const { request, externalAccountId, ledgerAccountId } = await open()
  const inputs = Array.from({ length: 6 }, (_, index) => ({
    external_id: `r${index}`,
    amount: index,
    merchant_name: `Racing shop ${index % 3}`,
    category: { type: 'StableName', stable_name: 'OPERATING_EXPENSES' },
  }))
  const answers = await Promise.all(
    Array.from({ length: 4 }, (_, index) =>
      importInto(request, externalAccountId, index % 2 === 0 ? inputs : [...inputs].reverse()),
    ),
  )
  expect(answers.reduce((sum, { report }) => sum + (report.imported_count ?? 0), 0)).toBe(6)
  const sum = 1 + 2 + 3 + 4 + 5
  expect(await totalsOf(request, externalAccountId)).toMatchObject({
    transaction_count: '6',
    transaction_sum: String(-sum),
    uncategorized_count: '0',
  })
  const [counts] = await banking.db.transact(request, (tx) =>
    tx.rows(`SELECT count(*) FROM counterparties WHERE business_id = $1 AND name LIKE 'Racing%'`, [request.businessId]),
  )
  expect(counts).toEqual({ count: '3' })
  expect(await balanceOf(request, ledgerAccountId)).toBe(-sum)
})

test('5,000 rows are imported in one request, and 5,001 refused', async () => {
  const { request, externalAccountId } = account
  const inputs = Array.from({ length: 5_000 }, (_, index) => ({ external_id: `m${index % 10}`, amount: 1 }))
  const { report } = await importInto(request, externalAccountId, inputs)
  expect([report.imported_count, report.known_count]).toEqual([10, 4_990])
  expect(await refusalsOf(importInto(request, externalAccountId, [...inputs, {}]))).toEqual([
    ['InvalidPayload', 'transactions'],
  ])
}, 60_000)

test('undecided rows need no ledger, so imports go on without it', async () => {
  const { request, externalAccountId } = account
  await withoutLedger(banking, async (alone) => {
    const { data, posting } = await importTransactions(alone, request, {
      external_account_id: externalAccountId,
      transactions: [{}, { pending: true }].map(testInput),
    })
    expect([data?.imported_count, posting]).toEqual([2, undefined])
  })
})

// Last, since it closes the books for all tests.
test('a row that cannot be posted stays uncategorized, with the reason', async () => {
  const { request, externalAccountId, ledgerAccountId } = await open()
  await banking.ledger.configuration.UpdateAccountingConfiguration(
    { closing_date: '2026-01-31', cleared: [] },
    { context: { clientId: request.clientId, businessId: request.businessId } },
  )
  const category = { type: 'StableName', stable_name: 'OPERATING_EXPENSES' }
  const { rows } = await importInto(request, externalAccountId, [
    { date: '2026-01-31', category },
    { date: '2026-02-01', category },
    { date: '2026-02-01', category: { type: 'AccountId', id: ledgerAccountId } },
  ])
  expect(rows.map(({ outcome, categorizationStatus }) => [outcome, categorizationStatus])).toEqual([
    ['IMPORTED', 'READY_FOR_INPUT'],
    ['IMPORTED', 'CATEGORIZED'],
    ['IMPORTED', 'READY_FOR_INPUT'],
  ])
  expect(rows[0]?.reason).toContain('closed')
  expect(rows[2]?.reason).toContain('bank account')
})
