import { tablesOfBusinesses } from '@pacioli/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { carriedByLedger } from './carried-tables.ts'
import { startTestLedger, type TestLedger } from './ledger.test-helpers.ts'

let ledger: TestLedger

beforeAll(async () => {
  ledger = await startTestLedger()
})
afterAll(() => ledger.stop())

test('every table with rows of businesses goes with their books, or is left behind for a reason', async () => {
  const { tables, leftBehind } = carriedByLedger
  const named = [...tables.map(({ name }) => name), ...Object.keys(leftBehind)]
  expect(named.toSorted()).toEqual(await ledger.db.transact({}, tablesOfBusinesses))
})
