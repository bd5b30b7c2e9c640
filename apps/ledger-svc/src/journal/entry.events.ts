/** What others learn of an entry: its whole state, and which version of it this is. */
import { dayOf } from '@pacioli/calendar'
import { domainEvent, type StagedEvent } from '@pacioli/events'
import type { JournalEntry } from './journal-entry.ts'

const stateOf = (entry: JournalEntry, timeZone: string) => ({
  id: entry.id,
  business_id: entry.businessId,
  ledger_id: entry.ledgerId,
  agent: entry.agent,
  entry_type: entry.entryType,
  basis: entry.basis,
  date: entry.recordedAt,
  entry_at: entry.entryAt,
  /** The day of the entry in the business's zone, which never changes once anything is posted. */
  entry_date: dayOf(entry.entryAt, timeZone),
  reversal_of_id: entry.reversalOfId,
  reversal_id: entry.reversalId,
  external_id: entry.externalId,
  memo: entry.memo,
  reference_number: entry.referenceNumber,
  source_type: entry.sourceType,
  source_id: entry.sourceId,
  transaction_tags: entry.tags.map(({ key, value }) => ({ key, value })),
  line_items: entry.lines.map((line) => ({
    id: line.id,
    account_id: line.account.id,
    amount: line.amount,
    direction: line.direction,
    memo: line.memo,
    transaction_tags: line.tags.map(({ key, value }) => ({ key, value })),
  })),
})

/** Version 1 of an entry is its posting, version 2 its being reversed; there is no other. */
export const versionOf = (entry: JournalEntry): number => (entry.reversalId === null ? 1 : 2)

/** The event that announces the entry as it is: posted, or reversed by another one. */
export const entryEvent = (entry: JournalEntry, timeZone: string, id: string, time: Date): StagedEvent =>
  domainEvent({
    id,
    time,
    service: 'ledger',
    businessId: entry.businessId,
    aggregateType: 'entry',
    aggregateId: entry.id,
    version: versionOf(entry),
    type: entry.reversalId === null ? 'posted' : 'reversed',
    data: stateOf(entry, timeZone),
  })
