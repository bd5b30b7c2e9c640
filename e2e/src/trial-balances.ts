/** Trial balances, reported and recomputed, in one shape so that they can be held against each other. */
import type { Call } from './api.ts'
import type { Books } from './books.ts'
import type { BalanceNode, Report } from './answers.ts'
import { amountIn } from './cells.ts'

/** By account id: what stands on its debit side less what stands on its credit side, in minor units. */
export type Sides = Record<string, number>

const sorted = (sides: [string, number][]): Sides => Object.fromEntries(sides.sort(([a], [b]) => a.localeCompare(b)))

/** What a report says of each account. */
export const sidesOf = ({ rows }: Report): Sides =>
  sorted(
    rows
      .filter(({ row_key }) => row_key !== 'TOTAL')
      .map(({ row_key, cells }) => [row_key, (amountIn(cells.debit) ?? 0) - (amountIn(cells.credit) ?? 0)]),
  )

/** What the ledger says stands on each account that has lines. */
export async function sidesOnLedger(books: Books, query: Call['query'] = {}): Promise<Sides> {
  const nodes = await books.balanceNodes({ include_archived: true, ...query })
  return sorted(nodes.filter(({ line_count }) => line_count > 0).map((node) => [node.id.id, debitSideOf(node)]))
}

/** What stands on an account, debits positive. */
export const debitSideOf = ({ normality, balance }: BalanceNode): number =>
  normality === 'DEBIT' ? balance : 0 - balance
