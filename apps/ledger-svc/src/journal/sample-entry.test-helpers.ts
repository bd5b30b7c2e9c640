/** A plain manual entry and its lines, for tests: they say only what they are about. */
import type { JournalEntry, LineItem } from './journal-entry.ts'

export const sampleLine = (own: Pick<LineItem, 'id' | 'account' | 'direction'> & Partial<LineItem>): LineItem => ({
  amount: 100,
  memo: null,
  documentId: null,
  customerId: null,
  vendorId: null,
  tags: [],
  ...own,
})

const AT = new Date('2026-01-15T00:00:00Z')

export const sampleEntry = (own: Pick<JournalEntry, 'id' | 'lines'> & Partial<JournalEntry>): JournalEntry => ({
  businessId: 'b',
  ledgerId: 'l',
  externalId: null,
  actor: null,
  postingKey: null,
  entryType: 'MANUAL',
  basis: 'BOTH',
  agent: 'API',
  entryAt: AT,
  recordedAt: AT,
  memo: null,
  metadata: null,
  referenceNumber: null,
  sourceType: null,
  sourceId: null,
  reversalOfId: null,
  reversalId: null,
  tags: [],
  tagRevision: 0,
  ...own,
})
