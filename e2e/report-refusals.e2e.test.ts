/** What every report refuses of its filters, and its workbook in the same words. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { newClient, Payables, Receivables, sale, target, type Books } from './src/index.ts'

let books: Books

beforeAll(async () => {
  books = await (await newClient(target(), 'report-refusals')).books()
  await books.posted(sale(100))
  const [vendor, customer] = [await new Payables(books).vendor('Looms'), await new Receivables(books).customer('Ada')]
  ids = { vendorId: vendor.id, customerId: customer.id }
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

const PARTY = [
  ['getVendorLedger', 'exportVendorLedger'],
  ['getCustomerLedger', 'exportCustomerLedger'],
] as const
const FILES = ['exportVendorStatement', 'exportCustomerStatement'] as const

let ids: Record<string, string>

describe.each([...SPLIT, LEDGER, ...AGING, ...PARTY].flat())('%s', (operation) => {
  test.each([
    [{ tag_key: 'fund' }, 'tag_values'],
    [{ tag_values: ['a'] }, 'tag_key'],
  ])('takes a key of tags together with values: %j', async (query, field) => {
    const { refusal } = await books.api.call(operation, { path: ids, query })
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

test.each([...PARTY.flat(), ...FILES])(
  '%s is of a vendor or customer of the business, and of its kind',
  async (operation) => {
    const [kind, other] = operation.includes('Vendor')
      ? (['vendorId', 'customerId'] as const)
      : (['customerId', 'vendorId'] as const)
    const error_enum = kind === 'vendorId' ? 'VendorNotFound' : 'CustomerNotFound'
    for (const id of [randomUUID(), ids[other] ?? '', 'nobody']) {
      const { refusal } = await books.api.call(operation, { path: { [kind]: id } })
      expect(refusal).toEqual({ status: 404, error_enum, field: kind })
    }
  },
)

test.each(FILES)('%s leaves nothing out, so it takes no tags', async (operation) => {
  const query = { tag_key: 'fund', tag_values: ['a'] }
  const { refusal } = await books.api.call(operation, { path: ids, query })
  expect(refusal).toMatchObject({ status: 400, error_enum: 'UnknownField' })
})
