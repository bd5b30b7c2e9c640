import type { BusinessWrite } from '@pacioli/rpc'
import { findByText, statementFor } from '@pacioli/search'
import { servingRequest } from '@pacioli/telemetry'
import { unindexed } from '@pacioli/testing'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestBusiness, startTestBilling, type TestBilling } from './testing/billing.test-helpers.ts'
import { searchedKinds } from './searched-kinds.ts'
import { makeVendor } from './testing/vendors.test-helpers.ts'

let billing: TestBilling
let business: BusinessWrite
let stranger: BusinessWrite

beforeAll(async () => {
  billing = await startTestBilling()
  business = await openTestBusiness(billing)
  stranger = await openTestBusiness(billing)
})
afterAll(() => billing.stop())

const statement = statementFor(searchedKinds)
const find = (text: string, by = business) =>
  billing.db.transact(by, (tx) => findByText(tx, statement, by.businessId, text))

test('a vendor is found by its id, its external_id, its reference number and its request, only by its tenant', async () => {
  const said = { external_id: 'e-1', reference_number: 'n-1' }
  const { id } = await servingRequest({ requestId: 'r-1' }, () => makeVendor(billing, business, said))
  for (const text of [id, id.toUpperCase(), 'e-1', 'n-1', 'r-1']) {
    expect([text, (await find(text)).map((found) => [found.type, found.id])]).toEqual([text, [['vendor', id]]])
    expect([text, await find(text, stranger)]).toEqual([text, []])
  }
})

test('documents without a request id are found by the other keys', async () => {
  const { id } = await makeVendor(billing, business, { external_id: 'e-2' })
  expect(await find('e-2')).toMatchObject([{ id, requestId: null, match: 'EXTERNAL_ID' }])
  expect(await find('none')).toEqual([])
})

test('everything is found by an index', async () => {
  const columns = ['id', 'external_id', 'reference_number', 'request_id']
  const bind = [business.businessId, 'r-1', randomUUID()]
  expect(await billing.db.transact(business, (tx) => unindexed(tx, statement, bind, columns))).toEqual([])
})
