import { randomUUID } from 'node:crypto'
import type { Tenant } from '@pacioli/rpc'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  askBusiness,
  findBusiness,
  loadAccounts,
  loadAllTenants,
  loadTagDefinitions,
  requireBusiness,
} from './index.ts'
import { startFacts, type TestFacts } from './ledger-facts.test-helpers.ts'

let facts: TestFacts
beforeAll(async () => {
  facts = await startFacts()
})
afterAll(() => facts.stop())

const countAccounts = async (tenant: Tenant): Promise<number> => {
  const [row] = await facts.db.transact(tenant, (tx) =>
    tx.rows<{ count: string }>('SELECT count(*) FROM accounts WHERE business_id = $1', [tenant.businessId]),
  )
  return Number(row?.count)
}

const isSeeded = async (tenant: Tenant): Promise<boolean | undefined> =>
  (await facts.db.transact(tenant, (tx) => findBusiness(tx)))?.isSeeded

test('an unknown business is copied with its facts, its chart and its tags', async () => {
  const tenant = await facts.openBusiness({ time_zone: 'Pacific/Auckland', currency: 'JPY' })
  const { message } = await facts.postings.AskBooks(
    {
      account_identifiers: [{ type: 'StableName', stable_name: 'RETAINED_EARNINGS' }],
      tags: [{ key: 'Region', value: 'North', value_display_name: 'The north' }],
    },
    { context: tenant },
  )
  const business = await requireBusiness(facts, tenant)
  expect(business).toMatchObject({
    id: tenant.businessId,
    clientId: tenant.clientId,
    timeZone: 'Pacific/Auckland',
    currency: 'JPY',
    archivedAt: null,
  })
  const [accountId, definitionId] = [message.accounts[0]?.id?.id ?? '', message.tags[0]?.definition_id ?? '']
  const known = await facts.db.transact(tenant, async (tx) => ({
    accounts: await loadAccounts(tx, [accountId]),
    tags: await loadTagDefinitions(tx, [definitionId]),
  }))
  expect(known.accounts.get(accountId)).toMatchObject({ stableName: 'RETAINED_EARNINGS', type: 'EQUITY' })
  expect(known.tags.get(definitionId)).toMatchObject({ key: 'Region', value: 'North', valueDisplayName: 'The north' })
})

test("another client's business is as unknown as one that does not exist, before and after it is known here", async () => {
  const tenant = await facts.openBusiness()
  const stranger = { clientId: randomUUID(), businessId: tenant.businessId }
  const unknown = { error: expect.objectContaining({ errorEnum: 'BusinessNotFound' }) as unknown }
  const refusalOf = (asking: Promise<unknown>) => asking.then(() => undefined).catch((error: unknown) => ({ error }))
  expect(await refusalOf(requireBusiness(facts, stranger))).toEqual(unknown)
  expect(await refusalOf(requireBusiness(facts, { ...tenant, businessId: randomUUID() }))).toEqual(unknown)
  expect(await refusalOf(requireBusiness(facts, { ...tenant, businessId: 'x' }))).toEqual(unknown)
  await requireBusiness(facts, tenant)
  expect(await refusalOf(requireBusiness(facts, stranger))).toEqual(unknown)
})

test('once the owner of a business is known, no other client gets as far as a transaction for it', async () => {
  const tenant = await facts.openBusiness()
  const stranger = { clientId: randomUUID(), businessId: tenant.businessId }
  const reached = (who: Tenant) => facts.db.transact(who, () => Promise.resolve('reached'))
  expect(await reached(stranger)).toBe('reached')
  await requireBusiness(facts, tenant)
  await expect(reached(stranger)).rejects.toMatchObject({ errorEnum: 'BusinessNotFound' })
  expect([await reached(tenant), await reached({ ...stranger, businessId: randomUUID() })]).toEqual([
    'reached',
    'reached',
  ])
})

