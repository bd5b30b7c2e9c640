import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertResolved, factsFrom, findBusiness, loadAccounts, loadTagDefinitions, takeInFacts } from './index.ts'
import { factsDatabase } from './ledger-facts.test-helpers.ts'

let database: Awaited<ReturnType<typeof factsDatabase>>
beforeAll(async () => {
  database = await factsDatabase()
})
afterAll(() => Promise.all([database.db.close(), database.relayDb.close()]))

type State = { aggregate: string; data: object }

const business = (id: string, version: number): State => ({
  aggregate: 'business',
  data: {
    id,
    client_id: id,
    time_zone: 'Europe/Vienna',
    currency: `C${version}`,
    activation_at: '2026-01-01T00:00:00Z',
    archived_at: null,
    version,
  },
})

const accountState = (id: string, version: number) => ({
  id,
  parent_id: null,
  name: `Account ${version}`,
  account_number: null,
  stable_name: null,
  normality: 'DEBIT',
  account_type: 'ASSET',
  account_subtype: 'BANK_ACCOUNTS',
  archived_at: version === 4 ? '2026-02-01T00:00:00.000Z' : null,
  version,
})
const account = (id: string, version: number): State => ({ aggregate: 'account', data: accountState(id, version) })

const dimension = (id: string, version: number): State => ({
  aggregate: 'tag_dimension',
  data: { id, key: 'K', display_name: `D${version}`, strictness: 'BALANCING', version },
})

const value = (id: string, version: number, dimension_id: string): State => ({
  aggregate: 'tag_value',
  data: { id, dimension_id, value: `V${version}`, version },
})

const take = (businessId: string, states: readonly State[]): Promise<void> =>
  database.db.transact({ businessId }, (tx) => takeInFacts(tx, [factsFrom(businessId, states)]))

const known = (businessId: string, accountIds: readonly string[], definitionIds: readonly string[]) =>
  database.db.transact({ businessId }, async (tx) => ({
    business: (await findBusiness(tx))?.business,
    accounts: await loadAccounts(tx, accountIds),
    tags: await loadTagDefinitions(tx, definitionIds),
  }))

test('the newest version of each is kept, whatever the order, the batches and the repetitions', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ versions: fc.integer({ min: 1, max: 4 }), repeat: fc.nat(2) }), {
        minLength: 1,
        maxLength: 5,
      }),
      fc.integer({ min: 1, max: 6 }),
      fc.infiniteStream(fc.nat(1_000)),
      async (things, batchSize, random) => {
        const businessId = randomUUID()
        const made = things.map((thing) => ({
          ...thing,
          accountId: randomUUID(),
          valueId: randomUUID(),
          dimensionId: randomUUID(),
        }))
        const states = made.flatMap((one) =>
          Array.from({ length: one.versions }, (_, index) => index + 1)
            .flatMap((version) => [
              business(businessId, version),
              account(one.accountId, version),
              dimension(one.dimensionId, version),
              value(one.valueId, version, one.dimensionId),
            ])
            .flatMap((state) => Array.from({ length: 1 + one.repeat }, () => state)),
        )
        const shuffled = states
          .map((state) => ({ state, place: random.next().value }))
          .sort((one, other) => one.place - other.place)
          .map(({ state }) => state)
        const batches = Array.from({ length: Math.ceil(shuffled.length / batchSize) }, (_, index) =>
          shuffled.slice(index * batchSize, (index + 1) * batchSize),
        )
        for (let index = 0; index < batches.length; index += 3)
          await Promise.all(batches.slice(index, index + 3).map((batch) => take(businessId, batch)))
        const kept = await known(
          businessId,
          made.map(({ accountId }) => accountId),
          made.map(({ valueId }) => valueId),
        )
        const newest = Math.max(...made.map(({ versions }) => versions))
        expect(kept.business).toMatchObject({ currency: `C${newest}`, version: newest })
        for (const { accountId, valueId, versions } of made) {
          expect(kept.accounts.get(accountId)).toMatchObject({ name: `Account ${versions}`, version: versions })
          expect(kept.accounts.get(accountId)?.archivedAt !== null).toBe(versions === 4)
          expect(kept.tags.get(valueId)).toMatchObject({
            value: `V${versions}`,
            dimensionDisplayName: `D${versions}`,
          })
        }
      },
    ),
    { numRuns: 20 },
  )
})

test('a resolved row replaces nothing, and is replaced by the first event about it', async () => {
  const [businessId, id, dimensionId, definitionId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  const accounts = [
    {
      id,
      name: 'Asked',
      accountNumber: null,
      stableName: null,
      normality: 'DEBIT' as const,
      type: 'ASSET',
      subtype: 'BANK_ACCOUNTS',
      isArchived: false,
    },
  ]
  const tag = {
    definitionId,
    dimensionId,
    key: 'K',
    value: 'Asked',
    strictness: 'BALANCING',
    dimensionDisplayName: null,
    valueDisplayName: null,
  }
  const asked = { accounts, tags: [tag, tag] }
  const names = async (): Promise<(string | undefined)[]> => {
    const found = await known(businessId, [id], [definitionId])
    return [found.accounts.get(id)?.name, found.tags.get(definitionId)?.value]
  }
  await database.db.transact({ businessId }, async (tx) => insertResolved(tx, asked))
  expect(await names()).toEqual(['Asked', 'Asked'])
  const chart = { aggregate: 'chart', data: { id: businessId, version: 1, accounts: [accountState(id, 1)] } }
  await take(businessId, [chart, dimension(dimensionId, 1), value(definitionId, 1, dimensionId)])
  await database.db.transact({ businessId }, async (tx) => insertResolved(tx, asked))
  expect(await names()).toEqual(['Account 1', 'V1'])
})

test('a business sees only its own facts', async () => {
  const [businessId, id] = [randomUUID(), randomUUID()]
  await take(businessId, [business(businessId, 1), account(id, 1)])
  const seen = await database.db.transact({ businessId: randomUUID() }, async (tx) => ({
    business: await findBusiness(tx),
    accounts: await loadAccounts(tx, [id]),
  }))
  expect(seen).toEqual({ business: undefined, accounts: new Map() })
})

test('the error for an invalid state names its field', () => {
  const wrong = { ...accountState(randomUUID(), 1), normality: 'SIDEWAYS' }
  expect(() => factsFrom(randomUUID(), [{ aggregate: 'account', data: wrong }])).toThrow('normality')
  const nowhere = business(randomUUID(), 1)
  expect(() => factsFrom(randomUUID(), [{ ...nowhere, data: { ...nowhere.data, time_zone: 'Nowhere' } }])).toThrow(
    'time_zone',
  )
  expect(factsFrom(randomUUID(), [{ aggregate: 'entry', data: 'anything' }]).accounts).toEqual([])
})
