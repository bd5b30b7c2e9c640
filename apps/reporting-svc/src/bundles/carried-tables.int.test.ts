import { tablesOfBusinesses } from '@pacioli/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { carriedByReporting } from './carried-tables.ts'
import { startTestTasks, type TestTasks } from '../tasks/tasks.test-helpers.ts'

let tasks: TestTasks

beforeAll(async () => {
  tasks = await startTestTasks()
})
afterAll(() => tasks.close())

test('every table with rows of businesses goes with their books, or is left behind for a reason', async () => {
  const { tables, leftBehind } = carriedByReporting
  const named = [...tables.map(({ name }) => name), ...Object.keys(leftBehind)]
  expect(named.toSorted()).toEqual(await tasks.db.transact({}, tablesOfBusinesses))
})
