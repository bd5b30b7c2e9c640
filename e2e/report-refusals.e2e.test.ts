/** What every report refuses of its filters, and its workbook in the same words. */
import { beforeAll, describe, expect, test } from 'vitest'
import { newClient, sale, target, type Books } from './src/index.ts'

let books: Books

beforeAll(async () => {
  books = await (await newClient(target(), 'report-refusals')).books()
  await books.posted(sale(100))
})

const SPLIT = [
  ['getTrialBalance', 'exportTrialBalance'],
  ['getProfitAndLoss', 'exportProfitAndLoss'],
  ['getBalanceSheet', 'exportBalanceSheet'],
  ['getCashflowStatement', 'exportCashflowStatement'],
] as const
const LEDGER = ['getGeneralLedger', 'exportGeneralLedger'] as const
const AGING = [
  ['getApAging', 'exportApAging'],
  ['getArAging', 'exportArAging'],
] as const

describe.each([...SPLIT, LEDGER, ...AGING].flat())('%s', (operation) => {
  test.each([
    [{ tag_key: 'fund' }, 'tag_values'],
    [{ tag_values: ['a'] }, 'tag_key'],
  ])('takes a key of tags together with values: %j', async (query, field) => {
    const { refusal } = await books.api.call(operation, { query })
    expect(refusal).toEqual({ status: 400, error_enum: 'MissingTagValues', field })
  })
})

test.each(SPLIT.flat())('%s is not split by a dimension that the business does not have', async (operation) => {
  const { refusal } = await books.api.call(operation, { query: { split_by: 'planet' } })
  expect(refusal).toEqual({ status: 404, error_enum: 'TagDimensionNotFound', field: 'split_by' })
})

test.each(LEDGER)('%s knows no account that is not in the chart', async (operation) => {
  const { refusal } = await books.api.call(operation, { query: { account_id: 'NOBODY' } })
  expect(refusal).toEqual({ status: 404, error_enum: 'AccountNotFound', field: 'account_id' })
})
