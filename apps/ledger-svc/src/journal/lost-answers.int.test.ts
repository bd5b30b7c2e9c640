/** The connection is cut before each message of a posting: repeated under its key, it posts once. */
import { Database } from '@pacioli/db'
import { DomainError } from '@pacioli/errors'
import type { BusinessWrite } from '@pacioli/rpc'
import { startCuttingProxy, type Cut, type CuttingProxy } from '@pacioli/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestBusiness, requestFor, startTestLedger, type TestLedger } from '../ledger.test-helpers.ts'
import { listEntries, postJournalEntry } from '../use-cases.test-helpers.ts'

let ledger: TestLedger
let business: BusinessWrite
let proxy: CuttingProxy
/** The same ledger, over the proxy. */
let lossy: TestLedger

/** Statements that a pool is asked often are sent otherwise after a while: all of a posting is the same on a new one. */
async function connectAnew(): Promise<void> {
  if (lossy !== ledger) await lossy.db.close()
  const db = new Database({ url: proxy.through(ledger.appUrl), applicationName: 'to be cut', poolSize: 1 })
  lossy = { ...ledger, db }
  await db.ping()
}

beforeAll(async () => {
  lossy = ledger = await startTestLedger()
  business = await openTestBusiness(ledger)
  const { hostname, port } = new URL(ledger.appUrl)
  proxy = await startCuttingProxy({ host: hostname, port: Number(port) })
  await connectAnew()
})
afterAll(async () => {
  await lossy.db.close()
  await proxy.close()
  await ledger.stop()
})

const post = (externalId: string, request: BusinessWrite = business) =>
  postJournalEntry(lossy, request, {
    external_id: externalId,
    entry_at: '2026-03-01T10:00:00Z',
    line_items: (['DEBIT', 'CREDIT'] as const).map((direction) => ({
      account_identifier: { type: 'StableName', stable_name: direction === 'DEBIT' ? 'CASH' : 'SALES' },
      amount: 1,
      direction,
      tags: [],
    })),
    tags: [],
  })

const countOf = async (): Promise<number> => (await listEntries(ledger, business, { page: {} })).pagination.total_count

async function placesIn(write: () => Promise<unknown>): Promise<Cut[]> {
  await connectAnew()
  const passed = proxy.arm()
  await write()
  return (['client', 'server'] as const).flatMap((side) =>
    Array.from({ length: passed[side].length }, (_, count): Cut => ({ side, passed: count })),
  )
}

test('a posting that was cut off is unknown, and its repetition by external_id posts it once', async () => {
  const cuts = await placesIn(() => post('whole'))
  expect(cuts.length).toBeGreaterThan(8)
  for (const cut of cuts) {
    const externalId = `${cut.side} ${cut.passed}`
    const before = await countOf()
    await connectAnew()
    proxy.arm(cut)
    const error: unknown = await post(externalId).catch((caught: unknown) => caught)
    expect([externalId, error instanceof DomainError && error.errorEnum]).toEqual([externalId, 'OutcomeUnknown'])
    expect((await post(externalId)).data.external_id).toBe(externalId)
    expect(await countOf()).toBe(before + 1)
  }
})

test('a posting that was cut off looks up its Idempotency-Key itself, and is answered', async () => {
  const keyed = (key: string) => requestFor(business.clientId, business.businessId, { key, requestHash: 'h' })
  for (const cut of await placesIn(() => post('whole, keyed', keyed('whole')))) {
    const key = `${cut.side} ${cut.passed}`
    const before = await countOf()
    await connectAnew()
    proxy.arm(cut)
    expect((await post(`keyed ${key}`, keyed(key))).created).toBe(true)
    expect(await countOf()).toBe(before + 1)
  }
})
