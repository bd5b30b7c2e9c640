/** Categories on the accounts that documents own, and on receivables and payables with whose debt it is. */
import { randomUUID } from 'node:crypto'
import type { Aggregate, Category, CategoryNode } from '@pacioli/protos/banking'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestBanking, type TestBanking } from '../banking.test-helpers.ts'
import { upsertContacts } from '../contacts/contact.store.ts'
import type { ContactKind } from '../contacts/contact.ts'
import { replayBusiness } from '../replay/replay-aggregates.ts'
import { makeRule, readRule } from '../rules/rules.test-helpers.ts'
import { testInput } from '../statement-import/imports.test-helpers.ts'
import {
  applyTagsToTransactions,
  categorizeTransaction,
  categorizeTransactions,
  getTransaction,
  importTransactions,
  listCategories,
  uncategorizeTransaction,
  updateRule,
} from '../use-cases.test-helpers.ts'
import {
  asCategory,
  asSplit,
  entriesOf,
  FEES,
  importOne,
  load,
  openTestBooks,
  type TestBooks,
} from './categorization.test-helpers.ts'

let banking: TestBanking
let books: TestBooks
const [customer, vendor] = [randomUUID(), randomUUID()]

beforeAll(async () => {
  banking = await startTestBanking()
  books = await openTestBooks(banking)
  await know('customer', customer)
  await know('vendor', vendor)
})
afterAll(() => banking.stop())

/** As its event brings it. */
const know = (kind: ContactKind, id: string, { request }: TestBooks = books) =>
  banking.db.transact(request, (tx) =>
    upsertContacts(tx, [
      { businessId: request.businessId, kind, id, externalId: `external ${id}`, name: 'Acme', version: 1 },
    ]),
  )

const stable = (stable_name: string, party: object = {}) => ({ type: 'StableName', stable_name, ...party })
const RECEIVABLE = stable('ACCOUNTS_RECEIVABLE', { customer_id: customer })
const PAYABLE = stable('ACCOUNTS_PAYABLE', { vendor_id: vendor })
const UNPARTIED = { customer_id: undefined, vendor_id: undefined }

/** The lines of the standing entry, and whom each concerns. */
async function linesOf(id: string) {
  const entries = await entriesOf(banking, books.request, [id])
  const standing = entries.find((one) => !one.reversal_of_id && !one.reversal_id)
  return (standing?.line_items ?? [])
    .map(({ account, amount, customer_id, vendor_id }) => [
      account?.stable_name?.stable_name ?? 'bank',
      amount,
      customer_id ?? vendor_id ?? null,
    ])
    .sort()
}

test('a category on receivables is stored, shown and posted with its customer', async () => {
  const { id } = await importOne(banking, books, { direction: 'CREDIT', amount: 500 })
  const { data } = await categorizeTransaction(banking, books.request, asCategory(id, RECEIVABLE))
  expect(data).toMatchObject({
    category: { stable_name: 'ACCOUNTS_RECEIVABLE', customer_id: customer, vendor_id: undefined },
    customer_id: customer,
    customer_external_id: `external ${customer}`,
  })
  expect((await getTransaction(banking, books.request, id)).category).toEqual(data.category)
  expect(await linesOf(id)).toEqual([
    ['ACCOUNTS_RECEIVABLE', 500, customer],
    ['bank', 500, customer],
  ])
  const { posting } = await categorizeTransaction(banking, books.request, asCategory(id, RECEIVABLE))
  expect([posting, (await load(banking, books.request, id)).postingRevision]).toEqual(['posted', 1])
  const other = randomUUID()
  await know('customer', other)
  await categorizeTransaction(
    banking,
    books.request,
    asCategory(id, stable('ACCOUNTS_RECEIVABLE', { customer_id: other.toUpperCase() })),
  )
  expect(await linesOf(id)).toEqual([
    ['ACCOUNTS_RECEIVABLE', 500, other],
    ['bank', 500, other],
  ])
  await uncategorizeTransaction(banking, books.request, id)
  expect(await load(banking, books.request, id)).toMatchObject({ customerId: null, vendorId: null })
})

test('parts of a split name their own customers and vendors, the bank line none unless all are the same', async () => {
  const { id } = await importOne(banking, books, { amount: 90 })
  const { data } = await categorizeTransaction(
    banking,
    books.request,
    asSplit(id, [
      { category: PAYABLE, amount: 50 },
      { category: FEES, amount: 40 },
    ]),
  )
  expect(data.split_entries?.map((part) => part.category as Category)).toMatchObject([
    { stable_name: 'ACCOUNTS_PAYABLE', vendor_id: vendor },
    { stable_name: 'FINANCE_COSTS', ...UNPARTIED },
  ])
  expect(await linesOf(id)).toEqual([
    ['ACCOUNTS_PAYABLE', 50, vendor],
    ['FINANCE_COSTS', 40, null],
    ['bank', 90, null],
  ])
  await categorizeTransactions(banking, books.request, [
    asSplit(id, [
      { category: PAYABLE, amount: 50 },
      { category: PAYABLE, amount: 40, memo: 'the rest' },
    ]),
  ])
  expect((await linesOf(id)).at(-1)).toEqual(['bank', 90, vendor])
  const replayed: Aggregate[] = []
  for await (const one of replayBusiness(banking, books.request.businessId)) replayed.push(one)
  const event = JSON.parse(replayed.find((one) => one.id === id)?.event ?? '{}') as {
    data: { split_entries: object[] }
  }
  expect(event.data.split_entries).toMatchObject([{ vendor_id: vendor, customer_id: null }, { vendor_id: vendor }])
})

