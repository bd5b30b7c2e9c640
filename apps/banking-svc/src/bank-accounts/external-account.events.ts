/** The event of an external account: its whole state and version. */
import { domainEvent, type StagedEvent } from '@pacioli/events'
import type { AccountHappened } from './bank-account.events.ts'
import type { ExternalAccount } from './external-account.ts'

const stateOf = (account: ExternalAccount) => ({
  id: account.id,
  business_id: account.businessId,
  bank_account_id: account.bankAccountId,
  ledger_account_id: account.ledgerAccountId,
  external_account_external_id: account.externalId,
  external_account_source: account.source,
  external_account_name: account.name,
  account_type: account.type,
  account_subtype: account.subtype,
  mask: account.mask,
  institution: account.institution,
  latest_balance: account.latestBalance && {
    balance: account.latestBalance.balance,
    at: account.latestBalance.at,
    created_at: account.latestBalance.createdAt,
  },
  connection_needs_repair_as_of: account.connectionNeedsRepairAsOf,
  requires_user_confirmation_as_of: account.requiresUserConfirmationAsOf,
  reconnect_with_new_credentials: account.reconnectWithNewCredentials,
  connection_id: account.connectionId,
  connection_external_id: account.connectionExternalId,
  user_created: account.userCreated,
  is_syncing: account.isSyncing,
  show_transactions_on_or_after: account.showTransactionsOnOrAfter,
  show_transactions_on_or_before: account.showTransactionsOnOrBefore,
  archived_at: account.archivedAt,
  created_at: account.createdAt,
  updated_at: account.updatedAt,
})

export const externalAccountEvent = (
  account: ExternalAccount,
  type: AccountHappened,
  id: string,
  time: Date,
): StagedEvent =>
  domainEvent({
    id,
    time,
    service: 'banking',
    businessId: account.businessId,
    aggregateType: 'external_account',
    aggregateId: account.id,
    version: account.version,
    type,
    data: stateOf(account),
  })
