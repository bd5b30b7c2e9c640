/** Journal entries as messages of the public API. */
import type { AccountLine as AccountLineMessage, LedgerEntry, LedgerLineItem } from '@pacioli/protos/ledger'
import type { AppliedTag as AppliedTagMessage } from '@pacioli/protos/common'
import type { Account } from '../chart-of-accounts/account.ts'
import { toChartAccount } from '../chart-of-accounts/chart.messages.ts'
import type { AppliedTag } from '../tags/tag.ts'
import type { AccountLine } from './account-lines.ts'
import { toActorMessage } from './actor.ts'
import { versionOf } from './entry.events.ts'
import type { JournalEntry, LineItem } from './journal-entry.ts'

/** In a message a field without a value is left out. */
const optional = <Value>(value: Value | null): Value | undefined => value ?? undefined

export const toTagMessage = (tag: AppliedTag): AppliedTagMessage => ({
  id: tag.id,
  key: tag.key,
  value: tag.value,
  dimension_id: tag.dimensionId,
  definition_id: tag.definitionId,
  dimension_display_name: optional(tag.dimensionDisplayName),
  value_display_name: optional(tag.valueDisplayName),
  archived_at: tag.archivedAt?.toISOString(),
})

/** What the lines of an entry have of it. */
type OfEntry = Pick<LedgerLineItem, 'entry_id' | 'entry_at' | 'createdAt'>

const toLineMessage = (ofEntry: OfEntry, line: LineItem): LedgerLineItem => ({
  id: line.id,
  ...ofEntry,
  account: toChartAccount(line.account),
  amount: line.amount,
  direction: line.direction,
  memo: optional(line.memo),
  document_id: optional(line.documentId),
  customer_id: optional(line.customerId),
  vendor_id: optional(line.vendorId),
  transaction_tags: line.tags.map(toTagMessage),
})

export function toEntryMessage(entry: JournalEntry): LedgerEntry {
  const [recordedAt, entryAt] = [entry.recordedAt.toISOString(), entry.entryAt.toISOString()]
  const ofEntry = { entry_id: entry.id, entry_at: entryAt, createdAt: recordedAt }
  return {
    id: entry.id,
    business_id: entry.businessId,
    ledger_id: entry.ledgerId,
    agent: entry.agent,
    entry_type: entry.entryType,
    basis: entry.basis,
    date: recordedAt,
    entry_at: entryAt,
    reversal_of_id: optional(entry.reversalOfId),
    reversal_id: optional(entry.reversalId),
    external_id: optional(entry.externalId),
    memo: optional(entry.memo),
    metadata: optional(entry.metadata),
    reference_number: optional(entry.referenceNumber),
    source_type: optional(entry.sourceType),
    source_id: optional(entry.sourceId),
    line_items: entry.lines.map((line) => toLineMessage(ofEntry, line)),
    transaction_tags: entry.tags.map(toTagMessage),
    version: versionOf(entry),
    actor: toActorMessage(entry.actor),
  }
}

export const toAccountLineMessage = (line: AccountLine, account: Account): AccountLineMessage => ({
  id: line.id,
  entry_id: line.entryId,
  account: toChartAccount(account),
  amount: line.amount,
  direction: line.direction,
  date: line.entryAt.toISOString(),
  source: {
    external_id: optional(line.entry.externalId),
    account_name: account.name,
    date: line.entryAt.toISOString(),
    amount: line.amount,
    direction: line.direction,
    display_description: optional(line.memo ?? line.entry.memo),
  },
  running_balance: line.runningBalance,
  memo: optional(line.memo),
  transaction_tags: line.tags.map(toTagMessage),
  source_type: optional(line.entry.sourceType),
  source_id: optional(line.entry.sourceId),
  customer_id: optional(line.customerId),
  vendor_id: optional(line.vendorId),
})
