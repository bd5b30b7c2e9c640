/** What the ways of importing have in common. */
import type { Tx } from '@pacioli/db'
import type { StatementSummary } from '@pacioli/protos/banking'
import type { ExternalAccount } from '../bank-accounts/external-account.ts'
import type { WrittenRow } from './import-report.ts'
import { counterpartyNameOf, type Sorted, type Written } from './incoming.ts'

export type Import = {
  externalAccountId: string
  format?: string
  /** Says what would happen, and writes nothing. */
  dryRun?: boolean
  /** What becomes of each row. Where the account is held, so are the transactions that change. */
  sort: (tx: Tx, account: ExternalAccount, locked: boolean) => Promise<Sorted[]>
  /** What else is written once the rows are. */
  afterwards?: (
    tx: Tx,
    account: ExternalAccount,
    sorted: readonly Sorted[],
    written: ReadonlyMap<number, WrittenRow>,
  ) => Promise<void>
  statements?: readonly StatementSummary[]
  warnings?: readonly string[]
}

export const namesOf = (rows: readonly Written[]): string[] =>
  rows.flatMap(({ incoming }) => {
    const name = counterpartyNameOf(incoming)
    return name === null ? [] : [name]
  })
