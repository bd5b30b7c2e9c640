/** Events of several businesses, copied in one transaction. */
import { randomUUID } from 'node:crypto'
import type { Delivery } from '@pacioli/events'
import { loadAccounts, loadTagDefinitions } from '@pacioli/ledger-facts'
import type { BusinessWrite } from '@pacioli/rpc'
import { deadlocksIn, rightsOf } from '@pacioli/testing'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestBusiness, startTestBanking, type TestBanking } from '../banking.test-helpers.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import { loadContacts } from '../contacts/contact.store.ts'
import { BANKING_INTAKE } from '../migrations/index.ts'
import { upsertCandidates } from '../matches/candidate.store.ts'
import { candidatesOfEntry, entryFrom } from '../matches/candidate.events.ts'
import { aDocument, aVendor, changed, deliveryOf } from '../matching/documents.test-helpers.ts'
import { candidatesNow, transactionNow } from '../matching/matching.test-helpers.ts'
import { matched, openPayables } from '../matching/payables.test-helpers.ts'
import { eventsSubscriber } from './events.subscriber.ts'
import { account, delivered, entry } from './events.test-helpers.ts'

let banking: TestBanking
let admin: pg.Client
beforeAll(async () => {
  banking = await startTestBanking()
  admin = new pg.Client({ connectionString: banking.adminUrl })
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await banking.stop()
})

async function metBusiness(): Promise<BusinessWrite> {
  const request = await openTestBusiness(banking)
  await requireBusiness(banking, request)
  return request
}

/** One that may share a transaction with it. */
async function neighbourOf(business: BusinessWrite): Promise<BusinessWrite> {
  const met = await metBusiness()
  return banking.db.groupOf(met.businessId) === banking.db.groupOf(business.businessId) ? met : neighbourOf(business)
}

/** Takes them in together; returns the businesses that are to come alone. */
async function together(...deliveries: readonly Delivery[]): Promise<string[]> {
  const batch = Map.groupBy(deliveries, ({ businessId }) => businessId)
  return [...(await eventsSubscriber(banking).handleMany(batch, 0)).keys()].sort()
}

const nameOf = (request: BusinessWrite, accountId: string) =>
  banking.db.transact(request, async (tx) => (await loadAccounts(tx, [accountId])).get(accountId)?.name)

