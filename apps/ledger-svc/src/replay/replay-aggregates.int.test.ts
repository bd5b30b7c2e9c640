import type { BusinessWrite } from '@pacioli/rpc'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestBusiness, startTestLedger, type TestLedger } from '../ledger.test-helpers.ts'
import { posted, saleOf } from '../tags/tags.test-helpers.ts'
import { insertImportedParties } from '../provider-import/imported.store.ts'
import { replayBusiness, replayBusinesses, REPLAYED_TYPES } from './replay-aggregates.ts'
import { updateConfiguration } from '../use-cases.test-helpers.ts'

let ledger: TestLedger
let business: BusinessWrite

beforeAll(async () => {
  ledger = await startTestLedger()
  business = await openTestBusiness(ledger)
  await posted(ledger, business, saleOf(5, [{ key: 'site', value: 'a' }]))
  const { businessId } = business
  await ledger.db.transact(business, (tx) =>
    insertImportedParties(tx, { businessId, connector: 'quickbooks', externalCompanyId: '1' }, [
      { id: randomUUID(), kind: 'VENDOR', externalId: '56', name: 'Brosnahan Insurance' },
    ]),
  )
  await updateConfiguration(ledger, business, { match_rounding_threshold: 7, cleared: [] })
})
afterAll(() => ledger.stop())

async function typesOf(types?: string[]): Promise<string[]> {
  const seen = new Set<string>()
  for await (const { type } of replayBusiness(ledger, ledger.relayDb, business.businessId, types)) seen.add(type ?? '')
  return [...seen]
}

test('without types all aggregates of a business are replayed, those that others refer to first', async () => {
  expect(await typesOf()).toEqual(REPLAYED_TYPES)
  expect(await typesOf([])).toEqual(REPLAYED_TYPES)
})

test('each type is replayed alone, and several in the order of all', async () => {
  for (const type of REPLAYED_TYPES) expect(await typesOf([type])).toEqual([type])
  expect(await typesOf(['tag_value', 'business'])).toEqual(['business', 'tag_value'])
})

test('businesses are replayed unless only other types are named', async () => {
  const count = async (types: string[]): Promise<number> => {
    let found = 0
    for await (const _ of replayBusinesses(ledger, ledger.relayDb, types)) found += 1
    return found
  }
  expect([await count([]), await count(['business', 'entry']), await count(['entry'])]).toEqual([1, 1, 0])
})
