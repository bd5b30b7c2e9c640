import { findByText, statementFor } from '@pacioli/search'
import { servingRequest } from '@pacioli/telemetry'
import { unindexed } from '@pacioli/testing'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestBusiness, startTestBanking, type TestBanking } from './banking.test-helpers.ts'
import { importOne, openTestBooks, type TestBooks } from './categorization/categorization.test-helpers.ts'
import { ruleInput } from './rules/rules.test-helpers.ts'
import { searchedKinds } from './searched-kinds.ts'
import { createRule, deleteRule } from './use-cases.test-helpers.ts'

let banking: TestBanking
let books: TestBooks

beforeAll(async () => {
  banking = await startTestBanking()
  books = await openTestBooks(banking)
})
afterAll(() => banking.stop())

const statement = statementFor(searchedKinds)
const find = (text: string, by = books.request) =>
  banking.db.transact(by, (tx) => findByText(tx, statement, by.businessId, text))

test('a transaction is found by its id, the id of its source, its reference number and its request, by its tenant alone', async () => {
  const stranger = await openTestBusiness(banking)
  const said = { external_id: 'e-1', reference_number: 'n-1' }
  const { id } = await servingRequest({ requestId: 'r-1' }, () => importOne(banking, books, said))
  for (const text of [id, id.toUpperCase(), 'e-1', 'n-1', 'r-1']) {
    expect([text, (await find(text)).map((found) => [found.type, found.id])]).toEqual([
      text,
      [['bank_transaction', id]],
    ])
    expect([text, await find(text, stranger)]).toEqual([text, []])
  }
})

test('an account is found by its id, and its external accounts as parts of it', async () => {
  const { bankAccountId, externalAccountId } = books.account
  expect(await find(bankAccountId)).toMatchObject([{ type: 'bank_account', id: bankAccountId, requestId: null }])
  expect(await find(externalAccountId)).toMatchObject([{ type: 'external_account', parent: bankAccountId }])
})

test('a rule is found until it is deleted', async () => {
  const { data } = await createRule(banking, books.request, ruleInput({ external_id: 'rule' }))
  expect(await find('rule')).toMatchObject([{ type: 'categorization_rule', match: 'EXTERNAL_ID' }])
  await deleteRule(banking, books.request, data?.id ?? '')
  expect([await find('rule'), await find(data?.id ?? '')]).toEqual([[], []])
})

test('everything is found by an index', async () => {
  const columns = ['id', 'external_id', 'source_transaction_id', 'reference_number', 'request_id']
  const bind = [books.request.businessId, 'r-1', randomUUID()]
  expect(await banking.db.transact(books.request, (tx) => unindexed(tx, statement, bind, columns))).toEqual([])
})
