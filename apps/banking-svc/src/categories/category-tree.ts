/** The chart as a tree of categories. Pure. */
import type { KnownAccount } from '@pacioli/ledger-facts'
import type { CategoryNode } from '@pacioli/protos/banking'
import { EXCLUSION } from '../bank-transactions/bank-transaction.messages.ts'

/** The order in which charts are read. */
const TYPES = ['ASSET', 'LIABILITY', 'EQUITY', 'REVENUE', 'EXPENSE']

/** `SALES_TAXES` → `Sales Taxes`, as the ledger shows it. */
const displayName = (name: string): string =>
  name === 'COGS'
    ? 'Cost of Goods Sold'
    : name
        .split('_')
        .map((word) => word.slice(0, 1) + word.slice(1).toLowerCase())
        .join(' ')

const named = (value: string) => ({ value, display_name: displayName(value) })

const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** By type, number and name; accounts without a number come last. */
const inOrder = (one: KnownAccount, other: KnownAccount): number =>
  TYPES.indexOf(one.type) - TYPES.indexOf(other.type) ||
  Number(one.accountNumber === null) - Number(other.accountNumber === null) ||
  compareText(one.accountNumber ?? '', other.accountNumber ?? '') ||
  compareText(one.name, other.name) ||
  compareText(one.id, other.id)

/** Accounts under their parents, at the top those whose parent is absent; the exclusion, which is no account, last. */
export function categoryTree(accounts: readonly KnownAccount[]): CategoryNode[] {
  const present = new Set(accounts.map(({ id }) => id))
  const childrenOf = Map.groupBy(accounts.toSorted(inOrder), ({ parentId }) =>
    parentId !== null && present.has(parentId) ? parentId : 'top',
  )
  const build = (parent: string): CategoryNode[] =>
    (childrenOf.get(parent) ?? []).map((account) => ({
      id: account.id,
      category: account.stableName ?? account.id,
      display_name: account.name,
      stable_name: account.stableName ?? undefined,
      account_type: named(account.type),
      account_subtype: named(account.subtype),
      sub_categories: build(account.id),
    }))
  return [...build('top'), { ...EXCLUSION, sub_categories: [] }]
}
