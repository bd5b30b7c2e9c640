/** Events of entries: each carries the whole state and its version. */
import { dayOf } from '@pacioli/calendar'
import { DOCUMENT_SOURCES } from '@pacioli/chart'
import { domainEvent, type StagedEvent } from '@pacioli/events'
import { mayBeOfBank } from '../chart-of-accounts/account.ts'
import type { AppliedTag } from '../tags/tag.ts'
import type { JournalEntry } from './journal-entry.ts'

/** A tag by name and by id: names may change later, ids do not. */
const tagState = ({ key, value, dimensionId, definitionId }: AppliedTag) => ({
  key,
  value,
  dimension_id: dimensionId,
  definition_id: definitionId,
})

const stateOf = (entry: JournalEntry, timeZone: string) => ({
  id: entry.id,
  business_id: entry.businessId,
  ledger_id: entry.ledgerId,
  agent: entry.agent,
  entry_type: entry.entryType,
  basis: entry.basis,
  // as text: dates make JSON take twice as long
  date: entry.recordedAt.toISOString(),
  entry_at: entry.entryAt.toISOString(),
  /** The day of the entry in the business's zone, which never changes once anything is posted. */
  entry_date: dayOf(entry.entryAt, timeZone),
  reversal_of_id: entry.reversalOfId,
  reversal_id: entry.reversalId,
  external_id: entry.externalId,
  memo: entry.memo,
  reference_number: entry.referenceNumber,
  source_type: entry.sourceType,
  source_id: entry.sourceId,
  transaction_tags: entry.tags.map(tagState),
  line_items: entry.lines.map((line) => ({
    id: line.id,
    account_id: line.account.id,
    amount: line.amount,
    direction: line.direction,
    memo: line.memo,
    ...(line.documentId === null ? {} : { document_id: line.documentId }),
    ...(line.customerId === null ? {} : { customer_id: line.customerId }),
    ...(line.vendorId === null ? {} : { vendor_id: line.vendorId }),
    transaction_tags: line.tags.map(tagState),
  })),
})

/** An entry is version 1 when it is posted; its reversal and each change of its tags add one. */
export const versionOf = (entry: JournalEntry): number => 1 + (entry.reversalId === null ? 0 : 1) + entry.tagRevision

/**
 * Marks the posting of an entry that says nothing to banking and billing: neither is sent it. What happens to it later is
 * not marked, since an account may become a bank account's until then (docs/decisions/0269-entries-that-are-sent-on.md).
 */
const PLAIN = 'plain'

/** Whether no bank account may have a line of it, and no line names whose it is that no document owns. */
const isPlain = ({ lines, sourceType }: JournalEntry): boolean =>
  !lines.some(({ account }) => mayBeOfBank(account)) &&
  (DOCUMENT_SOURCES.includes(sourceType ?? '') ||
    lines.every(({ customerId, vendorId }) => customerId === null && vendorId === null))

/** Announces the entry as it is: posted, reversed by another one, or with changed tags. */
export const entryEvent = (
  entry: JournalEntry,
  timeZone: string,
  id: string,
  time: Date,
  type: 'posted' | 'reversed' | 'tagged' = entry.reversalId === null ? 'posted' : 'reversed',
): StagedEvent =>
  domainEvent({
    id,
    time,
    service: 'ledger',
    businessId: entry.businessId,
    aggregateType: 'entry',
    aggregateId: entry.id,
    version: versionOf(entry),
    type,
    ...(type === 'posted' && isPlain(entry) ? { mark: PLAIN } : {}),
    data: stateOf(entry, timeZone),
    requestId: entry.requestId,
    actor: entry.actor ?? undefined,
  })
