/** External accounts as notifications need them. Pure. */
import { flag, integer, momentOrNull, text, type Fields } from '@pacioli/fields'
import { newestOf, type Origin } from '../read-models/newest.ts'

export type ExternalAccount = {
  id: string
  connectionNeedsRepairAsOf: Date | null
  reconnectWithNewCredentials: boolean
  archivedAt: Date | null
  version: number
}

/** An external account after one event. */
export type ExternalAccountChange = Origin & { account: ExternalAccount }

/** From the state that banking sends of an external account. */
export const externalAccountFrom = (fields: Fields): ExternalAccount => ({
  id: text(fields, 'id'),
  connectionNeedsRepairAsOf: momentOrNull(fields, 'connection_needs_repair_as_of'),
  reconnectWithNewCredentials: flag(fields, 'reconnect_with_new_credentials'),
  archivedAt: momentOrNull(fields, 'archived_at'),
  version: integer(fields, 'version'),
})

/** The newest change of each external account, in the order in which rows are locked. */
export const newestExternalAccounts = (changes: readonly ExternalAccountChange[]): ExternalAccountChange[] =>
  newestOf(changes, ({ businessId, account }) => ({ ...account, businessId }))
