/** What has changed of the books between two moments: accounts that moved, and what moved them. Pure. */
import { exact } from '../report-tables/exact.ts'
import type { AccountFigures, KnownAccount } from '../statements/account-sums.ts'
import { inReportOrder } from '../statements/rows.ts'

/** Debits less credits of an account, before and after. */
export type Move = { account: KnownAccount; before: bigint; after: bigint }

/** The accounts whose balances differ, in the order of reports. Both have one slice. */
export function movesBetween(
  before: readonly AccountFigures[],
  after: readonly AccountFigures[],
  accounts: ReadonlyMap<string, KnownAccount>,
): Move[] {
  const [old, now] = [netsOf(before), netsOf(after)]
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((id) => ({ account: accounts.get(id) ?? { id }, before: old.get(id) ?? 0n, after: now.get(id) ?? 0n }))
    .filter((move) => move.before !== move.after)
    .sort((one, other) => inReportOrder(one.account, other.account))
}

const netsOf = (all: readonly AccountFigures[]): Map<string, bigint> =>
  new Map(all.map(({ account, figures }) => [account.id, figures[0]?.net ?? 0n]))

/** In minor units and in the normality of the account. @throws AmountOutOfRange */
export function shownMove({ account, before, after }: Move): { before: number; after: number; moved: number } {
  const shown = (net: bigint): number => exact(account.normality === 'CREDIT' ? -net : net)
  return { before: shown(before), after: shown(after), moved: shown(after - before) }
}
