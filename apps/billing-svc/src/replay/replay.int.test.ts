import { readEvent, referenceOf } from '@pacioli/events'
import { ReplayService, type Aggregate__Output } from '@pacioli/protos/billing'
import { clientOfStreams, serve, type RpcServer } from '@pacioli/rpc'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allocateLater, makePayment } from '../testing/bill-payments.test-helpers.ts'
import { startTestBilling, type TestBilling } from '../testing/billing.test-helpers.ts'
import {
  billInput,
  line,
  makeBill,
  makeExpense,
  openPayables,
  type TestPayables,
} from '../testing/bills.test-helpers.ts'
import { makeCustomer } from '../testing/customers.test-helpers.ts'
import { allocateCreditTo, makeCredit } from '../testing/vendor-credits.test-helpers.ts'
import { makeVendor } from '../testing/vendors.test-helpers.ts'
import { replayRpc } from './replay.rpc.ts'
import { replayBusiness } from './replay-aggregates.ts'
import { createBills, deleteBillPayment, updateVendor, voidBill } from '../testing/use-cases.test-helpers.ts'

const TYPES = ['vendor', 'bill', 'bill_payment', 'vendor_credit', 'customer']

let billing: TestBilling
let server: RpcServer
let streams: ReturnType<typeof clientOfStreams<typeof ReplayService>>
let payables: TestPayables

beforeAll(async () => {
  billing = await startTestBilling()
  server = await serve({ host: '127.0.0.1', port: 0, services: [replayRpc(billing)] })
  streams = clientOfStreams(ReplayService, { target: `127.0.0.1:${server.port}`, count: 1 })
  payables = await openPayables(billing, { time_zone: 'Pacific/Kiritimati' })
})

afterAll(async () => {
  streams.close()
  await server.stop()
  await billing.stop()
})

type Asked = { types?: string[]; ids?: string[] }

/** Called without a tenant, as by other services. */
async function replayed(business_id: string, asked: Asked = {}): Promise<Aggregate__Output[]> {
  const aggregates: Aggregate__Output[] = []
  for await (const one of streams.client.ReplayAggregates({ business_id, ...asked }, { context: {} }))
    aggregates.push(one)
  return aggregates
}

const stateIn = (event: string): unknown => readEvent(event)?.data

/** In the order of the ids. */
const sorted = (facts: unknown[][]): unknown[][] => facts.sort((a, b) => (String(a[1]) < String(b[1]) ? -1 : 1))

const said = async (businessId: string, asked: Asked = {}) =>
  sorted((await replayed(businessId, asked)).map(({ type, id, version, event }) => [type, id, version, stateIn(event)]))

