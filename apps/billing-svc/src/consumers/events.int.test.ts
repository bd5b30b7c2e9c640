import { randomUUID } from 'node:crypto'
import { Broker, consume, countParked, domainEvent, readEvent, type CloudEvent } from '@pacioli/events'
import { findBusiness, loadAccounts, requireBusiness } from '@pacioli/ledger-facts'
import { publishOnceReady, waitFor } from '@pacioli/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestBusiness, startTestBilling, type TestBilling } from '../testing/billing.test-helpers.ts'
import { openReceivables } from '../testing/receivable-rules.test-helpers.ts'
import { CONSUMER, eventsSubscriber } from './events.subscriber.ts'

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }

let billing: TestBilling
beforeAll(async () => {
  billing = await startTestBilling()
})
afterAll(() => billing.stop())

const staged = (businessId: string, aggregateType: string, data: { id: string; version: number }) =>
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

const account = (id: string, normality = 'DEBIT') => ({
  id,
  parent_id: null,
  name: 'Named by an event',
  account_number: null,
  stable_name: null,
  normality,
  account_type: 'EXPENSE',
  account_subtype: 'OPERATING_EXPENSES',
  archived_at: null,
  version: 1,
})

const take = (businessId: string, ...events: [aggregate: string, data: { id: string; version: number }][]) =>
  eventsSubscriber(billing).handle(
    businessId,
    events.map(([aggregate, data]) => {
      const { subject, event } = staged(businessId, aggregate, data)
      return { businessId, subject, event: readEvent(event) as CloudEvent }
    }),
  )

test('facts of a known business are applied; other events are skipped', async () => {
  const request = await openTestBusiness(billing)
  const { businessId } = request
  await requireBusiness(billing, request)
  const id = randomUUID()
  await take(businessId, ['chart_of_accounts', { id: randomUUID(), version: 1 }], ['account', account(id)])
  const known = await billing.db.transact(request, (tx) => loadAccounts(tx, [id]))
  expect(known.get(id)).toMatchObject({ name: 'Named by an event', subtype: 'OPERATING_EXPENSES' })
})

test('facts of an unknown business are skipped', async () => {
  const request = await openTestBusiness(billing)
  const { businessId } = request
  const id = randomUUID()
  await take(businessId, ['account', account(id)])
  const known = await billing.db.transact(request, async (tx) => ({
    business: await findBusiness(tx),
    accounts: await loadAccounts(tx, [id]),
  }))
  expect(known).toEqual({ business: undefined, accounts: new Map() })
})

test('of the entries of the ledger those are sent that name a contact', async () => {
  const { request, contactId } = await openReceivables(billing)
  const { businessId, clientId } = request
  const sent: string[] = []
  const broker = new Broker({ url: billing.natsUrl, name: 'test', log: quiet })
  const subscriber = eventsSubscriber(billing)
  const consumer = consume({
    ...{ broker, log: quiet, ...subscriber },
    // Whatever is sent, whether or not it is applied.
    concerns: (aggregate, body) => {
      const event = readEvent(body)
      if (aggregate === 'entry' && event?.type === 'pacioli.entry.posted.v1') sent.push(event.subject)
      return subscriber.concerns?.(aggregate, body) ?? true
    },
  })
  const post = async (customer: object) => {
    const side = (stable_name: string, direction: string, more = {}) => ({
      account_identifier: { type: 'StableName', stable_name },
      ...{ amount: 50, direction, tags: [], ...more },
    })
    const entry = {
      entry_at: '2026-05-01T12:00:00Z',
      line_items: [side('ACCOUNTS_RECEIVABLE', 'DEBIT', customer), side('SALES', 'CREDIT')],
      tags: [],
    }
    const { message } = await billing.ledger.journal.PostJournalEntry(entry, { context: { clientId, businessId } })
    return message.data?.id ?? ''
  }
  try {
    const [plain, named] = [await post({}), await post({ customer_id: contactId })]
    await waitFor('the entry that names the customer', () => sent.includes(named))
    expect(sent).not.toContain(plain)
    const kept = () =>
      billing.db.transact(request, (tx) =>
        tx.rows('SELECT entry_id, owed::int FROM contact_entries WHERE business_id = $1', [businessId]),
      )
    const lines = await waitFor('its line', async () => {
      const found = await kept()
      return found.length > 0 && found
    })
    expect(lines).toEqual([{ entry_id: named, owed: 50 }])
  } finally {
    await consumer.stop()
    await broker.close()
  }
})

test('changes in the ledger arrive, and a malformed event is parked while others are applied', async () => {
  const request = await openTestBusiness(billing)
  const { businessId, clientId } = request
  await requireBusiness(billing, request)
  const broker = new Broker({ url: billing.natsUrl, name: 'test', log: quiet })
  const consumer = consume({ broker, log: quiet, ...eventsSubscriber(billing) })
  try {
    await broker.whenConnected()
    const poison = staged(businessId, 'account', account(randomUUID(), 'SIDEWAYS'))
    await publishOnceReady(broker, poison)
    await billing.ledger.businesses.ArchiveBusiness({}, { context: { clientId, businessId } })
    const archivedAt = await waitFor('the archived business', async () => {
      const found = await billing.db.transact(request, (tx) => findBusiness(tx))
      return found?.business.archivedAt ?? undefined
    })
    expect(archivedAt).toBeInstanceOf(Date)
    await waitFor(
      'the parked event',
      async () => (await billing.relayDb.transact({}, (tx) => countParked(tx, CONSUMER))) === 1,
    )
  } finally {
    await consumer.stop()
    await broker.close()
  }
})