describe('events of several businesses', () => {
  test('leave the newest of each, whatever the order, the repetitions, the batches and the company', async () => {
    const requests = await Promise.all([1, 2, 3].map(() => metBusiness()))
    const deadlocks = await deadlocksIn(banking.db)
    await fc.assert(
      fc.asyncProperty(
        // The versions that each business has of a thing: all have things of the same ids.
        fc.array(fc.tuple(...requests.map(() => fc.integer({ min: 0, max: 3 }))), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 25 }),
        fc.infiniteStream(fc.nat(1_000)),
        async (things, batchSize, random) => {
          const made = things.map((versions) => ({
            versions,
            ids: { account: randomUUID(), value: randomUUID(), dimension: randomUUID(), entry: randomUUID() },
            lineId: randomUUID(),
            vendor: aVendor(),
            document: aDocument({ clearingAccountId: randomUUID() }),
          }))
          const once = made.flatMap(({ versions, ids, lineId, vendor, document }) =>
            versions.flatMap((count, place) =>
              Array.from({ length: count }, (_, index) => index + 1).flatMap((version) => {
                const { businessId } = requests[place] as BusinessWrite
                const named = `${businessId} ${version}`
                const of = (aggregate: string, id: string, data: object) =>
                  delivered(businessId, aggregate, { id, version, ...data })
                return [
                  of('account', ids.account, account(ids.account, version, { name: named })),
                  of('tag_dimension', ids.dimension, { key: 'K', display_name: named, strictness: 'BALANCING' }),
                  of('tag_value', ids.value, { dimension_id: ids.dimension, value: named }),
                  of('entry', ids.entry, {
                    ...entry(ids.entry, version, [{ id: lineId, account_id: ids.account }]),
                    memo: named,
                  }),
                  deliveryOf(businessId, { ...vendor, version, name: named }),
                  deliveryOf(businessId, { ...document, version, description: named, isReported: version !== 2 }),
                ]
              }),
            ),
          )
          const shuffled = [...once, ...once.filter((_, index) => index % 3 === 0)]
            .map((delivery) => ({ delivery, place: random.next().value }))
            .sort((one, other) => one.place - other.place)
            .map(({ delivery }) => delivery)
          const batches = Array.from({ length: Math.ceil(shuffled.length / batchSize) }, (_, index) =>
            shuffled.slice(index * batchSize, (index + 1) * batchSize),
          )
          for (let index = 0; index < batches.length; index += 3)
            for (const alone of await Promise.all(batches.slice(index, index + 3).map((batch) => together(...batch))))
              expect(alone).toEqual([])
          for (const [place, request] of requests.entries()) {
            const kept = await banking.db.transact(request, async (tx) => ({
              accounts: await loadAccounts(
                tx,
                made.map(({ ids }) => ids.account),
              ),
              tags: await loadTagDefinitions(
                tx,
                made.map(({ ids }) => ids.value),
              ),
              vendors: await loadContacts(
                tx,
                'vendor',
                made.map(({ vendor }) => vendor.id),
              ),
            }))
            const candidates = new Map((await candidatesNow(banking, request)).map((one) => [one.id, one]))
            for (const { versions, ids, lineId, vendor, document } of made) {
              const count = versions[place] ?? 0
              const named = count === 0 ? undefined : `${request.businessId} ${count}`
              expect(kept.accounts.get(ids.account)?.name).toBe(named)
              expect(kept.tags.get(ids.value)?.value).toBe(named)
              expect(kept.tags.get(ids.value)?.dimensionDisplayName).toBe(named)
              expect(kept.vendors.get(vendor.id)?.name).toBe(named)
              expect(candidates.get(lineId)?.version).toBe(named && `${count}`)
              expect(candidates.get(document.id)?.version).toBe(named && `${count}`)
              if (named) expect(candidates.get(document.id)?.is_open).toBe(count !== 2)
            }
          }
        },
      ),
      { numRuns: 6 },
    )
    expect(await deadlocksIn(banking.db)).toBe(deadlocks)
  })

  test('are judged by the accounts and transactions of their own business', async () => {
    const [one, other] = [await metBusiness(), await metBusiness()]
    const accountId = randomUUID()
    const [expense, bank] = ['OPERATING_EXPENSES', 'BANK_ACCOUNTS'].map((account_subtype) =>
      account(accountId, 1, { account_subtype }),
    ) as [ReturnType<typeof account>, ReturnType<typeof account>]
    const posted = entry(randomUUID(), 1, [{ id: randomUUID(), account_id: accountId }])
    await together(
      ...[delivered(one.businessId, 'account', expense), delivered(one.businessId, 'entry', posted)],
      ...[delivered(other.businessId, 'account', bank), delivered(other.businessId, 'entry', posted)],
    )
    expect(await candidatesNow(banking, one)).toEqual([])
    expect(await candidatesNow(banking, other)).toHaveLength(1)
  })

  test('are halves of transfers of their own business alone', async () => {
    const payables = await openPayables(banking)
    const [own, stranger] = [payables.request, await metBusiness()]
    const { transaction } = await matched(payables)
    const posted = entry(randomUUID(), 1, [{ id: randomUUID(), account_id: randomUUID() }], {
      ...{ entry_type: 'BANK', source_type: 'bank_transaction', source_id: transaction.id },
    })
    await together(...[own, stranger].map(({ businessId }) => delivered(businessId, 'entry', posted)))
    const isOfEntry = ({ id }: { id: string }) => id === posted.line_items[0]?.id
    expect((await candidatesNow(banking, own)).filter(isOfEntry)).toHaveLength(1)
    expect(await candidatesNow(banking, stranger)).toEqual([])
  })

  test('of a business whose match may have to change come alone, and end it then; the others are applied', async () => {
    const payables = await openPayables(banking)
    const stranger = await metBusiness()
    const { document, transaction } = await matched(payables)
    const { businessId } = payables.request
    const id = randomUUID()
    const batch = [
      deliveryOf(businessId, changed(document, { isOpen: false, parts: [] })),
      delivered(stranger.businessId, 'account', account(id, 1)),
      deliveryOf(stranger.businessId, document),
    ]
    expect(await together(...batch)).toEqual([businessId])
    expect(await nameOf(stranger, id)).toBe('Account 1')
    expect(await transactionNow(banking, payables.request, transaction)).toMatchObject({ status: 'MATCHED' })
    await eventsSubscriber(banking).handle(businessId, batch.slice(0, 1))
    expect(await transactionNow(banking, payables.request, transaction)).toMatchObject({ status: 'READY_FOR_INPUT' })
  })

  test('of which a state has to be fetched come alone; what a business says that has not used banking is skipped', async () => {
    const [large, other] = [await metBusiness(), await metBusiness()]
    const unknown = await openTestBusiness(banking)
    const id = randomUUID()
    const reference = { aggregate_type: 'entry', aggregate_id: id, version: 1 }
    const alone = await together(
      delivered(large.businessId, 'entry', { reference, version: 1, id } as { id: string; version: number }),
      ...[unknown, other].map(({ businessId }) => delivered(businessId, 'account', account(id, 1))),
    )
    expect(alone).toEqual([large.businessId])
    expect(await Promise.all([unknown, other].map((request) => nameOf(request, id)))).toEqual([undefined, 'Account 1'])
  })

  test('write nothing for another of them that a state names', async () => {
    const [one, other] = [await metBusiness(), await metBusiness()]
    const disguised = {
      ...{ id: other.businessId, client_id: one.clientId, time_zone: 'UTC', currency: 'XXX', version: 99 },
      ...{ activation_at: '2026-01-01T00:00:00Z', archived_at: null },
    }
    const taken = together(
      delivered(one.businessId, 'business', disguised),
      delivered(other.businessId, 'account', account(randomUUID(), 1)),
    )
    await expect(taken).rejects.toThrow(`expected the business ${one.businessId}`)
    expect((await requireBusiness(banking, other)).currency).not.toBe('XXX')
  })
})

