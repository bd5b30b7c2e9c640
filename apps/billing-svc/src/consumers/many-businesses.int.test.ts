/** Events of several businesses, copied in one transaction. */
import { randomUUID } from 'node:crypto'
import { domainEvent, readEvent, type CloudEvent, type Delivery } from '@pacioli/events'
import { findBusiness, loadAccounts, requireBusiness } from '@pacioli/ledger-facts'
import type { BusinessWrite } from '@pacioli/rpc'
import { rightsOf } from '@pacioli/testing'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadMatches, upsertMatches } from '../matches/match.store.ts'
import { BILLING_INTAKE } from '../migrations/index.ts'
import { openTestBusiness, startTestBilling, type TestBilling } from '../testing/billing.test-helpers.ts'
import { eventsSubscriber } from './events.subscriber.ts'

let billing: TestBilling
let admin: pg.Client
beforeAll(async () => {
  billing = await startTestBilling()
  admin = new pg.Client({ connectionString: billing.adminUrl })
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await billing.stop()
})

async function metBusiness(): Promise<BusinessWrite> {
  const request = await openTestBusiness(billing)
  await requireBusiness(billing, request)
  return request
}

/** One that may share a transaction with it: in a cluster, of the same shard. */
async function neighbourOf({ businessId }: BusinessWrite): Promise<BusinessWrite> {
  for (;;) {
    const met = await metBusiness()
    if (billing.db.groupOf(met.businessId) === billing.db.groupOf(businessId)) return met
  }
}

type State = { id: string; version: number }

function delivered({ businessId }: BusinessWrite, aggregateType: string, data: State): Delivery {
  const { id: aggregateId, version } = data
  const { subject, event } = domainEvent({
    ...{ id: randomUUID(), service: 'ledger', businessId, aggregateType, aggregateId, version, type: 'changed', data },
    time: new Date(Date.parse('2026-01-01T00:00:00Z') + version * 1_000),
  })
  return { businessId, subject, event: readEvent(event) as CloudEvent }
}

const account = (id: string, version: number, given: object = {}) => ({
  ...{ id, version, parent_id: null, name: `Account ${version}`, account_number: null, stable_name: null },
  ...{ normality: 'DEBIT', account_type: 'EXPENSE', account_subtype: 'OPERATING_EXPENSES', archived_at: null },
  ...given,
})

const matched = (id: string, version: number, document: string) => ({
  ...{ id, version, categorizationStatus: 'MATCHED', matched_document: { type: 'INVOICE_PAYMENT', id: document } },
})

/** Takes them in together; returns the businesses that are to come alone. */
async function together(...deliveries: readonly Delivery[]): Promise<string[]> {
  const batch = Map.groupBy(deliveries, ({ businessId }) => businessId)
  return [...(await eventsSubscriber(billing).handleMany(batch, 0)).keys()].sort()
}

const nameOf = (request: BusinessWrite, accountId: string) =>
  billing.db.transact(request, async (tx) => (await loadAccounts(tx, [accountId])).get(accountId)?.name)

const matchOf = (request: BusinessWrite, document: string) =>
  billing.db.transact(request, async (tx) => (await loadMatches(tx, [document])).get(document)?.transactionId)

