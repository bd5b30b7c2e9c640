/** The event of a bank account: its whole state and version. */
import { domainEvent, type StagedEvent } from '@pacioli/events'
import type { BankAccount } from './bank-account.ts'

const stateOf = (account: BankAccount) => ({
  id: account.id,
  business_id: account.businessId,
  external_id: account.externalId,
  ledger_account_id: account.ledgerAccountId,
  account_type: account.type,
  account_subtype: account.subtype,
  account_name: account.name,
  notes: account.notes,
  notify_when_disconnected: account.notifyWhenDisconnected,
  institution: account.institution,
  memo: account.memo,
  metadata: account.metadata === null ? null : (JSON.parse(account.metadata) as unknown),
  reference_number: account.referenceNumber,
  archived_at: account.archivedAt,
  entity_tags: account.tags.map((tag) => ({ dimension_id: tag.dimensionId, definition_id: tag.definitionId })),
  created_at: account.createdAt,
  updated_at: account.updatedAt,
})

export type AccountHappened = 'created' | 'changed'

export const bankAccountEvent = (account: BankAccount, type: AccountHappened, id: string, time: Date): StagedEvent =>
  domainEvent({
    id,
    time,
    service: 'banking',
    businessId: account.businessId,
    aggregateType: 'bank_account',
    aggregateId: account.id,
    version: account.version,
    type,
    data: stateOf(account),
  })