describe('the role for the intake of several businesses', () => {
  test('has the rights that copies need, on rows of the businesses of the transaction', async () => {
    const admitted = '((business_id = ANY (( SELECT app_business_ids() AS app_business_ids)::uuid[])) IS TRUE)'
    const written = [
      'accounts',
      'businesses',
      'customers',
      'match_candidates',
      'record_heads',
      'tag_dimensions',
      'tag_values',
      'vendors',
    ]
    const lines = [
      ...written.map((table) => `${table} INSERT SELECT UPDATE, all where ${admitted} and with ${admitted}`),
      ...['bank_accounts', 'bank_transactions'].map((table) => `${table} SELECT, select where ${admitted} and with`),
      `records INSERT SELECT, all where ${admitted} and with ${admitted}`,
      `audits INSERT SELECT UPDATE, all where ${admitted} and with ${admitted}`,
      `large_states INSERT, insert where and with ${admitted}`,
    ]
    expect(await rightsOf(admin, BANKING_INTAKE)).toEqual(lines.sort())
  })

  test('writes no candidate of a business that the transaction does not name', async () => {
    const listed = await metBusiness()
    const stranger = await neighbourOf(listed)
    const accountId = randomUUID()
    const state = entryFrom(entry(randomUUID(), 1, [{ id: randomUUID(), account_id: accountId }]))
    const reported = [listed, stranger].flatMap(({ businessId }) =>
      candidatesOfEntry(state).map((candidate) => ({ ...candidate, businessId })),
    )
    const store = (businesses: readonly BusinessWrite[]) =>
      banking.db.transactMany({ businessIds: businesses.map(({ businessId }) => businessId) }, (tx) =>
        upsertCandidates(tx, reported),
      )
    await expect(store([listed])).rejects.toThrow('row-level security')
    await expect(store([])).rejects.toThrow('row-level security')
    expect(await candidatesNow(banking, stranger)).toEqual([])
    await store([listed, stranger])
    expect(await candidatesNow(banking, stranger)).toHaveLength(1)
  })
})