test('ids are the same in any case', async () => {
  const tenant = await facts.openBusiness()
  const shouted = { clientId: tenant.clientId.toUpperCase(), businessId: tenant.businessId.toUpperCase() }
  expect(await requireBusiness(facts, shouted)).toMatchObject({ id: tenant.businessId, clientId: tenant.clientId })
  expect(await requireBusiness(facts, shouted)).toEqual(await requireBusiness(facts, tenant))
})

test('many concurrent requests for an unknown business, of several processes, all find it', async () => {
  const tenant = await facts.openBusiness()
  const processes = Array.from({ length: 3 }, () => facts.inAnotherProcess())
  const businesses = await Promise.all(
    Array.from({ length: 6 }, (_, index) => requireBusiness(processes[index % 3] ?? facts, tenant)),
  )
  expect(new Set(businesses.map(({ id, version }) => `${id} ${version}`)).size).toBe(1)
  expect(await countAccounts(tenant)).toBeGreaterThan(60)
})

test('further data is read after the facts, and before the business counts as known', async () => {
  const tenant = await facts.openBusiness({ currency: 'JPY' })
  const seen: unknown[] = []
  const service = {
    ...facts.inAnotherProcess(),
    alsoSeed: async (context: object, { id, currency }: { id: string; currency: string }) => {
      seen.push([context, id, currency, (await countAccounts(tenant)) > 60, await isSeeded(tenant)])
      if (seen.length === 1) throw new Error('not yet')
    },
  }
  const request = { ...tenant, requestId: 'r', idempotency: { key: 'k', operation: 'o', requestHash: 'h' } }
  await expect(requireBusiness(service, request)).rejects.toThrow('not yet')
  expect(await isSeeded(tenant)).toBe(false)
  await requireBusiness(service, request)
  await requireBusiness(service, request)
  const context = { ...tenant, requestId: 'r', traceparent: undefined }
  expect(seen).toEqual(Array.from({ length: 2 }, () => [context, tenant.businessId, 'JPY', true, false]))
  expect(await isSeeded(tenant)).toBe(true)
})

test('a known business is found without the ledger; an unknown one is not', async () => {
  const tenant = await facts.openBusiness()
  await requireBusiness(facts, tenant)
  const alone = facts.withoutLedger()
  expect((await requireBusiness(alone, tenant)).id).toBe(tenant.businessId)
  await expect(requireBusiness(alone, { ...tenant, businessId: randomUUID() })).rejects.toMatchObject({
    errorEnum: 'ServiceUnavailable',
  })
})

test('querying a business copies its changes at once, without its events', async () => {
  const tenant = await facts.openBusiness()
  await requireBusiness(facts, tenant)
  await facts.ledger.businesses.ArchiveBusiness({}, { context: tenant })
  expect((await requireBusiness(facts, tenant)).archivedAt).toBeNull()
  const { archivedAt } = await askBusiness(facts, tenant)
  expect(archivedAt).toBeInstanceOf(Date)
  expect((await requireBusiness(facts, tenant)).archivedAt).toEqual(archivedAt)
})

test('the housekeeping role finds all tenants, page by page; a tenant finds itself', async () => {
  for (let count = 0; count < 3; count++) await requireBusiness(facts, await facts.openBusiness())
  const page = (after: string | undefined, limit = 2, only?: string) =>
    facts.relayDb.transact({}, (tx) => loadAllTenants(tx, { after, limit, only }))
  const found: Tenant[] = []
  for (let more = await page(undefined); more.length > 0; more = await page(found.at(-1)?.businessId))
    found.push(...more)
  expect(found.length).toBeGreaterThanOrEqual(3)
  expect(found.map(({ businessId }) => businessId)).toEqual([...new Set(found.map((one) => one.businessId))].sort())
  const [one, other] = found
  expect(await page(undefined, 2, other?.businessId)).toEqual([other])
  const own = await facts.db.transact({ businessId: one?.businessId ?? '' }, (tx) =>
    loadAllTenants(tx, { after: undefined, limit: 9, only: undefined }),
  )
  expect(own).toEqual([one])
})
