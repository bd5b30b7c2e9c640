/** How often a request to the journal waits for PostgreSQL, counted on the wire. */
import { Database } from '@pacioli/db'
import type { BusinessWrite } from '@pacioli/rpc'
import { startCountingProxy, type CountingProxy } from '@pacioli/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestBusiness, replicaOf, requestFor, startTestLedger, type TestLedger } from '../ledger.test-helpers.ts'
import { saleOf } from '../tags/tags.test-helpers.ts'
import {
  getEntry,
  listAccountLines,
  listEntries,
  postJournalEntries,
  postJournalEntry,
  reverseEntry,
} from '../use-cases.test-helpers.ts'

const ENTRIES = 12

let ledger: TestLedger
let business: BusinessWrite
let proxy: CountingProxy
/** The same ledger, over the proxy. */
let counted: TestLedger
let entryId: string

beforeAll(async () => {
  ledger = await startTestLedger()
  business = await openTestBusiness(ledger)
  const inputs = Array.from({ length: ENTRIES }, (_, n) => ({
    ...saleOf(n + 1),
    tags: [{ key: 'site', value: `${n % 2}` }],
  }))
  const { data } = await postJournalEntries(ledger, business, inputs)
  entryId = data[0]?.id ?? ''
  await reverseEntry(ledger, business, { entryId, memo: null })
  const { hostname, port } = new URL(ledger.appUrl)
  proxy = await startCountingProxy({ host: hostname, port: Number(port) })
  const db = new Database({ url: proxy.through(ledger.appUrl), applicationName: 'counted', poolSize: 1 })
  counted = { ...ledger, db }
  await db.ping()
})
afterAll(async () => {
  await counted.db.close()
  await proxy.close()
  await ledger.stop()
})

async function onTheWire<Found>(read: () => Promise<Found>): Promise<{ flights: number; found: Found }> {
  await proxy.count()
  const found = await read()
  await expect.poll(() => counted.db.pool().inUse).toBe(0)
  const { flights } = await proxy.count()
  return { flights, found }
}

describe('three round trips bring', () => {
  const part = { includeReversals: false, includeClosing: false, tagKey: 'site', tagValues: ['0', '1'] }
  const days = { startDate: '2025-01-01', endDate: '2030-01-01' }
  test.each([
    ['a page of lines', {}, 5],
    ['a page of the lines that a filter leaves', { ...days, ...part }, 5],
    ['all lines there are', part, 500],
    ['no lines', { startDate: '2020-08-02', endDate: '2020-08-03' }, 5],
  ])('%s, and the page after it', async (_what, query, limit) => {
    const page = (cursor?: string) =>
      onTheWire(() => listAccountLines(counted, business, { accountId: 'CASH', ...query, page: { limit, cursor } }))
    const first = await page()
    const { cursor } = first.found.pagination
    for (const { flights } of [first, ...(cursor ? [await page(cursor)] : [])]) expect(flights).toBeLessThanOrEqual(3)
  })

  test('an entry', async () => {
    const { flights, found } = await onTheWire(() => getEntry(counted, business, entryId))
    expect(found.lines).toHaveLength(2)
    expect(flights).toBeLessThanOrEqual(3)
  })
})

test('six round trips bring a page of entries with their number, under a tag or not', async () => {
  for (const query of [{}, { tagKey: 'site', tagValues: ['0'] }]) {
    const { flights, found } = await onTheWire(() => listEntries(counted, business, { ...query, page: { limit: 3 } }))
    expect(found.entries).toHaveLength(3)
    expect(flights).toBeLessThanOrEqual(6)
  }
})

describe('one round trip', () => {
  const keyed = (key: string) => requestFor(business.clientId, business.businessId, { key, requestHash: 'h' })

  test('posts an entry under a new key, and answers each repeat', async () => {
    await postJournalEntry(counted, business, saleOf(1))
    const first = await onTheWire(() => postJournalEntry(counted, keyed('posting'), saleOf(1)))
    const request = keyed('posting')
    const again = await onTheWire(() => postJournalEntry(counted, request, saleOf(1)))
    expect([first.flights, again.flights]).toEqual([1, 1])
    expect(request.replayed).toBe(true)
    expect(again.found).toEqual(first.found)
  })

  test('answers the repeat of what needs more to be decided: an entry under books not read yet, a reversal', async () => {
    const anew: TestLedger = { ...counted, books: replicaOf(ledger).books }
    const { data } = await postJournalEntry(ledger, business, saleOf(1))
    const writes = [
      () => postJournalEntry(anew, keyed('unread'), saleOf(1)),
      () => reverseEntry(anew, keyed('reversal'), { entryId: data.id ?? '', memo: null }),
    ]
    for (const write of writes) {
      const first = await write()
      anew.books.drop(business)
      const again = await onTheWire(write)
      expect(again.flights).toBe(1)
      expect(again.found).toEqual(first)
    }
  })
})
