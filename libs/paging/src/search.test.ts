import { expect, test } from 'vitest'
import type { Page } from './index.ts'
import { gatheredPage, pageParameters, searchPage, type FoundPage, type Search } from './search.ts'

const ROW = { id: 'a', sort_key: 'A' }
const FILTER = { name: 'x' }

const search = (gathered: FoundPage | undefined): Search => ({
  gather: () => Promise.resolve(gathered),
  walk: () => Promise.resolve([{ id: 'w', sort_key: 'W' }]),
  count: () => Promise.resolve(11),
})
const FEW = search({ rows: [ROW], total: 10 })
const WALKED = [{ id: 'w', sort_key: 'W' }]

test('at most so many matches are gathered, more are walked', async () => {
  expect(await searchPage(FILTER, 10, 10, FEW)).toEqual({ rows: [ROW], total: 10 })
  expect(await searchPage(FILTER, 11, 10, FEW)).toEqual({ rows: WALKED, total: 11 })
})

test('an unknown number is that of the gathered, or counted where those are too many', async () => {
  expect(await searchPage(FILTER, undefined, 10, FEW)).toEqual({ rows: [ROW], total: 10 })
  expect(await searchPage(FILTER, undefined, 10, search(undefined))).toEqual({ rows: WALKED, total: 11 })
})

test('a known number stays when matches come or go between pages', async () => {
  expect(await searchPage(FILTER, 9, 10, FEW)).toEqual({ rows: [ROW], total: 9 })
})

test('what is not filtered is walked', async () => {
  expect(await searchPage({ name: undefined }, 10, 10, FEW)).toEqual({ rows: WALKED, total: 10 })
})

test('gathered rows are a page up to the limit, and none beyond it', () => {
  expect(gatheredPage([{ ...ROW, found: '10' }], 10)).toEqual({ rows: [ROW], total: 10 })
  expect(gatheredPage([{ ...ROW, found: '11' }], 10)).toBeUndefined()
  expect(gatheredPage([{ id: null, sort_key: '', found: '10' }], 10)).toEqual({ rows: [], total: 10 })
  expect(gatheredPage([], 10)).toEqual({ rows: [], total: 0 })
})

test('the parameters of a page begin after the last row, and ask for one more than it shows', () => {
  const page: Page = { limit: 2, sortBy: 'name', sortOrder: 'DESC', after: undefined, totalCount: undefined }
  expect(pageParameters(page)).toEqual(['name', true, null, null, 3])
  expect(pageParameters({ ...page, sortOrder: 'ASC', after: ['A', 'a'] })).toEqual(['name', false, 'A', 'a', 3])
})
