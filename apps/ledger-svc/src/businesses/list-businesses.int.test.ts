/** The businesses of a client, which in a cluster lie on several shards. */
import { BusinessesService, type Business__Output } from '@pacioli/protos/ledger'
import { clientOfService, serve } from '@pacioli/rpc'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestBusiness, startTestLedger, type TestLedger } from '../ledger.test-helpers.ts'
import { businessesRpc } from './businesses.rpc.ts'

let ledger: TestLedger
let server: Awaited<ReturnType<typeof serve>>
let businesses: ReturnType<typeof clientOfService<typeof BusinessesService>>

beforeAll(async () => {
  ledger = await startTestLedger()
  server = await serve({ host: '127.0.0.1', port: 0, services: [businessesRpc(ledger)] })
  businesses = clientOfService(BusinessesService, { target: `127.0.0.1:${server.port}`, count: 1 })
})
afterAll(async () => {
  businesses.close()
  await server.stop()
  await ledger.stop()
})

const list = async (clientId: string, asked: object) =>
  (await businesses.client.ListBusinesses(asked, { context: { clientId } })).message

/** All pages, and the total that each of them says. */
async function paged(clientId: string, asked: object, limit: number, sort_order: string) {
  const [found, totals]: [Business__Output[], unknown[]] = [[], []]
  for (let cursor: string | undefined; ;) {
    const { data, pagination } = await list(clientId, {
      ...asked,
      page: { limit, sort_order, ...(cursor && { cursor }) },
    })
    found.push(...data)
    totals.push(pagination?.total_count)
    cursor = pagination?.cursor
    if (cursor === undefined) return { ids: found.map(({ id }) => id), found, totals }
  }
}

/** So many businesses of a new client; in a cluster on more than one shard. */
async function openMany(count: number): Promise<{ clientId: string; ids: string[] }> {
  const { clientId, businessId } = await openTestBusiness(ledger)
  const ids = [businessId]
  while (ids.length < count) ids.push((await openTestBusiness(ledger, { clientId })).businessId)
  return { clientId, ids }
}

test('are listed by creation, page by page, from both ends, and none of another client', async () => {
  const { clientId, ids } = await openMany(8)
  await openMany(1)
  const { found, ids: forward, totals } = await paged(clientId, {}, 3, 'ASC')
  expect(forward.toSorted()).toEqual(ids.toSorted())
  expect(totals).toEqual([8, 8, 8])
  const created = found.map(({ created_at, id }) => `${created_at} ${id}`)
  expect(created).toEqual(created.toSorted())
  expect((await paged(clientId, {}, 3, 'DESC')).ids).toEqual(forward.toReversed())
  expect((await list(randomUUID(), {})).data).toEqual([])
})

test('that are archived are listed where asked for', async () => {
  const { clientId, ids } = await openMany(3)
  const [archived = '', ...others] = ids
  const { message } = await businesses.client.ArchiveBusiness({}, { context: { clientId, businessId: archived } })
  expect(message.data?.archived_at).toBeDefined()
  expect((await paged(clientId, {}, 2, 'ASC')).ids.toSorted()).toEqual(others.toSorted())
  const all = await paged(clientId, { include_archived: true }, 2, 'ASC')
  expect([all.ids.toSorted(), all.totals]).toEqual([ids.toSorted(), [3, 3]])
})

test('are found by the external_id that their client gave them', async () => {
  const create = async (clientId: string, external_id: string) =>
    (await businesses.client.CreateBusiness({ legal_name: 'Named', external_id }, { context: { clientId } })).message
      .data
  const [one, other] = [await openMany(2), await openMany(1)]
  const named = await create(one.clientId, 'shop 1')
  await create(one.clientId, 'shop 2')
  await create(other.clientId, 'shop 1')
  const { data, pagination } = await list(one.clientId, { external_id: 'shop 1' })
  expect([data.map(({ id }) => id), pagination?.total_count]).toEqual([[named?.id], 1])
  expect((await list(one.clientId, { external_id: 'shop 3' })).data).toEqual([])
})
