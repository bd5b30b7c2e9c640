import type { BusinessWrite } from '@pacioli/rpc'
import { findByText, statementFor } from '@pacioli/search'
import { servingRequest } from '@pacioli/telemetry'
import { unindexed } from '@pacioli/testing'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestBusiness, startTestLedger, type TestLedger } from './ledger.test-helpers.ts'
import { searchedKinds } from './searched-kinds.ts'
import { saleOf } from './tags/tags.test-helpers.ts'
import { createAccount, postJournalEntry } from './use-cases.test-helpers.ts'

let ledger: TestLedger
let business: BusinessWrite
let stranger: BusinessWrite

beforeAll(async () => {
  ledger = await startTestLedger()
  business = await openTestBusiness(ledger)
  stranger = await openTestBusiness(ledger)
})
afterAll(() => ledger.stop())

const statement = statementFor(searchedKinds)
const find = async (text: string, by = business) =>
  (await ledger.db.transact(by, (tx) => findByText(tx, statement, by.businessId, text))).map(({ type, id, match }) => [
    type,
    id,
    match,
  ])

test('an entry is found by its id in any case, its external_id, its reference number and its request, by its tenant alone', async () => {
  const [external_id, reference_number, requestId] = ['e-1', 'n-1', 'r-1']
  const input = { ...saleOf(5), external_id, reference_number }
  const { data } = await servingRequest({ requestId }, () => postJournalEntry(ledger, business, input))
  const id = data.id ?? ''
  expect(await find(id)).toEqual([['entry', id, 'ID']])
  expect(await find(id.toUpperCase())).toEqual([['entry', id, 'ID']])
  expect(await find(external_id)).toEqual([['entry', id, 'EXTERNAL_ID']])
  expect(await find(reference_number)).toEqual([['entry', id, 'REFERENCE_NUMBER']])
  expect(await find(requestId)).toEqual([['entry', id, 'REQUEST_ID']])
  for (const text of [id, external_id, reference_number, requestId, data.line_items?.[0]?.id ?? ''])
    expect([text, await find(text, stranger)]).toEqual([text, []])
})

test('a line is found as a part of its entry, an account, a tag and the business by their ids', async () => {
  const { data } = await postJournalEntry(ledger, business, { ...saleOf(5), tags: [{ key: 'site', value: 'a' }] })
  const line = data.line_items?.[0]?.id ?? ''
  const { dimension_id = '', definition_id = '' } = data.transaction_tags?.[0] ?? {}
  const account = await createAccount(ledger, business, { name: 'Till', account_subtype: 'CASH', parent_id: null })
  const accountId = account.data.id?.id ?? ''
  expect(await find(line)).toEqual([['entry_line', line, 'ID']])
  expect(await find(accountId)).toEqual([['account', accountId, 'ID']])
  expect(await find(dimension_id)).toEqual([['tag_dimension', dimension_id, 'ID']])
  expect(await find(definition_id)).toEqual([['tag_value', definition_id, 'ID']])
  expect(await find(business.businessId)).toEqual([['business', business.businessId, 'ID']])
  expect(await find(business.businessId, stranger)).toEqual([])
})

test('what a request made is found with the whole of it, at most 20, each once', async () => {
  await servingRequest({ requestId: 'bulk' }, async () => {
    for (let made = 0; made < 25; made++)
      await postJournalEntry(ledger, business, { ...saleOf(5), external_id: made === 0 ? 'bulk' : undefined })
  })
  const found = await find('bulk')
  expect(found).toHaveLength(20)
  expect(found[0]?.[2]).toBe('EXTERNAL_ID')
  expect(new Set(found.map(([, id]) => id)).size).toBe(20)
})

test('nothing is found by an id that does not exist', async () => {
  for (const text of [randomUUID(), 'nothing', "' OR 1=1 --", '\0', 'none', '']) expect(await find(text)).toEqual([])
})

test('everything is found by an index', async () => {
  const columns = ['id', 'external_id', 'reference_number', 'request_id']
  const bind = [business.businessId, 'r-1', randomUUID()]
  const lines = await ledger.db.transact(business, (tx) => unindexed(tx, statement, bind, columns))
  // The business is one row, found by its id.
  expect(lines.filter((line) => !line.includes('client_id'))).toEqual([])
})