describe('events of several businesses', () => {
  test('leave the newest of each, whatever the order, the repetitions, the batches and the company', async () => {
    const requests = await Promise.all([1, 2, 3].map(() => metBusiness()))
    await fc.assert(
      fc.asyncProperty(
        // The versions that each business has of an account and of a transaction, whose ids they share.
        fc.array(fc.tuple(...requests.map(() => fc.integer({ min: 0, max: 3 }))), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 12 }),
        fc.infiniteStream(fc.nat(1_000)),
        async (things, batchSize, random) => {
          const made = things.map((versions) => ({
            versions,
            accountId: randomUUID(),
            transactionId: randomUUID(),
            documents: [1, 2, 3].map(() => randomUUID()),
          }))
          const once = made.flatMap(({ versions, accountId, transactionId, documents }) =>
            versions.flatMap((count, place) => {
              const request = requests[place] as BusinessWrite
              return documents
                .slice(0, count)
                .flatMap((document, index) => [
                  delivered(request, 'account', account(accountId, index + 1, { name: `${place} ${index + 1}` })),
                  delivered(request, 'bank_transaction', matched(transactionId, index + 1, document)),
                ])
            }),
          )
          const shuffled = [...once, ...once.filter((_, index) => index % 3 === 0)]
            .map((delivery) => ({ delivery, place: random.next().value }))
            .sort((one, other) => one.place - other.place)
            .map(({ delivery }) => delivery)
          const batches = Array.from({ length: Math.ceil(shuffled.length / batchSize) }, (_, index) =>
            shuffled.slice(index * batchSize, (index + 1) * batchSize),
          )
          for (let index = 0; index < batches.length; index += 3)
            await Promise.all(batches.slice(index, index + 3).map((batch) => together(...batch)))
          for (const [place, request] of requests.entries())
            for (const { versions, accountId, transactionId, documents } of made) {
              const count = versions[place] ?? 0
              expect(await nameOf(request, accountId)).toBe(count === 0 ? undefined : `${place} ${count}`)
              const found = await Promise.all(documents.map((document) => matchOf(request, document)))
              expect(found).toEqual(documents.map((_, index) => (index + 1 === count ? transactionId : undefined)))
            }
        },
      ),
      { numRuns: 6 },
    )
  })

  test('with contacts of imports, or lines that name a contact, come alone; the others are applied', async () => {
    const [importing, named, plain] = [await metBusiness(), await metBusiness(), await metBusiness()]
    const id = randomUUID()
    const party = { id, version: 1, kind: 'CUSTOMER', name: 'Amy', external_id: 'quickbooks:1:3' }
    const line = { id, account_id: id, amount: 1, direction: 'DEBIT', customer_id: id, vendor_id: null }
    const entry = { id, version: 1, basis: 'BOTH', entry_at: '2026-01-01T00:00:00Z', line_items: [line] }
    const alone = await together(
      delivered(importing, 'imported_party', party),
      delivered(named, 'entry', { ...entry, source_type: null, reversal_of_id: null } as State),
      ...[importing, named, plain].map((request) => delivered(request, 'account', account(id, 1))),
    )
    expect(alone).toEqual([importing.businessId, named.businessId].sort())
    const names = await Promise.all([importing, named, plain].map((request) => nameOf(request, id)))
    expect(names).toEqual([undefined, undefined, 'Account 1'])
  })

  test('are skipped where a business has not used billing', async () => {
    const [known, unknown] = [await metBusiness(), await openTestBusiness(billing)]
    const [id, document] = [randomUUID(), randomUUID()]
    const both = [known, unknown].flatMap((request) => [
      delivered(request, 'account', account(id, 1)),
      delivered(request, 'bank_transaction', matched(id, 2, document)),
    ])
    expect(await together(...both)).toEqual([])
    expect([await nameOf(known, id), await nameOf(unknown, id)]).toEqual(['Account 1', undefined])
    expect([await matchOf(known, document), await matchOf(unknown, document)]).toEqual([id, undefined])
    expect(await billing.db.transact(unknown, (tx) => findBusiness(tx))).toBeUndefined()
  })

  test('leave out the business of which one is malformed, and no other', async () => {
    const [wrong, right] = [await metBusiness(), await metBusiness()]
    const id = randomUUID()
    const alone = await together(
      delivered(wrong, 'account', account(id, 1, { normality: 'SIDEWAYS' })),
      delivered(right, 'account', account(id, 1)),
    )
    expect(alone).toEqual([wrong.businessId])
    expect(await nameOf(right, id)).toBe('Account 1')
  })
})

describe('the role for the intake of several businesses', () => {
  test('has the rights that copies need, on rows of the businesses of the transaction', async () => {
    const admitted = '((business_id = ANY (( SELECT app_business_ids() AS app_business_ids)::uuid[])) IS TRUE)'
    const tables = ['accounts', 'businesses', 'document_matches', 'record_heads', 'tag_dimensions', 'tag_values']
    const lines = [
      ...tables.map((table) => `${table} INSERT SELECT UPDATE, all where ${admitted} and with ${admitted}`),
      `large_states INSERT, insert where and with ${admitted}`,
      `records INSERT SELECT, all where ${admitted} and with ${admitted}`,
      `audits INSERT SELECT UPDATE, all where ${admitted} and with ${admitted}`,
    ]
    expect(await rightsOf(admin, BILLING_INTAKE)).toEqual(lines.sort())
  })

  test('writes no match of a business that the transaction does not name', async () => {
    const listed = await metBusiness()
    const stranger = await neighbourOf(listed)
    const documentId = randomUUID()
    const match = { id: randomUUID(), documentId, changedAt: new Date(), version: 2 }
    const store = (businesses: readonly BusinessWrite[]) =>
      billing.db.transactMany({ businessIds: businesses.map(({ businessId }) => businessId) }, (tx) =>
        upsertMatches(
          tx,
          [listed, stranger].map(({ businessId }) => ({ ...match, businessId })),
        ),
      )
    await expect(store([listed])).rejects.toThrow('row-level security')
    expect(await matchOf(stranger, documentId)).toBeUndefined()
    await store([listed, stranger])
    expect(await matchOf(stranger, documentId)).toBe(match.id)
  })
})
