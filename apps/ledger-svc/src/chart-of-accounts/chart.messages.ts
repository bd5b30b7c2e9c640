import { displayName } from '@pacioli/chart'
import { domainEvent, type StagedEvent } from '@pacioli/events'
import { toAmount } from '@pacioli/money'
import type { ChartAccount } from '@pacioli/protos/common'
import type { BalanceNode, ChartNode } from '@pacioli/protos/ledger'
import { safeBalance } from '../balances/safe-balance.ts'
import type { Account } from './account.ts'
import type { AccountTotals } from './account.store.ts'

const chartAccounts = new WeakMap<Account, ChartAccount>()

/** The account as lines carry it; built once per account, because lines are many and accounts few. */
export function toChartAccount(account: Account): ChartAccount {
  const known = chartAccounts.get(account)
  if (known) return known
  const made: ChartAccount = {
    id: { id: account.id },
    name: account.name,
    account_number: account.accountNumber ?? undefined,
    stable_name: account.stableName === null ? null : { stable_name: account.stableName },
    normality: account.normality,
    account_type: { value: account.type, display_name: displayName(account.type) },
    account_subtype: { value: account.subtype, display_name: displayName(account.subtype) },
  }
  chartAccounts.set(account, made)
  return made
}

export const toChartNode = (account: Account, subAccounts: ChartNode[] = []): ChartNode => ({
  ...toChartAccount(account),
  parent_id: account.parentId ?? undefined,
  archived_at: account.archivedAt?.toISOString(),
  created_at: account.createdAt.toISOString(),
  updated_at: account.updatedAt.toISOString(),
  sub_accounts: subAccounts,
})

/** Accounts nested under their parents. One whose parent is not among them is at the top. */
export function nest<Node>(
  accounts: readonly Account[],
  toNode: (account: Account, subAccounts: Node[]) => Node,
): Node[] {
  const present = new Set(accounts.map((account) => account.id))
  const childrenOf = Map.groupBy(accounts, (account) =>
    account.parentId !== null && present.has(account.parentId) ? account.parentId : 'top',
  )
  const build = (parent: string): Node[] =>
    (childrenOf.get(parent) ?? []).map((account) => toNode(account, build(account.id)))
  return build('top')
}

const none: AccountTotals = { debits: 0n, credits: 0n, lineCount: 0n }

/** The chart with the balance of each account, alone and with its sub-accounts. */
export const nestWithBalances = (
  accounts: readonly Account[],
  totals: ReadonlyMap<string, AccountTotals>,
): BalanceNode[] =>
  nest<BalanceNode>(accounts, (account, subAccounts) => {
    const { debits, credits, lineCount } = totals.get(account.id) ?? none
    const balance = safeBalance(
      account.normality === 'DEBIT' ? debits - credits : credits - debits,
      `The balance of ${account.name}`,
    )
    const below = subAccounts.reduce(
      (sum, node) => sum + (node.normality === account.normality ? 1 : -1) * (node.balance_with_sub_accounts as number),
      0,
    )
    return {
      ...toChartAccount(account),
      parent_id: account.parentId ?? undefined,
      archived_at: account.archivedAt?.toISOString(),
      balance,
      balance_with_sub_accounts: safeBalance(
        BigInt(balance) + BigInt(below),
        `The balance of ${account.name} with its sub-accounts`,
      ),
      line_count: toAmount(lineCount),
      sub_accounts: subAccounts,
    }
  })

/** The state of an account in events. */
const stateOf = (account: Account) => ({
  id: account.id,
  parent_id: account.parentId,
  name: account.name,
  account_number: account.accountNumber,
  stable_name: account.stableName,
  normality: account.normality,
  account_type: account.type,
  account_subtype: account.subtype,
  archived_at: account.archivedAt,
  version: account.version,
})

export const accountEvent = (
  businessId: string,
  account: Account,
  type: 'created' | 'updated',
  id: string,
  time: Date,
): StagedEvent =>
  domainEvent({
    id,
    time,
    service: 'ledger',
    businessId,
    aggregateType: 'account',
    aggregateId: account.id,
    version: account.version,
    type,
    data: stateOf(account),
  })

/** The chart a business starts with, as one event. */
export const chartEvent = (businessId: string, accounts: readonly Account[], id: string, time: Date): StagedEvent =>
  domainEvent({
    id,
    time,
    service: 'ledger',
    businessId,
    aggregateType: 'chart',
    aggregateId: businessId,
    version: 1,
    type: 'created',
    data: { accounts: accounts.map(stateOf) },
  })
