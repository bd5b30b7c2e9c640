/** Names of accounts in plain-text accounting: the path in the chart, under one of the five kinds of accounts. Pure. */
import type { BookAccount } from './book-entry.ts'

const ROOTS: Record<string, string> = {
  ASSET: 'Assets',
  LIABILITY: 'Liabilities',
  EQUITY: 'Equity',
  REVENUE: 'Income',
  EXPENSE: 'Expenses',
}

/** How a name of the chart is written as a part of a path. */
export type WriteComponent = (name: string) => string

/** How a path that is taken already is told apart. */
export type TellApart = (component: string, id: string) => string

/**
 * The path of each account, in the order of the chart. Two accounts never have the same one: of those that would, all but the first
 * one also have a part of their ids.
 */
export function accountPaths(
  accounts: readonly BookAccount[],
  write: WriteComponent,
  tellApart: TellApart,
): Map<string, string> {
  const byId = new Map(accounts.map((account) => [account.id, account]))
  const paths = new Map<string, string>()
  const taken = new Set<string>(Object.values(ROOTS))
  const pathOf = (account: BookAccount, below: ReadonlySet<string>): string => {
    const known = paths.get(account.id)
    if (known !== undefined) return known
    const parent = account.parentId === null ? undefined : byId.get(account.parentId)
    const isBelow = parent && parent.type === account.type && !below.has(parent.id)
    const above = isBelow ? pathOf(parent, new Set([...below, account.id])) : (ROOTS[account.type] ?? 'Equity')
    let component = write(account.name)
    while (taken.has(`${above}:${component}`)) component = tellApart(component, account.id)
    const path = `${above}:${component}`
    taken.add(path)
    paths.set(account.id, path)
    return path
  }
  for (const account of accounts) pathOf(account, new Set())
  return new Map(accounts.map(({ id }) => [id, paths.get(id) as string]))
}
