import { tablesOfBusinesses } from '@pacioli/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { carriedByBanking } from './carried-tables.ts'
import { startTestBanking, type TestBanking } from './banking.test-helpers.ts'

let banking: TestBanking

beforeAll(async () => {
  banking = await startTestBanking()
})
afterAll(() => banking.stop())

test('every table with rows of businesses goes with their books, or is left behind for a reason', async () => {
  const { tables, leftBehind } = carriedByBanking
  const named = [...tables.map(({ name }) => name), ...Object.keys(leftBehind)]
  expect(named.toSorted()).toEqual(await banking.db.transact({}, tablesOfBusinesses))
})
