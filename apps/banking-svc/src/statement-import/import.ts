/** What imports of feeds and of files have in common. */
import type { Tx } from '@pacioli/db'
import type { StatementSummary } from '@pacioli/protos/banking'
import type { ExternalAccount } from '../bank-accounts/external-account.ts'
import type { ImportedFile } from './imported-from.ts'
import type { WrittenRow } from './import-report.ts'
import { counterpartyNameOf, type Sorted, type Written } from './incoming.ts'

export type Import = {
  externalAccountId: string
  /** Null for what a request has itself. */
  file: ImportedFile | null
  /** Reports what would happen, and writes nothing. */
  dryRun?: boolean
  /** Sorts the rows. Where the account is locked, so are the transactions that change. */
  sort: (tx: Tx, account: ExternalAccount, locked: boolean) => Promise<Sorted[]>
  /** Runs after the rows are written. */
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
