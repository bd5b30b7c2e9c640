/** Events of the ledger for tests, as they are delivered. */
import { randomUUID } from 'node:crypto'
import { domainEvent, readEvent, type CloudEvent, type Delivery, type StagedEvent } from '@pacioli/events'

export const staged = (businessId: string, aggregateType: string, data: { id: string; version: number }): StagedEvent =>
  domainEvent({
    id: randomUUID(),
    time: new Date('2026-01-01T00:00:00Z'),
    service: 'ledger',
    businessId,
    aggregateType,
    aggregateId: data.id,
    version: data.version,
    type: 'updated',
    data,
  })

export const delivered = (
  businessId: string,
  aggregateType: string,
  data: { id: string; version: number } & object,
): Delivery => {
  const { subject, event } = staged(businessId, aggregateType, data)
  return { businessId, subject, event: readEvent(event) as CloudEvent }
}

export const account = (id: string, version: number, given: object = {}) => ({
  id,
  parent_id: null,
  name: `Account ${version}`,
  account_number: null,
  stable_name: null,
  normality: 'DEBIT',
  account_type: 'ASSET',
  account_subtype: 'BANK_ACCOUNTS',
  archived_at: null,
  version,
  ...given,
})

export const entry = (
  id: string,
  version: number,
  lines: { id: string; account_id: string }[],
  given: object = {},
) => ({
  id,
  entry_type: 'MANUAL',
  source_type: null,
  reversal_of_id: null,
  reversal_id: version > 1 ? randomUUID() : null,
  entry_at: '2026-01-15T00:00:00.000Z',
  entry_date: '2026-01-15',
  memo: `Entry ${version}`,
  line_items: lines.map((line) => ({ ...line, amount: 100, direction: 'DEBIT', memo: null })),
  version,
  ...given,
})