test('whom no event has brought yet is asked for, and who is unknown to billing is refused', async () => {
  const { id } = await importOne(banking, books)
  const fresh = randomUUID()
  const decide = () =>
    categorizeTransaction(banking, books.request, asCategory(id, stable('ACCOUNTS_PAYABLE', { vendor_id: fresh })))
  // Another business has it.
  const others = await openTestBooks(banking)
  await know('vendor', fresh, others)
  await expect(decide()).rejects.toMatchObject({ errorEnum: 'VendorNotFound' })
  banking.billingPeer.aggregates.set(books.request.businessId, [{ type: 'vendor', id: fresh }])
  expect((await decide()).data.category?.vendor_id).toBe(fresh)
  banking.billingPeer.aggregates.delete(books.request.businessId)
})

test('a vendor is no customer, also where the same request names it as a vendor', async () => {
  const [first, second] = [await importOne(banking, books), await importOne(banking, books)]
  const both = categorizeTransactions(banking, books.request, [
    asCategory(first.id, PAYABLE),
    asCategory(second.id, stable('ACCOUNTS_RECEIVABLE', { customer_id: vendor })),
  ])
  await expect(both).rejects.toMatchObject({
    problems: [{ error_enum: 'CustomerNotFound', meta: { field: '1.category.customer_id', value: vendor } }],
  })
})

test('a rule categorizes with the customer or vendor that it names', async () => {
  const rule = await makeRule(banking, books.request, {
    conditions: { description_equals: 'FROM ACME' },
    category: RECEIVABLE,
  })
  expect(rule.category).toMatchObject({ stable_name: 'ACCOUNTS_RECEIVABLE', customer_id: customer })
  const { id } = await importOne(banking, books, { description: 'FROM ACME', direction: 'CREDIT', amount: 70 })
  expect(await load(banking, books.request, id)).toMatchObject({ status: 'CATEGORIZED', customerId: customer })
  expect(await linesOf(id)).toEqual([
    ['ACCOUNTS_RECEIVABLE', 70, customer],
    ['bank', 70, customer],
  ])
  await updateRule(banking, books.request, { rule_id: rule.id, category: FEES, tags: [], cleared: [] })
  expect((await readRule(banking, books.request, rule)).category).toMatchObject({
    stable_name: 'FINANCE_COSTS',
    ...UNPARTIED,
  })
  await updateRule(banking, books.request, { rule_id: rule.id, is_active: false, tags: [], cleared: [] })
})

test('a feed and a rule of before cannot name a control account: the transaction is imported, waits, and says why', async () => {
  const { request, account } = books
  const rule = await makeRule(banking, request, { conditions: { description_equals: 'OLD RULE' }, category: FEES })
  const credits = (
    await banking.postingSession.askBooks(request, { accounts: [{ identifier: stable('CUSTOMER_CREDITS') }] })
  ).account(stable('CUSTOMER_CREDITS')).id
  await banking.db.transact(request, (tx) =>
    tx.rows('UPDATE categorization_rules SET category_account_id = $2 WHERE id = $1', [rule.id, credits]),
  )
  const { data } = await importTransactions(banking, request, {
    external_account_id: account.externalAccountId,
    transactions: [
      testInput({ description: 'OLD RULE' }),
      testInput({ category: stable('REFUND_LIABILITIES') }),
      testInput({ category: stable('ACCOUNTS_RECEIVABLE') }),
      testInput({ category: PAYABLE }),
    ],
  })
  expect(
    data?.rows?.map(({ outcome, reason }) => [outcome, /^Transactions are not categorized as /.test(reason ?? '')]),
  ).toEqual([
    ['IMPORTED', true],
    ['IMPORTED', true],
    ['IMPORTED', true],
    ['IMPORTED', false],
  ])
  const statuses = await Promise.all(
    (data?.rows ?? []).map(async ({ transaction_id = '' }) => (await load(banking, request, transaction_id)).status),
  )
  expect(statuses).toEqual(['READY_FOR_INPUT', 'READY_FOR_INPUT', 'READY_FOR_INPUT', 'CATEGORIZED'])
})

test('what was categorized on a control account before is tagged and taken back as ever', async () => {
  const { request } = books
  const { id } = await importOne(banking, books, { amount: 30 })
  await categorizeTransaction(banking, request, asCategory(id, PAYABLE))
  // As a release before this one left it.
  await banking.db.transact(request, (tx) =>
    tx.rows('UPDATE bank_transactions SET vendor_id = NULL WHERE id = $1', [id]),
  )
  const { data } = await applyTagsToTransactions(banking, request, {
    entity_type: 'BANK_TRANSACTION',
    entity_ids: [id],
    key_values: [{ key: 'store', value: 'oslo' }],
  })
  expect(data).toHaveLength(1)
  expect(await linesOf(id)).toEqual([
    ['ACCOUNTS_PAYABLE', 30, null],
    ['bank', 30, null],
  ])
  await uncategorizeTransaction(banking, request, id)
  expect(await linesOf(id)).toEqual([])
})

test('categories do not offer control accounts', async () => {
  const nodes = (list: readonly CategoryNode[]): (string | undefined)[] =>
    list.flatMap(({ stable_name, sub_categories }) => [stable_name, ...nodes(sub_categories ?? [])])
  const offered = new Set(nodes(await listCategories(banking, books.request)))
  const control = [
    'ACCOUNTS_RECEIVABLE',
    'ACCOUNTS_PAYABLE',
    'CUSTOMER_CREDITS',
    'VENDOR_PREPAYMENTS',
    'REFUND_LIABILITIES',
  ]
  expect(control.filter((name) => offered.has(name))).toEqual([])
  expect(offered.has('OPERATING_EXPENSES')).toBe(true)
})