/** The last event of each aggregate. */
async function announced(businessId: string) {
  const rows = await billing.relayDb.call<{
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
  return sorted(rows.map((row) => [row.aggregate_type, row.aggregate_id, Number(row.version), stateIn(row.event)]))
}

test('a replay sends the last announced state of everything, archived, void and deleted included', async () => {
  const { request } = payables
  const gone = await makeVendor(billing, request, { external_id: 'gone', metadata: '{"a": 1}' })
  const tags = [{ key: 'team', value: 'Field' }]
  await makeCustomer(billing, request, { external_id: 'buyer', metadata: '{"a": 1}', tags })
  const inputs = [1, 2, 3].map(() => billInput(payables, { tags, metadata: '{"b": 2}' }))
  const { data: bills = [] } = await createBills(billing, request, inputs)
  const [paid, later, voided] = bills.map(({ id }) => id)
  await makeExpense(billing, payables, { vendor_id: gone.id, line_items: [line(5, { tags })] })
  await makeExpense(billing, payables)
  await updateVendor(billing, request, { vendor_id: gone.id, cleared: [], status: 'ARCHIVED' })
  const payment = await makePayment(billing, payables, { allocations: [{ bill_id: paid ?? '', amount: 30 }], tags })
  await allocateLater(billing, payables, payment, { bill_id: later ?? '', amount: 20 })
  const credit = await makeCredit(billing, payables, { tags })
  await allocateCreditTo(billing, payables, credit, { bill_id: paid ?? '', amount: 10 })
  await voidBill(billing, request, voided ?? '')
  await deleteBillPayment(billing, request, (await makePayment(billing, payables)).id)

  const facts = await said(request.businessId.toUpperCase())
  expect(facts).toEqual(await announced(request.businessId))
  expect(Object.fromEntries(TYPES.map((type) => [type, facts.filter((fact) => fact[0] === type).length]))).toEqual({
    vendor: 2,
    bill: 5,
    bill_payment: 2,
    vendor_credit: 1,
    customer: 1,
  })
})

test('a renamed vendor is sent with its new name, its documents unchanged', async () => {
  const own = await openPayables(billing)
  const vendor = await makeVendor(billing, own.request, { external_id: 'before' })
  await makeExpense(billing, own, { vendor_id: vendor.id })
  await makePayment(billing, own, { vendor_id: vendor.id })
  const before = await said(own.request.businessId)
  const renamed = { external_id: 'after', company_name: 'Renamed Ltd' }
  await updateVendor(billing, own.request, { vendor_id: vendor.id, cleared: [], ...renamed })
  const after = await said(own.request.businessId)
  const [changed, ...others] = after.filter((fact, index) => JSON.stringify(fact) !== JSON.stringify(before[index]))
  expect(changed).toMatchObject(['vendor', vendor.id, 2, { ...renamed, name: 'Renamed Ltd' }])
  expect(others).toEqual([])
  expect(after).toEqual(await announced(own.request.businessId))
})

test('types and ids narrow it; unknown ones are left out', async () => {
  const { businessId } = payables.request
  const all = await said(businessId)
  for (const types of [...TYPES.map((type) => [type]), ['bill', 'bill_payment'], ['bank_account'], []])
    expect(await said(businessId, { types })).toEqual(
      all.filter(([type]) => types.length === 0 || types.includes(String(type))),
    )
  const [bill, vendor] = ['bill', 'vendor'].map((type) => all.find((fact) => fact[0] === type) ?? [])
  const ids = [String(bill?.[1]).toUpperCase(), String(vendor?.[1]), randomUUID(), 'x']
  expect(await said(businessId, { ids })).toEqual(sorted([bill ?? [], vendor ?? []]))
  expect(await said(businessId, { ids, types: ['bill'] })).toEqual([bill])
  expect(await said(businessId, { ids: ['x'] })).toEqual([])
})

test('it pages, and sends each once, during writes', async () => {
  const own = await openPayables(billing)
  const many = (count: number) => Array.from({ length: count }, () => billInput(own))
  const { data: made = [] } = await createBills(billing, own.request, many(401))
  const seen: string[] = []
  for await (const { id = '', type } of replayBusiness(billing, own.request.businessId, { types: ['bill'] })) {
    expect(type).toBe('bill')
    if (seen.length === 150) await createBills(billing, own.request, many(5))
    seen.push(id)
  }
  expect(new Set(seen).size).toBe(seen.length)
  expect(made.filter(({ id = '' }) => !seen.includes(id))).toEqual([])
}, 60_000)

test('what is too large for an event is in the replay', async () => {
  const own = await openPayables(billing)
  const description = 'x'.repeat(2_000)
  const bill = await makeBill(billing, own, { line_items: Array.from({ length: 300 }, () => line(1, { description })) })
  const [, , , state] = (await announced(own.request.businessId)).find((fact) => fact[1] === bill.id) ?? []
  expect(state).toMatchObject({ reference: { aggregate_id: bill.id } })
  const [one] = await replayed(own.request.businessId, { types: ['bill'], ids: [bill.id] })
  const event = readEvent(one?.event ?? '') ?? expect.fail('no event')
  expect(referenceOf(event)).toBeUndefined()
  expect((event.data as { line_items: unknown[] }).line_items).toHaveLength(300)
}, 60_000)

test('nothing is replayed of other businesses, nor of one that billing does not know', async () => {
  const other = await openPayables(billing)
  expect((await replayed(other.request.businessId)).map(({ id }) => id)).toEqual([other.contactId])
  expect(await replayed(other.request.businessId, { ids: [payables.contactId] })).toEqual([])
  expect(await replayed(randomUUID())).toEqual([])
})

test.each(['', 'nobody'])('a business must be named: %j is refused', async (businessId) => {
  await expect(replayed(businessId)).rejects.toMatchObject({ errorEnum: 'BusinessNotFound' })
})
