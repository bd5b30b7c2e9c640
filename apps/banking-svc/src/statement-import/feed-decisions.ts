/** The decisions of a feed, and what an import has to resolve in the ledger. Pure. */
import type { Question } from '@pacioli/postings'
import type { AutomaticDecision } from '../rules/automatic-decisions.ts'
import type { Incoming } from './incoming.ts'

/** By the feed's own category; a pending transaction cannot be decided yet. */
export const decisionOfFeed = ({ category, isPending }: Incoming): AutomaticDecision | undefined =>
  category === null || isPending
    ? undefined
    : {
        by: { method: 'IMPORT', ruleId: null },
        category,
        tags: [],
        taxCode: null,
        memo: null,
      }

/** The ledger query of an import; undefined where nothing can be posted or tagged. Fields count a feed's rows from 0. */
export function questionOf(
  rows: readonly Incoming[],
  decisions: ReadonlyMap<number, AutomaticDecision>,
  bankLedgerAccountId: string,
): Question | undefined {
  const accounts = rows.flatMap(({ row }) => {
    const category = decisions.get(row)?.category
    return !category || category === 'Exclusion'
      ? []
      : [{ identifier: category, field: `transactions.${row - 1}.category` }]
  })
  const tags = rows.flatMap(({ row, tags }) =>
    tags.map((input, index) => ({ input, field: `transactions.${row - 1}.tags.${index}` })),
  )
  const decides = [...decisions.values()].some(({ category }) => category !== null)
  if (!decides && tags.length === 0) return undefined
  return {
    accounts: [
      ...firstOfEach(accounts, ({ identifier }) => JSON.stringify(identifier)),
      { identifier: { type: 'AccountId', id: bankLedgerAccountId } },
    ],
    tags: firstOfEach(tags, ({ input }) => JSON.stringify([input.key, input.value])),
  }
}

const firstOfEach = <Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] => {
  const found = new Map<string, Item>()
  for (const item of items) if (!found.has(keyOf(item))) found.set(keyOf(item), item)
  return [...found.values()]
}
