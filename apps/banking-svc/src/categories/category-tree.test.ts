import { expect, test } from 'vitest'
import type { KnownAccount } from '@pacioli/ledger-facts'
import { categoryTree } from './category-tree.ts'

const account = (id: string, change: Partial<KnownAccount> = {}): KnownAccount => ({
  id,
  parentId: null,
  name: id,
  accountNumber: null,
  stableName: null,
  normality: 'DEBIT',
  type: 'EXPENSE',
  subtype: 'OPERATING_EXPENSES',
  archivedAt: null,
  version: 1,
  ...change,
})

test('accounts are under their parents, by type, number and name; Exclusion comes last', () => {
  const tree = categoryTree([
    account('z', { name: 'Rent', parentId: 'p' }),
    account('y', { name: 'Meals', parentId: 'p' }),
    account('n', { accountNumber: '600' }),
    account('p', { stableName: 'OPERATING_EXPENSES' }),
    account('c', { type: 'ASSET', subtype: 'CASH' }),
  ])
  expect(tree.map(({ category }) => category)).toEqual(['c', 'n', 'OPERATING_EXPENSES', 'Exclusion'])
  expect(tree[2]?.sub_categories?.map(({ display_name }) => display_name)).toEqual(['Meals', 'Rent'])
})

test('an account whose parent is archived is at the top', () => {
  expect(categoryTree([account('a', { parentId: 'gone' })])[0]?.id).toBe('a')
})

test('types and subtypes have display names', () => {
  const [node] = categoryTree([account('a', { subtype: 'COGS' })])
  expect(node?.account_type).toEqual({ value: 'EXPENSE', display_name: 'Expense' })
  expect(node?.account_subtype).toEqual({ value: 'COGS', display_name: 'Cost of Goods Sold' })
})
