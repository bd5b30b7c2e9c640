/** Trial balances, reported and recomputed, in one shape for comparison. */
import type { Call } from './api.ts'
import type { Books } from './books.ts'
import type { BalanceNode, Report } from './answers.ts'
import { amountIn } from './cells.ts'

/** By account id: debits less credits, in minor units. */
export type Sides = Record<string, number>

const sorted = (sides: [string, number][]): Sides => Object.fromEntries(sides.sort(([a], [b]) => a.localeCompare(b)))

/** What a report says of each account. */
export const sidesOf = ({ rows }: Report): Sides =>
  sorted(
    rows
      .filter(({ row_key }) => row_key !== 'TOTAL')
      .map(({ row_key, cells }) => [row_key, (amountIn(cells.debit) ?? 0) - (amountIn(cells.credit) ?? 0)]),
  )

/** The ledger's balance of each account with lines. */
export async function sidesOnLedger(books: Books, query: Call['query'] = {}): Promise<Sides> {
  const nodes = await books.balanceNodes({ include_archived: true, ...query })
  return sorted(nodes.filter(({ line_count }) => line_count > 0).map((node) => [node.id.id, debitSideOf(node)]))
}

/** The balance of an account, debits positive. */
export const debitSideOf = ({ normality, balance }: BalanceNode): number =>
  normality === 'DEBIT' ? balance : 0 - balance
