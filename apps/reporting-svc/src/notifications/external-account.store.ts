import type { Tx } from '@pacioli/db'
import { boolean, ifNewer, safeInteger, table, text, timestamp, uuid, writeLater } from '@pacioli/db/table'
import type { ExternalAccountChange } from './external-account.ts'

const externalAccounts = table('external_accounts', ['businessId', 'id'], {
  businessId: uuid,
  id: uuid.named('external_account_id'),
  connectionNeedsRepairAsOf: timestamp.orNull,
  reconnectWithNewCredentials: boolean,
  archivedAt: timestamp.orNull,
  version: safeInteger,
  eventId: text,
})

/** Stores the external accounts as their events have them, unless newer versions are here. One change per account. */
export function upsertExternalAccounts(tx: Tx, changes: readonly ExternalAccountChange[]): void {
  const rows = changes.map(({ account, ...origin }) => ({ ...account, ...origin }))
  writeLater(tx, [externalAccounts.upserting({}, rows, ifNewer)])
}
