import type { Tx } from '@pacioli/db'
import { safeInteger, table, text, uuid, writeLater } from '@pacioli/db/table'
import type { AccountChange, AccountType } from './account.ts'
import { ifNewer } from '../read-models/newest.ts'

export const accounts = table('accounts', ['businessId', 'id'], {
  businessId: uuid,
  id: uuid.named('account_id'),
  name: text,
  accountNumber: text.orNull,
  accountType: text.as<AccountType>(),
  /** Null where the last event is older than the column. */
  accountSubtype: text.orNull,
  stableName: text.orNull,
  normality: text.as<'DEBIT' | 'CREDIT'>(),
  version: safeInteger,
  eventId: text,
  recorded: safeInteger.orNull,
})

/** Stores the accounts as their events have them, unless newer versions are here. One change per account. */
export function upsertAccounts(tx: Tx, changes: readonly AccountChange[]): void {
  const rows = changes.map(({ account, ...origin }) => ({ ...account, ...origin }))
  writeLater(tx, [accounts.upserting({}, rows, ifNewer)])
}
