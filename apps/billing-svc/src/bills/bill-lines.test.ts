import { Books, LedgerPrefetch, type AskedAccount } from '@pacioli/postings'
import { Problems } from '@pacioli/errors'
import { expect, test } from 'vitest'
import { refusalOf, tax } from '../testing/payables.test-helpers.ts'
import { linesFrom } from './bill-lines.ts'
import { requestedLines } from './bill-lines.ts'
import { prefetchLines, prefetchTaxes, taxAccountsIn, taxesFrom } from '../line-items/resolve-lines.ts'
import { requestedTax } from '../line-items/requested-lines.ts'
import { RequestReader } from '../requests/request-reader.ts'

const account = (id: string, stableName: string | null = null, isArchived = false): AskedAccount => ({
  id,
  name: id,
  accountNumber: null,
  stableName,
  normality: 'DEBIT',
  type: 'EXPENSE',
  subtype: 'COGS',
  isArchived,
})

const books = new Books({
  epoch: 1,
  closedThrough: null,
  businessArchivedAt: null,
  accounts: new Map(
    [account('rent'), account('goods'), account('payable', 'ACCOUNTS_PAYABLE'), account('old', null, true)].map(
      (one) => [JSON.stringify(['AccountId', one.id]), one],
    ),
  ),
  tags: new Map(),
  matching: { roundingThreshold: 0, adjustmentThreshold: 0, suggestsAdjustments: false },
})

let made = 0
let prefix = 'old'
const resolving = {
  books,
  taxAccountOf: (name: string) => `account of ${name}`,
  newId: () => `${prefix} ${(made += 1)}`,
  now: new Date('2026-01-01T00:00:00Z'),
}

const input = (
  unit_price: number,
  given: { id?: string; external_id?: string; account?: string; taxes?: string[] } = {},
) => ({
  account_identifier: { type: 'AccountId', id: given.account ?? 'rent' },
  unit_price,
  sales_taxes: (given.taxes ?? []).map((name) => ({ amount: 1, tax_account: { type: 'Tax_Name', name } })),
  tags: [],
  ...(given.id === undefined ? {} : { id: given.id }),
  ...(given.external_id === undefined ? {} : { external_id: given.external_id }),
})

function resolve(inputs: ReturnType<typeof input>[], existing: ReturnType<typeof linesFrom> = []) {
  made = 0
  prefix = existing.length === 0 ? 'old' : 'new'
  const problems = new Problems()
  const lines = linesFrom(
    requestedLines(new RequestReader({ line_items: inputs }, '', problems)),
    existing,
    resolving,
    problems,
  )
  problems.throwIfAny()
  return lines
}

test('a line item is matched by its id, else by its external_id, and each replaces one', () => {
  const existing = resolve([input(1, { external_id: 'a' }), input(2, { external_id: 'b' }), input(3)])
  expect(existing.map(({ id }) => id)).toEqual(['old 1', 'old 2', 'old 3'])
  const ids = (...inputs: ReturnType<typeof input>[]) => resolve(inputs, existing).map(({ id }) => id)
  expect(ids(input(1, { external_id: 'b' }), input(1, { external_id: 'c' }))).toEqual(['old 2', 'new 1'])
  // Ids take precedence: the external_id then belongs to another line item.
  expect(ids(input(7, { external_id: 'a' }), input(8, { id: 'OLD 3' }), input(9, { id: 'old 1' }))).toEqual([
    'new 1',
    'old 3',
    'old 1',
  ])
  expect(ids(input(1), input(2))).toEqual(['new 1', 'new 2'])
})

test('taxes of one name keep their ids in their order', () => {
  const taxes = (...names: string[]) => {
    made = 0
    prefix = 'new'
    const problems = new Problems()
    const inputs = names.map((name) => ({ amount: 1, tax_account: { type: 'Tax_Name', name } }))
    const requested = new RequestReader({ taxes: inputs }, '', problems).elements('taxes').map(requestedTax)
    return taxesFrom(requested, [tax('CA', 1, 'one'), tax('CA', 2, 'two'), tax('NY', 3, 'three')], resolving, problems)
  }
  expect(taxes('NY', 'CA', 'TX', 'CA', 'CA').map(({ id, accountId }) => [id, accountId])).toEqual([
    ['three', 'account of NY'],
    ['one', 'account of CA'],
    ['new 1', 'account of TX'],
    ['two', 'account of CA'],
    ['new 2', 'account of CA'],
  ])
})

test('every account that cannot be named is reported', () => {
  const error = refusalOf(() => resolve([input(1), input(1, { account: 'payable' }), input(1, { account: 'old' })]))
  expect(error).toEqual(['ControlAccount', 'line_items.1.account_identifier'])
})

test('the account of a tax is the one that its name gives', () => {
  const accountOf = taxAccountsIn(books, (name) =>
    new Map([
      ['ca', 'goods'],
      ['ap', 'payable'],
    ]).get(name),
  )
  expect(accountOf('ca', 'tax')).toBe('goods')
  expect(refusalOf(() => accountOf('ap', 'tax'))).toEqual(['ControlAccount', 'tax'])
  expect(() => accountOf('ny', 'tax')).toThrow('asked again')
})

test('what a thousand lines name alike is queried once', () => {
  const problems = new Problems()
  const line_items = Array.from({ length: 1_000 }, () => input(1, { taxes: ['CA', 'NY'] }))
  const lines = requestedLines(new RequestReader({ line_items }, '', problems))
  const asking = new LedgerPrefetch()
  const accountOf = (name: string) => (name.toUpperCase() === 'CA' ? 'goods' : undefined)
  prefetchLines(asking, lines, accountOf)
  prefetchTaxes(asking, [{ field: 'x', taxName: 'ca', amount: 1 }], accountOf)
  expect(asking.question().accounts).toEqual([
    { identifier: { type: 'AccountId', id: 'rent', stable_name: undefined }, field: 'line_items.0.account_identifier' },
    { identifier: { type: 'AccountId', id: 'goods' }, field: 'line_items.0.sales_taxes.0.tax_account' },
  ])
})
