import { tablesOfBusinesses } from '@pacioli/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { carriedByBilling } from './carried-tables.ts'
import { startTestBilling, type TestBilling } from './testing/billing.test-helpers.ts'

let billing: TestBilling

beforeAll(async () => {
  billing = await startTestBilling()
})
afterAll(() => billing.stop())

test('every table with rows of businesses goes with their books, or is left behind for a reason', async () => {
  const { tables, leftBehind } = carriedByBilling
  const named = [...tables.map(({ name }) => name), ...Object.keys(leftBehind)]
  expect(named.toSorted()).toEqual(await billing.db.transact({}, tablesOfBusinesses))
})
