/** The decisions of a feed, and what an import has to resolve in the ledger. Pure. */
import { LedgerPrefetch } from '@pacioli/postings'
import type { AutomaticDecision } from '../rules/automatic-decisions.ts'
import type { Incoming } from './incoming.ts'

/** By the feed's own category; a pending transaction cannot be decided yet. */
const decisionOfFeed = ({ category, isPending }: Incoming): AutomaticDecision | undefined =>
  category === null || isPending
    ? undefined
    : {
        by: { method: 'IMPORT', ruleId: null },
        category,
        tags: [],
        taxCode: null,
        memo: null,
      }

/** By row. */
export const decisionsOfFeed = (rows: readonly Incoming[]): Map<number, AutomaticDecision> =>
  new Map(
    rows.flatMap((incoming): [number, AutomaticDecision][] => {
      const own = decisionOfFeed(incoming)
      return own ? [[incoming.row, own]] : []
    }),
  )

/** The ledger query of an import; undefined where nothing can be posted or tagged. Fields count a feed's rows from 0. */
export function prefetchOf(
  rows: readonly Incoming[],
  decisions: ReadonlyMap<number, AutomaticDecision>,
  bankLedgerAccountId: string,
): LedgerPrefetch | undefined {
  const asking = new LedgerPrefetch()
  for (const { row, tags } of rows) {
    const at = `transactions.${row - 1}`
    const category = decisions.get(row)?.category
    if (category && category !== 'Exclusion') asking.account(category, `${at}.category`)
    for (const [index, tag] of tags.entries()) asking.tag(tag, `${at}.tags.${index}`)
  }
  const decides = [...decisions.values()].some(({ category }) => category !== null)
  if (!decides && rows.every(({ tags }) => tags.length === 0)) return undefined
  asking.account({ type: 'AccountId', id: bankLedgerAccountId })
  return asking
}
