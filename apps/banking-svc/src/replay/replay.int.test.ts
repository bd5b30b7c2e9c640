import { readEvent } from '@pacioli/events'
import { ReplayService, type Aggregate__Output } from '@pacioli/protos/banking'
import { clientOfStreams, serve, type BusinessWrite, type RpcServer } from '@pacioli/rpc'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestAccount, type TestAccount } from '../bank-accounts/bank-accounts.test-helpers.ts'
import { openTestBusiness, startTestBanking, type TestBanking } from '../banking.test-helpers.ts'
import { importTestTransactions } from '../statement-import/imports.test-helpers.ts'
import { replayBusiness } from './replay-aggregates.ts'
import { replayRpc } from './replay.rpc.ts'
import { archiveExternalAccount, categorizeTransactions } from '../use-cases.test-helpers.ts'

const EXPENSES = { type: 'StableName', stable_name: 'OPERATING_EXPENSES' }

let banking: TestBanking
let server: RpcServer
let streams: ReturnType<typeof clientOfStreams<typeof ReplayService>>
let request: BusinessWrite
let accounts: TestAccount[]

beforeAll(async () => {
  banking = await startTestBanking()
  server = await serve({ host: '127.0.0.1', port: 0, services: [replayRpc(banking)] })
  streams = clientOfStreams(ReplayService, { target: `127.0.0.1:${server.port}`, count: 1 })
  request = await openTestBusiness(banking, { time_zone: 'Pacific/Kiritimati' })
  accounts = [await openTestAccount(banking, request), await openTestAccount(banking, request)]
  const [first, second] = accounts.map(({ externalAccountId }) => externalAccountId)
  // Exactly one page: the next one has what comes later.
  await importTestTransactions(
    banking,
    request,
    first ?? '',
    Array.from({ length: 300 }, () => ({})),
  )
  await importTestTransactions(
    banking,
    request,
    second ?? '',
    Array.from({ length: 199 }, () => ({})),
  )
  await importTestTransactions(banking, request, second ?? '', [{ pending: true, external_id: 'pending' }])
})

afterAll(async () => {
  streams.close()
  await server.stop()
  await banking.stop()
})

/** Without a tenant, as other services call it. */
async function replayed(business_id: string): Promise<Aggregate__Output[]> {
  const aggregates: Aggregate__Output[] = []
  for await (const one of streams.client.ReplayAggregates({ business_id }, { context: {} })) aggregates.push(one)
  return aggregates
}

const stateIn = (event: string): unknown => readEvent(event)?.data

/** The last event of each aggregate. */
async function announced(businessId: string) {
  const rows = await banking.relayDb.call<{
    aggregate_type: string
    aggregate_id: string
    version: string
    event: string
  }>(
    `SELECT DISTINCT ON (aggregate_type, aggregate_id) aggregate_type, aggregate_id, version, event FROM events
      WHERE business_id = $1 ORDER BY aggregate_type, aggregate_id, version DESC`,
    [businessId],
    businessId,
  )
  return rows.map((row) => [row.aggregate_type, row.aggregate_id, Number(row.version), stateIn(row.event)])
}

/** In the order of the ids. */
const sorted = (facts: unknown[][]): unknown[][] => facts.sort((a, b) => (String(a[1]) < String(b[1]) ? -1 : 1))

const said = async (businessId: string) =>
  (await replayed(businessId)).map(({ type, id, version, event }) => [type, id, version, stateIn(event)])

test('a replay has the last event of each aggregate of the business', async () => {
  const { businessId } = request
  const facts = await said(businessId.toUpperCase())
  expect(facts).toHaveLength(504)
  expect(sorted(facts)).toEqual(sorted(await announced(businessId)))
  expect(new Set(facts.map(([type]) => type))).toEqual(
    new Set(['bank_account', 'external_account', 'bank_transaction']),
  )
})

test('it includes all changes: booked, categorized, split, tagged and archived', async () => {
  const { businessId } = request
  const externalAccountId = accounts[1]?.externalAccountId ?? ''
  const [one, other, booked] = await importTestTransactions(banking, request, externalAccountId, [
    { external_id: 'one' },
    { external_id: 'other' },
    { external_id: 'pending', pending: false },
  ])
  const tags = (key: string, value: string) => [{ key, value }]
  const part = (amount: number, value: string) => ({ category: EXPENSES, amount, tags: tags('place', value) })
  const decided = { entries: [], replaces_tags: true, tags: tags('team', 'Field') }
  await categorizeTransactions(banking, request, [
    { ...decided, type: 'Category', transaction_id: one?.id ?? '', category: EXPENSES },
    { ...decided, type: 'Split', transaction_id: other?.id ?? '', entries: [part(1, 'There'), part(999, 'Elsewhere')] },
  ])
  await archiveExternalAccount(banking, request, externalAccountId)
  const facts = await said(businessId)
  expect(sorted(facts)).toEqual(sorted(await announced(businessId)))
  const stateOf = (id: string | undefined) => facts.find((fact) => fact[1] === id)?.[3]
  expect(stateOf(booked?.id)).toMatchObject({ categorizationStatus: 'READY_FOR_INPUT', version: 2 })
  expect(stateOf(one?.id)).toMatchObject({ categorizationStatus: 'CATEGORIZED', transaction_tags: [{}] })
  expect(stateOf(other?.id)).toMatchObject({
    categorizationStatus: 'SPLIT',
    split_entries: [
      { amount: 1, tags: [{}] },
      { amount: 999, tags: [{}] },
    ],
  })
  expect(stateOf(externalAccountId)).toMatchObject({ archived_at: expect.any(String), version: 2 })
})

test('changes during a replay are in it, or come as events; nothing earlier is lost', async () => {
  const { businessId } = request
  const before = new Set((await announced(businessId)).map(([, id]) => String(id)))
  const seen = new Set<string>()
  for await (const { id } of replayBusiness(banking, businessId)) {
    if (seen.size === 200)
      await importTestTransactions(banking, request, accounts[0]?.externalAccountId ?? '', [{}, {}])
    seen.add(String(id))
  }
  expect([...before].filter((id) => !seen.has(id))).toEqual([])
})

test('nothing is replayed of other businesses, nor of one that has not used banking', async () => {
  const other = await openTestBusiness(banking)
  const { bankAccountId, externalAccountId } = await openTestAccount(banking, other)
  expect((await replayed(other.businessId)).map(({ id }) => id)).toEqual([bankAccountId, externalAccountId])
  expect(await replayed(randomUUID())).toEqual([])
  for (const unknown of ['', 'nobody'])
    await expect(replayed(unknown)).rejects.toMatchObject({ errorEnum: 'BusinessNotFound' })
})
